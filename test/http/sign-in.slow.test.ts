import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { hashPassword } from '../support/inside/people.ts'
import { type Answered, type TestService, testService } from '../support/service.ts'
import { setCookie } from '../support/sessions.ts'

const PASSWORD = 'correct horse battery'
const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
const from = (ip: string) => ({ 'x-forwarded-for': ip })

for (const { name } of anyDialects()) {
  describe(`signing in on ${name}`, () => {
    let service: TestService
    let logins = 0

    /** A user that no other test uses. */
    async function someone(): Promise<string> {
      logins += 1
      const login = `user${logins}`
      await service.store.accounts.addUser(login, 'editor', moment, {
        password: await hashPassword(PASSWORD),
      })
      return login
    }
    const signIn = (login: string, password: string, ip: string) =>
      service.post('/session', { login, password }, from(ip))
    const fail = async (times: number, login: () => string, ip: (at: number) => string) => {
      for (let at = 0; at < times; at += 1)
        expect((await signIn(login(), `wrong ${at}`, ip(at))).status, `${at}`).toBe(401)
    }
    const busy = ({ status, headers }: Answered) => [status, Number(headers['retry-after'])]

    beforeAll(async () => {
      service = await testService(name, { FASTI_TRUST_PROXY: 'loopback' })
    })
    afterAll(() => service.close())

    it('§5 gives the same response for a wrong password, a user without a password and an unknown login', async () => {
      const login = await someone()
      await service.store.accounts.addUser('tokens-only', 'editor', moment)
      const answers = await Promise.all(
        [login, 'tokens-only', 'nobody'].map((one) => signIn(one, 'wrong', '10.0.0.1')),
      )
      for (const { status, body, headers } of answers) {
        expect([status, body]).toEqual([401, answers[0]?.body])
        expect([headers['www-authenticate'], headers['set-cookie']]).toEqual([
          'Bearer realm="Fasti"',
          undefined,
        ])
      }
      expect(answers[0]?.body.code).toBe('rest_invalid_credentials')
    })

    it('§5 refuses every password for a user without one, even an empty password', async () => {
      expect((await signIn('tokens-only', '', '10.0.0.2')).status).toBe(400)
      expect((await signIn('tokens-only', '\u0000', '10.0.0.2')).status).toBe(400)
    })

    it('§5 is blocked for a minute after ten failures for one login, from all addresses together', async () => {
      const login = await someone()
      await fail(
        10,
        () => login,
        (at) => `10.0.1.${at}`,
      )
      expect(busy(await signIn(login.toUpperCase(), PASSWORD, '10.0.1.99'))).toEqual([429, 60])
      expect((await signIn(await someone(), PASSWORD, '10.0.1.99')).status).toBe(201)
      service.at('2027-01-15T12:01:00Z')
      expect((await signIn(login, PASSWORD, '10.0.1.99')).status).toBe(201)
    })

    it('§5 is blocked after ten failures from one address, for all logins and tokens together', async () => {
      const login = await someone()
      await fail(
        9,
        () => `guess${logins}`,
        () => '10.0.2.1',
      )
      const token = await service.get('/events', { ...from('10.0.2.1'), authorization: 'Bearer wrong' })
      expect(token.status).toBe(401)
      expect(busy(await signIn(login, PASSWORD, '10.0.2.1'))).toEqual([429, 60])
      expect((await signIn(login, PASSWORD, '10.0.2.2')).status).toBe(201)
    })

    it('§5 reveals the result of at most ten concurrent guesses', async () => {
      const login = await someone()
      const all = await Promise.all(
        Array.from({ length: 14 }, (_, at) => signIn(login, `wrong ${at}`, `10.0.3.${at}`)),
      )
      const statuses = all.map(({ status }) => status)
      expect([401, 429].map((one) => statuses.filter((status) => status === one).length)).toEqual([10, 4])
    })

    it('§5 does not count successes', async () => {
      const login = await someone()
      for (let at = 0; at < 12; at += 1) {
        const answer = await signIn(login, PASSWORD, '10.0.4.1')
        expect([answer.status, setCookie(answer)]).toEqual([201, expect.stringContaining('HttpOnly')])
      }
    })

    it('§5 compares passwords by their exact characters', async () => {
      const login = await someone()
      await service.store.accounts.setPassword(
        login,
        await hashPassword('Zürich Zürich'.normalize('NFC')),
        moment,
      )
      expect((await signIn(login, 'Zürich Zürich'.normalize('NFD'), '10.0.5.1')).status).toBe(201)
    })

    it('§5 requires a login and a password, as strings', async () => {
      const missing = await service.post('/session', {})
      expect([missing.status, missing.body.data.params]).toEqual([400, ['login', 'password']])
      const wrong = await service.post('/session', { login: ['a'], password: { a: 1 } })
      expect([wrong.status, Object.keys(wrong.body.data.params)]).toEqual([400, ['login', 'password']])
      expect((await service.post('/session', { login: 'a', password: 'x'.repeat(1001) })).status).toBe(400)
    })
  })
}
