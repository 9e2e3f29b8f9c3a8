import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import type { ImportSetup } from '../support/inside/exchange.ts'
import { importCalendar } from '../support/inside/formats.ts'
import { MAX_OCCURRENCES_PER_TRANSACTION } from '../support/inside/series.ts'
import type { Store } from '../support/inside/store.ts'
import type { Json } from '../support/service.ts'
import { calendarOf, changed, daily, dayAfter, source } from './long-calendar.ts'
import { type Rome, romeService } from './support.ts'

/** A store that records how many occurrences each of its transactions makes, and `onWrite` before each. */
function watched(store: Store, made: number[], onWrite: (count: number) => void = () => {}): Store {
  return {
    ...store,
    write: (writer, act) => {
      onWrite(made.length)
      made.push(0)
      return store.write(writer, (writing) =>
        act({
          ...writing,
          insertOccurrences(values, links) {
            made[made.length - 1] = (made.at(-1) ?? 0) + values.length
            return writing.insertOccurrences(values, links)
          },
        }),
      )
    },
  }
}

for (const { name } of dialects) {
  describe(`a long series of a calendar on ${name}`, () => {
    let service: Rome
    let imported: (text: string, more?: Partial<ImportSetup>) => ReturnType<typeof importCalendar>
    const events = async (query = '') =>
      (await service.get(`/events?starts_after=2000-01-01&per_page=1${query}`, service.admin)).body
    beforeEach(async () => {
      service = await romeService(name)
      imported = (text, more) => importCalendar(text, source, importing(service, more))
    })
    afterEach(() => service.close())

    it('is made in many transactions, between which others write', async () => {
      const made: number[] = []
      const others: Promise<{ readonly revision: number }>[] = []
      const write = () =>
        service
          .post(
            '/events',
            { title: 'Other', start_date: '2027-05-04', end_date: '2027-05-04' },
            service.admin,
          )
          .then(({ headers }) => ({ revision: Number(headers['x-fasti-revision']) }))
      const store = watched(service.store, made, (count) => {
        if (count === 2) others.push(write())
      })
      const tally = await imported(
        calendarOf(daily('a', 'RRULE:FREQ=DAILY'), daily('b', 'RRULE:FREQ=DAILY')),
        {
          store,
          slice: 10,
        },
      )
      expect(tally).toMatchObject({ created: 2, lines: 2, refused: 0 })
      expect(Math.max(...made)).toBeLessThanOrEqual(MAX_OCCURRENCES_PER_TRANSACTION)
      expect(made.filter((count) => count > 0).length).toBeGreaterThan(20)
      const [other] = await Promise.all(others)
      expect(other?.revision).toBeLessThan((await service.store.revision()) - 10)
      expect((await events('&search=a')).total).toBe((await events('&search=b')).total)
      const again = await imported(calendarOf(daily('a', 'RRULE:FREQ=DAILY'), daily('b', 'RRULE:FREQ=DAILY')))
      expect(again).toMatchObject({ unchanged: 2 })
    })

    it('gets its exceptions after its occurrences, however many there are', async () => {
      const days = Array.from({ length: 50 }, (_, at) => dayAfter(at * 10))
      const whole = (title: string) =>
        calendarOf(daily('a', 'RRULE:FREQ=DAILY'), ...days.map((day) => changed('a', day, title)))
      expect(await imported(whole('Special'))).toMatchObject({ created: 1, lines: 1 })
      expect((await events('&search=Special')).total).toBe(50)
      expect(await imported(whole('Special'))).toMatchObject({ unchanged: 1 })
      expect(await imported(whole('Other'))).toMatchObject({ updated: 1 })
      expect((await events('&search=Other')).total).toBe(50)
      expect(await imported(calendarOf(daily('a', 'RRULE:FREQ=DAILY')))).toMatchObject({ updated: 1 })
      expect((await events('&search=Other')).total).toBe(0)
    })

    it('is read whole once, and each of its events once more, in however many transactions it changes', async () => {
      await imported(calendarOf(daily('a', 'RRULE:FREQ=DAILY')))
      const { total } = await events()
      const read = { whole: 0, events: 0 }
      const { store } = service
      const counting: Store = {
        ...store,
        write: (writer, act, keeps) =>
          store.write(
            writer,
            (writing) =>
              act({
                ...writing,
                expect(expected) {
                  read.whole += expected.uids.length
                  return writing.expect(expected)
                },
                eventRecords(ids) {
                  read.events += ids.length
                  return writing.eventRecords(ids)
                },
              }),
            keeps,
          ),
      }
      const text = calendarOf(daily('a', 'RRULE:FREQ=DAILY').replace('SUMMARY:a', 'SUMMARY:b'))
      expect(await imported(text, { store: counting })).toMatchObject({ updated: 1 })
      expect((await events('&search=b')).total).toBe(total)
      expect(read).toEqual({ whole: 1, events: total })
    })

    it('is completed after an import that broke off', async () => {
      const made: number[] = []
      const store = watched(service.store, made, () => {
        if (made.filter((count) => count > 0).length === 3) throw new Error('The database is away.')
      })
      const text = calendarOf(
        daily('a', 'RRULE:FREQ=DAILY;COUNT=600', 'EXDATE;TZID=Europe/Rome:20260102T180000'),
      )
      await expect(imported(text, { store, isFatal: () => true })).rejects.toThrow('away')
      expect((await events()).total).toBeLessThan(599)
      await service.extendSeries()
      expect((await events()).total).toBe(599)
      expect(await imported(text)).toMatchObject({ unchanged: 1 })
      expect((await events()).total).toBe(599)
    })

    it('takes back what the source had removed, and gets what a new rule adds, in as many transactions', async () => {
      const now = () => ({ now: Temporal.Instant.from('2025-12-01T11:00:00Z'), zone: 'Europe/Rome' })
      const ids = async () => {
        const found: number[] = []
        for (let page = 1; ; page += 1) {
          const path = `/events?starts_after=2000-01-01&status=publish&per_page=100&page=${page}`
          const { body } = await service.get(path, service.admin)
          found.push(...body.events.map(({ id }: Json) => Number(id)))
          if (page >= body.total_pages) return found.sort((a, b) => a - b)
        }
      }
      await imported(calendarOf(daily('a', 'RRULE:FREQ=DAILY')), { now })
      const before = await ids()
      await imported(calendarOf(daily('a', 'RRULE:FREQ=WEEKLY')), { now })
      expect((await ids()).length).toBeLessThan(before.length / 5)
      const made: number[] = []
      await imported(calendarOf(daily('a', 'RRULE:FREQ=DAILY')), {
        now,
        store: watched(service.store, made),
      })
      expect(made.length).toBeGreaterThan(4)
      expect(await ids()).toEqual(before)
    })
  })
}
