import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { importing, moment } from '../support/importing.ts'
import { because, Problem } from '../support/inside/api.ts'
import {
  type CalendarTally,
  componentSpan,
  exportedCalendarChunks,
  importCalendar,
  readComponentsAndFaults,
  recurringStarts,
  trashEventsGoneFromSource,
  unfoldedLinesInSteps,
  zoneNamed,
} from '../support/inside/formats.ts'
import { leaveOut } from '../support/left-out.ts'
import { quickest } from '../support/quickest.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const folder = resolve('../shared/data/ics')
const samples = existsSync(folder) ? folder : undefined
if (samples === undefined) leaveOut(`Calendars of other programs: ${folder} is missing`)
const calendarOf = (...components: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n')
const eventOf = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const counts = ({ created, updated, unchanged, refused }: CalendarTally) => ({
  created,
  updated,
  unchanged,
  refused,
})

const rome = [
  'BEGIN:VTIMEZONE\r\nTZID:Own zone',
  'BEGIN:STANDARD\r\nDTSTART:16011028T030000\r\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'TZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nEND:STANDARD',
  'BEGIN:DAYLIGHT\r\nDTSTART:16010325T020000\r\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:DAYLIGHT\r\nEND:VTIMEZONE',
].join('\r\n')

for (const { name } of anyDialects()) {
  describe(`an iCalendar file on ${name}`, () => {
    let service: TestService
    let imported: (text: string, name?: string) => Promise<CalendarTally>
    let events: (query?: string) => Promise<readonly Json[]>
    beforeEach(async () => {
      service = await testService(name)
      imported = (text, name = 'test.ics') =>
        importCalendar(text, { name, isConfined: false }, importing(service))
      events = async (query = 'starts_after=1990-01-01&per_page=100') =>
        (await service.get(`/events?${query}`)).body.events
    })
    afterEach(() => service.close())

    it('becomes events with venues, organizers and categories', async () => {
      const text = calendarOf(
        eventOf(
          'UID:one@x.test',
          'SUMMARY:Concert\\, loud\\; and lo',
          ' ng',
          'DESCRIPTION:First <line>\\nsecond\\n\\nThird & last',
          'DTSTART;TZID=Europe/Rome:20270504T180000',
          'DTEND;TZID=Europe/London:20270504T190000',
          'LOCATION:Hall\\, Via Po 1\\, Turin',
          'GEO:45.07;7.69',
          'ORGANIZER;CN="The ^\'Org^\'":mailto:org@x.test',
          'CATEGORIES:Music,Late\\, loud',
          'CATEGORIES:2027',
          'URL:https://x.test/concert',
          'CLASS:PUBLIC',
        ),
      )
      expect(counts(await imported(text))).toEqual({ created: 1, updated: 0, unchanged: 0, refused: 0 })
      const [event] = await events()
      expect(event).toMatchObject({
        title: 'Concert, loud; and long',
        description: '<p>First &lt;line&gt;<br>second</p>\n<p>Third &amp; last</p>',
        start_date: '2027-05-04 18:00:00',
        end_date: '2027-05-04 20:00:00',
        timezone: 'Europe/Rome',
        website: 'https://x.test/concert',
        venue: { venue: 'Hall', address: 'Via Po 1, Turin', geo_lat: 45.07, geo_lng: 7.69 },
        organizer: [{ organizer: 'The "Org"', email: 'org@x.test' }],
        categories: [{ name: '2027' }, { name: 'Late, loud' }, { name: 'Music' }],
        status: 'publish',
      })
      expect((await service.get('/events.ics?starts_after=1990-01-01')).body).toContain(
        '\r\nUID:one@x.test\r\n',
      )
    })

    it('may write times in every form that calendars use', async () => {
      const cases: Readonly<
        Record<string, readonly [start: string, end: string, zone: string, utc: string]>
      > = {
        'DTSTART:20270504T180000Z': ['18:00:00', '18:00:00', 'UTC', '18:00:00'],
        'DTSTART:20270504T180000': ['18:00:00', '18:00:00', 'America/New_York', '22:00:00'],
        'DTSTART;TZID="W. Europe Standard Time":20270504T180000\r\nDURATION:PT1H30M': [
          ...['18:00:00', '19:30:00', 'Europe/Berlin', '16:00:00'],
        ] as unknown as [string, string, string, string],
        'DTSTART;TZID=/mozilla.org/20070129_1/Europe/Rome:20270504T180000': [
          ...['18:00:00', '18:00:00', 'Europe/Rome', '16:00:00'],
        ] as unknown as [string, string, string, string],
        'DTSTART;TZID=Own zone:20270504T180000\r\nDTEND;TZID=Own zone:20270504T200000': [
          ...['18:00:00', '20:00:00', 'Europe/Berlin', '16:00:00'],
        ] as unknown as [string, string, string, string],
        'DTSTART;VALUE=DATE:20270504': ['00:00:00', '23:59:59', 'America/New_York', '04:00:00'],
        'DTSTART:20270504\r\nDTEND:20270505': ['00:00:00', '23:59:59', 'America/New_York', '04:00:00'],
        'DTSTART;VALUE=DATE:20270504\r\nDURATION:P1D': [
          '00:00:00',
          '23:59:59',
          'America/New_York',
          '04:00:00',
        ],
      }
      for (const [lines, [start, end, zone, utc]] of Object.entries(cases)) {
        const uid = `UID:${lines.replace(/\W/g, '')}`
        await imported(calendarOf(eventOf(uid, 'SUMMARY:T', lines), rome))
        const [event] = await events('starts_after=1990-01-01&orderby=id&order=desc&per_page=1')
        const date = '2027-05-04'
        expect([lines, event?.start_date, event?.end_date, event?.timezone, event?.utc_start_date]).toEqual([
          ...[lines, `${date} ${start}`, `${date} ${end}`, zone, `${date} ${utc}`],
        ])
      }
      const winter = eventOf('UID:w', 'DTSTART;TZID=Own zone:20271201T180000')
      await imported(calendarOf(rome, winter))
      expect((await events('start_date=2027-12-01'))[0]?.utc_start_date).toBe('2027-12-01 17:00:00')
    })

    it('recurs for two years on the wall clock, with exceptions, additions and changes', async () => {
      const text = calendarOf(
        eventOf(
          'UID:weekly',
          'SUMMARY:Weekly',
          'DTSTART;TZID=Europe/Rome:20270322T200000',
          'DTEND;TZID=Europe/Rome:20270322T210000',
          'RRULE:FREQ=WEEKLY;COUNT=4',
          'EXDATE;TZID=Europe/Rome:20270329T200000',
          'RDATE;TZID=Europe/Rome:20270501T100000',
        ),
        eventOf(
          'UID:weekly',
          'RECURRENCE-ID;TZID=Europe/Rome:20270405T200000',
          'SUMMARY:Later that day',
          'DTSTART;TZID=Europe/Rome:20270405T220000',
        ),
      )
      expect(counts(await imported(text)).created).toBe(1)
      const found = await events()
      expect(
        found.map(({ title, start_date, utc_start_date }) => [title, start_date, utc_start_date]),
      ).toEqual([
        ['Weekly', '2027-03-22 20:00:00', '2027-03-22 19:00:00'],
        ['Later that day', '2027-04-05 22:00:00', '2027-04-05 20:00:00'],
        ['Weekly', '2027-04-12 20:00:00', '2027-04-12 18:00:00'],
        ['Weekly', '2027-05-01 10:00:00', '2027-05-01 08:00:00'],
      ])
      expect(found.map(({ slug }) => slug)).toEqual([
        ...['weekly-2027-03-22', 'weekly-2027-04-05', 'weekly-2027-04-12', 'weekly-2027-05-01'],
      ])
      expect(counts(await imported(text))).toEqual({ created: 0, updated: 0, unchanged: 1, refused: 0 })
      const uids = (await service.get('/events.ics?starts_after=1990-01-01')).body.match(/^UID:.*$/gm)
      expect(new Set(uids).size).toBe(1)
    })

    it('gives only the first occurrence of an event that recurs within a day', async () => {
      const often = eventOf('UID:o', 'SUMMARY:Often', 'DTSTART:20270101T100000Z', 'RRULE:FREQ=SECONDLY')
      const second = await imported(calendarOf(often))
      expect(second.created).toBe(1)
      expect([...second.notes.keys()].join()).toMatch(/FREQ=[A-Z]+ recurs within a day/)
    }, 120_000)

    it('updates changed values, clears removed ones, and prunes only on request', async () => {
      const one = ['UID:1', 'SUMMARY:One', 'DTSTART:20270504T180000Z', 'DESCRIPTION:x', 'LOCATION:Hall']
      const two = eventOf('UID:2', 'SUMMARY:Two', 'DTSTART:20270505T180000Z')
      await imported(calendarOf(eventOf(...one), two))
      await imported(calendarOf(eventOf('UID:3', 'DTSTART:20270506T180000Z')), 'other.ics')
      const changed = calendarOf(eventOf('UID:1', 'SUMMARY:One again', 'DTSTART:20270504T190000Z'))
      const tally = await imported(changed)
      expect(counts(tally)).toEqual({ created: 0, updated: 1, unchanged: 0, refused: 0 })
      const [event] = await events()
      expect(event).toMatchObject({ title: 'One again', description: '', venue: [] })
      expect(await events()).toHaveLength(3)
      const context = { ...importing(service).caller, store: service.store, moment }
      const none = { ...tally, inventory: { ...tally.inventory, keys: new Set<string>() } }
      expect(await trashEventsGoneFromSource({ name: 'test.ics' }, none, context)).toBe(0)
      expect(await trashEventsGoneFromSource({ name: 'test.ics' }, tally, context)).toBe(1)
      expect((await events()).map(({ title }) => title)).toEqual(['One again', 'Untitled'])
      expect(await trashEventsGoneFromSource({ name: 'test.ics' }, tally, context)).toBe(0)
    })

    it('gives private events the status private, ignores the cancellation of an unknown event, and reports what it does not import', async () => {
      const tally = await imported(
        calendarOf(
          eventOf('UID:1', 'CLASS:PRIVATE', 'DTSTART:20270504T180000Z', 'ATTENDEE:mailto:a@x.test'),
          eventOf('UID:2', 'STATUS:CANCELLED', 'DTSTART:20270504T180000Z'),
          eventOf('UID:3', 'SUMMARY:No start'),
          eventOf('UID:4', 'DTSTART;TZID=Nowhere/At all:20270504T180000'),
          eventOf('UID:5', 'DTSTART:20270230T180000'),
          'BEGIN:VTODO\r\nEND:VTODO',
          'what is this',
        ),
      )
      expect(counts(tally)).toEqual({ created: 2, updated: 0, unchanged: 1, refused: 2 })
      expect(tally.refusals.map(({ reason }) => reason)).toEqual([
        'It has no DTSTART.',
        'DTSTART is not a time: 20270230T180000',
      ])
      expect([...tally.notes.keys()].sort()).toEqual([
        ...[
          'ATTENDEE',
          'STATUS:CANCELLED',
          'TZID=Nowhere/At all (not known: read in the site zone)',
          'VTODO',
        ],
        'line 27: it is not a content line',
      ])
      expect((await events('status=any'))[0]?.status).toBe('private')
    })

    it('finds events of this service by their UID, and changes the values that differ', async () => {
      const venue = { venue: 'Hall', address: 'Via Po 1', city: 'Turin', zip: '10124' }
      const sent = { description: '<p>With <b>bold</b></p>', venue, organizer: ['1'], tags: ['loud'] }
      await service.post('/organizers', { organizer: 'Org', email: 'o@x.test' })
      const event = (await service.post('/events', anEvent(sent))).body
      await service.post('/events', anEvent({ all_day: true, timezone: 'Europe/Rome' }))
      const calendar: string = (await service.get('/events.ics')).body
      const tally = await imported(calendar)
      expect(counts(tally)).toEqual({ created: 0, updated: 0, unchanged: 2, refused: 0 })
      expect((await service.get(`/events/${event.id}`)).body).toEqual(event)
      const plain = calendar
        .replace(/X-ALT-DESC.*\r\n/, '')
        .replace('DESCRIPTION:With bold', 'DESCRIPTION:Plain')
      await imported(plain)
      expect((await service.get(`/events/${event.id}`)).body).toMatchObject({
        description: '<p>Plain</p>',
        venue: { city: 'Turin' },
        tags: [{ name: 'loud' }],
      })
    })

    it('gives formatted descriptions, online addresses and images; events whose image fails are imported without it', async () => {
      const asked: unknown[] = []
      const away = importing(service)
      const images = {
        ...away.caller.images,
        prepare: async (source: unknown) => {
          asked.push(source)
          return { fault: because('image_gone') }
        },
      }
      const at = 'DTSTART:20270504T180000Z'
      const html = '<html><head><style>p{}</style></head><body lang=en><p>A <b>b</b></p></body></html>'
      const text = calendarOf(
        eventOf('UID:1', at, 'DESCRIPTION:A b', `X-ALT-DESC;FMTTYPE=text/html:${html}`),
        eventOf('UID:2', at, 'DESCRIPTION:Plain', 'X-ALT-DESC;FMTTYPE=text/html:<html><body></body></html>'),
        eventOf('UID:3', at, 'CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.test/1', 'CONFERENCE:tel:+1'),
        eventOf('UID:4', at, 'URL:https://x.test', 'CONFERENCE;VALUE=URI:https://meet.test/1'),
        ...[5, 6, 7, 8].map((uid) =>
          eventOf(`UID:${uid}`, at, `IMAGE;VALUE=URI;FMTTYPE=image/png:https://x.test/${uid}.png`),
        ),
        eventOf('UID:9', at, 'ATTACH;FMTTYPE=application/pdf:https://x.test/a.pdf'),
        eventOf('UID:10', at, 'ATTACH;FMTTYPE=image/png:https://y.test/a.png'),
      )
      const caller = { ...away.caller, images }
      const source = { name: 'x', isConfined: false }
      const tally = await importCalendar(text, source, { ...away, caller })
      expect([counts(tally).created, tally.refusals]).toEqual([10, []])
      expect(asked.map(String)).toEqual([
        ...['https://x.test/5.png', 'https://x.test/6.png', 'https://x.test/7.png', 'https://y.test/a.png'],
      ])
      expect([...tally.notes.keys()].sort()).toEqual(['ATTACH', 'IMAGE: is no longer there'])
      const found = await events('starts_after=1990-01-01&per_page=100&orderby=id')
      expect(found.slice(0, 4).map(({ description, website }) => [description, website])).toEqual([
        ['<p>A <b>b</b></p>', ''],
        ['<p>Plain</p>', ''],
        ['', 'https://meet.test/1'],
        ['', 'https://x.test'],
      ])
    })

    it('is exported with all events, without what a password protects, and can be imported again', async () => {
      const other = await testService(name)
      await service.post('/events', anEvent({ title: 'Open', timezone: 'Europe/Rome', tags: ['one'] }))
      await service.post('/events', anEvent({ title: 'Locked', description: 'Hidden words', tags: ['two'] }))
      await service.patch('/events/2', { password: 'sesame' })
      await service.post('/events', anEvent({ title: 'Draft', status: 'draft' }))
      const base = 'https://here.test'
      const view = { moment, root: { base, url: base, namespace: 'cal/events/v1' }, title: 'All' }
      let text = ''
      for await (const piece of exportedCalendarChunks(service.store, view)) text += piece
      expect(text).toMatch(
        /^BEGIN:VCALENDAR\r\n[\s\S]*TZID:Europe\/Rome[\s\S]*BEGIN:VEVENT[\s\S]*END:VCALENDAR\r\n$/,
      )
      expect(text).not.toMatch(/hidden words|two|sesame/i)
      const tally = await importCalendar(text, { name: 'x', isConfined: false }, importing(other))
      expect(counts(tally)).toEqual({ created: 3, updated: 0, unchanged: 0, refused: 0 })
      const there = (await other.get('/events?status=any&orderby=id')).body.events
      expect(there.map(({ title, status, tags }: Json) => [title, status, (tags as Json[]).length])).toEqual([
        ['Open', 'publish', 1],
        ['Locked', 'publish', 0],
        ['Draft', 'private', 0],
      ])
      await other.close()
    })

    it('with `isConfined` changes only the events that it created', async () => {
      await service.post('/events', anEvent({ title: 'Own' }))
      const calendar: string = (await service.get('/events.ics')).body
      const theirs = calendar.replace('SUMMARY:Own', 'SUMMARY:Theirs')
      const source = { name: 'https://x.test/feed.ics', isConfined: true }
      const tally = await importCalendar(theirs, source, importing(service))
      expect(tally.refusals.map(({ reason }) => reason)).toEqual([
        'Not valid: UID (an event of this name is here already, and was made here)',
      ])
      expect((await events())[0]?.title).toBe('Own')
      const fresh = theirs.replace(/UID:.*/, 'UID:new@x.test')
      expect((await importCalendar(fresh, source, importing(service))).created).toBe(1)
      const changed = fresh.replace('SUMMARY:Theirs', 'SUMMARY:Changed')
      expect((await importCalendar(changed, source, importing(service))).updated).toBe(1)
    })

    it('copies a calendar of this service to another one', async () => {
      const other = await testService(name)
      const sent = [
        { timezone: 'Europe/Rome', description: '<p>One</p>', categories: ['Music'] },
        { timezone: 'UTC+5:30', venue: { venue: 'Hall', city: 'Turin' } },
        { all_day: true, organizer: { organizer: 'Org', email: 'o@x.test' } },
        {
          start_date: '2027-11-07T06:30:00Z',
          end_date: '2027-11-07T07:30:00Z',
          title: 'Ç "quoted", \\ 音楽',
        },
      ]
      for (const one of sent) await service.post('/events', anEvent(one))
      const feed = (await service.get('/events.ics')).body
      const tally = await importCalendar(feed, { name: 'feed', isConfined: false }, importing(other))
      expect(counts(tally)).toEqual({ created: 4, updated: 0, unchanged: 0, refused: 0 })
      const shown = ({ title, description, utc_start_date, utc_end_date, all_day }: Json) => [
        ...[title, description, utc_start_date, utc_end_date, all_day],
      ]
      const there: readonly Json[] = (await other.get('/events')).body.events
      expect(there.map(shown)).toEqual((await events('')).map(shown))
      const uids = (text: string) => text.match(/^UID:.*$/gm)
      expect(uids((await other.get('/events.ics')).body)).toEqual(uids(feed))
      await other.close()
    })
  })
}

describe.skipIf(samples === undefined)('files of other programs', () => {
  it('are imported, or refused with a reason, and a second import gives the same result', async () => {
    const service = await testService('sqlite')
    const { caller, ...others } = importing(service)
    const images = { ...caller.images, prepare: async () => ({ fault: because('image_gone') }) }
    const away = { ...others, caller: { ...caller, images } }
    for (const file of readdirSync(samples ?? '')) {
      const text = readFileSync(join(samples ?? '', file), 'utf8')
      const tally = await importCalendar(text, { name: file, isConfined: false }, away)
      expect(tally.refusals.every(({ reason }) => reason !== '')).toBe(true)
      expect([file, tally.lines + tally.notes.size > 0 || !text.includes('BEGIN:VEVENT')]).toEqual([
        file,
        true,
      ])
      const again = await importCalendar(text, { name: file, isConfined: false }, away)
      expect([file, again.created, again.updated]).toEqual([file, 0, 0])
    }
    await service.close()
  })
})

describe('a text that claims to be a calendar', () => {
  it('with any content causes no internal error', async () => {
    const piece = fc.constantFrom(
      'BEGIN:',
      'END:',
      'VEVENT',
      'VCALENDAR',
      '\r\n',
      '\n ',
      '\r',
      ';A="',
      '"',
      ':',
      ',',
      'DTSTART',
      '\\n',
      '\u0000',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), async (pieces) => {
        await readComponentsAndFaults(pieces.join(''))
      }),
    )
  })

  it('with hostile content is read in linear time', async () => {
    for (const hostile of ['BEGIN:A\n', ';A=', 'A;B=",', '\n ', 'A;B=C,', '"', 'END:B\n']) {
      const taken = await quickest(3000, () =>
        readComponentsAndFaults(`X${hostile.repeat(100_000)}`).catch((error: unknown) => {
          if (!(error instanceof Problem)) throw error
        }),
      )
      expect(taken, hostile).toBeLessThan(3000)
    }
  })

  it('is read in small steps, for any length of a line and any number of dates', () => {
    const stepsOf = (text: string) =>
      [...unfoldedLinesInSteps(text)].filter((line) => line === undefined).length
    expect(stepsOf('x'.repeat(10_000_000))).toBeGreaterThanOrEqual(9)
    expect(stepsOf('A:x\n '.repeat(1_000_000))).toBeGreaterThanOrEqual(9)
    expect(stepsOf('\n'.repeat(1_000_000))).toBeGreaterThanOrEqual(9)
    const property = (name: string, value: string) => ({ name, value, params: new Map<string, string>() })
    const dates = '20270504T180000Z,'.repeat(8000)
    const component = {
      ...{ name: 'VEVENT', number: 1, components: [] },
      properties: [
        property('DTSTART', '20270504T180000Z'),
        property('RRULE', 'FREQ=DAILY'),
        property('RDATE', dates),
        property('EXDATE', dates),
      ],
    }
    const utc = zoneNamed('UTC')
    const times = {
      ...{ zones: () => undefined, floating: utc, shown: utc, site: utc, note: () => {} },
      ...{ now: 0, since: 0, unclear: { is: false }, noted: new Set<number>(), isCancelling: false },
      ...{ horizon: 1_900_000_000, left: { occurrences: 100_000 } },
    }
    const walk = recurringStarts(component, componentSpan(component, times), times)
    let count = 0
    while (walk.next().done !== true) count += 1
    expect(count).toBeGreaterThanOrEqual(80)
  })

  it('is imported without the parts that exceed a limit', async () => {
    const event = (...lines: readonly string[]) => eventOf('UID:1', 'DTSTART:20270504T180000Z', ...lines)
    const long = await readComponentsAndFaults(calendarOf(event(`ATTACH:${'x'.repeat(2 ** 20)}`)))
    expect(long.faults).toEqual([{ line: 5, reason: because('content_line_too_long', { most: 524_288 }) }])
    expect(long.components[0]?.components[0]?.properties).toHaveLength(2)
    const many = await readComponentsAndFaults(
      calendarOf(event(...Array.from({ length: 10_001 }, () => 'X-A:1'))),
    )
    expect(many.faults).toHaveLength(3)
    const service = await testService('sqlite')
    const different = Array.from({ length: 3000 }, (_, at) => `X-${at}:1`)
    const source = { name: 'x', isConfined: false }
    const tally = await importCalendar(calendarOf(event(...different)), source, importing(service))
    expect([tally.created, tally.notes.size]).toEqual([1, 1001])
    await service.close()
  })

  it('is refused as a whole if it is no calendar', async () => {
    const service = await testService('sqlite')
    await expect(
      importCalendar('<html>no</html>', { name: 'x', isConfined: false }, importing(service)),
    ).rejects.toThrow('not an iCalendar')
    await service.close()
  })
})
