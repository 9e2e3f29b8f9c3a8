/** The history of series: what a change of all or of the following dates replaced. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import type { Json } from '../support/service.ts'
import { type Rome, romeService } from './support.ts'

for (const { name } of dialects) {
  describe(`the history of a series on ${name}`, () => {
    let service: Rome
    beforeAll(async () => {
      service = await romeService(name)
    })
    afterAll(() => service.close())
    const changed = async (id: unknown, body: Json, path = 'events') => {
      const answer = await service.patch(`/${path}/${id}`, body, service.admin)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer
    }
    const latest = async (path: string, by = service.admin) =>
      (await service.get(`${path}/history?per_page=1`, by)).body.changes[0]

    it('§10.3 has the values before and after a change of all dates, and the title after it', async () => {
      const { series, ids } = await service.create({
        title: 'Yoga',
        venue: { venue: 'Hall' },
        tags: ['calm'],
      })
      await changed(ids[3], { apply_to: 'all', title: 'Pilates', cost: '5 €', venue: { venue: 'Loft' } })
      const change = await latest(`/series/${series}`)
      expect([change.resource, change.title, change.fields]).toEqual([
        'series',
        'Pilates',
        ['title', 'cost', 'venue'],
      ])
      const named = (venue: string) => [{ id: expect.any(Number), name: venue }]
      expect(change.values).toEqual({
        title: { before: 'Yoga', after: 'Pilates' },
        cost: { before: null, after: '5 €' },
        venue: { before: named('Hall'), after: named('Loft') },
      })
      // The history of an occurrence has it, too; the log has no values.
      expect((await latest(`/events/${ids[0]}`)).values).toEqual(change.values)
      const { body } = await service.get(`/audit?resource=series&item=${series}`, service.admin)
      expect(body.changes.map(({ title, values }: Json) => [title, values])).toEqual([
        ['Pilates', undefined],
        ['Yoga', undefined],
      ])
    })

    it('§10.3 has the times of the first date and the rule, through an occurrence and the series', async () => {
      const { series, ids } = await service.create()
      const times = { start_date: '2027-03-17 20:00', end_date: '2027-03-17 21:00' }
      const rule = 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=10'
      await changed(ids[2], { apply_to: 'all', ...times, recurrence: rule })
      const { values } = await latest(`/series/${series}`)
      expect(values.start_date).toEqual({ before: '2027-03-02 18:00:00', after: '2027-03-03 20:00:00' })
      expect(values.recurrence.after).toEqual([rule])
      expect(values.recurrence.before).toEqual([expect.stringContaining('BYDAY=TU')])
      await changed(series, { title: 'Chess', slug: 'chess-evenings' }, 'series')
      const own = await latest(`/series/${series}`)
      expect([own.title, own.slug]).toEqual(['Chess', 'chess-evenings'])
      expect(own.values).toMatchObject({ title: { after: 'Chess' }, slug: { after: 'chess-evenings' } })
    })

    it('has the values of the following dates, and those of an undo the other way round', async () => {
      const { series, ids } = await service.create({ title: 'Yoga' })
      const { headers } = await changed(ids[4], { apply_to: 'following', title: 'Pilates' })
      const change = await latest(`/series/${series}`)
      expect(change.values).toEqual({ title: { before: 'Yoga', after: 'Pilates' } })
      // The dates before keep the title, and so does their series.
      expect([change.title, change.fields]).toEqual(['Yoga', ['title', 'recurrence']])
      const of = { revision: Number(headers['x-fasti-revision']) }
      expect((await service.post('/undo', of, service.admin)).status).toBe(200)
      expect((await latest(`/series/${series}`)).values).toEqual({
        title: { before: 'Pilates', after: 'Yoga' },
      })
      const all = await changed(ids[0], { apply_to: 'all', title: 'Judo' })
      await service.post('/undo', { revision: Number(all.headers['x-fasti-revision']) }, service.admin)
      expect(await latest(`/series/${series}`)).toMatchObject({
        title: 'Yoga',
        values: { title: { before: 'Judo', after: 'Yoga' } },
      })
    })

    it('keeps the values from who may edit one date but not its series', async () => {
      const { series, ids } = await service.create({ title: 'Yoga' })
      await changed(ids[0], { apply_to: 'all', title: 'Pilates' })
      const guest = await service.user('author', 'guest')
      await changed(ids[5], { author: guest.id })
      expect((await service.get(`/series/${series}/history`, guest.headers)).status).toBe(403)
      const { body } = await service.get(`/events/${ids[5]}/history`, guest.headers)
      const ofSeries = body.changes.filter(({ resource }: Json) => resource === 'series')
      expect(ofSeries.map(({ verb, values }: Json) => [verb, values])).toEqual([
        ['update', {}],
        ['create', {}],
      ])
    })

    it('names no series to who may edit one date of it and not see the rest', async () => {
      const { id, headers } = await service.user('author', 'dora')
      const { series, ids } = await service.create({ title: 'Secret plan', status: 'draft' })
      await changed(ids[1], { author: id, title: 'My part', slug: 'my-part' })
      await changed(series, { title: 'Secret plan B' }, 'series')
      const titles = async () => {
        const { body } = await service.get(`/events/${ids[1]}/history`, headers)
        const ofSeries = body.changes.filter(({ resource }: Json) => resource === 'series')
        expect(ofSeries).toHaveLength(2)
        return ofSeries.map(({ title, slug }: Json) => [title, slug])
      }
      expect((await service.get(`/series/${series}`, headers)).status).toBe(403)
      expect(await titles()).toEqual([
        ['', ''],
        ['', ''],
      ])
    })

    it('leaves no values behind when the series is deleted for good', async () => {
      const { series, ids } = await service.create({ title: 'Yoga' })
      await changed(ids[0], { apply_to: 'all', title: 'Secret plans' })
      const kept = async () => {
        const rows: string[] = []
        for await (const row of service.store.audit(0))
          if (row.resource === 'series' && row.item_id === series) rows.push(JSON.stringify(row.changes))
        return rows
      }
      expect((await kept()).join()).toContain('Secret plans')
      await service.remove(`/events/${ids[0]}?apply_to=all&force=true`, service.admin)
      expect(new Set(await kept())).toEqual(new Set(['{}']))
    })

    it('leaves no values behind of the following dates when these are deleted for good', async () => {
      const { series, ids } = await service.create({ title: 'Yoga' })
      await changed(ids[4], { apply_to: 'following', title: 'Secret plans' })
      expect((await latest(`/series/${series}`)).values.title.after).toBe('Secret plans')
      await service.remove(`/events/${ids[4]}?apply_to=all&force=true`, service.admin)
      const { changes } = (await service.get(`/series/${series}/history`, service.admin)).body
      expect(changes.length).toBeGreaterThan(1)
      expect(JSON.stringify(changes)).not.toContain('Secret plans')
    })
  })
}
