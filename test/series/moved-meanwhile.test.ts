/** What people do to a long series while its source's move has reached some of its occurrences. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import { importCalendar } from '../support/inside/formats.ts'
import { storedSeriesFaults } from '../support/inside/series.ts'
import type { Json } from '../support/service.ts'
import { source } from './long-calendar.ts'
import { before, breaking, COUNT, written } from './moving-source.ts'
import { type Rome, romeService } from './support.ts'

/** An act on a series, or on one of its dates. */
type Act = (service: Rome, series: number, dates: readonly Json[]) => Promise<{ readonly status: number }>

const CHANGED = 80
const title = 'Ours'

/** Acts, and how many dates are left after each. */
const acts: Readonly<Record<string, readonly [Act, number]>> = {
  'the whole series changed': [
    (service, series) => service.patch(`/series/${series}`, { title }, service.admin),
    COUNT,
  ],
  'one date changed': [
    (service, _, dates) => service.patch(`/events/${dates[2]?.id}`, { title }, service.admin),
    COUNT,
  ],
  'a date and the following changed': [
    (service, _, dates) =>
      service.patch(`/events/${dates[CHANGED]?.id}`, { title, apply_to: 'following' }, service.admin),
    COUNT,
  ],
  'a date deleted for good': [
    (service, _, dates) => service.remove(`/events/${dates[CHANGED]?.id}?force=true`, service.admin),
    COUNT - 1,
  ],
  'the whole series moved through a date': [
    (service, _, dates) => {
      const sent = { start_date: '2026-01-03 20:00:00', end_date: '2026-01-03 21:00:00', apply_to: 'all' }
      return service.patch(`/events/${dates[2]?.id}`, sent, service.admin)
    },
    COUNT,
  ],
  'the whole series moved': [
    (service, series) => {
      const sent = { start_date: '2026-01-01 20:00:00', end_date: '2026-01-01 21:00:00' }
      return service.patch(`/series/${series}`, sent, service.admin)
    },
    COUNT,
  ],
}

for (const { name } of dialects) {
  describe(`a long series that people change while its source moves it, on ${name}`, () => {
    let service: Rome
    beforeEach(async () => {
      service = await romeService(name)
      service.at('2027-01-15T12:00:00Z')
    })
    afterEach(() => service.close())

    const series = async () =>
      (await service.get('/series?per_page=100', service.admin)).body.series as readonly Json[]
    const dates = async () =>
      (
        await Promise.all((await series()).map(({ id }) => service.occurrences(Number(id), 'status=any')))
      ).flat()

    for (const time of ['183000', '173000'])
      for (const [what, [act, count]] of Object.entries(acts))
        it(`has all dates where its rule puts them, with ${what}, moved to ${time}`, async () => {
          await importCalendar(written(before), source, importing(service))
          const half = { store: breaking(service.store, 3), isFatal: () => true }
          const moving = importCalendar(written({ ...before, time }), source, importing(service, half))
          await expect(moving).rejects.toThrow()
          expect(await storedSeriesFaults(service)).toEqual([])
          const [{ id } = {}] = await series()
          expect((await act(service, Number(id), await dates())).status).toBe(200)
          expect(await storedSeriesFaults(service)).toEqual([])
          await service.extendSeries()
          expect(await storedSeriesFaults(service)).toEqual([])
          const all = await dates()
          expect(all.length).toBe(count)
          const clocks = new Set<string>()
          for (const { start_date, series: of } of all) {
            const { recurrence_id, own_fields } = of as Json
            clocks.add(String(recurrence_id).slice(11))
            if (!String(own_fields).includes('start_date')) expect(start_date).toBe(recurrence_id)
          }
          expect(clocks.size).toBe(1)
        })
  })
}
