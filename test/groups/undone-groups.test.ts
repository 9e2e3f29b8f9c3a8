/** A group that was deleted comes back as a whole (contract §16), and goes again where that is undone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { sessionOf } from '../support/sessions.ts'

for (const { name } of dialects) {
  describe(`undoing the deletion of a group on ${name}`, () => {
    let service: TestService
    let admin: Record<string, string>
    let ann: Record<string, string>
    beforeAll(async () => {
      service = await testService(name)
      await service.user('administrator', 'root')
      admin = await sessionOf(service, 'root')
      ann = (await service.user('subscriber', 'ann')).headers
    })
    afterAll(() => service.close())

    const made = async (path: string, body: Json, by = admin) => {
      const answer = await service.post(path, body, by)
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      return answer.body
    }
    const read = async (path: string) => (await service.get(path, admin)).body
    const groupOf = async (event: number) => (await read(`/events/${event}`)).group?.slug
    const undo = ({ headers }: { readonly headers: Record<string, string> }, by = admin) =>
      service.post('/undo', { revision: Number(headers['x-fasti-revision']) }, by)

    it('§16 brings it back with members, templates and events, but for what went elsewhere since', async () => {
      const museum = await made('/groups', { name: 'Museum', color: '#1f6f8b' })
      const library = await made('/groups', { name: 'Library' })
      await service.ask('PUT', `/groups/${museum.id}/members/ann`, { role: 'author' }, admin)
      await made('/templates', { name: 'Tour', group: museum.id, fields: { title: 'Tour' } })
      const [one, gone] = [await made('/events', anEvent(), ann), await made('/events', anEvent(), ann)]
      const series = await made('/events', anEvent({ recurrence: 'FREQ=WEEKLY;COUNT=3' }), ann)
      expect(await groupOf(series.id)).toBe('museum')

      const removed = await service.remove(`/groups/${museum.id}?move_to=${library.id}`, admin)
      expect([removed.status, await groupOf(one.id), await groupOf(series.id)]).toEqual([
        200,
        'library',
        'library',
      ])
      await service.patch(`/events/${gone.id}`, { group: 0 }, admin)
      const back = await undo(removed)
      expect([back.status, back.body.items]).toEqual([200, [{ resource: 'group', id: museum.id }]])
      expect(await read(`/groups/${museum.id}`)).toMatchObject({ slug: 'museum', color: '#1f6f8b' })
      expect((await read(`/groups/${museum.id}/members`)).members).toMatchObject([
        { login: 'ann', role: 'author' },
      ])
      expect((await read('/templates')).templates).toMatchObject([{ name: 'Tour', group: museum.id }])
      expect([await groupOf(one.id), await groupOf(series.id), await groupOf(gone.id)]).toEqual([
        'museum',
        'museum',
        undefined,
      ])
      expect((await read(`/series/${series.series.id}`)).group.slug).toBe('museum')
      // The rights are back, too.
      expect((await made('/events', anEvent(), ann)).group.slug).toBe('museum')
    })

    it('§16 goes again where that is undone, unless others came in meanwhile', async () => {
      const { id } = await made('/groups', { name: 'Choir' })
      const event = await made('/events', anEvent({ group: id }))
      const back = await undo(await service.remove(`/groups/${id}?move_to=0`, admin))
      const again = await undo(back)
      expect([again.status, (await service.get(`/groups/${id}`)).status]).toEqual([200, 404])
      expect(await groupOf(event.id)).toBeUndefined()
      const third = await undo(again)
      expect([third.status, await groupOf(event.id)]).toEqual([200, 'choir'])
      await made('/events', anEvent({ group: id }))
      const refused = await undo(third)
      expect([refused.status, refused.body.code]).toEqual([409, 'change-overtaken'])
      expect(refused.body.message).toContain('Choir')
    })

    it('§16 brings several groups back that one write deleted, each with its own events', async () => {
      const ids: number[] = []
      const events: number[] = []
      for (const name of ['North', 'South']) {
        const { id } = await made('/groups', { name })
        ids.push(id)
        events.push((await made('/events', anEvent({ group: id }))).id)
      }
      const operations = ids.map((id) => ({ method: 'DELETE', path: `/groups/${id}?move_to=0` }))
      const removed = await service.post('/batch', { operations }, admin)
      expect(removed.status, JSON.stringify(removed.body)).toBe(200)
      const groups = () => Promise.all(events.map(groupOf))
      const back = await undo(removed)
      expect([back.status, await groups()]).toEqual([200, ['north', 'south']])
      const again = await undo(back)
      expect([again.status, await groups()]).toEqual([200, [undefined, undefined]])
      expect((await service.get(`/groups/${ids[0]}`)).status).toBe(404)
      expect([(await undo(again)).status, await groups()]).toEqual([200, ['north', 'south']])
    })

    it('§16 brings back the events of groups that one write deleted one into the other', async () => {
      const { id: first } = await made('/groups', { name: 'East' })
      const { id: second } = await made('/groups', { name: 'West' })
      const event = await made('/events', anEvent({ group: first }))
      const operations = [
        { method: 'DELETE', path: `/groups/${first}?move_to=${second}` },
        { method: 'DELETE', path: `/groups/${second}?move_to=0` },
      ]
      const back = await undo(await service.post('/batch', { operations }, admin))
      expect([back.status, await groupOf(event.id)]).toEqual([200, 'east'])
      expect([(await undo(back)).status, await groupOf(event.id)]).toEqual([200, undefined])
    })

    it('§16 goes again where the group is gone that its events came back from: they are in none then', async () => {
      const { id: from } = await made('/groups', { name: 'Chess' })
      const { id: to } = await made('/groups', { name: 'Games' })
      const event = await made('/events', anEvent({ group: from }))
      const back = await undo(await service.remove(`/groups/${from}?move_to=${to}`, admin))
      expect([back.status, await groupOf(event.id)]).toEqual([200, 'chess'])
      await service.remove(`/groups/${to}`, admin)
      const again = await undo(back)
      expect([again.status, await groupOf(event.id)]).toEqual([200, undefined])
      expect((await service.get(`/groups/${from}`)).status).toBe(404)
    })

    it('§16 is deleted by undoing only where an administrator does', async () => {
      const created = await service.post('/groups', { name: 'Orchestra' }, admin)
      const { id } = created.body
      const editor = (await service.user('editor', 'ed')).headers
      const manager = (await service.user('author', 'mae')).headers
      await service.ask('PUT', `/groups/${id}/members/mae`, { role: 'manager' }, admin)
      const back = await undo(await service.remove(`/groups/${id}`, admin))
      for (const write of [created, back])
        for (const by of [editor, manager]) expect((await undo(write, by)).status).toBe(403)
      expect((await service.get(`/groups/${id}`)).status).toBe(200)
      expect((await undo(back)).status).toBe(200)
    })

    it('§16 is refused to who may not delete it, and once it is back', async () => {
      const { id } = await made('/groups', { name: 'Band' })
      const removed = await service.remove(`/groups/${id}`, admin)
      const editor = (await service.user('editor', 'eve')).headers
      expect((await undo(removed, editor)).status).toBe(403)
      expect((await undo(removed)).status).toBe(200)
      expect((await undo(removed)).body.code).toBe('change-overtaken')
    })
  })
}
