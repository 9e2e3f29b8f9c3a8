import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, freshSqliteFile, isAny } from '../support/dialects.ts'
import { createService, readConfig, type Service } from '../support/inside/service.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { PASSWORD, sessionOf } from '../support/sessions.ts'

for (const { name } of dialects) {
  describe(`e-mail on ${name}`, () => {
    // The e-mails are the same on every database; how two processes divide them is not.
    let service: TestService
    let box: Mailbox
    let ada: Record<string, string>
    let url: string
    let drop = async () => {}
    const env = () => ({
      FASTI_SMTP_URL: box.url,
      FASTI_MAIL_FROM: 'Town Calendar <calendar@example.org>',
      FASTI_NAME: 'Town Calendar',
      FASTI_BASE_URL: 'https://calendar.example.org',
    })
    beforeEach(async () => {
      box = await mailbox()
      const known = dialects.find((one) => one.name === name)
      const database = name === 'sqlite' ? await freshSqliteFile() : await known?.freshUrl()
      url = database?.url ?? ''
      drop = database?.drop ?? drop
      service = await testService(name, { ...env(), DATABASE_URL: url })
      await service.user('administrator', 'ada')
      ada = await sessionOf(service, 'ada')
    })
    afterEach(async () => {
      await service.close()
      await drop()
      await box.close()
    })

    const carla = (more: object = {}) =>
      service.post(
        '/users',
        { login: 'carla', role: 'editor', email: 'carla@example.org', language: 'de', ...more },
        ada,
      )
    const secretIn = (text: string) => /desk\/password#([\w-]{43})/.exec(text)?.[1] ?? ''

    it.runIf(isAny(name))(
      '§14 invites in the language of the reader, as text and HTML, with a link that sets a password',
      async () => {
        expect((await carla({ display_name: 'Carla' })).body.invitation).toEqual({
          sent: true,
          address: '',
          expires_utc: '',
        })
        await service.sendDue()
        const { to, text, fields, source } = box.last()
        expect(to).toEqual(['carla@example.org'])
        expect(text).toContain('Guten Tag Carla')
        expect(text).toContain(
          'ada lädt Sie ein, am Kalender Town Calendar (https://calendar.example.org/de/) mitzuarbeiten',
        )
        expect(text).toContain('eine Woche lang')
        expect(text).toContain('https://calendar.example.org/de/desk/password#')
        expect(source).toMatch(/content-type: text\/html/i)
        expect(fields.from).toBe('Town Calendar <calendar@example.org>')
        const secret = secretIn(text)
        expect((await service.post(`/password-resets/${secret}`, { password: PASSWORD })).status).toBe(200)
        expect((await service.post('/session', { login: 'carla', password: PASSWORD })).status).toBe(201)
      },
    )

    it.runIf(isAny(name))(
      '§14 sends a link for a forgotten password to those who have the login or the address, and to nobody else',
      async () => {
        await carla({ password: PASSWORD })
        await service.post('/users', { login: 'dan', role: 'editor', password: PASSWORD }, ada)
        for (const login of ['carla', 'Carla@Example.org', 'dan', 'nobody', 'nobody@example.org'])
          await service.post('/password-resets', { login })
        await service.sendDue()
        await service.sendDue()
        expect(box.received.map(({ to }) => to)).toEqual([['carla@example.org'], ['carla@example.org']])
        expect((await service.get(`/password-resets/${secretIn(box.last().text)}`)).body.kind).toBe('reset')
        // Who gets no e-mail waits for an administrator.
        const { users } = (await service.get('/users', ada)).body
        expect(users.map((one: Json) => [one.login, one.reset_asked_utc !== ''])).toEqual([
          ['ada', false],
          ['carla', false],
          ['dan', true],
        ])
      },
    )

    it.runIf(isAny(name))(
      '§14 sends a user at most three links an hour, for any number of requests',
      async () => {
        await carla({ password: PASSWORD })
        for (let count = 0; count < 8; count += 1) await service.post('/password-resets', { login: 'carla' })
        await service.sendDue()
        await service.sendDue()
        expect(box.received).toHaveLength(3)
      },
    )

    it.runIf(isAny(name))('§14 notifies the former address of a change of the address', async () => {
      const { id } = (await carla({ password: PASSWORD })).body
      await service.patch(`/users/${id}`, { email: 'carla@example.com' }, ada)
      await service.sendDue()
      expect(box.received.map(({ to }) => to)).toEqual([['carla@example.org']])
      expect(box.last().text).not.toContain('carla@example.com')
    })

    it.runIf(isAny(name))(
      '§14 tries again later where the mail server fails, and gives up an address that it refuses for good',
      async () => {
        await carla()
        box.refuse(451)
        await service.sendDue()
        box.refuse(undefined)
        await service.sendDue()
        expect(box.received).toHaveLength(0)
        service.at('2027-01-15T12:01:00Z')
        await service.sendDue()
        expect(box.received).toHaveLength(1)
        await service.post('/password-resets', { login: 'carla' })
        box.refuse(550)
        await service.sendDue()
        box.refuse(undefined)
        service.at('2027-01-20T12:00:00Z')
        await service.sendDue()
        expect(box.received).toHaveLength(1)
        const { users } = (await service.get('/users', ada)).body
        expect(users.filter((one: Json) => one.reset_asked_utc !== '')).toMatchObject([{ login: 'carla' }])
      },
    )

    it.runIf(isAny(name))(
      '§14 an e-mail outlasts the process that queued it, and the one that died while it sent it',
      async () => {
        await carla()
        const at = (instant: string) => ({ now: Temporal.Instant.from(instant), zone: 'UTC' })
        expect(await service.store.mail.take(at('2027-01-15T12:00:00Z'), 180)).toMatchObject({
          kind: 'invitation',
        })
        await service.sendDue()
        expect(box.received).toHaveLength(0)
        const config = readConfig({ ...env(), DATABASE_URL: url, FASTI_LOG_LEVEL: 'silent' })
        const other: Service = await createService(config, {
          now: () => Temporal.Instant.from('2027-01-15T12:03:00Z'),
        })
        await other.sendDue()
        await other.close()
        expect(box.received).toHaveLength(1)
      },
    )

    it('§14 two processes send each e-mail once', async () => {
      for (let count = 0; count < 6; count += 1)
        await carla({ login: `user${count}`, email: `user${count}@example.org` })
      const config = readConfig({ ...env(), DATABASE_URL: url, FASTI_LOG_LEVEL: 'silent' })
      const other = await createService(config, { now: () => Temporal.Instant.from('2027-01-15T12:00:00Z') })
      await Promise.all([service.sendDue(), other.sendDue()])
      await other.close()
      expect(box.received.map(({ to }) => to[0]).sort()).toEqual(
        Array.from({ length: 6 }, (_, at) => `user${at}@example.org`).sort(),
      )
    })

    it.runIf(isAny(name))('§14 the queue contains no secret', async () => {
      await carla()
      const mail = await service.store.mail.take(
        { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' },
        1,
      )
      expect(mail).toMatchObject({ kind: 'invitation', recipient: '', data: {} })
    })

    it.runIf(isAny(name))('§14 no name adds a header or a recipient', async () => {
      const names = ['Carla\r\nBcc: evil@example.com', 'Carla\nX-Evil: 1', 'a>, <evil@example.com']
      for (const display_name of names) {
        const login = `u${names.indexOf(display_name)}`
        const { status } = await carla({ login, display_name, email: `${login}@example.org` })
        if (status !== 201) expect(status).toBe(400)
      }
      await service.sendDue()
      for (const { to, fields, source } of box.received) {
        expect(to).toEqual([expect.stringMatching(/^u\d@example\.org$/)])
        expect(fields).not.toHaveProperty('bcc')
        expect(fields).not.toHaveProperty('x-evil')
        expect(source.split('\r\n\r\n', 1)[0]).not.toMatch(/^(bcc|x-evil)/im)
      }
      expect(box.received.length).toBeGreaterThan(0)
    })
  })
}
