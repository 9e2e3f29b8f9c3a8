import { setImmediate as turn } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects, dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const START = '2027-01-15T12:00:00Z'
const moment = { now: Temporal.Instant.from(START), zone: 'UTC' }
const from = (ip: string) => ({ 'x-forwarded-for': ip })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })

for (const { name } of anyDialects()) {
  describe(`authentication by token on ${name}`, () => {
    let service: TestService

    const newToken = async (login: string, expires: number | null = null) => {
      const token = await service.store.accounts.createToken(
        login,
        { name: 'test', expires, scopes: [] },
        moment,
      )
      if (token === undefined) throw new Error(`no user ${login}`)
      return token
    }
    const statusOf = async (headers: Record<string, string>) =>
      (await service.get('/session', headers)).status

    beforeAll(async () => {
      service = await testService(name, { FASTI_TRUST_PROXY: 'loopback' })
      await service.user('editor', 'erna')
      await service.user('editor', 'otto')
    })
    beforeEach(() => service.at(START))
    afterAll(() => service.close())

    it('§5 accepts Basic login:token, with any case and spaces, and Bearer', async () => {
      const token = await newToken('erna')
      const spaced = token.replace(/(.{8})/g, '$1 ')
      for (const headers of [
        bearer(token),
        { authorization: `bEARER  ${token} ` },
        basic(`erna:${token}`),
        basic(`ERNA:${spaced}`),
      ])
        expect((await service.get('/session', headers)).body.user, headers.authorization).toMatchObject({
          login: 'erna',
        })
    })

    it('§5 refuses invalid credentials on every route, with a challenge', async () => {
      const token = await newToken('erna')
      const wrong = [
        bearer('x'),
        basic(`otto:${token}`),
        basic(`erna:${token}x`),
        basic('erna'),
        { authorization: 'Digest x' },
        { authorization: 'Bearer' },
      ]
      for (const [at, headers] of wrong.entries())
        for (const path of ['/events', '/doc', '//']) {
          const answer = await service.get(path, { ...headers, ...from(`10.1.${at}.1`) })
          expect([answer.status, answer.body.code], `${headers.authorization} ${path}`).toEqual([
            401,
            'rest_invalid_credentials',
          ])
          expect(answer.headers['www-authenticate']).toMatch(/^Basic .*, Bearer /)
        }
    })

    it('§5 ends in the second in which the token expires, and when it is revoked', async () => {
      const token = await newToken('erna', moment.now.epochMilliseconds / 1000 + 3600)
      service.at('2027-01-15T12:59:59Z')
      expect(await statusOf(bearer(token))).toBe(200)
      service.at('2027-01-15T13:00:00Z')
      expect(await statusOf(bearer(token))).toBe(401)
      const other = await newToken('erna')
      const kept = await service.store.accounts.tokens('erna')
      expect(await service.store.accounts.revokeToken(kept.at(-1)?.id ?? 0, moment)).toBe(true)
      expect(await statusOf(bearer(other))).toBe(401)
    })

    it('§5 records when a token was last used, at most once a minute', async () => {
      const token = await newToken('otto')
      const lastUsed = async () => (await service.store.accounts.tokens('otto')).at(-1)?.last_used_utc
      const begun = moment.now.epochMilliseconds / 1000
      expect(await lastUsed()).toBeNull()
      await statusOf(bearer(token))
      await expect.poll(lastUsed).toBe(begun)
      service.at('2027-01-15T12:00:59Z')
      await statusOf(bearer(token))
      // Writes are sequential: a record of this use would be visible before the next write.
      service.at('2027-01-15T12:01:00Z')
      expect(await lastUsed()).toBe(begun)
      await statusOf(bearer(token))
      await expect.poll(lastUsed).toBe(begun + 60)
    })

    it('§5 is blocked for a minute after ten failures from one address', async () => {
      const token = await newToken('erna')
      for (let at = 0; at < 10; at += 1)
        expect(await statusOf({ ...bearer(`x${at}`), ...from('10.2.0.1') })).toBe(401)
      const busy = await service.get('/events', { ...bearer(token), ...from('10.2.0.1') })
      expect([busy.status, busy.body.code, busy.headers['retry-after']]).toEqual([
        429,
        'rest_too_many_requests',
        '60',
      ])
      expect(await statusOf({ ...bearer(token), ...from('10.2.0.2') })).toBe(200)
      service.at('2027-01-15T12:01:00Z')
      expect(await statusOf({ ...bearer(token), ...from('10.2.0.1') })).toBe(200)
    })
  })
}

for (const { name, freshUrl } of dialects) {
  describe(`tokens in two processes on ${name}`, () => {
    let database: FreshDatabase
    let service: TestService
    let other: TestService

    beforeAll(async () => {
      database = name === 'sqlite' ? await freshSqliteFile() : await freshUrl()
      service = await testService(name, { DATABASE_URL: database.url })
      other = await testService(name, { DATABASE_URL: database.url })
    })
    afterAll(async () => {
      await service.close()
      await other.close()
      await database.drop()
    })

    it('§5 lose their rights at once when another process changes the role, the token or the user', async () => {
      const { accounts } = other.store
      const { headers } = await service.user('editor', 'erna')
      // A process sees the writes of others in the next turn of its event loop.
      const asked = (by: Record<string, string>) => turn().then(() => service.get('/session', by))
      const rights = { name: 'test', expires: null, scopes: [] }
      const more = bearer((await accounts.createToken('erna', rights, moment)) ?? '')
      expect((await asked(headers)).body.user.role).toBe('editor')
      await accounts.setRole('erna', 'subscriber', moment)
      expect((await asked(headers)).body.user.role).toBe('subscriber')
      expect((await asked(more)).status).toBe(200)
      await accounts.revokeToken((await accounts.tokens('erna')).at(-1)?.id ?? 0, moment)
      expect((await asked(more)).status).toBe(401)
      expect((await asked(headers)).status).toBe(200)
      await accounts.removeUser('erna', moment)
      expect((await asked(headers)).status).toBe(401)
    })

    it.skipIf(name !== 'sqlite')('are not read again after a write of this process', async () => {
      const { headers } = await service.user('editor', 'olaf')
      const queries = async () => {
        await turn()
        const before = service.store.measures().queries
        await service.get('/session', headers)
        return service.store.measures().queries - before
      }
      await queries()
      const known = await queries()
      expect((await service.post('/events', anEvent(), headers)).status).toBe(201)
      expect(await queries()).toBe(known)
      await other.store.accounts.addUser('olga', 'editor', moment)
      expect(await queries()).toBe(known + 1)
    })

    it('lose their rights at once when their process changes them after a write', async () => {
      const { accounts } = service.store
      const { headers } = await service.user('editor', 'otto')
      const session = () => turn().then(() => service.get('/session', headers))
      expect((await service.post('/events', anEvent(), headers)).status).toBe(201)
      for (const role of ['author', 'subscriber'] as const) {
        await accounts.setRole('otto', role, moment)
        expect((await session()).body.user.role).toBe(role)
      }
      await accounts.revokeToken((await accounts.tokens('otto')).at(-1)?.id ?? 0, moment)
      expect((await session()).status).toBe(401)
    })
  })
}
