/** The examples of groups, and each sentence of who leaves, as the contract has them (§16). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { PASSWORD, sessionOf } from '../support/sessions.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`the examples of groups on ${name}`, () => {
    let service: TestService
    let admin: Headers
    let editor: Headers
    let u: { readonly id: number; readonly headers: Headers }
    beforeEach(async () => {
      service = await testService(name)
      admin = (await service.user('administrator')).headers
      editor = (await service.user('editor')).headers
      u = await service.user('subscriber', 'u')
      await service.post('/groups', { name: 'G', slug: 'g' }, admin)
      await be('author')
    })
    afterEach(() => service.close())

    const be = (role: string) => service.ask('PUT', '/groups/1/members/u', { role }, admin)
    const make = (more: Json, by: Headers) => service.post('/events', anEvent(more), by)
    const change = async (id: number, body: Json, by: Headers) =>
      (await service.patch(`/events/${id}`, body, by)).status
    const idsOf = async (query: string) =>
      (await service.get(`/events${query}`)).body.events.map(({ id }: Json) => id)

    it('§16 example 1: a subscriber who is author of a group publishes in it, and not without it', async () => {
      const { status, body } = await make({}, u.headers)
      expect([status, body.group.id, body.status]).toEqual([201, 1, 'publish'])
      expect((await make({ group: null }, u.headers)).status).toBe(403)
    })

    it('§16 example 2: what a group has reviewed is in the main calendar once an editor of the site puts it there', async () => {
      await service.patch('/groups/by-slug/g', { main: 'review' }, admin)
      const { id, in_main } = (await make({}, u.headers)).body
      expect([in_main, await idsOf('?group=g'), await idsOf('')]).toEqual([false, [id], []])
      expect(await change(id, { in_main: true }, u.headers)).toBe(403)
      expect(await change(id, { in_main: true }, editor)).toBe(200)
      expect([await idsOf('?group=g'), await idsOf('')]).toEqual([[id], [id]])
    })

    it('§16 example 3: another author’s event of the group is changed by its editors, and none of another group', async () => {
      await service.post('/groups', { name: 'Other' }, admin)
      const own = (await make({ group: 'g' }, admin)).body.id
      const others = (await make({ group: 'other' }, admin)).body.id
      expect(await change(own, { title: 'B' }, u.headers)).toBe(403)
      await be('editor')
      expect(await change(own, { title: 'B' }, u.headers)).toBe(200)
      expect(await change(others, { title: 'B' }, u.headers)).toBe(403)
    })

    it('§16 suspending ends sessions, and refuses sign-in, tokens and secret feeds until it is taken back', async () => {
      const session = await sessionOf(service, 'u')
      const { address } = (await service.post(`/users/${u.id}/feeds`, { name: 'mine' }, u.headers)).body
      const states = async () => [
        (await service.get('/session', session)).status,
        (await service.post('/session', { login: 'u', password: PASSWORD })).status,
        (await service.get('/session', u.headers)).status,
        (await service.get(`/${new URL(address).pathname}`)).status,
      ]
      const suspend = async (suspended: boolean, by: Headers) =>
        (await service.patch(`/users/${u.id}`, { suspended }, by)).status
      expect(await states()).toEqual([200, 201, 200, 200])
      expect([await suspend(true, editor), await suspend(true, u.headers)]).toEqual([403, 403])
      expect(await suspend(true, admin)).toBe(200)
      expect(await states()).toEqual([401, 403, 401, 404])
      // A wrong password learns nothing of it.
      expect((await service.post('/session', { login: 'u', password: 'another horse' })).status).toBe(401)
      expect(await suspend(false, admin)).toBe(200)
      // The session that was open has ended for good.
      expect(await states()).toEqual([401, 201, 200, 200])
    })

    it('§16 handing over gives another user what one is author of, or a group the events, in one transaction of the audit', async () => {
      const heir = await service.user('author', 'heir')
      await service.post('/groups', { name: 'Other' }, admin)
      const ids: number[] = []
      for (const status of ['publish', 'draft']) ids.push((await make({ status }, u.headers)).body.id)
      const path = `/users/${u.id}/transfer`
      const states = () =>
        Promise.all(
          ids.map(async (id) => {
            const { author, group } = (await service.get(`/events/${id}`, admin)).body
            return [author, group.slug]
          }),
        )
      const before = await states()
      const entries = async () => (await service.get('/audit?per_page=1', admin)).body.changes[0]
      const last = await entries()
      for (const wrong of [{ to: heir.id, group: 99 }, { to: 99, group: 2 }, { to: u.id }, {}])
        expect((await service.post(path, wrong, admin)).status).toBe(400)
      expect([await states(), await entries()]).toEqual([before, last])
      expect((await service.post(path, { group: 2 }, admin)).status).toBe(200)
      expect(await states()).toEqual(ids.map(() => [u.id, 'other']))
      expect((await service.post(path, { to: heir.id }, admin)).status).toBe(200)
      expect(await states()).toEqual(ids.map(() => [heir.id, 'other']))
      expect((await entries()).title).toBe('u: transfer to heir')
    })
  })
}
