import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`the review of events of groups on ${name}`, () => {
    let service: TestService
    let administrator: Headers
    beforeEach(async () => {
      service = await testService(name)
      administrator = (await service.user('administrator')).headers
    })
    afterEach(() => service.close())

    const newGroup = async (title: string) =>
      (await service.post('/groups', { name: title }, administrator)).body
    const member = async (login: string, group: { id: number }, role: string) => {
      const { headers } = await service.user('subscriber', login)
      await service.ask('PUT', `/groups/${group.id}/members/${login}`, { role }, administrator)
      return headers
    }
    const pending = async (by: Headers, more: Json = {}): Promise<number> =>
      (await service.post('/events', anEvent({ status: 'pending', ...more }), by)).body.id
    const decide = async (id: number, by: Headers) =>
      (await service.post(`/events/${id}/decision`, { decision: 'approve' }, by)).status

    it('§16 editors and managers of a group decide on what is pending in it, and on nothing else', async () => {
      const [library, archive] = [await newGroup('Library'), await newGroup('Archive')]
      const writer = await member('cora', library, 'contributor')
      const [editor, manager] = [
        await member('edna', library, 'editor'),
        await member('mia', library, 'manager'),
      ]
      const [author, stranger] = [
        await member('anna', library, 'author'),
        await member('olga', archive, 'manager'),
      ]
      const [one, two] = [await pending(writer), await pending(writer)]
      const ofSite = await pending(administrator)
      expect([await decide(one, writer), await decide(one, author), await decide(one, stranger)]).toEqual([
        403, 403, 403,
      ])
      expect([await decide(ofSite, editor), await decide(ofSite, manager)]).toEqual([403, 403])
      expect([await decide(one, editor), await decide(two, manager)]).toEqual([200, 200])
      expect((await service.get(`/events/${one}`)).body.status).toBe('publish')
    })

    it('§16 who decides in a group sees the event to decide on, and what it resembles as far as they may read it', async () => {
      const library = await newGroup('Library')
      const writer = await member('cora', library, 'contributor')
      const editor = await member('edna', library, 'editor')
      const id = await pending(writer, { title: 'Reading night' })
      await service.post('/events', anEvent({ title: 'Reading night', status: 'draft' }), administrator)
      const shown = (await service.get(`/events/${id}/review`, editor)).body
      expect([shown.event.title, shown.version === '', shown.similar]).toEqual(['Reading night', false, []])
      expect(shown.author_name).toBe('cora')
      const own = (await service.get(`/events/${id}/review`, writer)).body
      expect([own.event, own.author_name]).toEqual([null, ''])
      expect((await service.get(`/events/${id}/review`, administrator)).body.similar).toHaveLength(1)
    })

    it('§16 what was asked in a group waits for those who decide in it, and for those of the site', async () => {
      const [library, archive] = [await newGroup('Library'), await newGroup('Archive')]
      const writer = await member('cora', library, 'contributor')
      const editor = await member('edna', library, 'editor')
      const stranger = await member('olga', archive, 'manager')
      const id = await pending(writer)
      await service.post(`/events/${id}/decision`, { decision: 'ask', message: 'When?' }, editor)
      const totals = [editor, administrator, stranger].map(
        async (by) => (await service.get('/reviews', by)).body.total,
      )
      expect(await Promise.all(totals)).toEqual([1, 1, 0])
      expect((await service.get('/reviews', writer)).status).toBe(403)
      expect([await decide(id, writer), await decide(id, stranger), await decide(id, editor)]).toEqual([
        403, 403, 200,
      ])
    })

    it('§16 the session names the groups of its user, with the role in each', async () => {
      const [library, archive] = [await newGroup('Library'), await newGroup('Archive')]
      const anna = await member('anna', library, 'author')
      await service.ask('PUT', `/groups/${archive.id}/members/anna`, { role: 'manager' }, administrator)
      await service.patch(`/groups/${archive.id}`, { main: 'review' }, administrator)
      expect((await service.get('/session', anna)).body.groups).toEqual([
        { id: archive.id, name: 'Archive', slug: 'archive', main: 'review', role: 'manager' },
        { id: library.id, name: 'Library', slug: 'library', main: 'all', role: 'author' },
      ])
      await service.ask('DELETE', `/groups/${archive.id}/members/anna`, undefined, administrator)
      expect((await service.get('/session', anna)).body.groups).toHaveLength(1)
    })
  })
}
