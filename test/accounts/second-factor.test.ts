import { TOTP } from 'otpauth'
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type TestService, testService } from '../support/service.ts'
import { hashOnce, PASSWORD, sessionOf, signedIn } from '../support/sessions.ts'

const START = '2027-01-15T12:00:00Z'
const moment = { now: Temporal.Instant.from(START), zone: 'UTC' }

/** The instant a number of seconds after the start. */
const secondsOn = (seconds: number) =>
  `2027-01-15T12:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}Z`
const EPOCH = 1_800_014_400

for (const { name } of anyDialects()) {
  describe(`a second factor on ${name}`, () => {
    let service: TestService
    let ada: Record<string, string>
    let own: Record<string, string>
    let id: number
    let path: string
    beforeEach(async () => {
      service = await testService(name)
      service.at(START)
      await service.user('administrator', 'ada')
      ada = await sessionOf(service, 'ada')
      id = (await service.user('editor', 'carla')).id
      await service.store.accounts.setPassword('carla', await hashOnce(PASSWORD), moment)
      path = `/users/${id}/second-factor`
      const { cookie, csrf } = await signedIn(service, 'carla', PASSWORD)
      own = { ...cookie, ...csrf }
    })
    afterEach(() => service.close())

    const codeAt = (key: string, seconds: number) =>
      new TOTP({ secret: key }).generate({ timestamp: (EPOCH + seconds) * 1000 })
    const signIn = (code?: string) => service.post('/session', { login: 'carla', password: PASSWORD, code })

    it('is not available to the administrator of local mode, who has no account', async () => {
      const local = await testService(name)
      for (const other of [0, 1, '9007199254740993'])
        for (const act of ['', '/confirmation', '/removal']) {
          const body = { current_password: 'x', code: '000000' }
          const answer = await local.post(`/users/${other}/second-factor${act}`, body)
          expect([answer.status, answer.body.code]).toEqual([403, 'rest_forbidden'])
        }
      await local.close()
    })

    /** Sets the factor up. Returns its key and recovery codes. */
    async function enabled() {
      const { key, address } = (await service.post(path, { current_password: PASSWORD }, own)).body
      const { body, status } = await service.post(`${path}/confirmation`, { code: codeAt(key, 0) }, own)
      expect(status, JSON.stringify(body)).toBe(200)
      return { key: String(key), address: String(address), codes: body.recovery_codes as readonly string[] }
    }

    it('§14 takes codes again after the clock was a year ahead', async () => {
      const { key } = await enabled()
      const [ahead, year] = ['2028-01-15T12:00:00Z', 365 * 86_400]
      service.at(ahead)
      expect((await signIn(codeAt(key, year))).status).toBe(201)
      for (let wrong = 0; wrong < 5; wrong += 1) await signIn('000000')
      service.at(secondsOn(120))
      expect((await signIn(codeAt(key, 120))).status).not.toBe(201)
      await service.sendDue()
      service.at(secondsOn(180))
      expect((await signIn(codeAt(key, 180))).status).toBe(201)
    })

    it('§14 is active once a code of the app confirms it, and is then required at sign-in', async () => {
      const { key, address } = (await service.post(path, { current_password: PASSWORD }, own)).body
      expect(address).toMatch(/^otpauth:\/\/totp\/Fasti:carla\?/)
      expect((await signIn()).status).toBe(201)
      const wrong = await service.post(`${path}/confirmation`, { code: '000000' }, own)
      expect([wrong.status, Object.keys(wrong.body.data.params)]).toEqual([400, ['code']])
      const confirmed = await service.post(`${path}/confirmation`, { code: codeAt(key, 0) }, own)
      expect([confirmed.status, new Set(confirmed.body.recovery_codes).size]).toEqual([200, 10])
      const without = await signIn()
      expect([without.status, without.body.code]).toEqual([401, 'second_factor_required'])
      service.at(secondsOn(30))
      expect((await signIn(codeAt(key, 30))).status).toBe(201)
      expect((await service.get(path, own)).body).toEqual({ enabled: true, recovery_codes_left: 10 })
      expect((await service.get(`/users/${id}`, ada)).body.second_factor).toBe(true)
    })

    it('§14 is not mentioned in the response to a wrong password', async () => {
      await enabled()
      const { status, body } = await service.post('/session', { login: 'carla', password: 'wrong password' })
      expect([status, body.code]).toEqual([401, 'rest_invalid_credentials'])
    })

    it('§14 is set up and removed with the password; administrators can remove that of other users', async () => {
      for (const sent of [{}, { current_password: 'wrong password' }])
        expect((await service.post(path, sent, own)).status).toBe(400)
      expect((await service.post(path, { current_password: PASSWORD }, ada)).status).toBe(403)
      await enabled()
      expect((await service.post(path, { current_password: PASSWORD }, own)).body.code).toBe(
        'second_factor_exists',
      )
      expect((await service.remove(path, own)).status).toBe(403)
      expect(
        (await service.post(`${path}/removal`, { current_password: 'wrong password' }, own)).status,
      ).toBe(400)
      const dan = await service.user('editor', 'dan')
      expect((await service.remove(path, dan.headers)).status).toBe(403)
      expect((await service.remove(path, ada)).body).toEqual({ enabled: false, recovery_codes_left: 0 })
      expect((await signIn()).status).toBe(201)
      await enabled()
      expect((await service.post(`${path}/removal`, { current_password: PASSWORD }, own)).status).toBe(200)
      expect((await service.remove(path, ada)).status).toBe(404)
    })

    it('§14 accepts a code once, also when it is sent twice at the same time', async () => {
      const { key } = await enabled()
      expect((await signIn(codeAt(key, 0))).status).toBe(401)
      service.at(secondsOn(30))
      const both = await Promise.all([signIn(codeAt(key, 30)), signIn(codeAt(key, 30))])
      expect(both.map(({ status }) => status).sort()).toEqual([201, 401])
      expect((await signIn(codeAt(key, 0))).status).toBe(401)
    })

    it('§14 accepts a recovery code once, in upper or lower case, with or without hyphens', async () => {
      const { codes } = await enabled()
      const [first = '', second = ''] = codes
      expect((await signIn(first.toLowerCase().replaceAll('-', ' '))).status).toBe(201)
      expect((await signIn(first)).status).toBe(401)
      expect((await service.get(path, own)).body.recovery_codes_left).toBe(9)
      const both = await Promise.all([signIn(second), signIn(second)])
      expect(both.map(({ status }) => status).sort()).toEqual([201, 401])
    })

    it('§14 is locked for a quarter of an hour after five wrong codes, for the right code as well', async () => {
      const { key, codes } = await enabled()
      for (let count = 0; count < 5; count += 1) expect((await signIn('000000')).status).toBe(401)
      service.at(secondsOn(120))
      const locked = await signIn(codeAt(key, 120))
      expect([locked.status, locked.headers['retry-after']]).toEqual([429, '780'])
      expect((await signIn(codes[0])).status).toBe(429)
      service.at(secondsOn(901))
      expect((await signIn(codeAt(key, 901))).status).toBe(201)
      expect((await service.get(path, own)).body.recovery_codes_left).toBe(10)
    })

    it('§14 accepts a clock that is half a minute off, and refuses one that is two minutes off', async () => {
      const { key } = await enabled()
      service.at(secondsOn(300))
      expect((await signIn(codeAt(key, 180))).status).toBe(401)
      expect((await signIn(codeAt(key, 270))).status).toBe(201)
    })

    it('§14 shows its key and codes only in the response that creates them', async () => {
      const { key, codes } = await enabled()
      const seen = [
        await service.get('/users', ada),
        await service.get(`/users/${id}`, own),
        await service.get(path, own),
        await service.get('/audit', ada),
      ]
      const text = JSON.stringify(seen.map(({ body }) => body))
      for (const secret of [key, ...codes]) expect(text).not.toContain(secret)
    })
  })
}
