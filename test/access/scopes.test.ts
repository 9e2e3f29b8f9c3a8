import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { operationsUnderNamespace, type Scope, scopes } from '../support/inside/api.ts'
import { type Answered, anEvent, type TestService, testService } from '../support/service.ts'

const lacks = (scope: Scope) => ({
  code: 'rest_forbidden',
  message: expect.stringContaining(scope),
  data: { status: 403, scope },
})

for (const { name } of anyDialects()) {
  describe(`the scopes of tokens on ${name}`, () => {
    let service: TestService
    let admin: { id: number; headers: Record<string, string> }
    /** The headers of a token of the administrator with these scopes. */
    const withScopes = async (...wanted: readonly Scope[]) => {
      const { status, body } = await service.post(
        `/users/${admin.id}/tokens`,
        { name: wanted.join(' '), scopes: wanted },
        admin.headers,
      )
      expect([status, body.scopes]).toEqual([201, scopes.filter((one) => wanted.includes(one))])
      return { authorization: `Bearer ${body.token}` }
    }
    const all = { authorization: '' }
    const refused = (answer: Answered, scope: Scope) =>
      expect([answer.status, answer.body]).toEqual([403, lacks(scope)])

    beforeAll(async () => {
      service = await testService(name)
      admin = await service.user('administrator')
      all.authorization = admin.headers.authorization ?? ''
      await service.post('/events', anEvent({ title: 'Draft', status: 'draft' }), all)
      await service.post('/events', anEvent({ title: 'Public', venue: { venue: 'Old hall' } }), all)
    })
    afterAll(() => service.close())

    it('§13 every operation except the index, the documentation and the session needs one scope', () => {
      const without = operationsUnderNamespace('n').filter((operation) => operation.facts.scope === undefined)
      // Each operation of a batch, each tool, and each item of an undone write needs its own.
      const free = ['index', 'doc', 'sign-in', 'who-am-i', 'sign-out', 'feed', 'batch', 'mcp', 'undo']
      expect(
        without.filter(
          (operation) =>
            !free.includes(operation.action) &&
            !operation.facts.ignoresSession &&
            operation.isSecret !== true,
        ),
      ).toEqual([])
    })

    it('§13 a scope allows its operations; others are refused with 403 and the name of their scope', async () => {
      const reading = await withScopes('read')
      expect((await service.get('/events?status=draft', reading)).body.total).toBe(1)
      refused(await service.post('/events', anEvent(), reading), 'write:events')
      refused(await service.remove('/events/1', reading), 'write:events')
      refused(await service.ask('PUT', '/events/by-uid/x', anEvent(), reading), 'write:events')
      refused(await service.post('/venues', { venue: 'V' }, reading), 'write:venues')
      refused(await service.post('/organizers', { organizer: 'O' }, reading), 'write:organizers')
      refused(await service.post('/tags', { name: 'T' }, reading), 'write:terms')
      refused(await service.get('/users', reading), 'users')
      refused(await service.get('/audit', reading), 'audit')
      refused(await service.get('/events/1/history', reading), 'audit')
      refused(await service.get('/subscriptions', reading), 'import')
      refused(await service.post('/import', '', { ...reading, 'content-type': 'text/csv' }), 'import')
      refused(await service.post('/media', '', { ...reading, 'content-type': 'image/png' }), 'media')
    })

    it('§13 a token without the scope read may not read at any URL', async () => {
      const writing = await withScopes('write:events')
      for (const path of ['/events', '/events/1', '/events.ics', '/events/1.ics', '/venues', '/media'])
        refused(await service.get(path, writing), 'read')
      expect((await service.get('//event/draft/', writing)).status).toBe(403)
      expect((await service.get('/', writing)).status).toBe(200)
      const made = await service.post('/events', anEvent({ title: 'Written' }), writing)
      expect([made.status, made.body.title]).toEqual([201, 'Written'])
    })

    it('§13 creating items together with an event needs their scopes, too', async () => {
      const writing = await withScopes('read', 'write:events')
      const post = (more: object) => service.post('/events', anEvent({ title: 'With', ...more }), writing)
      refused(await post({ venue: { venue: 'New hall' } }), 'write:venues')
      refused(await post({ organizer: { organizer: 'New people' } }), 'write:organizers')
      refused(await post({ categories: ['New category'] }), 'write:terms')
      refused(await post({ tags: ['new tag'] }), 'write:terms')
      refused(await post({ image: 'https://pictures.example/a.png' }), 'media')
      expect((await service.get('/events?search=With', all)).body.total).toBe(0)
      const linked = await post({ venue: { venue: 'Old hall' } })
      expect([linked.status, linked.body.venue.venue]).toEqual([201, 'Old hall'])
    })

    it('publishing an event with a token without the scope leaves its draft venue a draft', async () => {
      const venue = await service.post('/venues', { venue: 'Waiting', status: 'draft' }, all)
      const event = await service.post('/events', anEvent({ status: 'draft', venue: venue.body.id }), all)
      const writing = await withScopes('read', 'write:events')
      const path = `/events/${event.body.id}`
      expect((await service.patch(path, { status: 'publish' }, writing)).body.status).toBe('publish')
      expect((await service.get(`/venues/${venue.body.id}`, all)).body.status).toBe('draft')
    })

    it('§13 a scope gives no right that the user lacks', async () => {
      const author = await service.user('author', 'ada', ['users', 'audit', 'import', 'write:terms'])
      for (const path of ['/users', '/audit']) {
        const { status, body } = await service.get(path, author.headers)
        expect([status, body.data]).toEqual([403, { status: 403 }])
      }
      expect((await service.post('/tags', { name: 'T' }, author.headers)).status).toBe(403)
    })

    const imported = (file: string, type: string, headers: Record<string, string>) =>
      service.ask('POST', '/import', file, { ...headers, 'content-type': type })
    const jsonLines = (lines: readonly object[]) => lines.map((line) => JSON.stringify(line)).join('\n')

    it('§13 each line of an import needs the scope of its item, and the import its own', async () => {
      const needs = [
        ['event', 'write:events'],
        ['series', 'write:events'],
        ['venue', 'write:venues'],
        ['organizer', 'write:organizers'],
        ['category', 'write:terms'],
        ['tag', 'write:terms'],
        ['media', 'media'],
      ] as const
      const lines = jsonLines(needs.map(([resource], at) => ({ resource, global_id: `a.example?id=${at}` })))
      for (const granted of [undefined, 'read', ...new Set(needs.map(([, scope]) => scope))] as const) {
        const token = await withScopes('import', ...(granted === undefined ? [] : [granted]))
        const { status, body } = await imported(lines, 'application/x-ndjson', token)
        const lacking = body.refusals.flatMap(({ line, reason }: { line: number; reason: string }) => {
          const [, scope] = /lacks the scope (\S+)\./.exec(reason) ?? []
          return scope === undefined ? [] : [[needs[line - 1]?.[0], scope]]
        })
        expect([granted, status, lacking]).toEqual([
          granted,
          200,
          needs.filter(([, scope]) => scope !== granted),
        ])
        const direct = await withScopes(granted ?? 'read')
        refused(await imported(lines, 'application/x-ndjson', direct), 'import')
      }
    })

    it('§13 a table or a calendar needs the scope of events, and that of each other item that its lines create', async () => {
      const csv = 'title,start_date,end_date,venue,categories\nImported,2027-06-01,2027-06-01,Barn,Fairs\n'
      const ics = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a', 'SUMMARY:A', 'DTSTART:20270601T100000Z']
      const calendar = [...ics, 'LOCATION:Shed', 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
      for (const [file, type] of [
        [csv, 'text/csv'],
        [calendar, 'text/calendar'],
      ] as const) {
        refused(await imported(file, type, await withScopes('import', 'write:venues')), 'write:events')
        const { body } = await imported(file, type, await withScopes('import', 'write:events'))
        expect([body.created, body.refused, body.refusals[0].reason]).toEqual([
          0,
          1,
          expect.stringContaining('write:venues'),
        ])
        const all = await withScopes('import', 'write:events', 'write:venues', 'write:terms')
        expect((await imported(file, type, all)).body.created).toBe(1)
      }
    })

    it('§13 a calendar subscription needs the scopes of all items that it may write later', async () => {
      const items = ['write:events', 'write:venues', 'write:organizers', 'write:terms', 'media'] as const
      const own = { url: 'https://calendar.example/a.ics' }
      for (const lacking of items) {
        const token = await withScopes('import', ...items.filter((scope) => scope !== lacking))
        refused(await service.post('/subscriptions', own, token), lacking)
        refused(await service.patch('/subscriptions/1', { every: '1 day' }, token), lacking)
        refused(await service.post('/subscriptions/1/run', {}, token), lacking)
        expect((await service.get('/subscriptions', token)).status).toBe(200)
      }
    })

    it('§13 no scopes let a line of an import change settings of the site', async () => {
      const lines = [
        { resource: 'settings', name: 'Taken over', contact_email: 'evil@example.org' },
        { resource: 'tag', name: 'By a line' },
      ]
      const before = (await service.get('/settings', all)).body
      const token = await withScopes('write:events', 'write:terms', 'import', 'users', 'audit')
      const { body } = await imported(jsonLines(lines), 'application/x-ndjson', token)
      expect([body.created, body.refusals]).toMatchObject([
        1,
        [{ line: 1, reason: expect.stringMatching(/No scope covers this/) }],
      ])
      expect((await service.get('/settings', all)).body).toEqual(before)
    })

    it('§13 tokens show their scopes; a token without scopes shows an empty list', async () => {
      const { body } = await service.get(`/users/${admin.id}/tokens`, all)
      expect(body.tokens[0].scopes).toEqual([])
      const shown = new Set(body.tokens.flatMap((one: { scopes: readonly Scope[] }) => one.scopes))
      expect(shown).toContain('write:events')
      for (const sent of [['nothing'], 'read,all', 7, { a: 1 }]) {
        const wrong = await service.post(`/users/${admin.id}/tokens`, { name: 'x', scopes: sent }, all)
        expect([wrong.status, Object.keys(wrong.body.data.params)]).toEqual([400, ['scopes']])
      }
      const texts = await service.post(`/users/${admin.id}/tokens`, { name: 'x', scopes: 'read,media' }, all)
      expect(texts.body.scopes).toEqual(['read', 'media'])
    })

    it('§13 Allow contains only the methods that the token may use', async () => {
      const reading = await withScopes('read')
      const { headers } = await service.ask('OPTIONS', '/events/1', undefined, reading)
      expect(headers.allow).toBe('GET, HEAD, OPTIONS')
    })

    describe('cannot be escaped:', () => {
      const scoped = () => withScopes('write:events', 'users')

      it('a token creates no token with a scope that it lacks, nor one without scopes', async () => {
        const token = await scoped()
        const ask = (body: object, id = admin.id) =>
          service.post(`/users/${id}/tokens`, { name: 'x', ...body }, token)
        refused(await ask({ scopes: ['users', 'read'] }), 'read')
        refused(await ask({ scopes: [...scopes] }), 'read')
        for (const body of [{}, { scopes: [] }, { scopes: '' }, { scopes: null }])
          expect((await ask(body)).status, JSON.stringify(body)).toBe(403)
        const second = await service.user('administrator', 'second')
        expect((await ask({}, second.id)).status).toBe(403)
        const child = await ask({ scopes: ['users'] })
        expect([child.status, child.body.scopes]).toEqual([201, ['users']])
        const grandchild = await service.post(
          `/users/${admin.id}/tokens`,
          { name: 'y', scopes: ['write:events'] },
          { authorization: `Bearer ${child.body.token}` },
        )
        refused(grandchild, 'write:events')
      })

      it('a token with scopes sets no password and makes no administrator', async () => {
        const token = await scoped()
        const password = 'correct horse battery'
        const asked = [
          service.post('/users', { login: 'eve', role: 'subscriber', password }, token),
          service.post('/users', { login: 'eve', role: 'administrator' }, token),
          service.patch(`/users/${admin.id}`, { password }, token),
          service.patch(`/users/${admin.id}`, { role: 'administrator' }, token),
        ]
        for (const answer of await Promise.all(asked)) expect(answer.status).toBe(403)
        const { status, body } = await service.post('/users', { login: 'eve', role: 'author' }, token)
        expect([status, body.role]).toEqual([201, 'author'])
      })

      it('a token creates no secret feed without the scope read', async () => {
        const token = await scoped()
        refused(await service.post(`/users/${admin.id}/feeds`, { name: 'x', status: 'draft' }, token), 'read')
      })

      it('a token creates or moves no private webhook without the scope read', async () => {
        const token = await withScopes('webhooks')
        const own = { url: 'https://receiver.example/hook', private: true }
        refused(await service.post('/webhooks', own, token), 'read')
        const { body } = await service.post('/webhooks', own, all)
        const moved = { url: 'https://attacker.example/hook' }
        refused(await service.patch(`/webhooks/${body.id}`, moved, token), 'read')
        const plain = await service.post('/webhooks', { ...own, private: false }, token)
        expect(plain.status).toBe(201)
        refused(await service.patch(`/webhooks/${plain.body.id}`, { private: true }, token), 'read')
      })

      it('a method in a form or a header needs the scope of that method', async () => {
        const token = await withScopes('write:events')
        const form = { ...token, 'content-type': 'application/x-www-form-urlencoded' }
        refused(await service.ask('POST', '/venues/1', '_method=DELETE', form), 'write:venues')
        refused(
          await service.ask('POST', '/venues/1', '{}', { ...token, 'x-http-method-override': 'DELETE' }),
          'write:venues',
        )
        expect((await service.get('/venues/1', all)).body.status).toBe('publish')
      })
    })
  })
}
