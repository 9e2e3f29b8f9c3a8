import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { failureOfError } from '../support/inside/federation.ts'
import { postTargetFault } from '../support/inside/media.ts'
import { federated, type RemoteServer, remoteServer } from '../support/remote-server.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const calendar = 'https://cal.example.org/ap/calendar'

for (const { name } of dialects) {
  describe(`what was sent to other servers on ${name}`, () => {
    let service: TestService
    let [well, ill]: RemoteServer[] = []
    let ada: Record<string, string>
    const servers = () => [well, ill].filter((one) => one !== undefined)
    beforeEach(async () => {
      ;[well, ill] = [await remoteServer(), await remoteServer()]
      service = await testService(name, federated(servers()))
      ada = (await service.user('administrator', 'ada')).headers
      for (const [at, server] of servers().entries()) {
        const actor = server.actor('bob')
        const id = server.address(`/follow-${at}`)
        await server.send(service, 'bob', { id, type: 'Follow', actor, object: calendar })
      }
      await deliver()
    })
    afterEach(async () => {
      await service.close()
      for (const server of servers()) await server.close()
    })

    const deliver = () => service.federation?.deliver()
    const create = async (more: Json = {}) => (await service.post('/events', anEvent(more), ada)).body.id
    const sent = async () => (await service.get('/federation/sent', ada)).body.sent
    const hosts = async () => (await service.get('/federation/hosts', ada)).body.hosts

    it('§19 shows to how many servers each activity went, and has no answers to follows', async () => {
      const id = await create({ title: 'Market' })
      await deliver()
      await service.patch(`/events/${id}`, { title: 'Big market' }, ada)
      await deliver()
      const all = await sent()
      expect(all).toMatchObject([
        { type: 'Update', event: id, title: 'Big market', hosts: 2, delivered: 2, waiting: 0, failed: 0 },
        { type: 'Create', event: id, title: 'Big market', hosts: 2, delivered: 2, missed: [] },
      ])
      expect(all[0]).toMatchObject({ account: '@calendar@cal.example.org', date: '2027-01-15 07:00:00' })
      const both = await hosts()
      expect(both.map((one: Json) => one.host).sort()).toEqual(
        servers()
          .map(({ host }) => host)
          .sort(),
      )
      // The answer to its Follow, and the two activities.
      expect(both[0]).toMatchObject({ followers: 1, waiting: 0, delivered: 3, failed: 0, reason: '' })
      expect(both[0]).toMatchObject({ last_delivered: '2027-01-15 07:00:00', last_failed: '' })
    })

    it('§19 shows which server failed, why, and that it is tried again, until it has it', async () => {
      ill?.answer(503)
      await create({ title: 'Market' })
      await deliver()
      const missed = {
        host: ill?.host,
        reason: 'fault',
        status: 503,
        waits: true,
        date: '2027-01-15 07:00:00',
      }
      expect(await sent()).toMatchObject([
        { hosts: 2, delivered: 1, waiting: 1, failed: 0, missed: [missed] },
      ])
      const [first] = await hosts()
      expect(first).toMatchObject({ host: ill?.host, waiting: 1, delivered: 1, failed: 1, reason: 'fault' })
      expect(first).toMatchObject({
        failing_since: '2027-01-15 07:00:00',
        next_attempt: '2027-01-15 07:00:05',
      })
      ill?.answer(202)
      service.at('2027-01-15T12:00:05Z')
      await deliver()
      expect(await sent()).toMatchObject([{ hosts: 2, delivered: 2, waiting: 0, failed: 0, missed: [] }])
      const [one] = (await hosts()).filter((host: Json) => host.host === ill?.host)
      // That it failed once stays to be seen.
      expect(one).toMatchObject({ delivered: 2, failed: 1, reason: 'fault', failing_since: '' })
    })

    it('§19 shows what a server refuses for good, whose inbox is gone, and that it is given up', async () => {
      ill?.answer(410)
      const id = await create({ title: 'Market' })
      await deliver()
      const gone = { host: ill?.host, reason: 'gone', status: 410, waits: false }
      expect(await sent()).toMatchObject([{ hosts: 2, delivered: 1, waiting: 0, failed: 1, missed: [gone] }])
      // Nobody there follows any more.
      await service.patch(`/events/${id}`, { title: 'Big market' }, ada)
      await deliver()
      expect((await sent())[0]).toMatchObject({ type: 'Update', hosts: 1, delivered: 1 })
      well?.answer(500)
      await service.patch(`/events/${id}`, { title: 'Small market' }, ada)
      await deliver()
      for (const day of [16, 18, 20, 22]) {
        service.at(`2027-01-${day}T12:00:10Z`)
        await deliver()
      }
      expect((await sent())[0]).toMatchObject({
        ...{ hosts: 1, delivered: 0, waiting: 0, failed: 1 },
        missed: [{ host: well?.host, reason: 'given-up', waits: false }],
      })
      const [one] = (await hosts()).filter((host: Json) => host.host === well?.host)
      expect(one).toMatchObject({ followers: 0, waiting: 0, reason: 'given-up' })
    })

    it('§19 does not count as delivered what was dropped by a block', async () => {
      ill?.answer(503)
      await create({ title: 'Market' })
      await deliver()
      await service.ask('PUT', '/federation/blocks/127.0.0.1', undefined, ada)
      expect(await sent()).toMatchObject([{ delivered: 1, waiting: 0, failed: 1 }])
      expect((await sent())[0].missed).toMatchObject([{ host: ill?.host, reason: 'blocked' }])
    })

    it('§19 keeps what became of 500 activities', async () => {
      const { queue, sent: store } = service.store.federation
      const about = { type: 'Update', event_id: 0 }
      const plan = (at: number) => ({ actor_id: 1, line: `event ${at}`, body: '{}', about })
      for (let at = 0; at < 501; at += 100)
        await queue.plan(
          { activities: Array.from({ length: 100 }, (_, next) => plan(at + next)), announced: [] },
          1,
        )
      const { rows, total } = await store.activities(1, 1)
      expect([total, rows[0]?.waiting]).toEqual([500, 2])
    })

    it('§19 is for editors alone, and in pages', async () => {
      for (const title of ['One', 'Two', 'Three']) await create({ title })
      await deliver()
      const { body, headers } = await service.get('/federation/sent?per_page=2&page=2', ada)
      expect([body.sent.length, body.total, headers['x-total-pages']]).toEqual([1, 3, '2'])
      const author = await service.user('author', 'aron')
      for (const path of ['/federation/sent', '/federation/hosts']) {
        expect((await service.get(path, author.headers)).status).toBe(403)
        expect((await service.get(path)).status).toBe(401)
      }
    })
  })
}

describe('why a delivery failed', () => {
  const withCode = (code: string) =>
    new Error(`there was no response (${code})`, { cause: Object.assign(new Error(code), { code }) })

  it('§19 is told by what went wrong with the connection', () => {
    const reasons = ['ECONNREFUSED', 'ENOTFOUND', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT']
    expect(reasons.map((code) => failureOfError(withCode(code)).reason)).toEqual([
      ...['no-connection', 'unknown-host', 'certificate', 'certificate'],
    ])
    expect(failureOfError(new Error('there was no response within 15 seconds')).reason).toBe('no-answer')
    const fault = postTargetFault('https://127.0.0.1/inbox', { allowedHosts: [], variable: 'X' })
    expect(failureOfError(new Error(`the URL ${fault}`)).reason).toBe('not-public')
  })
})
