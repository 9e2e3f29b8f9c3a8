import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { PASSWORD, sessionOf } from '../support/sessions.ts'

for (const { name } of anyDialects()) {
  describe(`users over HTTP on ${name}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(name)
    })
    afterEach(() => service.close())

    it('§5 end local mode when the first one is an administrator who can sign in; no other may be the first', async () => {
      const add = (body: Json) => service.post('/users', { login: 'ada', ...body })
      expect((await add({ role: 'editor', password: PASSWORD })).body.data.params).toHaveProperty('role')
      expect((await add({ role: 'administrator' })).body.data.params).toHaveProperty('password')
      expect((await add({ role: 'administrator', password: 'short' })).body.data.params).toHaveProperty(
        'password',
      )
      const { status, body } = await add({ role: 'administrator', password: PASSWORD })
      expect([status, body.login, body.role, Object.keys(body)]).toEqual([
        201,
        'ada',
        'administrator',
        [
          ...['id', 'login', 'role', 'email', 'language', 'has_password', 'second_factor', 'suspended'],
          ...[
            'single_sign_on',
            'subject',
            'display_name',
            'created_utc',
            'reset_asked_utc',
            'invited_until_utc',
            'last_seen_utc',
          ],
        ],
      ])
      expect((await service.get('/users')).status).toBe(401)
      expect((await service.post('/session', { login: 'ada', password: PASSWORD })).status).toBe(201)
    })

    it('§5 are managed by administrators; every user manages their own tokens and sessions', async () => {
      const ada = await service.user('administrator')
      const bea = await service.user('editor')
      for (const [method, path] of [
        ['GET', '/users'],
        ['POST', '/users'],
        ['PATCH', `/users/${ada.id}`],
        ['DELETE', `/users/${bea.id}`],
        ['GET', `/users/${ada.id}/tokens`],
        ['POST', `/users/${ada.id}/tokens`],
        ['DELETE', `/users/${ada.id}/sessions`],
        ['DELETE', '/tokens/1'],
      ] as const) {
        const asked = (headers?: Record<string, string>) => service.ask(method, path, undefined, headers)
        expect([(await asked()).status, (await asked(bea.headers)).status], path).toEqual([401, 403])
      }
      const made = await service.post(
        `/users/${bea.id}/tokens`,
        { name: 'own', expires: '+1 day' },
        bea.headers,
      )
      expect([made.status, made.body.expires_utc, made.headers['cache-control']]).toEqual([
        201,
        '2027-01-16 12:00:00',
        'private, no-store',
      ])
      const { tokens } = (await service.get(`/users/${bea.id}/tokens`, bea.headers)).body
      expect(tokens.map(({ name, token }: Json) => [name, token])).toEqual([
        ['test', undefined],
        ['own', undefined],
      ])
      expect((await service.remove(`/tokens/${made.body.id}`, bea.headers)).status).toBe(200)
      const through = { name: 'through the day', expires: '2027-01-15' }
      const today = await service.post(`/users/${bea.id}/tokens`, through, bea.headers)
      expect([today.status, today.body.expires_utc]).toEqual([201, '2027-01-16 05:00:00'])
      expect(
        (await service.post(`/users/${bea.id}/tokens`, { name: 'x', expires: '2020-01-01' }, bea.headers))
          .status,
      ).toBe(400)
    })

    it('§3.2 filter events by author', async () => {
      const [ada, bea] = [await service.user('administrator'), await service.user('author')]
      await service.post('/events', anEvent({ title: 'of ada' }), ada.headers)
      await service.post('/events', anEvent({ title: 'of bea', status: 'draft' }), bea.headers)
      const titles = async (query: string) =>
        (await service.get(`/events?status=any&${query}`, ada.headers)).body.events.map(
          ({ title }: Json) => title,
        )
      expect([await titles(`author=${bea.id}`), await titles('author=999')]).toEqual([['of bea'], []])
      expect(await titles('')).toHaveLength(2)
    })

    it('§5 keep at least one administrator, lose their sessions with their password, and appear in the audit log', async () => {
      const { id } = await service.user('administrator', 'ada')
      const headers = await sessionOf(service, 'ada')
      expect((await service.patch(`/users/${id}`, { role: 'editor' }, headers)).body.code).toBe(
        'last_administrator',
      )
      expect((await service.remove(`/users/${id}`, headers)).body.code).toBe('last_administrator')
      const bea = (
        await service.post('/users', { login: 'Bea', role: 'editor', password: PASSWORD }, headers)
      ).body
      expect((await service.post('/users', { login: 'BEA', role: 'editor' }, headers)).body.code).toBe(
        'user_exists',
      )
      const signIn = async () => {
        const answer = await service.post('/session', { login: 'bea', password: PASSWORD })
        return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
      }
      const [first, second] = [await signIn(), await signIn()]
      await service.remove(`/users/${bea.id}/sessions`, headers)
      expect((await service.get('/session', first)).status).toBe(401)
      await service.patch(`/users/${bea.id}`, { password: `${PASSWORD} too` }, headers)
      expect((await service.get('/session', second)).status).toBe(401)
      const noted: string[] = []
      for await (const { login, title } of service.store.audit(0)) noted.push(`${login}: ${title}`)
      expect(noted.slice(-3)).toEqual(['ada: bea', 'ada: bea: sessions', 'ada: bea: password'])
    })
  })
}
