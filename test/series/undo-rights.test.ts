/** What somebody learns or gains by undoing acts on series that others did. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import type { Json } from '../support/service.ts'
import { type Rome, romeService } from './support.ts'

for (const { name } of dialects) {
  describe(`who undoes an act on a series on ${name}`, () => {
    let service: Rome
    beforeAll(async () => {
      service = await romeService(name)
    })
    afterAll(() => service.close())
    const patch = async (path: string, body: Json) => {
      const changed = await service.patch(path, body, service.admin)
      expect(changed.status, JSON.stringify(changed.body)).toBe(200)
      return Number(changed.headers['x-fasti-revision'])
    }
    const undo = (revision: number, by: Record<string, string>) => service.post('/undo', { revision }, by)
    const member = async (login: string, roles: Readonly<Record<string, string>>) => {
      const user = await service.user('subscriber', login)
      for (const [group, role] of Object.entries(roles)) {
        const found = (await service.get(`/groups?search=${group}`, service.admin)).body.groups[0]
        const id =
          found?.id ?? (await service.post('/groups', { name: group, main: 'none' }, service.admin)).body.id
        const set = await service.ask('PUT', `/groups/${id}/members/${user.id}`, { role }, service.admin)
        expect(set.status, JSON.stringify(set.body)).toBe(200)
      }
      return user
    }

    it('needs the right to edit the series, also where no date changed', async () => {
      const { series } = await service.create()
      const { headers } = await service.user('contributor', 'cleo')
      const renamed = await patch(`/series/${series}`, { slug: 'gentle-yoga' })
      const refused = await undo(renamed, headers)
      expect([refused.status, refused.body.code]).toEqual([403, 'rest_forbidden'])
      expect((await service.get(`/series/${series}`)).body.slug).toBe('gentle-yoga')
      expect((await undo(renamed, service.admin)).status).toBe(200)
    })

    it('is not told the title of a draft that was changed since', async () => {
      const { ids } = await service.create({ title: 'Draft', status: 'draft' })
      const { headers } = await service.user('contributor', 'curious')
      const changed = await patch(`/events/${ids[0]}`, { apply_to: 'all', cost: '5' })
      await patch(`/events/${ids[3]}`, { title: 'Secret guest' })
      const refused = await undo(changed, headers)
      expect([refused.status, JSON.stringify(refused.body).includes('Secret')]).toEqual([403, false])
      expect((await undo(changed, service.admin)).body.message).toContain('Secret guest')
    })

    it('is not told the title of a date that time made and others have taken since', async () => {
      const { headers } = await member('mo', { Museum: 'editor' })
      const { ids } = await service.create({
        title: 'Tour',
        group: 'museum',
        recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU',
      })
      const cut = await patch(`/events/${ids[3]}`, { apply_to: 'following', cost: '5' })
      const { id } = (await service.get(`/events/${ids[3]}`)).body.series
      const before = (await service.occurrences(id)).length
      service.at('2027-03-20T11:00:00Z')
      await service.extendSeries()
      const made = (await service.occurrences(id)).slice(before)
      expect(made.length).toBeGreaterThan(1)
      const last = made.at(-1)?.id
      await patch(`/events/${last}`, { title: 'Secret guest', group: null, status: 'draft' })
      const refused = await undo(cut, headers)
      expect([refused.status, JSON.stringify(refused.body).includes('Secret')]).toEqual([403, false])
      expect((await undo(cut, service.admin)).body.message).toContain('Secret guest')
      service.at('2027-01-10T11:00:00Z')
    })

    it('is told of no date whose password an act set, and which others have by now', async () => {
      const { headers } = await member('moe', { Museum: 'editor' })
      const { ids } = await service.create({ title: 'Tour', group: 'museum' })
      const [first] = ids
      const longer = { recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=12', password: 'sesame' }
      const left = async () => {
        const act = await patch(`/events/${first}`, { apply_to: 'all', ...longer })
        if (isHidden) await patch(`/events/${first}`, { group: null, status: 'draft' })
        const { status, body } = await undo(act, headers)
        expect(status, JSON.stringify(body)).toBe(200)
        return body.items.filter(({ resource }: Json) => resource === 'event')
      }
      let isHidden = false
      expect(await left()).toEqual([{ resource: 'event', id: first, left: ['password'] }])
      isHidden = true
      expect(await left()).toEqual([])
    })

    it('brings nothing into the main calendar that only who edits the whole site puts there', async () => {
      const { headers } = await member('mia', { Museum: 'editor' })
      const { ids } = await service.create({ title: 'Tour', group: 'museum', in_main: true })
      const out = await patch(`/events/${ids[0]}`, { apply_to: 'all', in_main: false })
      const refused = await undo(out, headers)
      expect([refused.status, (await service.get(`/events/${ids[4]}`)).body.in_main]).toEqual([403, false])
      expect((await undo(out, service.admin)).status).toBe(200)
      expect((await service.get(`/events/${ids[4]}`)).body.in_main).toBe(true)
    })

    it('brings back nothing approved into a group where the caller does not publish', async () => {
      const { id, headers } = await member('max', { Garden: 'author', Theatre: 'contributor' })
      const scheduled = { status: 'publish', date: '2028-01-01 12:00' }
      const { ids } = await service.create({ title: 'Play', group: 'theatre', ...scheduled, author: id })
      const moved = await patch(`/events/${ids[0]}`, { apply_to: 'all', group: 'garden' })
      expect((await undo(moved, headers)).status).toBe(403)
      expect((await service.get(`/events/${ids[4]}`, service.admin)).body).toMatchObject({
        status: 'future',
        group: { slug: 'garden' },
      })
    })

    it('gives work to nobody who is suspended by now', async () => {
      const { id } = await service.user('editor', 'bo')
      const { ids, series } = await service.create({ title: 'Duty', assignee: 'bo' })
      const free = await patch(`/events/${ids[0]}`, { apply_to: 'all', assignee: null })
      await service.patch(`/users/${id}`, { suspended: true }, service.admin)
      expect((await undo(free, service.admin)).status).toBe(200)
      for (const path of [`/events/${ids[4]}`, `/series/${series}`])
        expect((await service.get(path, service.admin)).body.assignee).toBeNull()
    })

    it('gives back the venue that the former one became part of', async () => {
      const { ids } = await service.create({ title: 'Talk', venue: { venue: 'Townhall' } })
      const [old] = [(await service.get(`/events/${ids[0]}`)).body.venue].flat()
      const moved = await patch(`/events/${ids[0]}`, { apply_to: 'all', venue: { venue: 'Cinema' } })
      const into = (await service.post('/venues', { venue: 'Town Hall' }, service.admin)).body.id
      await service.post(`/venues/${into}/merge`, { items: [old.id] }, service.admin)
      expect((await undo(moved, service.admin)).status).toBe(200)
      const [now] = [(await service.get(`/events/${ids[4]}`)).body.venue].flat()
      expect(now?.id).toBe(into)
    })
  })
}
