import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dialects, isAny } from '../support/dialects.ts'
import { hashPassword } from '../support/inside/people.ts'
import { type Answered, anEvent, type TestService, testService } from '../support/service.ts'
import { PASSWORD, signedIn } from '../support/sessions.ts'
import { within } from '../support/within.ts'

const from = (ip: string) => ({ 'x-forwarded-for': ip })
const { scrypt } = crypto

/** Hashing that waits until the test opens the gate. */
const gate = {
  waiting: [] as (() => void)[],
  isOpen: true,
  made: 0,
  /** The passwords whose hashing has begun behind the gate, in this order. */
  begun: [] as string[],
  heard: () => {},
  close() {
    this.isOpen = false
    this.made = 0
    this.begun = []
    return new Promise<void>((resolve) => {
      this.heard = resolve
    })
  },
  open() {
    this.isOpen = true
    for (const go of this.waiting.splice(0)) go()
  },
}

type Made = (error: Error | null, key: Buffer) => void

/** Uses cheap hashes: these tests check the order of waiting only. */
function gated(password: string, salt: Buffer, bytes: number, done: Made): void {
  const hash = () => {
    gate.begun.push(password)
    scrypt(password, salt, bytes, { N: 16 }, done)
  }
  gate.made += 1
  if (gate.isOpen) hash()
  else {
    gate.waiting.push(hash)
    gate.heard()
  }
}

for (const { name } of dialects) {
  describe(`hashing passwords on ${name}`, () => {
    let service: TestService
    let admin: Record<string, string>
    let session: Record<string, string>
    let beaId: number
    let minute = 0
    const signIn = (login: string, password: string, ip: string) =>
      service.post('/session', { login, password }, from(ip))

    beforeAll(async () => {
      Object.assign(crypto, { scrypt: gated })
      syncBuiltinESMExports()
      service = await testService(name, { FASTI_TRUST_PROXY: 'loopback' })
      admin = (await service.user('administrator', 'ada')).headers
      const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
      await service.store.accounts.setPassword('ada', await hashPassword(PASSWORD), moment)
      const { cookie, csrf } = await signedIn(service, 'ada', PASSWORD)
      session = { ...cookie, ...csrf }
      beaId = (await service.user('author', 'bea')).id
      await service.post('/events', anEvent(), admin)
    })
    beforeEach(() => {
      minute += 1
      service.at(`2027-01-15T13:${String(minute).padStart(2, '0')}:00Z`)
    })
    afterAll(async () => {
      gate.open()
      Object.assign(crypto, { scrypt })
      syncBuiltinESMExports()
      await service.close()
    })

    for (const [what, ask] of [
      ['an event’s password', () => service.patch('/events/1', { password: 'sesame' }, admin)],
      [
        'a new user’s password',
        () => service.post('/users', { login: 'bob', role: 'author', password: PASSWORD }, admin),
      ],
      ['a changed user’s password', () => service.patch(`/users/${beaId}`, { password: PASSWORD }, session)],
      ['a sign-in', () => signIn('nobody', PASSWORD, '10.1.0.1')],
      ['a guess at an event’s password', () => service.get('/events/1', { 'x-event-password': 'guess' })],
    ] as const)
      it(`§5 blocks no other write or read: ${what}`, async () => {
        const isWaiting = gate.close()
        const slow = ask()
        await isWaiting
        const others = Promise.all([
          service.post('/tags', { name: `Tag ${what}` }, admin),
          service.patch('/events/1', { title: what }, admin),
          service.get('/events', admin),
        ])
        const statuses = await within(20, 'other requests', others)
          .then((all) => all.map(({ status }) => status))
          .finally(() => gate.open())
        expect(statuses).toEqual([201, 200, 200])
        expect((await slow).status).toBeLessThan(402)
      })

    it('§4.7 saves the password together with the other changes of the request', async () => {
      const sent = { password: 'open sesame', title: 'Closed', categories: ['New'] }
      const { status, body } = await service.patch('/events/1', sent, admin)
      expect([status, body.title, body.password_protected]).toEqual([200, 'Closed', true])
      expect((await service.get('/events/1', { 'x-event-password': 'open sesame' })).status).toBe(200)
      const again = await service.patch('/events/1', { password: null }, admin)
      expect([again.status, again.body.password_protected]).toEqual([200, false])
    })

    it('§4.7 hashes nothing for a caller who may not edit the event', async () => {
      const { headers } = await service.user('author', 'carol')
      gate.made = 0
      expect((await service.patch('/events/1', { password: 'sesame' }, headers)).status).toBe(403)
      expect((await service.patch('/events/99', { password: 'sesame' }, admin)).status).toBe(404)
      expect(gate.made).toBe(0)
    })

    it.runIf(isAny(name))('§5 hashes ten of many concurrent wrong passwords from one address', async () => {
      const isWaiting = gate.close()
      const all = Array.from({ length: 100 }, (_, at) => signIn(`nobody${at}`, 'wrong', '10.2.0.1'))
      await isWaiting
      const early: Answered[] = []
      for (const one of all) one.then((answer) => early.push(answer))
      await expect.poll(() => early.length).toBe(90)
      expect(early.every(({ status, headers }) => status === 429 && headers['retry-after'] === '1')).toBe(
        true,
      )
      gate.open()
      const statuses = (await Promise.all(all)).map(({ status }) => status)
      expect([statuses.filter((status) => status === 401).length, gate.made]).toEqual([10, 10])
      expect((await signIn('ada', PASSWORD, '10.2.0.1')).headers['retry-after']).toBe('60')
    })

    it.runIf(isAny(name))('§5 serves one address before the rest of a flood from others', async () => {
      const moment = { now: Temporal.Instant.from('2027-01-15T13:00:00Z'), zone: 'UTC' }
      await service.store.accounts.setPassword('ada', await hashPassword(PASSWORD), moment)
      const isWaiting = gate.close()
      let refused = 0
      const flood = Array.from({ length: 400 }, (_, at) =>
        signIn(`flood${at}`, 'wrong', `10.3.${at % 40}.1`).then(({ status }) => {
          if (status === 503) refused += 1
          return status
        }),
      )
      await isWaiting
      const own = signIn('ada', PASSWORD, '10.4.0.1')
      // Two are being hashed and 240 wait, including the one.
      await expect.poll(() => refused).toBe(159)
      gate.open()
      expect((await own).status).toBe(201)
      expect(new Set(await Promise.all(flood))).toEqual(new Set([401, 503]))
      // Before it, the two that were being hashed and one of each of the 40 addresses: answers may come in another order, as a session is stored.
      expect(gate.begun).toHaveLength(242)
      expect(gate.begun.indexOf(PASSWORD)).toBeLessThanOrEqual(42)
    })
  })
}
