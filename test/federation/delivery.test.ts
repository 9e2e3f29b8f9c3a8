import { verify } from 'node:crypto'
import { createRequire } from 'node:module'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { federatingService } from '../support/federating.ts'
import type { RemoteReceived, RemoteServer } from '../support/remote-server.ts'
import { anEvent, type Json, type TestService } from '../support/service.ts'

const gancio = createRequire(import.meta.url)('@peertube/http-signature')
const host = { host: 'cal.example.org' }

for (const { name } of dialects) {
  describe(`deliveries to followers on ${name}`, () => {
    let service: TestService
    let remote: RemoteServer
    let ada: Record<string, string>
    beforeEach(async () => {
      ;({ remote, service, ada } = await federatingService(name))
    })
    afterEach(async () => {
      await service.close()
      await remote.close()
    })

    const deliver = () => service.federation?.deliver()
    const follow = async (who: string, changes: Json = {}) => {
      const actor = remote.actor(who, changes)
      const object = 'https://cal.example.org/ap/calendar'
      const { status } = await remote.send(service, who, {
        id: remote.address(`/follow-${who}`),
        type: 'Follow',
        actor,
        object,
      })
      expect(status).toBe(202)
      await deliver()
      remote.take()
    }
    const create = async (more: Json = {}) => (await service.post('/events', anEvent(more), ada)).body.id
    const told = (all: readonly RemoteReceived[] = remote.take()) =>
      all.map(({ body }) => `${body.type} ${body.object.name ?? body.object.type}`)

    it('§19 tell of each change of an event, in their order, and of its end', async () => {
      await follow('bob')
      const id = await create({ title: 'Market' })
      await deliver()
      await service.patch(`/events/${id}`, { title: 'Big market' }, ada)
      await deliver()
      await service.patch(`/events/${id}`, { event_status: 'cancelled' }, ada)
      await deliver()
      await service.remove(`/events/${id}`, ada)
      await deliver()
      const received = remote.take()
      expect(told(received)).toEqual([
        ...['Create Market', 'Update Big market', 'Update Cancelled – Big market', 'Delete Tombstone'],
      ])
      expect(new Set(received.map(({ body }) => body.id)).size).toBe(4)
      expect(received[2]?.body.object).toMatchObject({ status: 'CANCELLED', eventStatus: 'EventCancelled' })
      expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/inbox']))
    })

    it('§19 announce what they tell of first, after it, and keep nothing back where that is refused', async () => {
      await follow('bob')
      remote.answer((body) => (JSON.parse(body).type === 'Announce' ? 404 : 202))
      const id = await create({ title: 'Market' })
      await deliver()
      await service.patch(`/events/${id}`, { title: 'Big market' }, ada)
      await deliver()
      const calendar = 'https://cal.example.org/ap/calendar'
      const [, , announced] = remote.received.map(({ body }) => body)
      expect(remote.received.map(({ body }) => body.type)).toEqual(['Accept', 'Create', 'Announce', 'Update'])
      expect(announced).toMatchObject({
        ...{ actor: calendar, object: `https://cal.example.org/ap/events/${id}` },
        ...{ to: ['https://www.w3.org/ns/activitystreams#Public'], cc: [`${calendar}/followers`] },
      })
      const [{ failed, reason }] = (await service.get('/federation/hosts', ada)).body.hosts
      expect([failed, reason]).toEqual([0, ''])
      expect((await service.get('/federation/sent', ada)).body.sent.map(({ type }: Json) => type)).toEqual([
        ...['Update', 'Create'],
      ])
    })

    it('§19 tell nothing where nothing changes for others, nor of what is not public', async () => {
      await follow('bob')
      const draft = await create({ title: 'Draft', status: 'draft' })
      await create({ title: 'Hidden', hide_from_listings: true })
      const hushed = await create({ title: 'Protected', status: 'draft' })
      await service.patch(`/events/${hushed}`, { password: 'x1', status: 'publish' }, ada)
      await create({ title: 'Over', start_date: '2026-05-04 18:00:00', end_date: '2026-05-04 20:00:00' })
      await deliver()
      expect(told()).toEqual([])
      await service.patch(`/events/${draft}`, { status: 'publish' }, ada)
      await deliver()
      expect(told()).toEqual(['Create Draft'])
      await service.patch(`/events/${draft}`, { sticky: true }, ada)
      await deliver()
      expect(told()).toEqual([])
      await service.patch(`/events/${draft}`, { password: 'x1' }, ada)
      await deliver()
      await service.patch(`/events/${draft}`, { password: '' }, ada)
      await deliver()
      expect(told()).toEqual(['Delete Tombstone', 'Create Draft'])
    })

    it('§19 tell of an event whose venue changes', async () => {
      await follow('bob')
      const venue = (await service.post('/venues', { venue: 'Hall' }, ada)).body.id
      await create({ title: 'Concert', venue })
      await deliver()
      expect(remote.take()[0]?.body.object.location.name).toBe('Hall')
      await service.patch(`/venues/${venue}`, { venue: 'Great hall' }, ada)
      await deliver()
      expect(remote.take()[0]?.body.object.location.name).toBe('Great hall')
    })

    it('§19 tell of events whose category gets another name on the social web', async () => {
      await follow('bob')
      const category = (await service.post('/categories', { name: 'Concerts' }, ada)).body.id
      await create({ title: 'Folk', categories: [category] })
      await deliver()
      expect(remote.take()[0]?.body.object.category).toBe('MUSIC')
      await service.patch(`/categories/${category}`, { federated_as: 'FESTIVALS' }, ada)
      await deliver()
      expect(remote.take().map(({ body }) => [body.type, body.object.category])).toEqual([
        ['Update', 'FESTIVALS'],
      ])
    })

    it('§19 tell of a scheduled event when its date has come, and of occurrences for 90 days', async () => {
      await follow('bob')
      await create({ title: 'Later', date: '2027-01-15 08:00:00', status: 'publish' })
      await deliver()
      expect(told()).toEqual([])
      service.at('2027-01-15T13:00:01Z')
      await deliver()
      expect(told()).toEqual(['Create Later'])
      const start = { start_date: '2027-02-01 18:00:00', end_date: '2027-02-01 20:00:00' }
      const series = { title: 'Choir', ...start, recurrence: ['RRULE:FREQ=MONTHLY;COUNT=4'] }
      expect((await service.post('/events', series, ada)).status).toBe(201)
      await deliver()
      expect(told()).toEqual(['Create Choir', 'Create Choir', 'Create Choir'])
      service.at('2027-02-10T12:00:00Z')
      await deliver()
      expect(told()).toEqual(['Create Choir'])
    })

    it('§19 go to a shared inbox once, and to others each', async () => {
      for (const who of ['bob', 'carl', 'dora']) await follow(who)
      await follow('eve', { endpoints: {} })
      // An inbox of another host would make the service send to it.
      await follow('fay', { endpoints: { sharedInbox: 'https://victim.example/inbox' } })
      await create()
      await deliver()
      expect(
        remote
          .take()
          .map(({ path }) => path)
          .sort(),
      ).toEqual(['/inbox', '/users/eve/inbox', '/users/fay/inbox'])
    })

    it('§19 are signed as Gancio and others verify them', async () => {
      await follow('bob')
      await create()
      await deliver()
      const [received] = remote.take()
      const headers = received?.headers ?? {}
      expect(headers['content-type']).toBe('application/activity+json')
      const { body } = await service.get('//ap/calendar', host)
      const pem = JSON.parse(body).publicKey.publicKeyPem
      const parsed = gancio.parseRequest(
        {
          method: 'POST',
          url: received?.path,
          headers: { ...headers, host: remote.host },
          httpVersion: '1.1',
        },
        { clockSkew: Number.MAX_SAFE_INTEGER, headers: ['(request-target)', 'host', 'date', 'digest'] },
      )
      expect(parsed.keyId).toBe('https://cal.example.org/ap/calendar#main-key')
      expect(gancio.verifySignature(parsed, pem)).toBe(true)
      const signature = Buffer.from(parsed.params.signature, 'base64')
      expect(verify('sha256', Buffer.from(parsed.signingString), pem, signature)).toBe(true)
    })

    it('§19 try again as webhooks are, in order, and give a host up that fails for a week', async () => {
      await follow('bob')
      remote.answer(500)
      const id = await create({ title: 'One' })
      await deliver()
      await service.patch(`/events/${id}`, { title: 'Two' }, ada)
      await deliver()
      expect(told()).toEqual(['Create One'])
      service.at('2027-01-15T12:00:05Z')
      remote.answer(202)
      await deliver()
      expect(told()).toEqual(['Create One', 'Update Two'])
      remote.answer(500)
      await service.patch(`/events/${id}`, { title: 'Three' }, ada)
      await deliver()
      for (const day of ['16', '17', '18', '19', '20', '21']) {
        service.at(`2027-01-${day}T12:30:00Z`)
        await service.patch(`/events/${id}`, { title: `Day ${day}` }, ada)
        await deliver()
      }
      expect(await service.store.federation.followers.count(1)).toBe(1)
      service.at('2027-01-23T12:30:00Z')
      await deliver()
      expect(await service.store.federation.followers.count(1)).toBe(0)
      expect(await service.store.federation.queue.health()).toEqual({
        waiting: 0,
        failingHosts: 0,
        followers: 0,
      })
    })

    it.each([1, 3, 9])('§19 are not kept back by %i events that a server answers with 500', async (bad) => {
      await follow('bob')
      remote.answer((body) => (body.includes('Bad') ? 500 : 202))
      for (let at = 1; at <= bad; at += 1) await create({ title: `Bad ${at}` })
      for (const title of ['A', 'B', 'C', 'D', 'E']) await create({ title })
      await deliver()
      const taken = told().filter((one) => !one.includes('Bad'))
      expect(taken.sort()).toEqual(['A', 'B', 'C', 'D', 'E'].map((title) => `Create ${title}`))
      // Each of the others is tried again in its own time, and no sooner.
      await deliver()
      expect(told()).toEqual([])
      service.at('2027-01-15T12:00:05Z')
      await deliver()
      expect(told()).toHaveLength(bad)
      const [contacted] = (await service.get('/federation/hosts', ada)).body.hosts
      expect(contacted.next_attempt).toBe('2027-01-15 07:05:05')
    })

    it('§19 go on for longer than a week while others are taken', async () => {
      await follow('bob')
      remote.answer((body) => (body.includes('Bad') ? 500 : 202))
      const bad = await create({ title: 'Bad' })
      for (const day of ['16', '18', '20', '22', '24', '26']) {
        service.at(`2027-01-${day}T12:30:00Z`)
        await service.patch(`/events/${bad}`, { title: `Bad ${day}` }, ada)
        await create({ title: `Good ${day}` })
        await deliver()
        expect(told()).toContain(`Create Good ${day}`)
      }
      expect(await service.store.federation.followers.count(1)).toBe(1)
    })

    it('§19 go at once to a host that is well again, whatever of them was tried', async () => {
      await follow('bob')
      remote.answer(503)
      for (const title of ['A', 'B', 'C', 'D', 'E', 'F']) await create({ title })
      await deliver()
      for (const moment of ['12:00:05', '12:05:05', '12:35:05']) {
        service.at(`2027-01-15T${moment}Z`)
        await deliver()
      }
      remote.take()
      remote.answer(202)
      service.at('2027-01-15T14:35:05Z')
      await deliver()
      expect(told().sort()).toEqual(['A', 'B', 'C', 'D', 'E', 'F'].map((title) => `Create ${title}`))
    })

    it('§19 end with an inbox that is gone', async () => {
      await follow('bob')
      remote.answer(410)
      await create()
      await deliver()
      expect(await service.store.federation.followers.count(1)).toBe(0)
      expect((await service.store.federation.queue.health()).waiting).toBe(0)
    })

    it('§19 lose nothing when a process ends between two steps', async () => {
      await follow('bob')
      await create({ title: 'Waiting' })
      remote.answer(503)
      await deliver()
      await service.federation?.stop()
      remote.answer(202)
      remote.take()
      service.at('2027-01-15T12:10:00Z')
      await deliver()
      expect(told()).toEqual(['Create Waiting'])
    })
  })
}
