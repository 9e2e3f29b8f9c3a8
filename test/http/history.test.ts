import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { roles } from '../support/inside/people.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`the change history over HTTP on ${name}`, () => {
    let service: TestService
    let ada: { readonly id: number; readonly headers: Headers }
    const people = new Map<string, Headers>()
    const as = (role: string) => people.get(role) ?? {}
    beforeAll(async () => {
      service = await testService(name)
      ada = await service.user('administrator', 'ada')
      for (const role of roles) people.set(role, (await service.user(role)).headers)
    })
    afterAll(() => service.close())

    it('§5 lists the changes of an event, newest first, to users who may edit it', async () => {
      const { id } = (await service.post('/events', anEvent({ title: 'Fair' }), as('author'))).body
      await service.patch(`/events/${id}`, { title: 'Fairs', cost: '5 €' }, as('editor'))
      await service.remove(`/events/${id}`, as('author'))
      const { status, headers, body } = await service.get(`/events/${id}/history`, as('author'))
      expect([status, headers['cache-control'], headers['x-total-count']]).toEqual([
        200,
        'private, no-store',
        '3',
      ])
      expect(
        body.changes.map(({ login, verb, title, fields }: Json) => [login, verb, title, fields]),
      ).toEqual([
        ['author', 'trash', 'Fairs', []],
        ['editor', 'update', 'Fairs', ['title', 'cost']],
        ['author', 'create', 'Fair', []],
      ])
      expect(body.changes[0].at_utc).toBe('2027-01-15 12:00:00')
      const second = await service.get(`/events/${id}/history?per_page=2&page=2`, as('author'))
      expect(second.body).toMatchObject({ changes: [{ verb: 'create' }], total: 3, total_pages: 2 })
      expect(second.body.previous_rest_url).toMatch(new RegExp(`/events/${id}/history\\?per_page=2&page=1$`))
      expect(second.headers.link).toContain('rel="prev"')
      expect((await service.get(`/events/${id}/history?page=9`, as('author'))).body.changes).toEqual([])
      expect((await service.get(`/events/${id}/history`)).status).toBe(401)
      expect((await service.get(`/events/${id}/history`, as('contributor'))).status).toBe(410)
    })

    it('does not hide an event with the slug history', async () => {
      const { body } = await service.post('/events', anEvent({ title: 'History' }), ada.headers)
      expect((await service.get('/events/by-slug/history')).body.id).toBe(body.id)
      expect((await service.get('/events/by-slug/history/history')).body.code).toBe('rest_no_route')
    })

    it('§5 lists the changes of terms and images to users who manage them', async () => {
      const made = {
        categories: (await service.post('/categories', { name: 'Music' }, ada.headers)).body.id,
        tags: (await service.post('/tags', { name: 'loud' }, ada.headers)).body.id,
      }
      for (const [collection, id] of Object.entries(made)) {
        const statuses = roles.map(
          async (role) => (await service.get(`/${collection}/${id}/history`, as(role))).status,
        )
        expect(await Promise.all(statuses), collection).toEqual([403, 403, 403, 200, 200])
        expect((await service.get(`/${collection}/${id}/history`)).status).toBe(401)
      }
      expect((await service.get('/media/1/history', as('subscriber'))).status).toBe(403)
      expect((await service.get('/media/1/history', as('author'))).body.code).toBe('media-not-found')
      const png = { ...ada.headers, 'content-type': 'image/png' }
      const { id } = (await service.ask('POST', '/media', await anImage(20, 20), png)).body
      for (const role of ['contributor', 'author'] as const)
        expect((await service.get(`/media/${id}/history`, as(role))).status, role).toBe(403)
      expect((await service.get(`/media/${id}/history`, as('editor'))).status).toBe(200)
    })

    it('§5 lists all changes to administrators, filtered by kind, item, user, verb, time and words', async () => {
      const statuses = [{}, ...roles.map(as)].map(
        async (headers) => (await service.get('/audit', headers)).status,
      )
      expect(await Promise.all(statuses)).toEqual([401, 403, 403, 403, 200, 200])
      const { id } = (await service.post('/venues', { venue: 'Hall' }, ada.headers)).body
      await service.remove(`/venues/${id}?force=true`, ada.headers)
      const told = async (query: string) =>
        (await service.get(`/audit?${query}`, ada.headers)).body.changes.map(
          ({ verb, resource, title }: Json) => `${verb} ${resource} ${title}`,
        )
      expect(await told(`resource=venue&item=${id}&user=${ada.id}`)).toEqual([
        'delete venue Hall',
        'create venue Hall',
      ])
      expect(await told(`resource=venue&verb=delete`)).toEqual(['delete venue Hall'])
      expect(await told(`resource=user&per_page=1`)).toEqual(['create user administrator'])
      expect(await told('since=tomorrow')).toEqual([])
      expect(await told('resource=token&since=2027-01-15&per_page=1')).toEqual([
        'create token administrator: test',
      ])
      expect(await told('until=2027-01-15')).toEqual([])
      expect(await told('search=HAL&verb=create&until=tomorrow')).toEqual(['create venue Hall'])
      expect(await told('search=ADA&resource=venue')).toHaveLength(2)
      for (const search of ['%25', '_all', 'ha%5C', "'"])
        expect(await told(`search=${search}`), search).toEqual([])
      for (const query of ['until=soon', 'resource=sessions', 'verb=read', 'since=soon', 'item=x'])
        expect((await service.get(`/audit?${query}`, ada.headers)).status, query).toBe(400)
    })

    it('§5 has the values before and after in the audit where they are asked for, of items and settings alone', async () => {
      const { id } = (await service.post('/venues', { venue: 'Hall' }, ada.headers)).body
      await service.patch(`/venues/${id}`, { city: 'Turin' }, as('editor'))
      await service.patch(`/users/${ada.id}`, { display_name: 'Ada' }, ada.headers)
      const newest = async (query: string, role = ada.headers) =>
        (await service.get(`/audit?per_page=1&${query}`, role)).body.changes[0]
      const values = { city: { before: '', after: 'Turin' } }
      expect(await newest('resource=venue&values=true', as('editor'))).toMatchObject({ values })
      expect(await newest('resource=venue')).not.toHaveProperty('values')
      expect(await newest('resource=user&values=true')).not.toHaveProperty('values')
      const logo = (
        await service.post('/media', await anImage(40, 20), { ...ada.headers, 'content-type': 'image/png' })
      ).body
      const sent = { description: 'All of it', logo: logo.id, translations: { de: { name: 'Kalender' } } }
      await service.patch('/settings', sent, ada.headers)
      expect((await newest('resource=settings&values=true')).values).toEqual({
        description: { before: null, after: 'All of it' },
        logo: { before: null, after: { id: logo.id, name: logo.title } },
        translations: { before: null, after: { de: { name: 'Kalender' } } },
      })
      expect(await newest('resource=settings')).not.toHaveProperty('values')
      await service.patch(
        '/settings',
        { description: null, logo: null, translations: { de: null } },
        ada.headers,
      )
    })

    it('shows editors the changes of what they may edit, and nothing of users, tokens and settings', async () => {
      await service.post('/venues', { venue: 'Hall' }, ada.headers)
      await service.patch('/settings', { name: 'Town' }, ada.headers)
      const kinds = async (query: string, role: string) => {
        const { body } = await service.get(`/audit?per_page=100&${query}`, as(role))
        return [...new Set(body.changes.map(({ resource }: Json) => resource))].sort()
      }
      expect(await kinds('', 'administrator')).toEqual(expect.arrayContaining(['settings', 'token', 'user']))
      expect(await kinds('', 'editor')).toEqual(expect.arrayContaining(['venue']))
      for (const hidden of ['settings', 'token', 'user', 'webhook', 'group'])
        expect(await kinds(`resource=${hidden}`, 'editor'), hidden).toEqual([])
      expect((await service.get('/audit?resource=user&search=a', as('editor'))).body.total).toBe(0)
    })

    it('§7 is in the Allow header of OPTIONS only for users who may read it', async () => {
      const allowed = async (path: string, role: string) =>
        (await service.ask('OPTIONS', path, undefined, as(role))).headers.allow
      expect(await allowed('/audit', 'author')).toBe('OPTIONS')
      expect(await allowed('/audit', 'editor')).toBe('GET, HEAD, OPTIONS')
      expect(await allowed('/audit', 'administrator')).toBe('GET, HEAD, OPTIONS')
      expect(await allowed('/tags/1/history', 'author')).toBe('OPTIONS')
      expect(await allowed('/tags/1/history', 'editor')).toBe('GET, HEAD, OPTIONS')
    })

    it('folds an act of many changes before it parts pages, and tells how many there are and which writes made them', async () => {
      const change = (body: Json) => service.patch(`/venues/${first}`, body, as('editor'))
      const stall = (at: number) => ({ method: 'POST', path: '/venues', body: { venue: `Stall ${at}` } })
      const first = (await service.post('/venues', { venue: 'Mill' }, as('editor'))).body.id
      // As an import writes: some hundreds, a transaction for each hundred.
      const writes: number[] = []
      for (const from of [1, 51, 101]) {
        const operations = Array.from({ length: 50 }, (_, at) => stall(from + at))
        const { headers } = await service.post('/batch', { operations }, ada.headers)
        writes.unshift(Number(headers['x-fasti-revision']))
      }
      for (const city of ['Turin', 'Milan']) await change({ city })
      const read = async (query: string) => (await service.get(`/audit?${query}`, ada.headers)).body
      const [start, second] = [
        await read('folded=true&per_page=2'),
        await read('folded=true&per_page=2&page=2'),
      ]
      expect(start.changes.map(({ title, verb }: Json) => [title, verb])).toEqual([
        ['Mill', 'update'],
        ['Mill', 'update'],
      ])
      const [act, before] = second.changes
      expect([act.title, before.title]).toEqual(['Stall 150', 'Mill'])
      expect(act.folded).toMatchObject({
        count: 150,
        revisions: writes,
        resources: ['venue'],
        is_alike: true,
      })
      const { oldest, newest } = act.folded
      const all = await read(`oldest=${oldest}&newest=${newest}&per_page=100&page=2`)
      expect([all.total, all.changes.at(-1).title]).toEqual([150, 'Stall 1'])
      const lines = await read('per_page=1')
      expect(lines.total - start.total).toBeGreaterThanOrEqual(149)
      expect((await read('folded=true&page=9999')).changes).toEqual([])
    })

    it('does not fold an act with its undoing, nor the changes of one item', async () => {
      const headers = as('administrator')
      const ids: number[] = []
      for (const venue of ['East', 'West', 'North', 'South', 'Middle', 'Upper', 'Lower'])
        ids.push((await service.post('/venues', { venue }, headers)).body.id)
      const operations = ids.map((id) => ({
        method: 'PATCH',
        path: `/venues/${id}`,
        body: { city: 'Turin' },
      }))
      const made = await service.post('/batch', { operations }, headers)
      await service.post('/undo', { revision: Number(made.headers['x-fasti-revision']) }, headers)
      for (const city of ['A', 'B', 'C', 'D', 'E', 'F'])
        await service.patch(`/venues/${ids[0]}`, { city }, headers)
      const { changes } = (await service.get('/audit?folded=true&per_page=8', headers)).body
      expect(changes.map(({ title, folded }: Json) => [title, Object(folded).count])).toEqual([
        ...Array.from({ length: 6 }, () => ['East', undefined]),
        [expect.any(String), 7],
        [expect.any(String), 7],
      ])
    })
  })
}
