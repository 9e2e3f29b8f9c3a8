import { TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { PASSWORD, sessionOf } from '../support/sessions.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`one’s own e-mail address on ${name}`, () => {
    let service: TestService
    let box: Mailbox
    let ada: Headers
    let carla: Headers
    let path: string
    beforeEach(async () => {
      box = await mailbox()
      service = await testService(name, {
        FASTI_SMTP_URL: box.url,
        FASTI_MAIL_FROM: 'Town Calendar <calendar@example.org>',
        FASTI_NAME: 'Town Calendar',
        FASTI_BASE_URL: 'https://calendar.example.org',
      })
      await service.user('administrator', 'ada')
      ada = await sessionOf(service, 'ada')
      const old = { login: 'carla', role: 'editor', password: PASSWORD, email: 'old@example.org' }
      const { body } = await service.post('/users', { ...old, display_name: 'Buy at evil.example' }, ada)
      path = `/users/${body.id}`
      carla = await sessionOf(service, 'carla')
    })
    afterEach(async () => {
      await service.close()
      await box.close()
    })

    const change = (email: string | null, more: Json = { current_password: PASSWORD }) =>
      service.patch(path, { email, ...more }, carla)
    const confirm = (secret: string, headers = carla) =>
      service.post(`${path}/email-confirmation`, { secret }, headers)
    const emailOf = async () => (await service.get(path, carla)).body.email
    /** Sends what waits. Returns the secret of the newest confirmation. */
    async function sent(): Promise<string> {
      await service.sendDue()
      return /desk\/email#([\w-]{43})/.exec(box.last()?.text ?? '')?.[1] ?? ''
    }

    it('§14 changes with the password only, and not with a token', async () => {
      const without = await change('new@example.org', {})
      expect([without.status, without.body.data.params]).toEqual([400, ['current_password']])
      const wrong = await change('new@example.org', { current_password: 'not the password' })
      expect([wrong.status, Object.keys(wrong.body.data.params)]).toEqual([400, ['current_password']])
      expect((await change(null, {})).status).toBe(400)
      const { token } = (await service.post(`${path}/tokens`, { name: 'x' }, carla)).body
      const bearer = { authorization: `Bearer ${token}` }
      const body = { email: 'new@example.org', current_password: PASSWORD }
      expect((await service.patch(path, body, bearer)).status).toBe(403)
      await service.sendDue()
      expect([await emailOf(), box.received]).toEqual(['old@example.org', []])
      const same = { email: 'old@example.org', display_name: 'Carla' }
      expect((await service.patch(path, same, carla)).body.display_name).toBe('Carla')
      expect((await service.patch(path, { display_name: 'C' }, bearer)).status).toBe(200)
    })

    it('§14 counts once the link at the new address is confirmed; the old one is told, and its links end', async () => {
      await service.post('/password-resets', { login: 'carla' })
      await service.sendDue()
      await service.sendDue()
      const reset = /desk\/password#([\w-]{43})/.exec(box.last().text)?.[1] ?? ''
      const { body } = await change('new@example.org')
      expect([body.email, body.new_email]).toEqual(['old@example.org', 'new@example.org'])
      const secret = await sent()
      expect(box.last().to).toEqual(['new@example.org'])
      expect(box.last().source).not.toContain('evil.example')
      expect(await emailOf()).toBe('old@example.org')
      expect((await service.get(`/password-resets/${reset}`)).status).toBe(200)
      expect((await confirm(secret)).body.email).toBe('new@example.org')
      expect(await emailOf()).toBe('new@example.org')
      expect((await service.get(path, carla)).body).not.toHaveProperty('new_email')
      expect((await service.get(`/password-resets/${reset}`)).status).toBe(404)
      await service.sendDue()
      expect([box.last().to, box.last().text.includes('new@example.org')]).toEqual([
        ['old@example.org'],
        false,
      ])
      expect((await confirm(secret)).status).toBe(404)
    })

    it('§14 is confirmed by its user alone, within a day, and not after another address or a new password', async () => {
      await change('first@example.org')
      const first = await sent()
      expect((await confirm(first, ada)).status).toBe(403)
      const { token } = (await service.post(`${path}/tokens`, { name: 'x' }, carla)).body
      expect((await confirm(first, { authorization: `Bearer ${token}` })).status).toBe(403)
      expect((await confirm('unknown')).status).toBe(404)
      await change('second@example.org')
      const second = await sent()
      expect((await confirm(first)).status).toBe(404)
      const password = `${PASSWORD} too`
      await service.patch(path, { password, current_password: PASSWORD }, carla)
      expect((await confirm(second)).status).toBe(404)
      await change('third@example.org', { current_password: password })
      const third = await sent()
      service.at('2027-01-16T12:00:00Z')
      expect((await service.get(path, carla)).body).not.toHaveProperty('new_email')
      expect([(await confirm(third)).status, await emailOf()]).toEqual([404, 'old@example.org'])
    })

    it('§14 belongs to one account in any case, which others learn from no response and no message', async () => {
      expect((await change('ADA@example.org')).status).toBe(200)
      const secret = await sent()
      const { id } = (await service.get('/session', ada)).body.user
      const own = { email: 'ada@example.org', current_password: PASSWORD }
      expect((await service.patch(`/users/${id}`, own, ada)).status).toBe(200)
      const adas = await sent()
      expect((await service.post(`/users/${id}/email-confirmation`, { secret: adas }, ada)).status).toBe(200)
      expect((await confirm(secret)).body.code).toBe('email_taken')
      const count = box.received.length
      expect((await change('Ada@Example.org')).status).toBe(200)
      await service.sendDue()
      expect(box.received).toHaveLength(count)
      for (const asked of [
        service.patch(path, { email: 'ADA@EXAMPLE.ORG' }, ada),
        service.post('/users', { login: 'dan', role: 'editor', email: 'Ada@example.org' }, ada),
      ])
        expect((await asked).body.code).toBe('email_taken')
      const both = ['dan', 'eve'].map((login) =>
        service.post('/users', { login, role: 'editor', email: 'both@example.org' }, ada),
      )
      expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([201, 409])
    })

    it('§14 gets at most three messages an hour to one address, and from one account', async () => {
      const other = (await service.post('/users', { login: 'dan', role: 'author', password: PASSWORD }, ada))
        .body
      const dan = await sessionOf(service, 'dan')
      const ask = (email: string) =>
        service.patch(`/users/${other.id}`, { email, current_password: PASSWORD }, dan)
      for (const email of ['a@example.org', 'b@example.org']) await change(email)
      await ask('Victim@example.org')
      expect((await change('victim@example.org')).status).toBe(200)
      const fourth = await change('c@example.org')
      expect([fourth.status, fourth.headers['retry-after']]).toEqual([429, '3600'])
      expect((await ask('victim@example.org')).status).toBe(200)
      expect((await ask('victim@example.org')).status).toBe(429)
      service.at('2027-01-15T13:00:01Z')
      expect((await change('c@example.org')).status).toBe(200)
    })

    it('§14 changes with a code of the second factor in place of the password', async () => {
      const factor = `${path}/second-factor`
      const { key } = (await service.post(factor, { current_password: PASSWORD }, carla)).body
      const codeAt = (instant: string) =>
        new TOTP({ secret: key }).generate({ timestamp: Date.parse(instant) })
      expect((await change('new@example.org', { code: codeAt('2027-01-15T12:00:00Z') })).status).toBe(400)
      await service.post(`${factor}/confirmation`, { code: codeAt('2027-01-15T12:00:00Z') }, carla)
      service.at('2027-01-15T12:00:30Z')
      const wrong = await change('new@example.org', { code: '000000' })
      expect([wrong.status, Object.keys(wrong.body.data.params)]).toEqual([400, ['code']])
      const code = codeAt('2027-01-15T12:00:30Z')
      expect((await change('new@example.org', { code })).body.new_email).toBe('new@example.org')
      expect((await change('other@example.org', { code })).status).toBe(400)
    })

    it('§14 tokens, with or without scopes, change no password and no second factor, and invite nobody', async () => {
      const { id } = await service.user('administrator', 'zoe')
      for (const scopes of [[], ['users' as const]]) {
        const { headers } = await service.user('administrator', `token${scopes.length}`, scopes)
        const asked = [
          service.patch(path, { password: 'another correct horse' }, headers),
          service.patch(path, { password: null }, headers),
          service.patch(path, { password: '' }, headers),
          service.patch(path, { email: 'new@example.org' }, headers),
          service.patch(path, { email: '' }, headers),
          service.post(`${path}/invitation`, {}, headers),
          service.post(`/users/${id}/invitation`, {}, headers),
          service.post(`${path}/second-factor`, {}, headers),
          service.remove(`${path}/second-factor`, headers),
        ]
        for (const { status } of await Promise.all(asked)) expect(status).toBe(403)
      }
      expect((await service.get(path, ada)).body).toMatchObject({
        has_password: true,
        email: 'old@example.org',
      })
    })
  })

  describe(`administrators on ${name}`, () => {
    it('§5 who demote or remove one another at the same time leave one', async () => {
      const service = await testService(name)
      for (const act of ['demote', 'remove'] as const) {
        const administrator = async (login: string) => {
          const { id } = await service.user('administrator', login)
          return { id, headers: await sessionOf(service, login) }
        }
        const [one, other] = [await administrator(`one-${act}`), await administrator(`other-${act}`)]
        const { users } = (await service.get('/users', one.headers)).body
        for (const { id, role } of users)
          if (role === 'administrator' && id !== one.id && id !== other.id)
            await service.patch(`/users/${id}`, { role: 'editor' }, one.headers)
        const against = ({ id }: { readonly id: number }, headers: Headers) =>
          act === 'demote'
            ? service.patch(`/users/${id}`, { role: 'editor' }, headers)
            : service.remove(`/users/${id}`, headers)
        await Promise.all([against(other, one.headers), against(one, other.headers)])
        const left = (await service.store.accounts.users()).filter(({ role }) => role === 'administrator')
        expect(left).toHaveLength(1)
      }
      await service.close()
    })
  })
}
