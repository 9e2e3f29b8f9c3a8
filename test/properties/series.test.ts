import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Rome, romeService } from '../series/support.ts'
import { isLong } from '../support/dialect-names.ts'
import { dialects, isAny } from '../support/dialects.ts'
import { storedSeriesFaults } from '../support/inside/series.ts'
import type { Json } from '../support/service.ts'

const rules = fc.constantFrom(
  'FREQ=DAILY;COUNT=8',
  'FREQ=DAILY;INTERVAL=2;UNTIL=20270420T235959Z',
  'FREQ=WEEKLY;COUNT=6',
  'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=7',
  'FREQ=MONTHLY;COUNT=4',
  'FREQ=MONTHLY;BYDAY=1TU;COUNT=4',
  'RDATE:20270304T100000,20270328T023000,20271031T023000',
)
const clocks = fc.constantFrom('02:30', '03:15', '10:00', '18:00', '23:30')
const place = fc.integer({ min: 0, max: 3 })

const shown = (all: readonly Json[]) =>
  all.map(({ id, title, utc_start_date, utc_end_date, series }) => [
    id,
    title,
    utc_start_date,
    utc_end_date,
    (series as Json).recurrence_id,
    (series as Json).own_fields,
  ])

const acts = fc.oneof(
  fc.record({ is: fc.constant('own'), at: place, clock: clocks }),
  fc.record({ is: fc.constant('all'), at: place, clock: clocks }),
  fc.record({ is: fc.constant('following'), at: place, clock: clocks }),
  fc.record({ is: fc.constant('trash'), at: place, clock: clocks }),
  fc.record({ is: fc.constant('delete'), at: place, clock: clocks }),
  fc.record({ is: fc.constant('rule'), at: place, clock: clocks }),
)

for (const { name } of dialects) {
  describe(`any series on ${name}`, () => {
    let service: Rome
    const patch = (id: unknown, body: Json) => service.patch(`/events/${id}`, body, service.admin)
    const movedTo = (start: unknown, clock: string) => ({
      start_date: `${String(start).slice(0, 10)} ${clock}`,
      end_date: `${String(start).slice(0, 10)} ${clock.slice(0, 2)}:59`,
    })

    beforeAll(async () => {
      service = await romeService(name)
    })
    afterAll(() => service.close())

    it('§10.3 is unchanged after a change of all and the reverse change, except for fields of its occurrences', async () => {
      await fc.assert(
        fc.asyncProperty(rules, clocks, clocks, place, place, async (recurrence, from, to, through, own) => {
          const { series } = await service.create({ recurrence, ...movedTo('2027-03-02', from) })
          const first = await service.occurrences(series)
          await patch(first[own % first.length]?.id, { title: 'Own' })
          const before = await service.occurrences(series)
          const one = before[through % before.length]
          const there = await patch(one?.id, {
            apply_to: 'all',
            excerpt: 'There',
            ...movedTo(one?.start_date, to),
          })
          expect(there.status, JSON.stringify(there.body)).toBe(200)
          const back = await patch(one?.id, {
            ...{ apply_to: 'all', excerpt: '' },
            ...{ start_date: one?.start_date, end_date: one?.end_date },
          })
          expect(back.status).toBe(200)
          expect(shown(await service.occurrences(series))).toEqual(shown(before))
        }),
        { numRuns: isLong() ? 12 : isAny(name) ? 6 : 3 },
      )
    })

    it('§10.3 has no two occurrences with one recurrence_id, and fits its rule, after any changes', async () => {
      const run = async (
        recurrence: string,
        from: string,
        todo: readonly { is: string; at: number; clock: string }[],
      ) => {
        const created = await service.create({ recurrence, ...movedTo('2027-03-02', from) })
        let series = created.series
        for (const { is, at, clock } of todo) {
          const all = await service.occurrences(series)
          const one = all[at % Math.max(1, all.length)]
          // A series without occurrences is deleted with the last one.
          if (one === undefined || (is === 'delete' && all.length === 1)) return
          const times = movedTo(one.start_date, clock)
          const path = `/events/${one.id}`
          if (is === 'trash') await service.remove(path, service.admin)
          else if (is === 'delete') await service.remove(`${path}?force=true`, service.admin)
          else if (is === 'own') await patch(one.id, times)
          else if (is === 'rule') await patch(one.id, { apply_to: 'all', recurrence: 'FREQ=DAILY;COUNT=5' })
          else {
            const { status, body } = await patch(one.id, { apply_to: is, ...times })
            expect([200, 400], JSON.stringify(body)).toContain(status)
            if (status === 200) series = body.series.id
          }
          const ids = (await service.occurrences(series, 'status=any,trash')).map(
            (event) => (event.series as Json).recurrence_id,
          )
          expect(new Set(ids).size).toBe(ids.length)
        }
      }
      await fc.assert(fc.asyncProperty(rules, clocks, fc.array(acts, { minLength: 1, maxLength: 5 }), run), {
        numRuns: isLong() ? 12 : isAny(name) ? 6 : 3,
      })
      expect(await storedSeriesFaults(service)).toEqual([])
    })
  })
}
