/** Series in calendars that are imported (contract §10.4). */
import { beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { importing, moment } from '../support/importing.ts'
import { importCalendar, trashEventsGoneFromSource } from '../support/inside/formats.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

const calendarOf = (...components: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n')
const eventOf = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const at = (time: string) => `TZID=Europe/Rome:${time}`
const weekly = (...more: readonly string[]) =>
  eventOf(
    ...['UID:weekly', 'SUMMARY:Weekly', `DTSTART;${at('20270302T180000')}`, 'DURATION:PT1H'],
    ...(more.some((line) => line.startsWith('RRULE')) ? more : ['RRULE:FREQ=WEEKLY;COUNT=10', ...more]),
  )
const instead = (id: string, start: string, ...more: readonly string[]) =>
  eventOf(
    ...['UID:weekly', 'SUMMARY:Weekly', `RECURRENCE-ID;${at(id)}`, `DTSTART;${at(start)}`, 'DURATION:PT1H'],
    ...more,
  )

for (const { name: dialect } of anyDialects()) {
  describe(`series of calendars on ${dialect}`, () => {
    let service: TestService
    const source = { name: 'https://feed.example/a.ics', isConfined: false }
    const imported = (text: string) => importCalendar(text, source, importing(service))
    const pruned = async (text: string) => {
      const tally = await imported(text)
      return trashEventsGoneFromSource(source, tally, {
        ...importing(service).caller,
        store: service.store,
        moment,
      })
    }
    const events = async (query = '') =>
      (await service.get(`/events?start_date=2000-01-01&end_date=2040-01-01&per_page=100&${query}`)).body
        .events as Json[]
    const series = async () => (await service.get('/series')).body.series as Json[]
    const days = async (query = '') =>
      (await events(query)).map(({ start_date }) => String(start_date).slice(5, 16))
    const ids = async () => (await events()).map(({ id }) => id)
    beforeEach(async () => {
      service = await testService(dialect)
      service.at('2027-01-15T12:00:00Z')
      return () => service.close()
    })

    it('§10.4 become series with their lines, and the same text again changes nothing', async () => {
      const text = calendarOf(weekly(`EXDATE;${at('20270309T180000')}`, `RDATE;${at('20270601T100000')}`))
      expect(await imported(text)).toMatchObject({ created: 1, refused: 0 })
      expect((await series()).map(({ recurrence }) => recurrence)).toEqual([
        ['RRULE:FREQ=WEEKLY;COUNT=10', 'RDATE:20270601T100000', 'EXDATE:20270309T180000'],
      ])
      expect(await days()).toHaveLength(10)
      expect((await imported(text)).unchanged).toBe(1)
    })

    it('§10.4 keep all dates of a source that moves, in one import, also where the next date is nearer', async () => {
      const daily = (day: string, time: string, count: number) =>
        calendarOf(
          eventOf(
            ...['UID:daily', 'SUMMARY:Daily', `DTSTART;${at(`${day}T${time}`)}`, 'DURATION:PT1H'],
            `RRULE:FREQ=DAILY;COUNT=${count}`,
          ),
        )
      const dates = async () => [...new Set((await days()).map((one) => one.slice(0, 5)))]
      await imported(daily('20270302', '200000', 4))
      await imported(daily('20270302', '060000', 4))
      expect(await days()).toEqual(['03-02 06:00', '03-03 06:00', '03-04 06:00', '03-05 06:00'])
      expect((await imported(daily('20270302', '060000', 4))).unchanged).toBe(1)
      await imported(daily('20270226', '063000', 8))
      expect(await days()).toContain('02-26 06:30')
      expect(await dates()).toHaveLength(8)
      expect((await imported(daily('20270226', '063000', 8))).unchanged).toBe(1)
    })

    it('§10.4 that this service wrote are imported, and exported again unchanged', async () => {
      await imported(
        calendarOf(
          weekly('DESCRIPTION:Long', 'CATEGORIES:Sport', `EXDATE;${at('20270309T180000')}`),
          instead('20270316T180000', '20270316T200000'),
        ),
      )
      const before = (await service.get('/events.ics?start_date=2027-01-01')).body as string
      expect(await imported(before)).toMatchObject({ created: 0, updated: 0, unchanged: 1, refused: 0 })
      expect((await service.get('/events.ics?start_date=2027-01-01')).body).toBe(before)
      const other = await testService(dialect)
      other.at('2027-01-15T12:00:00Z')
      await importCalendar(before, source, importing(other))
      const plain = (text: string) =>
        text
          .replaceAll('\r\n ', '')
          .replace(/^(?:DTSTAMP|LAST-MODIFIED|SEQUENCE|X-FASTI-WEBSITE).*\r\n/gm, '')
      expect(plain((await other.get('/events.ics?start_date=2027-01-01')).body)).toBe(plain(before))
      await other.close()
    })

    it('§10.4 are found by their UID even if the times changed, and keep their ids', async () => {
      await imported(calendarOf(weekly()))
      const before = await ids()
      const later = weekly().replace(':20270302T180000', ':20270303T193000')
      expect((await imported(calendarOf(later))).updated).toBe(1)
      expect(await ids()).toEqual(before)
      expect((await days()).slice(0, 2)).toEqual(['03-03 19:30', '03-10 19:30'])
      expect(await series()).toHaveLength(1)
    })

    it('§10.4 have exceptions, by moment in any zone and by day, which end when the source has none', async () => {
      await imported(
        calendarOf(
          weekly(),
          instead('20270309T180000', '20270309T100000'),
          eventOf(
            'UID:weekly',
            'SUMMARY:Other',
            'RECURRENCE-ID;VALUE=DATE:20270316',
            `DTSTART;${at('20270316T180000')}`,
            'DURATION:PT1H',
          ),
          eventOf(
            'UID:weekly',
            'SUMMARY:Utc',
            'RECURRENCE-ID:20270323T170000Z',
            `DTSTART;${at('20270323T180000')}`,
            'DURATION:PT1H',
          ),
          instead('20270330T180000', '20270330T180000', 'STATUS:CANCELLED'),
        ),
      )
      const found = await events()
      expect(
        found.slice(0, 5).map(({ title, start_date, event_status }) => [title, start_date, event_status]),
      ).toEqual([
        ['Weekly', '2027-03-02 18:00:00', 'scheduled'],
        ['Weekly', '2027-03-09 10:00:00', 'scheduled'],
        ['Other', '2027-03-16 18:00:00', 'scheduled'],
        ['Utc', '2027-03-23 18:00:00', 'scheduled'],
        ['Weekly', '2027-03-30 18:00:00', 'cancelled'],
      ])
      expect(found.map(({ series }) => (series as Json).is_exception).slice(0, 6)).toEqual([
        false,
        true,
        true,
        true,
        true,
        false,
      ])
      expect((await imported(calendarOf(weekly()))).updated).toBe(1)
      expect(
        (await events()).every(
          ({ series, title }) => title === 'Weekly' && (series as Json).is_exception === false,
        ),
      ).toBe(true)
    })

    it('§10.4 follow a changed rule, with and without pruning', async () => {
      await imported(calendarOf(weekly()))
      const before = await ids()
      await imported(calendarOf(weekly('RRULE:FREQ=WEEKLY;COUNT=3')))
      expect(await ids()).toEqual(before.slice(0, 3))
      await imported(calendarOf(weekly('RRULE:FREQ=WEEKLY;COUNT=5', `EXDATE;${at('20270309T180000')}`)))
      expect(await days()).toEqual(['03-02 18:00', '03-16 18:00', '03-23 18:00', '03-30 18:00'])
    })

    it('§10.4 last as long as their source says, also where it begins with another date', async () => {
      await imported(calendarOf(weekly()))
      const later = weekly('RRULE:FREQ=WEEKLY;COUNT=9').replace(':20270302T', ':20270309T')
      await imported(calendarOf(later.replace('PT1H', 'PT2H')))
      expect(await days()).toHaveLength(9)
      expect((await events()).map(({ end_date }) => String(end_date).slice(11, 16))).toEqual(
        Array.from({ length: 9 }, () => '20:00'),
      )
    })

    it('§10.4 have dates that last as long as their PERIOD', async () => {
      await imported(
        calendarOf(weekly('RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE;VALUE=PERIOD:20270601T080000Z/PT3H')),
      )
      expect((await events()).map(({ start_date, end_date }) => [start_date, end_date]).at(-1)).toEqual([
        ...['2027-06-01 10:00:00', '2027-06-01 13:00:00'],
      ])
    })

    it('§10.4 are split where one component replaces all later occurrences', async () => {
      const range = eventOf(
        ...['UID:weekly', 'SUMMARY:Evenings', `RECURRENCE-ID;RANGE=THISANDFUTURE;${at('20270330T180000')}`],
        ...[`DTSTART;${at('20270330T200000')}`, 'DURATION:PT2H'],
      )
      await imported(calendarOf(weekly()))
      const before = await ids()
      const text = calendarOf(weekly(), range)
      await imported(text)
      expect(await ids()).toEqual(before)
      const found = await events()
      expect(found.map(({ title }) => title)).toEqual([
        ...Array(4).fill('Weekly'),
        ...Array(6).fill('Evenings'),
      ])
      expect(String(found[4]?.start_date)).toBe('2027-03-30 20:00:00')
      const [one, two] = await series()
      expect([one?.continued_by, two?.continues]).toEqual([two?.id, one?.id])
      expect(await imported(text)).toMatchObject({ created: 0, updated: 0, refused: 0 })
    })

    it("§10.4 are recognised after Google's split, by UID and date", async () => {
      const google = (uid: string, start: string, rule: string, title: string) =>
        eventOf(
          `UID:${uid}@google.com`,
          `SUMMARY:${title}`,
          `DTSTART;${at(start)}`,
          'DURATION:PT1H',
          `RRULE:${rule}`,
        )
      await imported(calendarOf(google('abc', '20270302T180000', 'FREQ=WEEKLY;COUNT=10', 'Yoga')))
      const before = await ids()
      await imported(
        calendarOf(
          google('abc_R20270330T180000', '20270330T190000', 'FREQ=WEEKLY;COUNT=6', 'Late yoga'),
          google('abc', '20270302T180000', 'FREQ=WEEKLY;UNTIL=20270330T155959Z', 'Yoga'),
        ),
      )
      expect(await ids()).toEqual(before)
      expect((await events()).map(({ title }) => title)).toEqual([
        ...Array(4).fill('Yoga'),
        ...Array(6).fill('Late yoga'),
      ])
      await service.close()
      service = await testService(dialect)
      await imported(
        calendarOf(
          google('abc', '20270302T180000', 'FREQ=WEEKLY;UNTIL=20270330T155959Z', 'Yoga'),
          google('abc_R20270330T180000', '20270330T190000', 'FREQ=WEEKLY;COUNT=6', 'Late yoga'),
        ),
      )
      expect(await ids()).toHaveLength(10)
    })

    it('§10.4 with a rule that is not understood are their first occurrence, and never cause anything to be removed', async () => {
      const unclear = weekly('RRULE:FREQ=FORTNIGHTLY')
      const tally = await imported(calendarOf(unclear))
      expect([tally.created, [...tally.notes.keys()].join()]).toEqual([
        1,
        expect.stringContaining('FORTNIGHTLY'),
      ])
      expect(await days()).toEqual(['03-02 18:00'])
      await imported(calendarOf(weekly()))
      const before = await ids()
      expect(before).toHaveLength(10)
      expect(await pruned(calendarOf(unclear, eventOf('UID:x', 'DTSTART:20270504T180000Z')))).toBe(0)
      expect((await ids()).filter((id) => before.includes(id))).toEqual(before)
    })

    it('§10.4 with an unknown part in their rule are not computed without that part', async () => {
      const tally = await imported(calendarOf(weekly('RRULE:FREQ=WEEKLY;BYEASTER=1;COUNT=4')))
      expect([...tally.notes.keys()]).toEqual([expect.stringMatching(/BYEASTER is not a part of rules/)])
      expect(await days()).toEqual(['03-02 18:00'])
    })

    it('§10.4 without end begin two years ago, and those with an end are imported completely', async () => {
      const daily = (rule: string, uid: string) =>
        calendarOf(eventOf(`UID:${uid}`, 'SUMMARY:D', 'DTSTART:20200101T100000Z', `RRULE:${rule}`))
      await imported(daily('FREQ=DAILY', 'endless'))
      const [first] = await events()
      expect(first?.start_date).toBe('2025-01-16 10:00:00')
      await imported(daily('FREQ=WEEKLY;COUNT=60', 'ended'))
      expect((await series()).map(({ count }) => count)).toEqual([60, 1461])
      service.at('2027-06-15T12:00:00Z')
      await imported(daily('FREQ=DAILY', 'endless'))
      expect((await events('series=1'))[0]?.start_date).toBe('2025-01-16 10:00:00')
    }, 60_000)

    it('§10.4 that were imported as parts of a first event become series, and keep their ids', async () => {
      const admin = (await service.user('administrator')).headers
      const make = async (uid: string, day: string, more: Json = {}) => {
        const sent = {
          title: 'Weekly',
          timezone: 'Europe/Rome',
          start_date: `${day} 18:00`,
          end_date: `${day} 19:00`,
          ...more,
        }
        const answered = await service.ask('PUT', `/events/by-uid/${uid}`, sent, admin)
        expect(answered.status).toBe(201)
        return answered.body.id as number
      }
      const first = await make('weekly', '2027-03-02')
      const second = await make('20270309T170000-weekly', '2027-03-09', { post_parent: first })
      const fourth = await make('20270323T170000-weekly', '2027-03-23', {
        post_parent: first,
        title: 'Fourth',
      })
      await imported(
        calendarOf(
          weekly('RRULE:FREQ=WEEKLY;COUNT=5'),
          instead('20270323T180000', '20270323T180000', 'COMMENT:x').replace(
            'SUMMARY:Weekly',
            'SUMMARY:Fourth',
          ),
        ),
      )
      const found = await events()
      expect(found.map(({ id }) => id)).toEqual([
        first,
        second,
        expect.any(Number),
        fourth,
        expect.any(Number),
      ])
      expect(found.map(({ post_parent }) => post_parent)).toEqual([0, 0, 0, 0, 0])
      expect(found.map(({ series }) => (series as Json).id)).toEqual([1, 1, 1, 1, 1])
      expect(found[3]?.title).toBe('Fourth')
    })

    it('§10.4 §11 keep all their fields when a message cancels them', async () => {
      await imported(calendarOf(weekly()))
      const before = await ids()
      const message = eventOf('UID:weekly', `DTSTART;${at('20270302T180000')}`)
      await imported(calendarOf('METHOD:CANCEL', message))
      const found = await events()
      expect(found.map(({ id }) => id)).toEqual(before)
      expect(new Set(found.map(({ title, event_status }) => `${title} ${event_status}`))).toEqual(
        new Set(['Weekly cancelled']),
      )
      await imported(calendarOf(weekly()))
      expect(new Set((await events()).map(({ event_status }) => event_status))).toEqual(
        new Set(['scheduled']),
      )
    })

    it('are pruned as a whole, and restored unchanged', async () => {
      const other = eventOf('UID:x', 'SUMMARY:X', 'DTSTART:20270504T180000Z')
      await imported(calendarOf(weekly(), other))
      const before = await ids()
      expect(await pruned(calendarOf(other))).toBe(1)
      expect(await ids()).toHaveLength(1)
      await imported(calendarOf(weekly(), other))
      expect(await ids()).toEqual(before)
    })
  })
}
