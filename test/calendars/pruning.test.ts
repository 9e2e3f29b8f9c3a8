import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, isAny } from '../support/dialects.ts'
import { importing, moment } from '../support/importing.ts'
import { importTextOfDetectedFormat } from '../support/inside/exchange.ts'
import {
  type CalendarTally,
  importCalendar,
  importJsonLinesFile,
  trashEventsGoneFromSource,
  vanishedEventIds,
} from '../support/inside/formats.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { dump } from '../support/transfer.ts'

const calendarOf = (...components: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n')
const eventOf = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const single = (uid: string, ...more: readonly string[]) =>
  eventOf(`UID:${uid}`, `SUMMARY:${uid}`, 'DTSTART:20270504T180000Z', ...more)
const weekly = (...more: readonly string[]) =>
  eventOf(
    ...['UID:weekly', 'SUMMARY:Weekly', 'DTSTART;TZID=Europe/Rome:20270302T180000'],
    ...['DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=10', ...more],
  )
const name = 'https://feed.example/a.ics'

for (const { name: dialect } of dialects) {
  describe(`pruning on ${dialect}`, () => {
    let service: TestService
    /** Imports a text, and prunes. */
    let pruned: (text: string) => Promise<{ readonly tally: CalendarTally; readonly removed: number }>
    let titles: (query?: string) => Promise<readonly string[]>
    beforeEach(async () => {
      service = await testService(dialect)
      const source = { name, isConfined: false }
      pruned = async (text) => {
        const tally = await importCalendar(text, source, importing(service))
        const context = { ...importing(service).caller, store: service.store, moment }
        const foreseen = await vanishedEventIds(source, tally, context)
        const removed = await trashEventsGoneFromSource(source, tally, context)
        expect(foreseen).toHaveLength(removed)
        return { tally, removed }
      }
      titles = async (query = 'status=publish') =>
        (await service.get(`/events?start_date=2000-01-01&per_page=100&orderby=id&${query}`)).body.events.map(
          ({ title }: Json) => title,
        )
    })
    afterEach(() => service.close())

    // What is understood of a text does not depend on the database.
    const once = it.runIf(isAny(dialect))

    once('removes nothing if the text is cut off at any position', async () => {
      const whole = calendarOf(...['a', 'b', 'c', 'd'].map((uid) => single(uid)))
      await pruned(whole)
      for (let length = whole.length - 'END:VCALENDAR\r\n'.length; length > 120; length -= 41) {
        const { tally, removed } = await pruned(whole.slice(0, length))
        // A calendar without its last line has all its events, and pruning waits.
        const isCut = !/END:VEVENT\s*$/.test(whole.slice(0, length))
        expect([length, removed, tally.isCut]).toEqual([length, 0, isCut])
      }
      expect(await titles()).toEqual(['a', 'b', 'c', 'd'])
    })

    it('takes few statements where a calendar rolls on, however much of it is past', async () => {
      const past = (uid: string) => single(uid).replace('20270504', '20260504')
      const old = Array.from({ length: 90 }, (_, at) => past(`old${at}`))
      await pruned(calendarOf(...old, single('next')))
      const before = service.store.measures().queries
      expect((await pruned(calendarOf(single('next')))).removed).toBe(0)
      expect(service.store.measures().queries - before).toBeLessThan(40)
      expect((await pruned(calendarOf(single('later')))).removed).toBe(1)
      expect(await titles()).toHaveLength(91)
    })

    // How many events a transaction has does not depend on the database.
    it.runIf(isAny(dialect))(
      'writes a hundred events in one transaction, and prunes twenty in one',
      async () => {
        const uids = Array.from({ length: 260 }, (_, at) => `e${at}`)
        const revisions = async (act: () => Promise<unknown>) => {
          const before = await service.store.revision()
          await act()
          return (await service.store.revision()) - before
        }
        const whole = calendarOf(...uids.map((uid) => single(uid)))
        expect(await revisions(() => pruned(whole))).toBe(3)
        expect(await revisions(() => pruned(whole))).toBe(0)
        const fewer = calendarOf(...uids.slice(50).map((uid) => single(uid)))
        expect(await revisions(() => pruned(fewer))).toBe(3)
        expect((await service.get('/events?status=trash')).body.total).toBe(50)
      },
    )

    once('removes nothing if a line between events is not understood, and reports it', async () => {
      await pruned(calendarOf(single('a'), single('b')))
      const broken = calendarOf(single('a'), single('b').replace('BEGIN:VEVENT', 'BEGIN VEVENT'))
      expect((await pruned(broken)).removed).toBe(0)
      const asked = { text: broken, source: name, prunes: true, columns: new Map() }
      const { removed, notes } = await importTextOfDetectedFormat(asked, importing(service))
      expect(removed).toBe(0)
      expect(notes.map(({ what }) => what)).toContain(
        'nothing moved to the trash: line 7: it is not a content line',
      )
      expect((await pruned(calendarOf(single('a'), single('b').replace('UID:', 'UID ')))).removed).toBe(0)
      expect((await pruned(single('a'))).removed).toBe(0)
    })

    once('removes no event, and no occurrence, whose own lines are not understood', async () => {
      const beside = single('beside')
      await pruned(calendarOf(weekly(), single('other'), beside))
      const others = [
        weekly('EXDATE;TZID=Europe/Rome:2027-03-09'),
        weekly('EXDATE;TZID=Nowhere/At all:20270309T180000'),
        weekly('this is no line'),
        weekly().replace('FREQ=WEEKLY', 'FREQ=FORTNIGHTLY'),
        weekly().replace(':20270302T180000', ':20270302T1800'),
        weekly().replace('PT1H', 'an hour'),
      ]
      for (const other of others)
        expect([other, (await pruned(calendarOf(other, single('other'), beside))).removed]).toEqual([
          other,
          0,
        ])
      const { removed } = await pruned(calendarOf(others[1] ?? '', beside))
      expect(removed).toBe(1)
      expect((await titles()).filter((title) => title === 'Weekly')).toHaveLength(10)
    })

    once('imports a recurring event even if one of its exceptions is not understood', async () => {
      const { tally } = await pruned(calendarOf(weekly('EXDATE;TZID=Europe/Rome:20270309T180000,tomorrow')))
      expect([tally.created, tally.refused]).toEqual([1, 0])
      expect(await titles()).toHaveLength(9)
      expect([...tally.notes.keys()]).toEqual(['EXDATE is not a time: tomorrow'])
    })

    it('removes an occurrence that an exception excludes', async () => {
      await pruned(calendarOf(weekly()))
      await pruned(calendarOf(weekly('EXDATE;TZID=Europe/Rome:20270309T180000')))
      expect(await titles()).toHaveLength(9)
      await pruned(calendarOf(weekly('EXDATE;VALUE=DATE:20270309,20270316')))
      expect(await titles()).toHaveLength(8)
    })

    it('restores the events that it removed when the source has them again', async () => {
      await pruned(calendarOf(single('a'), single('b'), single('c', 'CLASS:PRIVATE'), weekly()))
      const cancelled = single('b', 'STATUS:CANCELLED')
      expect((await pruned(calendarOf(single('a'), cancelled))).removed).toBe(2)
      expect(await titles('status=trash')).toHaveLength(11)
      const back = calendarOf(single('a'), single('b'), single('c', 'CLASS:PRIVATE'), weekly())
      expect((await pruned(back)).tally).toMatchObject({ created: 0, updated: 3, unchanged: 1 })
      expect(await titles('status=trash')).toEqual([])
      expect(await titles('status=private')).toEqual(['c'])
      expect((await pruned(back)).tally).toMatchObject({ created: 0, updated: 0, unchanged: 4 })
      expect((await pruned(calendarOf(single('a')))).removed).toBe(3)
    })

    it('leaves events in the trash that a user moved there', async () => {
      await pruned(calendarOf(single('a'), single('b')))
      await service.remove('/events/2')
      expect((await pruned(calendarOf(single('a')))).removed).toBe(0)
      expect((await pruned(calendarOf(single('a'), single('b')))).tally.updated).toBe(0)
      expect(await titles()).toEqual(['a'])
    })

    it('leaves events that a user restored, until the source contains them again', async () => {
      await pruned(calendarOf(single('a'), single('b')))
      expect((await pruned(calendarOf(single('a')))).removed).toBe(1)
      await service.patch('/events/2', { status: 'publish' })
      expect((await pruned(calendarOf(single('a')))).removed).toBe(0)
      await service.remove('/events/2')
      await pruned(calendarOf(single('a'), single('b')))
      expect(await titles()).toEqual(['a'])
      await service.patch('/events/2', { status: 'publish' })
      expect((await pruned(calendarOf(single('a')))).removed).toBe(1)
    })

    it('is recorded in exports', async () => {
      await pruned(calendarOf(single('a'), single('b')))
      await pruned(calendarOf(single('a')))
      const lines = await dump(service.store)
      const other = await testService(dialect)
      const bytes = async function* () {
        yield Buffer.from(lines)
      }
      await importJsonLinesFile(bytes(), importing(other))
      const back = calendarOf(single('a'), single('b'))
      await importCalendar(back, { name, isConfined: false }, importing(other))
      expect((await other.get('/events?start_date=2000-01-01')).body.total).toBe(2)
      await other.close()
    })

    it('adds the occurrences of a longer rule', async () => {
      const daily = (day: string, count: number) =>
        eventOf('UID:daily', 'SUMMARY:Daily', `DTSTART:${day}T100000Z`, `RRULE:FREQ=DAILY;COUNT=${count}`)
      const before = await pruned(calendarOf(daily('20270101', 20)))
      expect(before.tally.created).toBe(1)
      // How many occurrences are written at a time does not depend on the database.
      const count = isAny(dialect) ? 600 : 60
      const grown = await pruned(calendarOf(daily('20270101', count)))
      expect([grown.tally.updated, grown.removed]).toEqual([1, 0])
      expect((await service.get('/events?start_date=2000-01-01')).body.total).toBe(count)
    }, 60_000)
  })
}
