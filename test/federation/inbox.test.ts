import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { federatingService } from '../support/federating.ts'
import { federated, newRemoteKeys, type RemoteServer, remoteServer } from '../support/remote-server.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const base = 'https://cal.example.org'
const calendar = `${base}/ap/calendar`

for (const { name } of anyDialects()) {
  describe(`inboxes on ${name}`, () => {
    let service: TestService
    let remote: RemoteServer
    let bob: string
    let ada: Record<string, string>
    beforeEach(async () => {
      ;({ remote, service, ada } = await federatingService(name))
      bob = remote.actor('bob')
    })
    afterEach(async () => {
      await service.close()
      await remote.close()
    })

    const follow = (id = 'follow-1'): Json => ({
      id: remote.address(`/${id}`),
      type: 'Follow',
      actor: bob,
      object: calendar,
    })
    const followers = async () => {
      const { body } = await service.get('//ap/calendar/followers', { host: 'cal.example.org' })
      return JSON.parse(body).totalItems
    }
    const event = async (id: number) =>
      JSON.parse((await service.get(`//ap/events/${id}`, { host: 'cal.example.org' })).body)

    it('§19 accept a follower, tell it so, and let it go', async () => {
      expect((await remote.send(service, 'bob', follow())).status).toBe(202)
      expect(await followers()).toBe(1)
      await service.federation?.deliver()
      const [accept] = remote.take()
      expect(accept?.path).toBe('/users/bob/inbox')
      expect(accept?.body).toMatchObject({
        type: 'Accept',
        actor: calendar,
        object: { id: remote.address('/follow-1'), type: 'Follow', actor: bob, object: calendar },
      })
      const undo = { id: remote.address('/undo-1'), type: 'Undo', actor: bob, object: follow() }
      expect((await remote.send(service, 'bob', undo)).status).toBe(202)
      expect(await followers()).toBe(0)
    })

    it('§19 count likes and shares, once for each actor, and take them back', async () => {
      const { id } = (await service.post('/events', anEvent(), ada)).body
      const object = `${base}/ap/events/${id}`
      const act = (type: string, at: number, of: unknown = object) =>
        remote.send(service, 'bob', { id: remote.address(`/${type}-${at}`), type, actor: bob, object: of })
      for (const at of [1, 2]) for (const type of ['Like', 'Announce']) await act(type, at)
      expect(await event(id)).toMatchObject({ likes: { totalItems: 1 }, shares: { totalItems: 1 } })
      await act('Undo', 1, { type: 'Like', id: remote.address('/Like-1'), actor: bob, object })
      expect(await event(id)).toMatchObject({ likes: { totalItems: 0 }, shares: { totalItems: 1 } })
      await act('Undo', 2, remote.address('/Announce-2'))
      expect(await event(id)).toMatchObject({ shares: { totalItems: 0 } })
      expect((await act('Like', 3, `${base}/ap/events/999`)).status).toBe(202)
    })

    it('§19 ignore who wants to join, and drop what they don’t know', async () => {
      const { id } = (await service.post('/events', anEvent(), ada)).body
      const join = {
        id: remote.address('/join'),
        type: 'Join',
        actor: bob,
        object: `${base}/ap/events/${id}`,
      }
      expect((await remote.send(service, 'bob', join)).status).toBe(202)
      await service.federation?.deliver()
      expect(remote.take().map(({ body }) => [body.type, body.object])).toEqual([['Ignore', join.id]])
      for (const type of ['Move', 'Flag', 'constructor', 'Block'])
        expect(
          (
            await remote.send(service, 'bob', {
              id: remote.address('/x'),
              type,
              actor: bob,
              object: calendar,
            })
          ).status,
        ).toBe(202)
    })

    it('§19 forget an actor that is deleted, and need no key for one that they don’t know', async () => {
      await remote.send(service, 'bob', follow())
      const farewell = (of: string) => ({ id: `${of}#delete`, type: 'Delete', actor: of, object: of })
      expect((await remote.send(service, 'bob', farewell(bob))).status).toBe(202)
      expect(await followers()).toBe(0)
      const carl = remote.address('/users/carl')
      expect((await remote.send(service, 'carl', farewell(carl))).status).toBe(202)
    })

    it('§19 refuse signatures that are forged, replayed elsewhere, old, or cover too little', async () => {
      const { privateKey } = newRemoteKeys()
      const mallory = remote.actor('mallory')
      const wrong = [
        { key: privateKey },
        { host: 'other.example.org' },
        { target: '/ap/calendar/inbox' },
        { date: 'Fri, 15 Jan 2027 10:59:59 GMT' },
        { date: 'Fri, 15 Jan 2027 13:00:01 GMT' },
        { date: 'now' },
        { digest: 'SHA-256=AAAA' },
        { digest: '' },
        { names: '(request-target) host date' },
        { names: 'host date digest' },
        { names: '(request-target) date digest' },
        { names: '(request-target) host digest' },
        { keyId: `${mallory}#main-key` },
        { keyId: 'no address' },
        { keyId: 'https://127.0.0.1:1/x#main-key' },
        { keyId: remote.address('/nothing#main-key') },
      ]
      for (const changes of wrong) {
        const { status } = await remote.send(service, 'bob', follow(), changes)
        expect([changes, status]).toEqual([changes, 401])
      }
      const { body, headers } = remote.signed('bob', follow())
      const { signature, ...unsigned } = headers
      expect((await service.ask('POST', '//ap/inbox', body, unsigned)).status).toBe(401)
      const changed = body.replace('follow-1', 'follow-2')
      expect((await service.ask('POST', '//ap/inbox', changed, headers)).status).toBe(401)
      const rehosted = { ...headers, host: 'other.example.org' }
      expect((await service.ask('POST', '//ap/inbox', body, rehosted)).status).toBe(401)
      expect(await followers()).toBe(0)
      expect(signature).toContain('keyId')
    })

    it('§19 refuse actors, activities and objects of different hosts', async () => {
      const other = 'https://elsewhere.example'
      const of = (more: Json) => ({ ...follow(), ...more })
      const wrong = [
        of({ id: `${other}/follow` }),
        of({ actor: `${other}/users/bob` }),
        of({ type: 'Create', object: { id: `${other}/events/1`, type: 'Event' } }),
        of({ type: 'Delete', object: `${other}/users/bob` }),
        of({ type: 'Update', object: undefined }),
      ]
      for (const activity of wrong)
        expect([activity, (await remote.send(service, 'bob', activity)).status]).toEqual([activity, 401])
      for (const body of ['', '[]', 'null', '{', '{"id":"x"}', '{"id":1,"type":"Follow","actor":{}}']) {
        const { headers } = remote.signed('bob', {})
        expect((await service.ask('POST', '//ap/inbox', body, headers)).status).toBe(400)
      }
      expect((await service.post('//ap/nothing', '{}')).status).toBe(404)
    })

    it('§19 let who follows follow again, and end it again, with the same ids', async () => {
      const undo = { ...follow('undo'), type: 'Undo', object: follow() }
      const seen: number[] = []
      for (const activity of [follow(), undo, follow(), follow(), undo, undo, follow()]) {
        expect((await remote.send(service, 'bob', activity)).status).toBe(202)
        seen.push(await followers())
      }
      expect(seen).toEqual([1, 0, 1, 1, 0, 0, 1])
      await service.federation?.deliver()
      const accepted = remote.take().filter(({ body }) => body.type === 'Accept')
      expect(accepted.length).toBeGreaterThanOrEqual(3)
    })

    it('§19 let who was removed here follow again with the same id', async () => {
      await remote.send(service, 'bob', follow())
      const [{ id }] = (await service.get('/followers', ada)).body.followers
      await service.remove(`/followers/${id}`, ada)
      expect(await followers()).toBe(0)
      await remote.send(service, 'bob', follow())
      expect(await followers()).toBe(1)
    })

    it('§19 fetch a key again when it changes, once a minute at most', async () => {
      await remote.send(service, 'bob', follow())
      const keys = newRemoteKeys()
      const own = { id: `${bob}#main-key`, owner: bob, publicKeyPem: keys.publicKey }
      remote.actor('bob', { publicKey: own })
      const again = () =>
        remote.send(service, 'bob', follow('again'), {
          key: keys.privateKey,
          date: 'Fri, 15 Jan 2027 12:02:00 GMT',
        })
      remote.asked.length = 0
      expect((await again()).status).toBe(401)
      expect(remote.asked).toEqual([])
      service.at('2027-01-15T12:02:00Z')
      expect((await again()).status).toBe(202)
      expect(remote.asked).toEqual(['/users/bob'])
      // A document of somebody else with this key id is no key of theirs.
      const mallory = remote.address('/users/mallory')
      remote.actor('mallory', { publicKey: { ...own, owner: mallory } })
      const stolen = { ...follow('stolen'), actor: mallory }
      const date = 'Fri, 15 Jan 2027 12:02:00 GMT'
      const { status } = await remote.send(service, 'bob', stolen, { key: keys.privateKey, date })
      expect(status).toBe(401)
    })

    it('§19 refuse after 300 wrong signatures of a minute', async () => {
      const { body, headers } = remote.signed('bob', follow())
      const wrong = { ...headers, host: 'other.example.org' }
      for (let at = 0; at < 300; at++) await service.ask('POST', '//ap/inbox', body, wrong)
      expect((await service.ask('POST', '//ap/inbox', body, headers)).status).toBe(429)
      service.at('2027-01-15T12:01:01Z')
      expect((await service.ask('POST', '//ap/inbox', body, headers)).status).toBe(202)
    })
  })
}

describe('blocked domains', () => {
  it('§19 may not send, nor are they asked', async () => {
    const remote = await remoteServer()
    const bob = remote.actor('bob')
    const env = { FASTI_FEDERATION_BLOCKED: '127.0.0.1' }
    const service = await testService('sqlite', federated([remote], env))
    const activity = { id: remote.address('/1'), type: 'Follow', actor: bob, object: calendar }
    expect((await remote.send(service, 'bob', activity)).status).toBe(403)
    expect(remote.asked).toEqual([])
    await service.close()
    await remote.close()
  })
})
