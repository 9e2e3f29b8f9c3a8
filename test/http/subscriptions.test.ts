import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { type ImageHost, imageHost } from '../support/image-host.ts'
import { roles } from '../support/inside/people.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

const feed = (summary: string) =>
  Buffer.from(
    [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:1',
      'DTSTART:20270504T180000Z',
      `SUMMARY:${summary}`,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )

for (const { name } of dialects) {
  describe(`calendar subscriptions over HTTP on ${name}`, () => {
    let service: TestService
    let host: ImageHost
    let ada: Record<string, string>
    beforeAll(async () => {
      host = await imageHost()
    })
    afterAll(() => host.close())
    beforeEach(async () => {
      service = await testService(name, { FASTI_IMAGE_HOSTS: new URL(host.address).host })
      ada = (await service.user('administrator', 'ada')).headers
    })
    afterEach(() => service.close())
    const titles = async () => (await service.get('/events')).body.events.map(({ title }: Json) => title)

    it('read a calendar at once and on request, at a changeable interval, and keep its events when they end', async () => {
      const address = host.put('/season.ics', feed('Aida'))
      const { status, headers, body } = await service.post(
        '/subscriptions',
        { address, every: '90m', categories: ['Opera'] },
        ada,
      )
      expect([status, headers['cache-control']]).toEqual([201, 'private, no-store'])
      expect(body).toMatchObject({
        ...{ id: 1, address, every: '90m', categories: ['Opera'], prune: false, failures: 0 },
        ...{ tried_utc: '2027-01-15 12:00:00', next_utc: '2027-01-15 13:30:00' },
        result: '1 created, 0 updated, 0 unchanged, 0 removed, 0 refused',
        reason: 'calendar_read',
        values: { created: 1, updated: 0, unchanged: 0, removed: 0, refused: 0 },
      })
      host.put('/season.ics', feed('Aida in the park'))
      const again = await service.post('/subscriptions/1/run', {}, ada)
      expect([again.status, again.body.result]).toEqual([
        200,
        '0 created, 1 updated, 0 unchanged, 0 removed, 0 refused',
      ])
      expect((await service.patch('/subscriptions/1', { every: '2d' }, ada)).body).toMatchObject({
        every: '2d',
        next_utc: '2027-01-17 12:00:00',
      })
      expect((await service.get('/subscriptions', ada)).body.subscriptions).toHaveLength(1)
      expect((await service.remove('/subscriptions/1', ada)).body.address).toBe(address)
      expect((await service.get('/subscriptions', ada)).body.subscriptions).toEqual([])
      expect(await titles()).toEqual(['Aida in the park'])
      const { changes } = (await service.get('/audit?resource=event', ada)).body
      expect(changes.map(({ login, verb }: Json) => [login, verb])).toEqual([
        ['(subscription)', 'update'],
        ['(subscription)', 'create'],
      ])
    })

    it('are refused for URLs that can’t or may not be read, or are already subscribed to', async () => {
      const subscribe = async (address: string, more: Json = {}) => {
        const { status, body } = await service.post('/subscriptions', { address, ...more }, ada)
        return [status, body.code, body.data?.params ?? {}]
      }
      const invalid = (param: Json) => [400, 'rest_invalid_param', param]
      const reason = (words: string) => invalid({ address: expect.stringContaining(words) })
      expect(await subscribe(`${host.address}/none.ics`)).toEqual(reason('it returned 404'))
      expect(await subscribe('http://10.0.0.1/x.ics')).toEqual(reason('failed'))
      expect(await subscribe('http://127.0.0.1:1/x.ics')).toEqual(reason('failed'))
      expect(await subscribe('file:///etc/passwd')).toEqual(reason('http'))
      const address = host.put('/a.ics', feed('A'))
      expect(await subscribe(address, { every: '1m' })).toEqual(invalid({ every: expect.any(String) }))
      expect(await subscribe(address, { categories: [''] })).toEqual(
        invalid({ categories: expect.any(String) }),
      )
      expect((await service.get('/subscriptions', ada)).body.subscriptions).toEqual([])
      expect((await subscribe(address))[0]).toBe(201)
      expect((await subscribe(address))[1]).toBe('subscription_exists')
    })

    it('§16 put new events into their group, and leave those that are there where they are', async () => {
      for (const name of ['Museum', 'Library']) await service.post('/groups', { name }, ada)
      const [first, second] = [String(feed('Aida')), String(feed('Norma')).replace('UID:1', 'UID:2')]
      let text = first
      const address = host.put('/museum.ics', (_, reply) => reply.end(text))
      const unknown = await service.post('/subscriptions', { address, group: 'nowhere' }, ada)
      expect([unknown.status, Object.keys(unknown.body.data.params)]).toEqual([400, ['group']])
      expect((await service.post('/subscriptions', { address, group: 'museum' }, ada)).body.group).toBe(1)
      expect((await service.patch('/subscriptions/1', { group: 2 }, ada)).body.group).toBe(2)
      const entry = second.slice(second.indexOf('BEGIN:VEVENT'))
      text = first.replace('END:VCALENDAR', entry)
      await service.post('/subscriptions/1/run', {}, ada)
      const { events } = (await service.get('/events?orderby=title&per_page=50')).body
      expect(events.map(({ title, group }: Json) => [title, Object(group).slug])).toEqual([
        ['Aida', 'museum'],
        ['Norma', 'library'],
      ])
      expect((await service.patch('/subscriptions/1', { group: null }, ada)).body.group).toBe(null)
      await service.patch('/subscriptions/1', { group: 2 }, ada)
      await service.remove('/groups/2?move_to=museum', ada)
      expect((await service.get('/subscriptions', ada)).body.subscriptions[0].group).toBe(null)
    })

    it('can change their URL, login, categories and pruning, and never show secrets', async () => {
      const asked: (string | undefined)[] = []
      const put = (path: string) =>
        host.put(path, (request, reply) => {
          asked.push(request.headers.authorization)
          reply.end(feed('Aida'))
        })
      const plain = put('/season.ics')
      const withLogin = plain.replace('http://', 'http://bea:p%40ss@')
      const added = await service.post('/subscriptions', { address: withLogin, prune: true }, ada)
      expect(added.body).toMatchObject({ address: plain, has_login: true, prune: true })
      expect(asked).toEqual([`Basic ${Buffer.from('bea:p@ss').toString('base64')}`])
      const secret = put('/private-3f9a/basic.ics?token=hush')
      const change = (body: Json) => service.patch('/subscriptions/1', body, ada)
      const { body } = await change({ address: secret, categories: ['Opera'], prune: false })
      const shown = `${host.address}/***/basic.ics?token=***`
      expect(body).toMatchObject({ address: shown, has_login: true, categories: ['Opera'], prune: false })
      expect((await change({ address: shown, login: 'carl:hush' })).body.address).toBe(shown)
      expect((await service.post('/subscriptions/1/run', {}, ada)).body.failures).toBe(0)
      expect(asked.at(-1)).toBe(`Basic ${Buffer.from('carl:hush').toString('base64')}`)
      expect((await change({ login: '' })).body.has_login).toBe(false)
      expect((await change({ login: 'none' })).body.data.params).toHaveProperty('login')
      await change({ login: 'carl:hush' })
      expect((await change({ address: 'https://elsewhere.example/' })).body.has_login).toBe(false)
      const told = [await service.get('/subscriptions', ada), await service.get('/audit', ada)]
      expect(JSON.stringify(told)).not.toMatch(/hush|3f9a|p@ss/)
    })

    it('are read one at a time; a concurrent request gets 503', async () => {
      let answer = () => {}
      const asked = new Promise<void>((resolve) => {
        host.put('/slow.ics', (_request, reply) => {
          answer = () => reply.end(feed('Slow'))
          resolve()
        })
      })
      const first = service.post('/subscriptions', { address: `${host.address}/slow.ics` }, ada)
      await asked
      const second = await service.post('/subscriptions/1/run', {}, ada)
      expect([second.status, second.headers['retry-after']]).toEqual([503, '10'])
      answer()
      expect((await first).status).toBe(201)
    })

    it('§5 and their URLs are visible to administrators only', async () => {
      await service.post('/subscriptions', { address: host.put('/secret-1234.ics', feed('A')) }, ada)
      for (const role of ['anonymous', ...roles.slice(0, -1)] as const) {
        const headers = role === 'anonymous' ? {} : (await service.user(role)).headers
        const refused = role === 'anonymous' ? 401 : 403
        for (const [method, path, body] of [
          ['GET', '/subscriptions', undefined],
          ['POST', '/subscriptions', { address: `${host.address}/b.ics` }],
          ['PATCH', '/subscriptions/1', { every: '1d' }],
          ['POST', '/subscriptions/1/run', {}],
          ['DELETE', '/subscriptions/1', undefined],
          ['DELETE', '/subscriptions/9', undefined],
        ] as const)
          expect((await service.ask(method, path, body, headers)).status, `${role} ${path}`).toBe(refused)
      }
      expect(host.asked).not.toContain('/b.ics')
      const { body } = await service.get('/audit?resource=subscription', ada)
      expect(body.changes.map(({ verb, login }: Json) => [verb, login])).toEqual([['create', 'ada']])
      expect(JSON.stringify(body)).not.toContain('secret-1234')
    })
  })

  describe(`secret feeds over HTTP on ${name}`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await testService(name)
    })
    afterAll(() => service.close())

    it('§5 are created and revoked by their users and by administrators; the URL is returned once', async () => {
      const ada = await service.user('administrator', 'ada')
      const bea = await service.user('editor', 'bea')
      const carl = await service.user('author', 'carl')
      const path = `/users/${bea.id}/feeds`
      const made = await service.post(path, { name: 'Phone', status: ['publish', 'draft'] }, bea.headers)
      expect([made.status, made.headers['cache-control'], made.body.statuses]).toEqual([
        201,
        'private, no-store',
        ['publish', 'draft'],
      ])
      const { pathname } = new URL(made.body.address)
      expect((await service.get(`/${pathname}`)).body).toContain('BEGIN:VCALENDAR')
      const secret = pathname.split('/').at(-2) ?? 'none'
      for (const { headers } of [ada, bea]) {
        const listed = async () => (await service.get(path, headers)).body.feeds
        // The use of a feed is noted after its response.
        await expect
          .poll(async () => (await listed()).map((one: Json) => [one.name, one.last_used_utc]), {
            interval: 5,
          })
          .toEqual([['Phone', '2027-01-15 12:00:00']])
        expect(JSON.stringify(await listed())).not.toContain(secret)
      }
      const statuses = async (headers: Record<string, string>) => [
        (await service.get(path, headers)).status,
        (await service.post(path, { name: 'x' }, headers)).status,
        (await service.remove(`/feeds/${made.body.id}`, headers)).status,
        (await service.remove('/feeds/999', headers)).status,
      ]
      expect(await statuses({})).toEqual([401, 401, 401, 401])
      expect(await statuses(carl.headers)).toEqual([403, 403, 403, 403])
      expect((await service.remove(`/feeds/${made.body.id}`, bea.headers)).body.name).toBe('Phone')
      expect((await service.get(`/${pathname}`)).status).toBe(404)
      expect((await service.remove('/feeds/999', ada.headers)).body.code).toBe('feed-not-found')
      expect((await service.post(path, { name: 'All' }, ada.headers)).body.statuses).toHaveLength(5)
      expect((await service.post(path, { name: 'x', status: 'trash' }, ada.headers)).status).toBe(400)
    })
  })
}
