import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

for (const { name } of dialects) {
  describe(`groups on ${name}`, () => {
    let service: TestService
    let administrator: Record<string, string>
    beforeEach(async () => {
      service = await testService(name)
      administrator = (await service.user('administrator')).headers
    })
    afterEach(() => service.close())

    const newGroup = async (more: Json = {}) =>
      (await service.post('/groups', { name: 'Music school', ...more }, administrator)).body

    it('§16 are made by administrators alone, and read by everybody', async () => {
      const editor = await service.user('editor')
      expect((await service.post('/groups', { name: 'x' })).status).toBe(401)
      expect((await service.post('/groups', { name: 'x' }, editor.headers)).status).toBe(403)
      const made = await service.post('/groups', { name: 'Music school', color: '#1F6F8B' }, administrator)
      expect([made.status, made.headers.location]).toEqual([201, made.body.rest_url])
      expect((await service.get(`/groups/${made.body.id}`)).body).toMatchObject({
        ...{ name: 'Music school', slug: 'music-school', description: '', main: 'all', color: '#1f6f8b' },
        ...{ image: false, count: 0, url: expect.stringMatching(/\/group\/music-school\/$/) },
        events_url: expect.stringMatching(/\/events\?group=1$/),
      })
      expect((await service.get('/groups/by-slug/music-school')).body.id).toBe(made.body.id)
    })

    it('§16 may share a name, are listed by name, and found by words', async () => {
      for (const called of ['Choir', 'Archive', 'Choir']) await newGroup({ name: called })
      const names = async (query: string) =>
        (await service.get(`/groups${query}`)).body.groups.map(({ slug }: Json) => slug)
      expect(await names('')).toEqual(['archive', 'choir', 'choir-2'])
      expect(await names('?search=arch')).toEqual(['archive'])
      expect(await names('?exclude=1&order=desc')).toEqual(['choir-2', 'archive'])
      expect((await service.get('/groups?page=2')).body.code).toBe('group-archive-page-not-found')
    })

    it('§16 a manager changes all but main and slug, an editor of the site everything, others nothing', async () => {
      const group = await newGroup()
      const editor = await service.user('editor', 'edith')
      const manager = await service.user('subscriber', 'mona')
      const member = await service.user('author', 'anna')
      const role = (login: string, as: string) =>
        service.ask('PUT', `/groups/${group.id}/members/${login}`, { role: as }, administrator)
      expect((await role('mona', 'manager')).body).toEqual({
        ...{ user: manager.id, login: 'mona', display_name: 'mona', role: 'manager' },
      })
      await role(String(member.id), 'editor')
      const change = (body: Json, by?: Record<string, string>) =>
        service.patch(`/groups/${group.id}`, body, by)
      expect((await change({ description: '<p>We play.</p>' }, manager.headers)).status).toBe(200)
      const refused = await change({ main: 'none' }, manager.headers)
      expect([refused.status, Object.keys(refused.body.data.details)]).toEqual([403, ['main']])
      expect((await change({ slug: 'other' }, manager.headers)).status).toBe(403)
      // As it is shown, it may be sent back.
      expect((await change({ main: 'all', slug: 'music-school' }, manager.headers)).status).toBe(200)
      expect((await change({ main: 'review' }, editor.headers)).body.main).toBe('review')
      expect((await change({ name: 'x' }, member.headers)).status).toBe(403)
      expect((await change({ name: 'x' })).status).toBe(401)
      for (const { headers } of [editor, manager])
        expect((await service.remove(`/groups/${group.id}`, headers)).status).toBe(403)
      const { groups } = (await service.get('/groups', manager.headers)).body
      expect(groups).toHaveLength(1)
      expect((await service.remove(`/groups/${group.id}`, administrator)).body.name).toBe('Music school')
      expect((await service.get(`/groups/${group.id}`)).status).toBe(404)
    })

    it('§16 members see the list of theirs, managers keep it, and nobody else learns of it', async () => {
      const [group, other] = [await newGroup(), await newGroup()]
      const people = new Map<string, Record<string, string>>()
      for (const login of ['mona', 'anna', 'stranger'])
        people.set(login, (await service.user('subscriber', login)).headers)
      const at = (login = '') => `/groups/${group.id}/members${login && `/${login}`}`
      await service.ask('PUT', at('mona'), { role: 'manager' }, administrator)
      await service.ask('PUT', at('anna'), { role: 'contributor' }, people.get('mona'))
      const list = async (login: string) => (await service.get(at(), people.get(login))).body.members
      expect((await list('anna')).map(({ login, role }: Json) => [login, role])).toEqual([
        ['anna', 'contributor'],
        ['mona', 'manager'],
      ])
      expect((await service.get(at(), people.get('stranger'))).status).toBe(403)
      expect((await service.get(at())).status).toBe(401)
      expect((await service.get(`/groups/${other.id}/members`, people.get('mona'))).status).toBe(403)
      const put = (login: string, role: string, by: string) =>
        service.ask('PUT', at(login), { role }, people.get(by))
      expect((await put('stranger', 'editor', 'anna')).status).toBe(403)
      expect((await put('nobody', 'editor', 'mona')).body.code).toBe('user-not-found')
      expect((await put('anna', 'king', 'mona')).status).toBe(400)
      expect((await service.remove(at('stranger'), people.get('mona'))).body.code).toBe('member-not-found')
      // The last manager may go: administrators remain.
      expect((await service.remove(at('mona'), people.get('mona'))).body.role).toBe('manager')
      expect((await put('anna', 'editor', 'mona')).status).toBe(403)
      expect((await service.get(`/groups/${group.id}/members`, administrator)).body.members).toHaveLength(1)
    })

    it('§16 a member goes with the user, and each change of members is in the audit of the group', async () => {
      const group = await newGroup()
      const anna = await service.user('subscriber', 'anna')
      await service.ask('PUT', `/groups/${group.id}/members/anna`, { role: 'author' }, administrator)
      await service.remove(`/users/${anna.id}`, administrator)
      expect((await service.get(`/groups/${group.id}/members`, administrator)).body.members).toEqual([])
      const { changes } = (await service.get(`/audit?resource=group&item=${group.id}`, administrator)).body
      expect(changes.map(({ verb, title }: Json) => [verb, title])).toEqual([
        ['update', 'Music school: anna author'],
        ['create', 'Music school'],
      ])
    })

    it('§16 tokens need the scope write:groups for groups and their members', async () => {
      const group = await newGroup()
      const { headers } = await service.user('administrator', 'bot', ['read', 'write:events'])
      const path = `/groups/${group.id}`
      for (const [method, at] of [
        ['PATCH', path],
        ['PUT', `${path}/members/bot`],
        ['DELETE', `${path}/members/bot`],
      ] as const) {
        const { status, body } = await service.ask(method, at, { name: 'x', role: 'editor' }, headers)
        expect([status, body.data.scope], at).toEqual([403, 'write:groups'])
      }
      expect((await service.get(`${path}/members`, headers)).status).toBe(200)
    })
  })
}
