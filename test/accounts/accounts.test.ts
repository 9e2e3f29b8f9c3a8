import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, isAny } from '../support/dialects.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'
import { cookieOf, PASSWORD, sessionOf, signedIn } from '../support/sessions.ts'

const NEXT = 'another correct horse'

for (const { name } of dialects) {
  describe(`accounts on ${name}`, () => {
    let service: TestService
    let ada: Record<string, string>
    beforeEach(async () => {
      service = await testService(name)
      await service.user('administrator', 'ada')
      ada = await sessionOf(service, 'ada')
    })
    afterEach(() => service.close())

    const carla = async (more: object = {}) =>
      (await service.post('/users', { login: 'carla', role: 'editor', password: PASSWORD, ...more }, ada))
        .body

    it('§14 users sign in by their e-mail address in any case, too', async () => {
      await carla({ email: 'Carla@example.org' })
      const by = async (login: string) =>
        (await service.post('/session', { login, password: PASSWORD })).body.user?.login
      expect([await by('carla'), await by('carla@EXAMPLE.org')]).toEqual(['carla', 'carla'])
      expect(await by('nobody@example.org')).toBeUndefined()
    })

    it('§14 tell when each was last there, to the hour, by a session or a token', async () => {
      const { id, last_seen_utc } = await carla()
      expect(last_seen_utc).toBe('')
      // No request waits until it is noted.
      const seen = (at: string) =>
        expect
          .poll(async () => (await service.get(`/users/${id}`, ada)).body.last_seen_utc)
          .toBe(`2027-01-15 ${at}`)
      const { cookie } = await signedIn(service, 'carla', PASSWORD)
      await seen('12:00:00')
      service.at('2027-01-15T12:59:59Z')
      await service.get('/session', cookie)
      await seen('12:00:00')
      service.at('2027-01-15T13:00:00Z')
      await service.get('/session', cookie)
      await seen('13:00:00')
      const { token } = (await service.post(`/users/${id}/tokens`, { name: 'job' }, ada)).body
      service.at('2027-01-15T15:30:00Z')
      await service.get('/session', { authorization: `Bearer ${token}` })
      await seen('15:30:00')
      await service.remove('/session', cookie)
      await seen('15:30:00')
    })

    it('§14 users change their own password with the current one, which ends only their other sessions', async () => {
      const { id } = await carla()
      const here = await signedIn(service, 'carla', PASSWORD)
      const there = await signedIn(service, 'carla', PASSWORD)
      const change = (body: object) => service.patch(`/users/${id}`, body, { ...here.cookie, ...here.csrf })
      const without = await change({ password: NEXT })
      expect([without.status, without.body.data.params]).toEqual([400, ['current_password']])
      const wrong = await change({ password: NEXT, current_password: 'not the password' })
      expect([wrong.status, Object.keys(wrong.body.data.params)]).toEqual([400, ['current_password']])
      expect((await change({ password: NEXT, current_password: PASSWORD })).status).toBe(200)
      expect((await service.get('/session', here.cookie)).status).toBe(200)
      expect((await service.get('/session', there.cookie)).status).toBe(401)
      expect((await service.post('/session', { login: 'carla', password: PASSWORD })).status).toBe(401)
      expect((await service.post('/session', { login: 'carla', password: NEXT })).status).toBe(201)
    })

    it.runIf(isAny(name))(
      '§14 users change their own name, e-mail address and language, and those of no other user',
      async () => {
        const { id } = await carla()
        const { cookie, csrf } = await signedIn(service, 'carla', PASSWORD)
        const profile = { display_name: 'Carla <b>Rossi</b>', email: 'carla@example.org', language: 'it' }
        const sent = { ...profile, current_password: PASSWORD }
        const { body, status } = await service.patch(`/users/${id}`, sent, { ...cookie, ...csrf })
        expect([status, body.display_name, body.email, body.language]).toEqual([
          200,
          'Carla Rossi',
          'carla@example.org',
          'it',
        ])
        expect((await service.get('/session', cookie)).body.user).toMatchObject({
          display_name: 'Carla Rossi',
          language: 'it',
        })
        const dan = await service.user('editor', 'dan')
        expect((await service.patch(`/users/${id}`, profile, dan.headers)).status).toBe(403)
        expect((await service.get(`/users/${id}`, dan.headers)).status).toBe(403)
        for (const wrong of [{ email: 'carla' }, { language: 'tlh' }, { email: 'a@b.org\r\nBcc: x@y.org' }])
          expect((await service.patch(`/users/${id}`, wrong, { ...cookie, ...csrf })).status).toBe(400)
      },
    )

    it.runIf(isAny(name))('§14 users cannot change their own role', async () => {
      const { id } = await carla()
      const { cookie, csrf } = await signedIn(service, 'carla', PASSWORD)
      const own = { ...cookie, ...csrf }
      expect((await service.patch(`/users/${id}`, { role: 'administrator' }, own)).status).toBe(403)
      expect((await service.patch(`/users/${id}`, { role: 'editor' }, own)).status).toBe(200)
    })

    it('§14 the history and the audit name users by display_name, or by login without one', async () => {
      const { id } = await carla({ display_name: 'Carla Rossi' })
      const token = (await service.post(`/users/${id}/tokens`, { name: 'x' }, ada)).body.token
      const event = (await service.post('/events', anEvent(), { authorization: `Bearer ${token}` })).body
      await service.patch(`/events/${event.id}`, { title: 'B' }, ada)
      const { changes } = (await service.get(`/events/${event.id}/history`, ada)).body
      expect(changes.map((one: { display_name: string }) => one.display_name)).toEqual(['ada', 'Carla Rossi'])
    })

    it.runIf(isAny(name))(
      '§14 an invitation without a mail server gives a link to pass on, which works once',
      async () => {
        const added = await carla({ password: undefined, email: 'carla@example.org', language: 'fr' })
        expect(added.invitation).toMatchObject({ sent: false, expires_utc: '2027-01-22 12:00:00' })
        expect(added.invitation.address).toMatch(/\/fr\/desk\/password#[\w-]{43}$/)
        const secret = added.invitation.address.split('#')[1]
        const { body } = await service.get(`/password-resets/${secret}`)
        expect([body.login, body.kind]).toEqual(['carla', 'invitation'])
        expect((await service.post(`/password-resets/${secret}`, { password: 'short' })).status).toBe(400)
        expect((await service.post(`/password-resets/${secret}`, { password: PASSWORD })).status).toBe(200)
        expect((await service.post('/session', { login: 'carla', password: PASSWORD })).status).toBe(201)
        expect((await service.post(`/password-resets/${secret}`, { password: NEXT })).status).toBe(404)
      },
    )

    it('§14 an invitation is valid for a week', async () => {
      const { invitation } = (
        await service.post('/users', { login: 'carla', role: 'editor', email: 'carla@example.org' }, ada)
      ).body
      expect(invitation.expires_utc).toBe('2027-01-22 12:00:00')
      const secret = invitation.address.split('#')[1]
      service.at('2027-01-22T11:59:59Z')
      const { body } = await service.get(`/password-resets/${secret}`)
      expect([body.kind, body.invited_by]).toEqual(['invitation', 'ada'])
      service.at('2027-01-22T12:00:00Z')
      expect((await service.get(`/password-resets/${secret}`)).status).toBe(404)
    })

    it('§14 an expired invitation says who invited and is followed by another one, which ends it', async () => {
      const sent = { login: 'carla', role: 'editor', email: 'carla@example.org' }
      const { id, invitation } = (await service.post('/users', sent, ada)).body
      const invitedUntil = async () => (await service.get(`/users/${id}`, ada)).body.invited_until_utc
      const reasons = { prefer: 'reasons' }
      const secret = invitation.address.split('#')[1]
      const path = `/password-resets/${secret}`
      const other = await service.post(
        '/users',
        { login: 'dan', role: 'editor', email: 'd@example.org' },
        ada,
      )
      service.at('2027-01-22T11:59:59Z')
      expect([(await service.get(path)).status, await invitedUntil()]).toEqual([200, '2027-01-22 12:00:00'])
      service.at('2027-01-22T12:00:00Z')
      for (const { status, body } of [
        await service.get(path, reasons),
        await service.post(path, { password: PASSWORD }, reasons),
      ]) {
        expect([status, body.code, body.data.reason]).toEqual([
          404,
          'reset-not-found',
          'invitation_by_expired',
        ])
        expect(body.data.values).toEqual({ by: 'ada' })
        expect(body.message).toContain('ada invited you.')
      }
      expect((await service.get('/password-resets/nobody', reasons)).body.data.reason).toBeUndefined()
      expect(await invitedUntil()).toBe('2027-01-22 12:00:00')
      const again = await service.post(`/users/${id}/invitation`, {}, ada)
      expect(await invitedUntil()).toBe('2027-01-29 12:00:00')
      expect((await service.get(path, reasons)).body.data.reason).toBeUndefined()
      const next = (await service.post(`/users/${id}/invitation`, {}, ada)).body.address.split('#')[1]
      const former = again.body.address.split('#')[1]
      expect((await service.post(`/password-resets/${former}`, { password: PASSWORD })).status).toBe(404)
      expect((await service.post(`/password-resets/${next}`, { password: PASSWORD })).status).toBe(200)
      expect(await invitedUntil()).toBe('')
      // Invitations of others stay, and say nothing of who is suspended.
      const path2 = `/password-resets/${other.body.invitation.address.split('#')[1]}`
      expect((await service.get(path2, reasons)).body.data.values.by).toBe('ada')
      await service.patch(`/users/${other.body.id}`, { suspended: true }, ada)
      expect((await service.get(path2, reasons)).body.data.values).toBeUndefined()
    })

    it('§14 a secret link is valid for a day, or until the password changes', async () => {
      const { id } = await carla()
      const invite = async () =>
        (await service.post(`/users/${id}/invitation`, {}, ada)).body.address.split('#')[1]
      const [late, former] = [await invite(), await invite()]
      await service.patch(`/users/${id}`, { password: NEXT }, ada)
      expect((await service.get(`/password-resets/${former}`)).status).toBe(404)
      expect((await service.get(`/password-resets/${late}`)).status).toBe(404)
      const last = await invite()
      service.at('2027-01-16T11:59:59Z')
      expect((await service.get(`/password-resets/${last}`)).status).toBe(200)
      service.at('2027-01-16T12:00:00Z')
      expect((await service.post(`/password-resets/${last}`, { password: PASSWORD })).status).toBe(404)
    })

    it('§14 of two simultaneous requests with one secret, one sets the password', async () => {
      const { id } = await carla()
      const secret = (await service.post(`/users/${id}/invitation`, {}, ada)).body.address.split('#')[1]
      const both = await Promise.all(
        [PASSWORD, NEXT].map((password) => service.post(`/password-resets/${secret}`, { password })),
      )
      expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    })

    it('§14 a forgotten password gives the same response and the same writes for every login', async () => {
      await carla({ email: 'carla@example.org' })
      const asked = async (login: string) => {
        const { status, body, headers } = await service.post('/password-resets', { login })
        return { status, body, length: headers['content-length'], cache: headers['cache-control'] }
      }
      const known = await asked('carla')
      expect(known).toMatchObject({ status: 202, body: { requested: true } })
      expect(await asked('carla@example.org')).toEqual(known)
      expect(await asked('nobody')).toEqual(known)
      expect(await asked('nobody@example.org')).toEqual(known)
    })

    it.runIf(isAny(name))(
      '§14 without a mail server, administrators see who requested a new password until it is set',
      async () => {
        const { id } = await carla()
        await service.post('/password-resets', { login: 'CARLA' })
        await service.sendDue()
        const shown = async () => (await service.get(`/users/${id}`, ada)).body.reset_asked_utc
        expect(await shown()).toBe('2027-01-15 12:00:00')
        const secret = (await service.post(`/users/${id}/invitation`, {}, ada)).body.address.split('#')[1]
        await service.post(`/password-resets/${secret}`, { password: NEXT })
        expect(await shown()).toBe('')
      },
    )

    it('§14 sessions are listed and ended one by one, by their user and by administrators', async () => {
      const { id } = await carla()
      const sign = async (agent: string) =>
        service.ask('POST', '/session', { login: 'carla', password: PASSWORD }, { 'user-agent': agent })
      const [phone, laptop] = [await sign('Phone\u0007'), await sign('Laptop')]
      const listed = (await service.get(`/users/${id}/sessions`, cookieOf(laptop))).body.sessions
      expect(
        listed.map(({ agent, is_current }: { agent: string; is_current: boolean }) => [agent, is_current]),
      ).toEqual([
        ['Laptop', true],
        ['Phone', false],
      ])
      const dan = await service.user('editor', 'dan')
      expect((await service.get(`/users/${id}/sessions`, dan.headers)).status).toBe(403)
      expect((await service.remove(`/sessions/${listed[1].id}`, dan.headers)).status).toBe(403)
      const own = { ...cookieOf(laptop), 'x-csrf-token': laptop.body.csrf_token }
      expect((await service.remove(`/sessions/${listed[1].id}`, own)).status).toBe(200)
      expect((await service.get('/session', cookieOf(phone))).status).toBe(401)
      expect((await service.get('/session', cookieOf(laptop))).status).toBe(200)
      expect((await service.remove(`/sessions/${listed[1].id}`, ada)).status).toBe(404)
      expect((await service.remove(`/sessions/${listed[0].id}`, ada)).status).toBe(200)
      expect((await service.get('/session', cookieOf(laptop))).status).toBe(401)
    })
  })
}
