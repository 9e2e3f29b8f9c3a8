import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, isAny } from '../support/dialects.ts'
import type { Json } from '../support/service.ts'
import { type Rome, romeService } from './support.ts'

for (const { name } of dialects) {
  describe(`undoing a change of a series as a whole on ${name}`, () => {
    let service: Rome
    let made = 0
    beforeAll(async () => {
      service = await romeService(name)
    })
    afterAll(() => service.close())
    const patch = (id: unknown, body: Json) => service.patch(`/events/${id}`, body, service.admin)
    const undo = (revision: unknown, by = service.admin) =>
      service.post('/undo', { revision: Number(revision) }, by)

    /** Everything of the events and series that somebody sees, but when they were changed. */
    const seen = async (ids: readonly number[]) => {
      const shown: Json[] = []
      for (const id of ids) {
        const {
          modified: _m,
          modified_utc: _u,
          modified_utc_details: _d,
          ...event
        } = (await service.get(`/events/${id}`, service.admin)).body
        shown.push(event)
      }
      const series = new Set(shown.map((event) => Object(event.series).id))
      const rules: unknown[] = []
      for (const id of series)
        if (id !== undefined) {
          const { body } = await service.get(`/series/${id}`, service.admin)
          rules.push([body.id, body.title, body.slug, body.recurrence, body.status, body.count])
        }
      const { categories } = (await service.get('/categories?hide_empty=false', service.admin)).body
      return { shown, rules, counts: categories.map(({ id, count }: Json) => [id, count]) }
    }

    /** A series with a moved date, one with another title, and one in the trash. */
    const lively = async () => {
      made += 1
      const more = {
        title: `Yoga ${made}`,
        categories: ['Sport'],
        venue: { venue: `Hall ${made}` },
        tags: ['calm'],
      }
      const all = await service.create(more)
      await patch(all.ids[2], { start_date: '2027-03-17 10:00', end_date: '2027-03-17 11:00' })
      await patch(all.ids[4], { title: 'Guest class', categories: ['Dance'] })
      await service.remove(`/events/${all.ids[6]}`, service.admin)
      return all
    }

    const acts: readonly (readonly [what: string, at: number, body: Json])[] = [
      ['the title and text of all dates', 0, { apply_to: 'all', title: 'Pilates', description: 'New' }],
      ['a field through a date of its own', 4, { apply_to: 'all', title: 'Guests', cost: '5' }],
      [
        'the place, categories and tags of all',
        1,
        { apply_to: 'all', venue: { venue: 'Loft' }, categories: ['Dance'], tags: [] },
      ],
      [
        'the times of all',
        0,
        { apply_to: 'all', start_date: '2027-03-02 20:00', end_date: '2027-03-02 21:00' },
      ],
      [
        'the weekday of all',
        0,
        {
          apply_to: 'all',
          start_date: '2027-03-03 18:00',
          end_date: '2027-03-03 19:30',
          recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=10',
        },
      ],
      [
        'the rule, by which dates leave and others come',
        0,
        { apply_to: 'all', recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=8' },
      ],
      ['the status of all', 3, { apply_to: 'all', status: 'draft' }],
      ['the outcome of the following', 5, { apply_to: 'following', event_status: 'cancelled' }],
      [
        'the time of the following, which are a series of their own then',
        3,
        { apply_to: 'following', start_date: '2027-03-23 08:00', end_date: '2027-03-23 09:00' },
      ],
      [
        'the following by a week earlier',
        5,
        { apply_to: 'following', start_date: '2027-03-30 18:00', end_date: '2027-03-30 19:30' },
      ],
      ['that it repeats', 0, { apply_to: 'all', recurrence: null }],
    ]

    it.each(acts)(
      'gives back %s, and is undone itself unless that made or ended something',
      async (_what, at, body) => {
        const { ids } = await lively()
        const before = await seen(ids)
        const changed = await patch(ids[at], body)
        expect(changed.status, JSON.stringify(changed.body)).toBe(200)
        const between = await seen(ids)
        expect(between).not.toEqual(before)
        const undone = await undo(changed.headers['x-fasti-revision'])
        expect(undone.status, JSON.stringify(undone.body)).toBe(200)
        expect(await seen(ids)).toEqual(before)
        const again = await undo(undone.headers['x-fasti-revision'])
        // Dates and series that the change made are gone for good.
        const makes = body.recurrence !== undefined || body.apply_to === 'following'
        if (again.status === 200) expect(await seen(ids)).toEqual(between)
        else expect([again.body.code, makes]).toEqual(['change-not-recorded', true])
      },
    )

    it('gives back a series, or the rest of one, from the trash', async () => {
      for (const scope of ['all', 'following']) {
        const { ids } = await lively()
        const before = await seen(ids)
        const gone = await service.remove(`/events/${ids[3]}?apply_to=${scope}`, service.admin)
        expect(gone.status).toBe(200)
        expect((await undo(gone.headers['x-fasti-revision'])).status).toBe(200)
        expect(await seen(ids)).toEqual(before)
      }
    })

    it.runIf(isAny(name))('gives back the group of all dates', async () => {
      await service.post('/groups', { name: 'Museum' }, service.admin)
      const { ids } = await lively()
      const before = await seen(ids)
      const moved = await patch(ids[0], { apply_to: 'all', group: 'museum' })
      expect((await seen(ids)).shown.every(({ group }) => group !== null)).toBe(true)
      expect((await undo(moved.headers['x-fasti-revision'])).status).toBe(200)
      expect(await seen(ids)).toEqual(before)
    })

    it('is refused where a date was changed since, and changes nothing then', async () => {
      const { ids } = await lively()
      const changed = await patch(ids[0], { apply_to: 'all', title: 'Pilates' })
      await patch(ids[8], { cost: '9' })
      const before = await seen(ids)
      const refused = await undo(changed.headers['x-fasti-revision'])
      expect([refused.status, refused.body.code]).toEqual([409, 'change-overtaken'])
      expect(await seen(ids)).toEqual(before)
    })

    it.runIf(isAny(name))(
      'is refused to who may not edit it, after seven days, and where a password changed',
      async () => {
        const { ids } = await lively()
        const { headers: author } = await service.user('author', 'ada')
        const changed = await patch(ids[0], { apply_to: 'all', title: 'Pilates' })
        expect((await undo(changed.headers['x-fasti-revision'], author)).status).toBe(403)
        const secret = await patch(ids[0], { apply_to: 'all', password: 'secret' })
        expect((await undo(secret.headers['x-fasti-revision'])).status).toBe(409)
        const last = await patch(ids[0], { apply_to: 'all', excerpt: 'Soon' })
        service.at('2027-01-17T11:00:00Z')
        await patch(ids[0], { apply_to: 'all', cost: '3' })
        expect((await undo(last.headers['x-fasti-revision'])).body.code).toBe('change-not-recorded')
      },
    )
  })
}
