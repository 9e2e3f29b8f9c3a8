/** A long series whose source moves it: its rule changes at once, the places and times of its occurrences in further transactions. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import type { ImportSetup } from '../support/inside/exchange.ts'
import { importCalendar } from '../support/inside/formats.ts'
import { MAX_OCCURRENCES_PER_TRANSACTION } from '../support/inside/series.ts'
import type { Json } from '../support/service.ts'
import { source } from './long-calendar.ts'
import { before, breaking, COUNT, type Source, written } from './moving-source.ts'
import { type Rome, romeService } from './support.ts'

const moves = fc.record<Source>({
  day: fc.constantFrom('20260101', '20260102', '20260104', '20251231'),
  time: fc.constantFrom('180000', '183000', '060000', '023000'),
  zone: fc.constantFrom('Europe/Rome', 'Europe/London'),
  minutes: fc.constantFrom(60, 90),
  title: fc.constantFrom('Old', 'New'),
  isExcluding: fc.boolean(),
})

const NEVER = -1

for (const { name } of dialects) {
  describe(`a long series that its source moves, on ${name}`, () => {
    let service: Rome
    let id: number
    const imported = (text: string, more?: Partial<ImportSetup>) =>
      importCalendar(text, source, importing(service, more))
    const brokenOff = (text: string, at: number) =>
      imported(text, { store: breaking(service.store, at), isFatal: () => true }).then(
        () => false,
        () => true,
      )
    const events = async (series = id, of: Rome = service) =>
      (await of.occurrences(series, 'status=any')).map((event) => {
        const { timezone, title, status } = event
        const { recurrence_id, own_fields } = event.series as Json
        return {
          ...{ id: event.id, timezone, title, status, recurrence_id },
          start_date: String(event.start_date),
          end_date: String(event.end_date),
          own_fields: own_fields as readonly string[],
        }
      })
    beforeEach(async () => {
      service = await romeService(name)
      service.at('2027-01-15T12:00:00Z')
      await imported(written(before))
      id = (await service.get('/series', service.admin)).body.series[0].id
    })
    afterEach(() => service.close())

    it('takes many transactions, and leaves nothing at the former time', async () => {
      const changes: number[] = []
      const there = await events()
      await imported(written({ ...before, time: '183000' }), {
        store: breaking(service.store, NEVER, changes),
      })
      expect(Math.max(...changes)).toBeLessThanOrEqual(MAX_OCCURRENCES_PER_TRANSACTION)
      expect(changes.filter((count) => count > 0).length).toBeGreaterThan(3)
      const after = await events()
      expect(after.map((one) => one.id)).toEqual(there.map((one) => one.id))
      const own = after.filter(({ own_fields }) => own_fields.length > 0)
      expect(own).toMatchObject([
        { title: 'Special', start_date: '2026-03-01 18:30:00', end_date: '2026-03-01 19:30:00' },
        { title: 'Old', start_date: '2026-04-01 22:00:00', recurrence_id: '2026-04-01 18:30:00' },
      ])
      const times = after.map(({ start_date, end_date }) => `${start_date.slice(11)}-${end_date.slice(11)}`)
      expect(new Set(times)).toEqual(new Set(['18:30:00-19:30:00', '22:00:00-23:00:00']))
    })

    it.each(['040000', '090000', '235900'])(
      'keeps each date the event that it has, moved to %s',
      async (time) => {
        const daysOf = async () =>
          (await events()).map((one) => [one.id, String(one.recurrence_id).slice(0, 10)])
        const days = await daysOf()
        await imported(written({ ...before, time }))
        expect(await daysOf()).toEqual(days)
      },
    )

    it('shows each occurrence once while some are at their former times, in a calendar that says the same', async () => {
      expect(await brokenOff(written({ ...before, time: '183000' }), 3)).toBe(true)
      const half = await events()
      const starts = half.map(({ start_date }) => start_date)
      expect(new Set(starts.map((one) => one.slice(11)))).toEqual(
        new Set(['18:00:00', '18:30:00', '22:00:00']),
      )
      expect(new Set(starts.map((one) => one.slice(0, 10))).size).toBe(COUNT)
      const { body: feed } = await service.get('/events.ics?starts_after=2025-01-01', service.admin)
      const other = await romeService(name)
      try {
        other.at('2027-01-15T12:00:00Z')
        await importCalendar(String(feed), source, importing(other))
        const copy = (await other.get('/series', other.admin)).body.series[0].id
        expect((await events(copy, other)).map(({ start_date }) => start_date)).toEqual(starts)
      } finally {
        await other.close()
      }
    })

    it('comes to the same wherever a move breaks off, whoever completes it', async () => {
      const completions = fc.constantFrom('service', 'same source', 'person')
      const seriesOf = async (text: string) => {
        await imported(text)
        const { body } = await service.get('/series?per_page=100', service.admin)
        return Math.max(...body.series.map((one: Json) => Number(one.id)))
      }
      const without = async (series: number) => (await events(series)).map(({ id: _, ...one }) => one)
      let trials = 0
      const trial = async (to: Source, at: number, by: string) => {
        trials += 1
        const [whole, broken] = [`whole${trials}`, `broken${trials}`]
        const expected = await seriesOf(written(before, whole))
        await imported(written(to, whole))
        const found = await seriesOf(written(before, broken))
        const ids = (await events(found)).map((one) => one.id)
        const isBroken = await brokenOff(written(to, broken), at)
        if (by === 'same source') await imported(written(to, broken))
        else if (by === 'person' && isBroken) {
          const sent = { website: 'https://a.example' }
          expect((await service.patch(`/series/${found}`, sent, service.admin)).status).toBe(200)
        }
        await service.extendSeries()
        const moved = (await events(found)).filter(({ own_fields }) => !own_fields.includes('start_date'))
        expect(moved.map(({ start_date }) => start_date)).toEqual(moved.map((one) => one.recurrence_id))
        expect(await imported(written(to, broken))).toMatchObject({ refused: 0 })
        expect(await without(found)).toEqual(await without(expected))
        const kept = new Set((await events(found)).map((one) => one.id))
        expect(ids.filter((one) => kept.has(one)).length).toBeGreaterThan(COUNT - 6)
      }
      await fc.assert(fc.asyncProperty(moves, fc.integer({ min: 1, max: 6 }), completions, trial), {
        numRuns: 6,
      })
    })
  })
}
