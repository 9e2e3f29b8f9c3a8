import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { inRotation } from '../support/in-rotation.ts'
import { hashPassword } from '../support/inside/people.ts'
import { type Answered, anEvent, type TestService, testService } from '../support/service.ts'
import { signedIn } from '../support/sessions.ts'

type Headers = Record<string, string>
const own = 'https://calendar.example'
const friend = 'https://friend.example'

/** Headers that proxies and frameworks read, and that are not part of cache keys. */
const unkeyed: readonly Headers[] = [
  { 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-proto': 'gopher' },
  { 'x-forwarded-port': '1337' },
  { 'x-forwarded-prefix': '/evil' },
  { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' },
  { 'x-forwarded-scheme': 'http' },
  { 'x-forwarded-server': 'evil.example' },
  { forwarded: 'for=203.0.113.9;host=evil.example;proto=http' },
  { 'x-host': 'evil.example' },
  { 'x-original-url': '/cal/events/v1/tags' },
  { 'x-rewrite-url': '/cal/events/v1/tags' },
  { 'x-real-ip': '203.0.113.9' },
  { 'accept-language': 'de' },
  { 'accept-charset': 'utf-7' },
  { 'user-agent': '<script>alert(1)</script>' },
  { referer: 'https://evil.example/' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-http-method': 'DELETE' },
  { 'x-method-override': 'DELETE' },
  { 'content-type': 'text/html' },
  { 'access-control-request-method': 'DELETE' },
  { 'x-csrf-token': 'x' },
  { 'idempotency-key': 'x' },
  { via: '1.1 evil.example' },
  { range: 'bytes=0-1' },
  { te: 'trailers' },
  { host: 'evil.example' },
  { host: 'evil.example:8080' },
]

/** Notations of a password in a query that the service accepts. */
const passwords = ['password=s', 'x=?&password=s', '%70assword=s', '[password]=s', '%5Bpassword%5D=s']

/** Whether a path returns one of the large documents, which consist of the same parts as others. */
const isLarge = (path: string) => ['/', '//', '/doc'].includes(path)

for (const { name } of anyDialects()) {
  describe(`cache poisoning and leaks on ${name}`, () => {
    let service: TestService
    let admin: Headers
    let cookie: Headers
    let locked: number
    let count = 0
    const someOf = inRotation(10)

    const shown = ({ status, headers, body }: Answered) => {
      const { date: _, connection: __, ...rest } = headers
      // In one order, so that equal responses have equal texts.
      return { status, headers: Object.fromEntries(Object.entries(rest).sort()), body }
    }
    const asked = async (path: string, headers: Headers = {}) => shown(await service.get(path, headers))
    const texts = new WeakMap<object, string>()
    const textOf = (one: object) => {
      const text = texts.get(one) ?? JSON.stringify(one)
      texts.set(one, text)
      return text
    }
    /** Expects the same response. The texts are compared first: some documents are large. */
    const same = (one: object, other: object, what = '') => {
      if (textOf(one) !== textOf(other)) expect(one, what).toEqual(other)
    }
    /** The same URL with an arg without a meaning, for which no response is cached. */
    const madeAnew = (path: string, headers: Headers = {}) => {
      count += 1
      return asked(`${path}${path.includes('?') ? '&' : '?'}_=${count}`, headers)
    }

    beforeAll(async () => {
      service = await testService(name, { FASTI_BASE_URL: own, FASTI_CORS_ORIGINS: friend })
      admin = (await service.user('administrator')).headers
      await service.user('editor', 'bea')
      const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
      await service.store.accounts.setPassword('bea', await hashPassword('correct horse'), moment)
      cookie = (await signedIn(service, 'bea', 'correct horse')).cookie
      const text = 'whispered '.repeat(200)
      await service.post('/events', anEvent({ title: 'Open', description: text }), admin)
      await service.post('/events', anEvent({ title: 'Draft', status: 'draft' }), admin)
      const { body } = await service.post('/events', anEvent({ title: 'Lock', description: text }), admin)
      locked = body.id
      await service.patch(`/events/${locked}`, { password: 's' }, admin)
    })
    afterAll(() => service.close())

    it('§8 a response never depends on earlier requests of other callers', async () => {
      const callers: Readonly<Record<string, Headers>> = {
        anyone: {},
        administrator: admin,
        'who signed in': cookie,
        'who knows the password': { 'x-event-password': 's' },
        'who guesses it': { 'x-event-password': '' },
        'a page of a friend': { origin: friend },
        'a page of anyone': { origin: 'https://evil.example' },
        'a page of no origin': { origin: 'null' },
        'who takes brotli': { 'accept-encoding': 'br' },
        'who takes gzip': { 'accept-encoding': 'gzip' },
        'who refuses JSON': { accept: 'application/json;q=0, */*;q=0' },
        'a browser': { accept: 'text/html' },
      }
      const paths = [
        '/events',
        `/events/${locked}`,
        '/events/by-slug/lock',
        '/events/2',
        '/events?status=any',
        '/events?search=whispered',
        '/events?_fields=events.id,events.description',
        '//de/cal/events/v1/events',
        '/doc',
        '/session',
      ]
      const all = paths.flatMap((path) =>
        (isLarge(path) ? someOf(Object.entries(callers)) : Object.entries(callers)).map(([who, headers]) => ({
          path,
          who,
          headers,
        })),
      )
      for (const asking of [all, [...all].reverse()])
        for (const { path, who, headers } of asking)
          same(await asked(path, headers), await madeAnew(path, headers), `${who} ${path}`)
    })

    it('§4.7 §8 a response opened by a password is never cached, in any notation, and never sent to others', async () => {
      const path = `/events/${locked}`
      for (const query of passwords)
        for (const time of ['first', 'again']) {
          const { status, headers, body } = await asked(`${path}?${query}`)
          expect([status, headers['cache-control']], `${query} ${time}`).toEqual([200, 'private, no-store'])
          expect(body.description).toContain('whispered')
          expect((await asked(path)).status).toBe(401)
          const wrong = await asked(`${path}?${query.slice(0, -1)}wrong`)
          expect([wrong.status, wrong.headers['cache-control']], query).toEqual([401, 'private, no-store'])
        }
    })

    it('§8 a response to credentials is never for shared caches, even if they are wrong', async () => {
      for (const headers of [admin, cookie, { authorization: 'Bearer wrong' }, { cookie: 'other=1' }])
        for (const path of ['/events', `/events/${locked}`, '/nowhere', '//healthz'])
          expect((await asked(path, headers)).headers['cache-control']).toMatch(
            /^private, no-cache$|^no-store$/,
          )
      expect((await asked('/session', cookie)).headers['cache-control']).toMatch(/private|no-store/)
      const { headers } = await service.post('/events', anEvent(), admin)
      expect(headers['cache-control']).toBe('no-store')
    })

    it('§8 no header outside the cache key changes a response', async () => {
      for (const path of ['/events', '/events/1', '/', '/doc', '//', '/nowhere', '//de/cal/events/v1/tags']) {
        const before = await madeAnew(path)
        for (const headers of isLarge(path) ? someOf(unkeyed) : unkeyed) {
          same(await madeAnew(path, headers), before, `${path} ${JSON.stringify(headers)}`)
          same(await asked(path, headers), before, `${path} ${JSON.stringify(headers)}`)
          same(await asked(path), before, path)
        }
        expect(JSON.stringify(before)).not.toContain('evil')
      }
    })

    it('§8 Vary names every header that a response depends on', async () => {
      const { headers } = await asked('/events')
      const named = String(headers.vary).toLowerCase().split(', ')
      for (const one of [
        'accept',
        'accept-encoding',
        'authorization',
        'cookie',
        'origin',
        'x-event-password',
      ])
        expect(named).toContain(one)
    })

    it('§0 HEAD gets the headers of GET without a body, before and after a GET', async () => {
      for (const path of ['/events?per_page=3', '/events/1', '/events/2', `/events/${locked}`, '/nowhere']) {
        const before = await service.ask('HEAD', path)
        const { status, headers } = await asked(path)
        const after = await service.ask('HEAD', path)
        for (const head of [before, after])
          expect([head.status, head.body, shown(head).headers], path).toEqual([status, '', headers])
      }
      const draft = await service.ask('HEAD', '/events/2', undefined, admin)
      expect([draft.status, (await service.ask('HEAD', '/events/2')).status]).toEqual([200, 401])
    })

    it('§8 method overrides in headers or queries do not change a read', async () => {
      for (const method of ['GET', 'HEAD', 'OPTIONS'])
        for (const override of ['DELETE', 'PATCH', 'POST'])
          await service.ask(method, `/events/1?_method=${override}&title=stolen&force=true`, undefined, {
            ...admin,
            'x-http-method-override': override,
          })
      expect((await asked('/events/1')).body.title).toBe('Open')
      const read = await service.ask('POST', '/events/2', undefined, { 'x-http-method-override': 'GET' })
      expect([read.status, read.headers['cache-control']]).toEqual([401, 'no-store'])
    })
  })
}
