import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { hashPassword } from '../support/inside/people.ts'
import { type Answered, anEvent, type TestService, testService } from '../support/service.ts'
import { cookieOf, setCookie, signedIn } from '../support/sessions.ts'

const PASSWORD = 'correct horse battery'
const LOGIN = 'erna'
const START = '2027-01-15T12:00:00Z'
const moment = { now: Temporal.Instant.from(START), zone: 'UTC' }
const OWN = { origin: 'http://127.0.0.1:3000' }
const FOREIGN = { origin: 'https://foreign.example' }
const LISTED = { origin: 'https://listed.example' }

const codeOf = ({ status, body }: Answered) => [status, body.code]

for (const { name } of anyDialects()) {
  describe(`a web session on ${name}`, () => {
    let service: TestService
    let hash: string
    let id: number
    let token: Record<string, string>

    const signIn = () => signedIn(service, LOGIN, PASSWORD)
    const post = (headers: Record<string, string>) =>
      service.post('/session', { login: LOGIN, password: PASSWORD }, headers)
    const whoAt = async (instant: string, cookie: Record<string, string>) => {
      service.at(instant)
      return service.get('/session', cookie)
    }
    const draftsFor = async (headers: Record<string, string>) =>
      (await service.get('/events?status=draft', headers)).status

    beforeAll(async () => {
      service = await testService(name, { FASTI_CORS_ORIGINS: `${LISTED.origin},*` })
      hash = await hashPassword(PASSWORD)
      ;({ id, headers: token } = await service.user('editor', LOGIN))
    })
    beforeEach(async () => {
      service.at(START)
      await service.store.accounts.setPassword(LOGIN, hash, moment)
    })
    afterAll(() => service.close())

    it('§5 has a cookie that no other host can plant, at an https address without a path', async () => {
      const own = await testService(name, { FASTI_BASE_URL: 'https://example.org' })
      try {
        await own.user('editor', LOGIN)
        await own.store.accounts.setPassword(LOGIN, hash, moment)
        const answer = await own.post('/session', { login: LOGIN, password: PASSWORD })
        const [, secret = ''] = /^__Host-fasti_session=([\w-]{43}); /.exec(setCookie(answer) ?? '') ?? []
        expect(setCookie(answer)).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
        const seen = async (cookie: string) => (await own.get('/session', { cookie })).status
        expect([
          await seen(`__Host-fasti_session=${secret}`),
          await seen(`fasti_session=${secret}`),
          await seen(`fasti_session=x; __Host-fasti_session=${secret}`),
        ]).toEqual([200, 401, 200])
      } finally {
        await own.close()
      }
    })

    it('§5 starts with login and password; the login in any case', async () => {
      const answer = await service.post('/session', { login: 'ERNA', password: PASSWORD })
      expect([answer.status, answer.body]).toEqual([
        201,
        {
          user: { id, login: LOGIN, display_name: LOGIN, language: '', role: 'editor' },
          groups: [],
          csrf_token: expect.stringMatching(/^[\w-]{43}$/),
        },
      ])
      expect(setCookie(answer)).toMatch(
        /^fasti_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/,
      )
      expect(answer.headers['cache-control']).toBe('no-store')
      const again = await service.get('/session', cookieOf(answer))
      expect([again.status, again.body, again.headers['cache-control']]).toEqual([
        200,
        answer.body,
        'private, no-store',
      ])
    })

    it('§5 limits its cookie to the base path, and to https if the base URL is https', async () => {
      const own = await testService(name, { FASTI_BASE_URL: 'https://example.org/calendar' })
      await own.store.accounts.addUser(LOGIN, 'editor', moment, { password: hash })
      const answer = await own.post('//calendar/de/cal/events/v1/session', {
        login: LOGIN,
        password: PASSWORD,
      })
      expect(setCookie(answer)).toMatch(/; Path=\/calendar; HttpOnly; SameSite=Lax; Secure$/)
      await own.close()
    })

    it('§5 takes the password from the body only, and never returns the cookie in a body', async () => {
      const inAddress = await service.post(`/session?login=${LOGIN}&password=${PASSWORD}`, {})
      expect([codeOf(inAddress), inAddress.body.data.params]).toEqual([
        [400, 'rest_missing_callback_param'],
        ['login', 'password'],
      ])
      const enveloped = await service.post('/session?_envelope=1', { login: LOGIN, password: PASSWORD })
      expect(enveloped.body.status).toBe(201)
      expect(JSON.stringify(enveloped.body)).not.toContain(cookieOf(enveloped).cookie?.slice(15))
    })

    it('§5 authenticates its user; without it the caller is anonymous', async () => {
      const { cookie } = await signIn()
      expect(await draftsFor(cookie)).toBe(200)
      expect(await draftsFor({ cookie: `other=1; ${cookie.cookie}; last=2` })).toBe(200)
      expect((await service.get('/events', { cookie: 'other=1; fasti_session=' })).status).toBe(200)
      const nobody = await service.get('/session')
      expect([codeOf(nobody), nobody.headers['www-authenticate']]).toEqual([
        [401, 'rest_not_logged_in'],
        'Bearer realm="Fasti"',
      ])
    })

    it('§5 also describes callers with a token, who need no csrf_token', async () => {
      expect((await service.get('/session', token)).body).toEqual({
        user: { id, login: LOGIN, display_name: LOGIN, language: '', role: 'editor' },
        groups: [],
        csrf_token: null,
      })
      expect(codeOf(await service.remove('/session', token))).toEqual([401, 'rest_not_logged_in'])
    })

    it('§5 needs its own X-CSRF-Token for writes', async () => {
      const { cookie, csrf } = await signIn()
      const other = await signIn()
      const total = async () => (await service.get('/events', cookie)).body.total
      const before = await total()
      for (const wrong of [{}, { 'x-csrf-token': '' }, { 'x-csrf-token': 'x'.repeat(43) }, other.csrf]) {
        const refused = await service.post('/events', anEvent(), { ...cookie, ...wrong })
        expect([codeOf(refused), refused.body.message]).toEqual([
          [403, 'rest_forbidden'],
          expect.stringContaining('X-CSRF-Token'),
        ])
      }
      expect(await total()).toBe(before)
      const created = await service.post('/events', anEvent(), { ...cookie, ...csrf })
      expect([created.status, created.body.author]).toEqual([201, id])
      expect((await service.post('/events', anEvent(), { ...cookie, ...token })).status).toBe(201)
    })

    it('§5 accepts writes only from the service’s own and configured origins', async () => {
      const { cookie, csrf } = await signIn()
      const statusFrom = async (origin: Record<string, string>) =>
        (await service.post('/events', anEvent(), { ...cookie, ...csrf, ...origin })).status
      expect(await statusFrom(OWN)).toBe(201)
      expect(await statusFrom(LISTED)).toBe(201)
      for (const origin of [
        FOREIGN,
        { origin: 'null' },
        { origin: '*' },
        { origin: 'http://127.0.0.1:3001' },
      ])
        expect(await statusFrom(origin), origin.origin).toBe(403)
      expect(codeOf(await post(FOREIGN))).toEqual([403, 'rest_forbidden'])
      expect((await post(OWN)).status).toBe(201)
    })

    it('§5 lets pages of configured origins read everything, and others public data only', async () => {
      const { cookie } = await signIn()
      const foreign = await service.get('/events?status=draft', { ...cookie, ...FOREIGN })
      expect([codeOf(foreign), foreign.headers['access-control-allow-credentials']]).toEqual([
        [401, 'rest_forbidden_status'],
        undefined,
      ])
      const listed = await service.get('/events?status=draft', { ...cookie, ...LISTED })
      expect([listed.status, listed.headers]).toMatchObject([
        200,
        {
          'access-control-allow-origin': LISTED.origin,
          'access-control-allow-credentials': 'true',
          vary: expect.stringContaining('Origin'),
        },
      ])
    })

    it('§5 ends when its user signs out, and deletes its cookie', async () => {
      const { cookie, csrf } = await signIn()
      const other = await signIn()
      expect((await service.remove('/session', cookie)).status).toBe(403)
      const out = await service.remove('/session', { ...cookie, ...csrf })
      expect([out.status, out.body]).toEqual([200, { signed_out: true }])
      for (const answer of [out, await service.get('/events', cookie)])
        expect(setCookie(answer)).toMatch(/^fasti_session=; Max-Age=0; Path=\//)
      expect(codeOf(await service.get('/events', cookie))).toEqual([401, 'rest_invalid_credentials'])
      expect((await service.get('/session', other.cookie)).status).toBe(200)
      expect((await post(cookie)).status).toBe(201)
    })

    it('§5 does not count a session that ended as a failure', async () => {
      for (let at = 0; at < 12; at += 1)
        expect((await service.get('/events', { cookie: `fasti_session=${at}` })).status).toBe(401)
      expect((await post({})).status).toBe(201)
    })

    it('§5 ends after 14 days without use', async () => {
      const { cookie } = await signIn()
      const other = await signIn()
      expect((await whoAt('2027-01-29T11:59:59Z', cookie)).status).toBe(200)
      expect((await whoAt('2027-01-29T12:00:00Z', other.cookie)).status).toBe(401)
    })

    it('§5 is prolonged by use, at most once an hour, together with its cookie', async () => {
      const { cookie } = await signIn()
      expect(setCookie(await whoAt('2027-01-15T12:59:59Z', cookie))).toBe('')
      const prolonged = await whoAt('2027-01-15T13:00:00Z', cookie)
      expect(setCookie(prolonged)).toContain('Max-Age=1209600;')
      expect(cookieOf(prolonged)).toEqual(cookie)
      await expect.poll(async () => setCookie(await whoAt('2027-01-15T13:59:59Z', cookie))).toBe('')
      expect((await whoAt('2027-01-29T12:59:59Z', cookie)).status).toBe(200)
    })

    it('§5 ends after 90 days even if it is used', async () => {
      const { cookie } = await signIn()
      for (let day = 10; day <= 80; day += 10) {
        const instant = moment.now.add({ hours: 24 * day }).toString()
        const days = Math.min(14, 90 - day)
        expect(setCookie(await whoAt(instant, cookie)), instant).toContain(`Max-Age=${days * 86_400};`)
        await expect.poll(async () => setCookie(await whoAt(instant, cookie))).toBe('')
      }
      expect((await whoAt('2027-04-15T11:59:59Z', cookie)).status).toBe(200)
      expect((await whoAt('2027-04-15T12:00:00Z', cookie)).status).toBe(401)
    })

    it('§5 ends when the user’s password is changed or removed', async () => {
      for (const password of [hash, null]) {
        const { cookie } = await signIn()
        await service.store.accounts.setPassword(LOGIN, password, moment)
        expect((await service.get('/session', cookie)).status).toBe(401)
      }
      expect(codeOf(await post({}))).toEqual([401, 'rest_invalid_credentials'])
    })

    it('§5 ends when its user is removed, and follows changes of their role', async () => {
      await service.store.accounts.addUser('otto', 'editor', moment, { password: hash })
      const { cookie } = await signedIn(service, 'otto', PASSWORD)
      await service.store.accounts.setRole('otto', 'subscriber', moment)
      expect((await service.get('/session', cookie)).body.user.role).toBe('subscriber')
      expect(await draftsFor(cookie)).toBe(403)
      await service.store.accounts.removeUser('otto', moment)
      expect((await service.get('/session', cookie)).status).toBe(401)
    })

    it('§7 is in the route index with its methods', async () => {
      const { headers, body } = await service.ask('OPTIONS', '/session')
      expect([headers.allow, body.methods]).toEqual([
        'GET, POST, DELETE, HEAD, OPTIONS',
        ['GET', 'POST', 'DELETE'],
      ])
      const document = (await service.get('/doc')).body
      expect(document.components.schemas.Credentials.required).toEqual(['login', 'password'])
      expect(document.components.securitySchemes.session).toMatchObject({
        in: 'cookie',
        name: 'fasti_session',
      })
    })
  })

  describe(`without users on ${name}`, () => {
    it('§5 every caller on this machine is an administrator, and no one can sign in', async () => {
      const service = await testService(name)
      expect((await service.get('/session')).body).toEqual({
        user: { id: 0, login: '', display_name: '', language: '', role: 'administrator' },
        groups: [],
        csrf_token: null,
      })
      const answer = await service.post('/session', { login: LOGIN, password: PASSWORD })
      expect(codeOf(answer)).toEqual([401, 'rest_invalid_credentials'])
      await service.close()
    })
  })
}
