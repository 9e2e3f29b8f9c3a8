/** Values of calendars as programs write them: days, times, zones, texts, places (RFC 5545 §3.3, §3.8). */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { leaveOut } from '../support/left-out.ts'
import { type Answered, type Json, type TestService, testService } from '../support/service.ts'

const reports = resolve('../shared/data/reports')
const hasReports = existsSync(reports)
if (!hasReports) leaveOut(`Calendars of public reports: ${reports} is missing`)
const report = (name: string) => readFileSync(`${reports}/${name}`, 'utf8')

const calendarOf = (...components: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n')
let number = 0
const eventOf = (...lines: readonly string[]) => {
  number += 1
  const own = lines.some((line) => line.startsWith('DTSTART')) ? [] : ['DTSTART:20270504T180000Z']
  const title = lines.some((line) => line.startsWith('SUMMARY')) ? [] : ['SUMMARY:T']
  return ['BEGIN:VEVENT', `UID:as-${number}`, ...title, ...own, ...lines, 'END:VEVENT'].join('\r\n')
}

for (const { name: dialect } of anyDialects()) {
  describe(`calendars as programs write them on ${dialect}`, () => {
    let service: TestService
    let admin: Record<string, string>
    beforeEach(async () => {
      service = await testService(dialect, { FASTI_TIME_ZONE: 'Europe/Berlin' })
      service.at('2027-01-10T11:00:00Z')
      admin = (await service.user('administrator', 'administrator')).headers
    })
    afterEach(() => service.close())

    const send = (text: string) =>
      service.ask('POST', '/import?source=a', text, {
        ...admin,
        'content-type': 'text/calendar; charset=utf-8',
      })
    const notesOf = ({ body }: Answered) => body.notes.map(({ what }: Json) => what)
    const events = async (): Promise<readonly Json[]> =>
      (await service.get('/events?starts_after=2027-01-01&per_page=100&status=any', admin)).body.events
    /** Imports one event, and returns it with the notes; the next one begins anew. */
    const read = async (...lines: readonly string[]) => {
      const sent = await send(calendarOf(eventOf(...lines)))
      expect([lines, sent.body.refusals]).toEqual([lines, []])
      const all = await events()
      for (const { id } of all) await service.remove(`/events/${id}?force=true`, admin)
      return { event: all[0] ?? {}, all, notes: notesOf(sent) }
    }
    const times = ({ start_date, end_date, all_day }: Json) => [start_date, end_date, all_day]

    it('midnights of VALUE=DATE are whole days, of rules and exclusions, too', async () => {
      const day = (text: string) => `DTSTART;VALUE=DATE:20271222T${text}`
      const one = ['2027-12-22 00:00:00', '2027-12-22 23:59:59', true]
      expect(times((await read(day('000000'))).event)).toEqual(one)
      expect(times((await read(day('000000Z'))).event)).toEqual(one)
      expect(times((await read(day('000000'), 'DTEND;VALUE=DATE:20271222T235959')).event)).toEqual(one)
      const five = await read(day('000000'), 'DTEND;VALUE=DATE:20271227T000000')
      expect(times(five.event)).toEqual(['2027-12-22 00:00:00', '2027-12-26 23:59:59', true])
      const rule = ['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20271223T000000']
      expect((await read(day('000000'), ...rule)).all.map((event) => times(event)[0])).toEqual([
        ...['2027-12-22 00:00:00', '2027-12-24 00:00:00'],
      ])
      const evening = await read('DTSTART;VALUE=DATE:20271222T193000', 'DTEND;VALUE=DATE:20271222T210000')
      expect(times(evening.event)).toEqual(['2027-12-22 19:30:00', '2027-12-22 21:00:00', false])
    })

    it('times with dashes, colons, spaces or an offset are read, and noted', async () => {
      const cases: Record<string, string> = {
        '2027-10-08T10:00:00': '2027-10-08 10:00:00',
        '2027-10-08T10:00:00Z': '2027-10-08 10:00:00',
        '2027-10-08T10:00:00+0200': '2027-10-08 08:00:00',
        '2027-10-08T01:00+02:00': '2027-10-07 23:00:00',
        '2027-10-08 10:00': '2027-10-08 10:00:00',
        '20271008T10-30-00': '2027-10-08 10:30:00',
        '20271008-103000': '2027-10-08 10:30:00',
        '20271008T 93000': '2027-10-08 09:30:00',
        '20271008T9:30:00': '2027-10-08 09:30:00',
        '20271008 103000': '2027-10-08 10:30:00',
      }
      for (const [written, start] of Object.entries(cases)) {
        const { event, notes } = await read(`DTSTART:${written}`)
        expect([written, event.start_date]).toEqual([written, start])
        expect(notes).toEqual([expect.stringContaining(`DTSTART:${written} (read as 2027`)])
      }
      for (const written of ['2027-10-08T::', '2027-10-08', '20271008T::', '20271008T'])
        expect(times((await read(`DTSTART:${written}`)).event)).toEqual([
          ...['2027-10-08 00:00:00', '2027-10-08 23:59:59', true],
        ])
      for (const written of ['2027-13-08', '2027-10-08T25:00', 'never', '2027-10-08T10:0', '20271008T1'])
        expect((await send(calendarOf(eventOf(`DTSTART:${written}`)))).body).toMatchObject({ refused: 1 })
      expect((await read('DTSTART:20271008T103000')).notes).toEqual([])
    })

    it('rules with RRULE: twice or an UNTIL with dashes are followed, and noted', async () => {
      for (const rule of [
        'RRULE:RRULE:FREQ=DAILY;COUNT=3',
        'RRULE:FREQ=DAILY;UNTIL=2027-05-06T20:00:00Z',
        'RRULE:FREQ=DAILY;UNTIL=2027-05-06;INTERVAL=1',
      ]) {
        const { all, notes } = await read(rule)
        expect([rule, all.length, notes.length]).toEqual([rule, 3, 1])
      }
    })

    it('an end before its start is in the night that follows, and noted; one days before it is left out', async () => {
      const night = ['DTSTART;TZID=Europe/Berlin:20270917T220000', 'DTEND;TZID=Europe/Berlin:20270917T020000']
      const { event, notes } = await read(...night)
      expect(times(event)).toEqual(['2027-09-17 22:00:00', '2027-09-18 02:00:00', false])
      expect(notes).toEqual(['an end before its start (read as in the night that follows)'])
      const clocks = [
        'DTSTART;TZID=Europe/Berlin:20271030T230000',
        'DTEND;TZID=Europe/Berlin:20271030T040000',
      ]
      expect(times((await read(...clocks)).event)[1]).toBe('2027-10-31 04:00:00')
      const series = await read(...night, 'RRULE:FREQ=WEEKLY;COUNT=2')
      expect(series.all.map(({ end_date }) => end_date)).toEqual([
        '2027-09-18 02:00:00',
        '2027-09-25 02:00:00',
      ])
      const wrong = await read('DTSTART:20270917T220000Z', 'DTEND:20270910T020000Z')
      expect([times(wrong.event)[1], wrong.notes]).toEqual([
        '2027-09-17 22:00:00',
        ['an end before its start (left out)'],
      ])
    })

    it('raw line breaks in DESCRIPTION belong to it, whatever follows them looks like', async () => {
      const { event, notes } = await read(
        ...[
          'DESCRIPTION:Dear all,',
          '\\nplease bring: cake',
          'Third: with colon',
          'NOTE: bring cups',
          'and more',
        ],
        ...['LOCATION:Room 1', 'X-OWN:1'],
      )
      expect(event.description).toBe(
        '<p>Dear all,<br>please bring: cake<br>Third: with colon<br>NOTE: bring cups<br>and more</p>',
      )
      expect(event.venue).toMatchObject({ venue: 'Room 1' })
      expect(
        notes.filter((note: string) => note.includes('goes on with the text of DESCRIPTION')),
      ).toHaveLength(4)
      const small = await read('description:A', 'location:Hall', 'x-own:1', 'url:https://x.example/')
      expect(small.event).toMatchObject({ description: '<p>A</p>', venue: { venue: 'Hall' } })
      const foreign = await read('DESCRIPTION:A', 'PARTSTAT:ACCEPTED', 'TRANSP:OPAQUE')
      expect(foreign.event.description).toBe('<p>A</p>')
    })

    it('links and words in LOCATION are where an event is online, and no venue', async () => {
      const cases: Record<string, readonly [venue: string | undefined, url: string, mode: string]> = {
        'Zoom: https://us02web.zoom.us/j/84?pwd=abc': [
          undefined,
          'https://us02web.zoom.us/j/84?pwd=abc',
          'online',
        ],
        'https://meet.x.example/b/1': [undefined, 'https://meet.x.example/b/1', 'online'],
        'https://club.example/stream': [undefined, 'https://club.example/stream', 'online'],
        'Microsoft Teams Meeting': [undefined, '', 'online'],
        'Microsoft Teams-Besprechung': [undefined, '', 'online'],
        'Réunion Microsoft Teams': [undefined, '', 'online'],
        Online: [undefined, '', 'online'],
        オンライン開催: [undefined, '', 'online'],
        'https://www.google.com/maps/place/Kiel': [undefined, '', 'offline'],
        'https://maps.app.goo.gl/abc': [undefined, '', 'offline'],
        'Library\\, Main St 1 (https://zoom.us/j/1?pwd=x)': ['Library', 'https://zoom.us/j/1?pwd=x', 'mixed'],
        'Microsoft Teams Meeting\\; Room 12': ['Room 12', '', 'mixed'],
        'Cafe https://maps.app.goo.gl/abc': ['Cafe', '', 'offline'],
        'Town Hall https://hall.example/': ['Town Hall', '', 'offline'],
        'The Zoom Room': ['The Zoom Room', '', 'offline'],
        'Bar / Cafe': ['Bar / Cafe', '', 'offline'],
      }
      for (const [location, [venue, url, mode]] of Object.entries(cases)) {
        const { event } = await read(`LOCATION:${location}`)
        const place = Array.isArray(event.venue) ? undefined : event.venue
        expect([location, Object(place).venue, event.online_url, event.attendance_mode]).toEqual([
          ...[location, venue, url, mode],
        ])
      }
      const { venues } = (await service.get('/venues?status=any&per_page=100', admin)).body
      expect(JSON.stringify(venues)).not.toMatch(/zoom\.us|pwd|maps/)
      expect((await read('LOCATION:https://maps.app.goo.gl/abc')).notes).toEqual([
        'LOCATION:https://maps.app.goo.gl/abc (a link to a map)',
      ])
    })

    it('an event that was online is at its place when its calendar names one', async () => {
      const text = calendarOf(eventOf('LOCATION:Online'))
      await send(text)
      await send(text.replace('LOCATION:Online', 'LOCATION:Hall'))
      expect((await events())[0]).toMatchObject({ attendance_mode: 'offline', venue: { venue: 'Hall' } })
      await send(text.replace('LOCATION:Online', 'LOCATION:Hall / Zoom'))
      expect((await events())[0]).toMatchObject({ attendance_mode: 'mixed' })
    })

    it('zones by the names of Outlook keep their summer time, and an offset before an unknown name is noted', async () => {
      const start = async (zone: string) => {
        const { event, notes } = await read(`DTSTART;TZID="${zone}":20270706T120000`)
        return [event.timezone, event.utc_start_date, notes]
      }
      const east = ['America/New_York', '2027-07-06 16:00:00', []]
      expect(await start('(UTC-05:00) Eastern Time (US and Canada)')).toEqual(east)
      expect(await start('(UTC-05:00) Eastern Time (US & Canada)')).toEqual(east)
      expect((await start('(UTC-08:00) Pacific Time (US and Canada)'))[0]).toBe('America/Los_Angeles')
      expect(await start('(UTC-05:00) Nowhere at all')).toEqual([
        ...['UTC-5:00', '2027-07-06 17:00:00'],
        [expect.stringContaining('its offset is taken, without clock changes')],
      ])
    })

    it('a zone in other letters than its name follows the rules of the calendar, which decide', async () => {
      expect((await read('DTSTART;TZID=europe/lisbon:20270706T120000')).event.timezone).toBe('Europe/Lisbon')
      const described = (id: string) =>
        [
          ...['BEGIN:VTIMEZONE', `TZID:${id}`, 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
          ...['TZOFFSETFROM:+0300', 'TZOFFSETTO:+0300', 'END:STANDARD', 'END:VTIMEZONE'],
        ].join('\r\n')
      for (const [id, utc] of [
        ['Europe/lisbon', '2027-07-06 09:00:00'],
        ['Europe/Lisbon', '2027-07-06 11:00:00'],
      ] as const) {
        await send(calendarOf(described(id), eventOf(`SUMMARY:${id}`, `DTSTART;TZID=${id}:20270706T120000`)))
        const event = (await events()).find(({ title }) => title === id)
        expect([id, event?.utc_start_date]).toEqual([id, utc])
      }
    })

    it.skipIf(!hasReports)('of public reports are read whole', async () => {
      for (const name of [
        '13-Tcoloncolon.ics',
        '14-meeting-links.ics',
        '15-raw-text.ics',
        '18-calcurse-date-time0.ics',
      ])
        expect([name, (await send(report(name))).body.refusals]).toEqual([name, []])
    })
  })
}
