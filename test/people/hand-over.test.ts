import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

for (const { name } of dialects) {
  describe(`a hand-over that is undone on ${name}`, () => {
    let service: TestService
    let admin: Record<string, string>
    let owner: { readonly id: number; readonly headers: Record<string, string> }
    let heir: { readonly id: number; readonly headers: Record<string, string> }
    let paths: readonly string[]
    let round = 0

    beforeAll(async () => {
      service = await testService(name)
      ;({ headers: admin } = await service.user('administrator', 'root'))
    })
    afterAll(() => service.close())
    const created = async (path: string, body: Json, headers = admin) =>
      (await service.post(path, body, headers)).body

    beforeEach(async () => {
      round += 1
      owner = await service.user('editor', `owner-${round}`)
      heir = await service.user('editor', `heir-${round}`)
      const event = await created('/events', anEvent({ status: 'draft' }), owner.headers)
      const { series } = await created(
        '/events',
        anEvent({ recurrence: 'FREQ=DAILY;COUNT=3' }),
        owner.headers,
      )
      const venue = await created('/venues', { venue: `Hall ${round}` }, owner.headers)
      paths = [`/events/${event.id}`, `/series/${series.id}`, `/venues/${venue.id}`]
    })

    const handOver = async (body: Json) => {
      const { headers } = await service.post(`/users/${owner.id}/transfer`, body, admin)
      return Number(headers['x-fasti-revision'])
    }
    const undo = (revision: number, headers = admin) => service.post('/undo', { revision }, headers)
    const authors = () => Promise.all(paths.map(async (path) => (await service.get(path, admin)).body.author))
    const acts = async () =>
      (await service.get('/audit?resource=user&per_page=2', admin)).body.changes.map(
        ({ act, title }: Json) => [act, title],
      )

    it('writes nothing where there is nothing to hand over', async () => {
      await handOver({ to: heir.id })
      const before = [await service.store.revision(), await acts()]
      const { body, headers } = await service.post(`/users/${owner.id}/transfer`, { to: heir.id }, admin)
      expect(body).toMatchObject({ to: heir.id, events: 0, venues: 0 })
      expect([headers['x-fasti-result'], headers['x-fasti-revision']]).toEqual(['unchanged', undefined])
      expect([await service.store.revision(), await acts()]).toEqual(before)
    })

    it('gives everything back to its author, and is noted', async () => {
      const revision = await handOver({ to: heir.id })
      expect(await authors()).toEqual([heir.id, heir.id, heir.id])
      const undone = await undo(revision)
      expect([undone.status, undone.body.items.length]).toEqual([200, 6])
      expect(await authors()).toEqual([owner.id, owner.id, owner.id])
      expect(await acts()).toEqual([
        ['handed_over', `heir-${round}: transfer to owner-${round}`],
        ['handed_over', `owner-${round}: transfer to heir-${round}`],
      ])
      // The undoing is undone, too.
      await undo(Number(undone.headers['x-fasti-revision']))
      expect(await authors()).toEqual([heir.id, heir.id, heir.id])
    })

    it('leaves to the heir what the heir had before, and what went on to somebody else', async () => {
      const own = await created('/events', anEvent({ status: 'draft' }), heir.headers)
      const revision = await handOver({ to: heir.id })
      await service.patch(paths[0] ?? '', { author: 1 }, admin)
      expect((await undo(revision)).status).toBe(200)
      expect(await authors()).toEqual([1, owner.id, owner.id])
      expect((await service.get(`/events/${own.id}`, admin)).body.author).toBe(heir.id)
    })

    it('gives images back to their author', async () => {
      const type = { 'content-type': 'image/png' }
      const sent = await service.ask('POST', '/media', await anImage(4, 4), { ...owner.headers, ...type })
      paths = [`/media/${sent.body.id}`]
      expect(await authors()).toEqual([owner.id])
      const undone = await undo(await handOver({ to: heir.id }))
      expect([undone.status, await authors()]).toEqual([200, [owner.id]])
      await undo(Number(undone.headers['x-fasti-revision']))
      expect(await authors()).toEqual([heir.id])
    })

    it('puts events back into the groups where they were', async () => {
      const [before, after] = [
        await created('/groups', { name: `Zoo ${round}` }),
        await created('/groups', { name: `Museum ${round}` }),
      ]
      await service.patch(paths[0] ?? '', { group: before.id, in_main: true }, admin)
      const groups = () =>
        Promise.all(
          paths.slice(0, 2).map(async (path) => {
            const { group, in_main } = (await service.get(path, admin)).body
            return [group?.id, in_main]
          }),
        )
      const kept = await groups()
      const revision = await handOver({ group: after.id, to: heir.id })
      expect((await groups()).map(([id]) => id)).toEqual([after.id, after.id])
      const undone = await undo(revision)
      expect(undone.status).toBe(200)
      expect([await groups(), await authors()]).toEqual([kept, [owner.id, owner.id, owner.id]])
      expect((await acts()).map((one: Json) => Object.values(one)[0]).toSorted()).toEqual([
        'handed_over',
        'taken_from_group',
      ])
      await undo(Number(undone.headers['x-fasti-revision']))
      expect((await groups()).map(([id]) => id)).toEqual([after.id, after.id])
    })

    it('is for administrators, without a token of fewer rights, and for what is left of it', async () => {
      const revision = await handOver({ to: heir.id })
      expect((await undo(revision, heir.headers)).status).toBe(403)
      const { token } = await created('/users/1/tokens', { name: 'tool', scopes: ['write:events'] })
      expect((await undo(revision, { authorization: `Bearer ${token}` })).status).toBe(403)
      expect((await undo(revision)).status).toBe(200)
      expect([(await undo(revision)).status, (await undo(revision)).body.code]).toEqual([
        409,
        'change-overtaken',
      ])
      const again = await handOver({ to: heir.id })
      await service.remove(`/users/${owner.id}`, admin)
      expect((await undo(again)).status).toBe(409)
    })
  })
}
