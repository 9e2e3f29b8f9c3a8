/** What people do to a long series while its source's move has reached some of its dates is undone by itself, and so is the move. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import { importCalendar } from '../support/inside/formats.ts'
import { storedSeriesFaults } from '../support/inside/series.ts'
import type { Json } from '../support/service.ts'
import { source } from './long-calendar.ts'
import { before, breaking, written } from './moving-source.ts'
import { type Rome, romeService } from './support.ts'

type Answer = { readonly status: number; readonly body: Json; readonly headers: Record<string, string> }
/** An act on a series, or on one of its dates. */
type Act = (service: Rome, series: number, dates: readonly Json[]) => Promise<Answer>

const title = 'Ours'

const acts: Readonly<Record<string, Act>> = {
  'the whole series changed': (service, series) =>
    service.patch(`/series/${series}`, { title }, service.admin),
  'a date and the following changed': (service, _, dates) =>
    service.patch(`/events/${dates[80]?.id}`, { title, apply_to: 'following' }, service.admin),
  'the whole series moved through a date': (service, _, dates) => {
    const sent = { start_date: '2026-01-03 20:00:00', end_date: '2026-01-03 21:00:00', apply_to: 'all' }
    return service.patch(`/events/${dates[2]?.id}`, sent, service.admin)
  },
  'the whole series in the trash': (service, series) => service.remove(`/series/${series}`, service.admin),
}

for (const { name } of dialects) {
  describe(`undoing while a source moves a long series, on ${name}`, () => {
    let service: Rome
    beforeEach(async () => {
      service = await romeService(name)
      service.at('2027-01-15T12:00:00Z')
    })
    afterEach(() => service.close())

    const series = async () =>
      (await service.get('/series?status=any&per_page=100', service.admin)).body.series as readonly Json[]
    const dates = async () =>
      (
        await Promise.all((await series()).map(({ id }) => service.occurrences(Number(id), 'status=any')))
      ).flat()
    const told = async () =>
      (await dates()).map(({ id, title, status, start_date, end_date, series }) => {
        const { recurrence_id, own_fields } = Object(series)
        return { id, title, status, start_date, end_date, recurrence_id, own_fields }
      })
    const undo = async ({ headers }: Pick<Answer, 'headers'>) => {
      const revision = Number(headers['x-fasti-revision'])
      const undone = await service.post('/undo', { revision }, service.admin)
      expect(undone.status, JSON.stringify(undone.body)).toBe(200)
      expect(await storedSeriesFaults(service)).toEqual([])
      return undone
    }
    /** Imports the series, and lets its move break off. Returns its id, what it was, and what the move makes of it. */
    const halfMoved = async (time: string) => {
      await importCalendar(written(before), source, importing(service))
      const was = await told()
      const moved = written({ ...before, time })
      await importCalendar(moved, source, importing(service))
      const will = await told()
      await importCalendar(written(before), source, importing(service))
      expect(await told()).toEqual(was)
      const half = { store: breaking(service.store, 3), isFatal: () => true }
      await expect(importCalendar(moved, source, importing(service, half))).rejects.toThrow()
      const [{ id } = {}] = await series()
      const { changes } = (await service.get(`/series/${id}/history`, service.admin)).body
      expect([was, will]).not.toContainEqual(await told())
      return { id: Number(id), was, will, move: { headers: { 'x-fasti-revision': changes[0].revision } } }
    }

    for (const time of ['183000', '173000'])
      for (const [what, act] of Object.entries(acts))
        it(`takes back ${what}, and then the move to ${time}, and makes both again`, async () => {
          const { id, was, will, move } = await halfMoved(time)
          const done = await act(service, id, await dates())
          expect(done.status, JSON.stringify(done.body)).toBe(200)
          const after = await told()
          const undone = await undo(done)
          await service.extendSeries()
          expect(await told()).toEqual(will)
          const unmoved = await undo(move)
          expect(await told()).toEqual(was)
          await undo(unmoved)
          expect(await told()).toEqual(will)
          const again = await undo(undone)
          expect(await told()).toEqual(after)
          await undo(again)
          expect(await told()).toEqual(will)
        })

    it.each(['183000', '173000'])(
      'takes back half a move to %s, and makes it as a whole again',
      async (time) => {
        const { was, will, move } = await halfMoved(time)
        const undone = await undo(move)
        expect(await told()).toEqual(was)
        await service.extendSeries()
        expect(await told()).toEqual(was)
        const again = await undo(undone)
        expect(await told()).toEqual(will)
        await undo(again)
        expect(await told()).toEqual(was)
      },
    )
  })
}
