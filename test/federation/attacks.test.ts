import { createServer } from 'node:http'
import { hostname } from 'node:os'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type ImageHost, imageHost } from '../support/image-host.ts'
import { anImage } from '../support/images.ts'
import { resolving } from '../support/names.ts'
import { federated, newRemoteKeys, type RemoteServer, remoteServer } from '../support/remote-server.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const calendar = 'https://cal.example.org/ap/calendar'
const host = { host: 'cal.example.org' }
const newPublicKey = newRemoteKeys().publicKey

for (const { name } of anyDialects()) {
  describe(`attacks by other servers on ${name}`, () => {
    let service: TestService
    let remote: RemoteServer
    /** A server of the inner network, which must never be asked. */
    let inner: ImageHost
    let bob: string
    let ada: Record<string, string>
    beforeEach(async () => {
      ;[remote, inner] = await Promise.all([remoteServer(), imageHost()])
      bob = remote.actor('bob')
      service = await testService(name, federated([remote]))
      ada = (await service.user('administrator', 'ada')).headers
      await service.federation?.deliver()
    })
    afterEach(async () => {
      await service.close()
      await Promise.all([remote.close(), inner.close()])
    })

    let sent = 0
    const activity = (type: string, object: unknown, actor = bob): Json => ({
      ...{ id: new URL(`/a/${++sent}`, actor).href, type, actor, object },
    })
    const followers = async () => (await service.get('/followers', ada)).body.total

    it('§19 who sends forged requests uses up neither the fetches of others nor those of known actors', async () => {
      await service.close()
      service = await testService(name, federated([remote], { FASTI_TRUST_PROXY: '127.0.0.1' }))
      const from = (address: string, who: string, keyId = `${remote.address(`/users/${who}`)}#main-key`) => {
        const follow = activity('Follow', calendar, remote.address(`/users/${who}`))
        const { body, headers } = remote.signed(who, follow, { keyId })
        return service.ask('POST', '//ap/inbox', body, { ...headers, 'x-forwarded-for': address })
      }
      const forge = async (address: string, many: number) => {
        const statuses: number[] = []
        for (let at = 0; at < many; at += 1)
          statuses.push((await from(address, 'bob', remote.address(`/k${++sent}#k`))).status)
        return statuses
      }
      expect((await from('198.51.100.1', 'bob')).status).toBe(202)
      const forged = await forge('203.0.113.1', 65)
      expect([forged[0], forged.at(-1)]).toEqual([401, 503])
      remote.actor('carl')
      expect((await from('198.51.100.1', 'carl')).status).toBe(202)
      // From several addresses, what is left is for known actors and for the calendar itself.
      await forge('203.0.113.2', 65)
      remote.actor('dora')
      const late = await from('198.51.100.1', 'dora')
      expect([late.status, late.headers['retry-after']]).toEqual([503, '60'])
      service.at('2027-01-15T12:01:01Z')
      expect((await from('198.51.100.1', 'dora')).status).toBe(202)
    })

    it('§19 are not led inwards: no redirect is followed, and no name or address of the inner network is asked', async () => {
      const secret = inner.put('/users/bob', await anImage(4, 4))
      const { port } = new URL(inner.address)
      const keys = [
        secret,
        `https://localhost:${port}/users/bob`,
        `https://${hostname()}:${port}/users/bob`,
        `https://127.0.0.1:${port}/users/bob`,
        `https://[::1]:${port}/users/bob`,
        `https://[::ffff:127.0.0.1]:${port}/users/bob`,
        `https://2130706433:${port}/users/bob`,
        `https://0x7f.1:${port}/users/bob`,
      ]
      for (const actor of keys) {
        const follow = activity('Follow', calendar, actor)
        const { status, body } = await remote.send(service, 'bob', follow, { keyId: `${actor}#main-key` })
        expect([actor, status, body.message]).toEqual([
          actor,
          401,
          expect.stringContaining('not be verified'),
        ])
      }
      remote.redirects.set('/users/moved', secret)
      const moved = remote.address('/users/moved')
      const follow = activity('Follow', calendar, moved)
      expect((await remote.send(service, 'bob', follow, { keyId: `${moved}#main-key` })).status).toBe(401)
      const led = await service.post('/following', { actor: moved }, ada)
      expect([led.status, Object.keys(led.body.data.params)]).toEqual([400, ['actor']])
      expect([inner.asked, remote.asked.includes('/users/moved')]).toEqual([[], true])
    })

    it('§19 cannot lead inwards by a name that has another address a moment later', async () => {
      const port = Number(new URL(remote.address('/')).port)
      let inward = 0
      const rebound = createServer((_, response) => {
        inward += 1
        response.end()
      })
      await new Promise<void>((resolve) => rebound.listen(port, '127.0.0.2', resolve))
      const trial = await testService(
        name,
        federated([remote, { ...remote, host: `social.example:${port}` }]),
      )
      const looked: string[] = []
      // The first answer is checked; whoever asked again to connect would get the second.
      const restore = resolving((asked) => {
        looked.push(asked)
        return asked !== 'social.example' || looked.length > 1 ? ['127.0.0.2'] : ['127.0.0.1']
      })
      try {
        const at = (origin: string) => `${origin}:${port}/users/eve`
        const eve = at('http://social.example')
        const publicKey = { id: `${eve}#main-key`, owner: eve, publicKeyPem: newPublicKey }
        remote.actor('eve', { id: eve, inbox: `${eve}/inbox`, endpoints: {}, publicKey })
        const follow = activity('Follow', calendar, eve)
        const sent = await remote.send(trial, 'eve', follow, { keyId: publicKey.id })
        expect([sent.body.message, remote.asked, looked]).toEqual([
          expect.stringContaining('not that of its key'),
          ['/users/eve'],
          ['social.example'],
        ])
        // A name that is not for trials, and leads inwards at the first look already.
        const inner = at('https://inner.example')
        const led = activity('Follow', calendar, inner)
        const refused = await remote.send(trial, 'eve', led, { keyId: `${inner}#main-key` })
        expect([refused.status, looked.at(-1), inward]).toEqual([401, 'inner.example', 0])
      } finally {
        restore()
        await trial.close()
        await new Promise((resolve) => rebound.close(resolve))
      }
    })

    it('§19 make the service ask for an actor once a minute at most, whatever they sign with', async () => {
      const forged = (actor: string, end: string) =>
        remote.send(service, 'bob', activity('Follow', calendar, actor), {
          key: newRemoteKeys().privateKey,
          keyId: `${actor}#${end}`,
        })
      const nobody = remote.address('/users/nobody')
      for (const end of ['a', 'b', 'main-key'])
        for (const actor of [bob, nobody]) expect((await forged(actor, end)).status).toBe(401)
      expect(remote.asked).toEqual(['/users/bob', '/users/nobody'])
      // Who signs rightly is not shut out by that.
      expect((await remote.send(service, 'bob', activity('Follow', calendar))).status).toBe(202)
      // Two that come at the same time need one look.
      const carl = remote.actor('carl')
      const both = ['Follow', 'Flag'].map((type) =>
        remote.send(service, 'carl', activity(type, calendar, carl)),
      )
      expect((await Promise.all(both)).map(({ status }) => status)).toEqual([202, 202])
      expect(remote.asked).toEqual(['/users/bob', '/users/nobody', '/users/carl'])
    })

    it('§19 cannot use a signature again: not with another date, nor at another inbox, nor for another host', async () => {
      const { body, headers } = remote.signed('bob', activity('Follow', calendar))
      const again = async (more: Record<string, string>, path = '//ap/inbox') =>
        (await service.ask('POST', path, body, { ...headers, ...more })).status
      expect(await again({ date: 'Fri, 15 Jan 2027 12:00:01 GMT' })).toBe(401)
      expect(await again({}, '//ap/calendar/inbox')).toBe(401)
      expect(await again({ host: 'cal.example.org:8443' })).toBe(401)
      expect(await again({ digest: `${headers.digest},SHA-512=AAAA` })).toBe(401)
      expect(await followers()).toBe(0)
      expect(await again({})).toBe(202)
      service.at('2027-01-15T13:00:01Z')
      expect(await again({})).toBe(401)
    })

    it('§19 cannot use a key for ever that its actor has replaced', async () => {
      expect((await remote.send(service, 'bob', activity('Follow', calendar))).status).toBe(202)
      const { publicKey } = newRemoteKeys()
      remote.actor('bob', { publicKey: { id: `${bob}#main-key`, owner: bob, publicKeyPem: publicKey } })
      service.at('2027-01-16T12:00:01Z')
      const date = 'Sat, 16 Jan 2027 12:00:00 GMT'
      const stolen = activity('Undo', activity('Follow', calendar))
      expect((await remote.send(service, 'bob', stolen, { date })).status).toBe(401)
      expect(await followers()).toBe(1)
    })

    it('§19 are still known by their keys while their own server does not answer', async () => {
      await remote.send(service, 'bob', activity('Follow', calendar))
      remote.documents.set('/users/bob', 410)
      service.at('2027-01-17T12:00:00Z')
      const date = 'Sun, 17 Jan 2027 12:00:00 GMT'
      expect((await remote.send(service, 'bob', activity('Delete', bob), { date })).status).toBe(202)
      expect(await followers()).toBe(0)
    })

    it('§19 cannot make the calendar send to many inboxes of one server', async () => {
      for (let at = 0; at < 105; at++) {
        // The service asks a host sixty times a minute.
        if (at === 55) service.at('2027-01-15T12:01:01Z')
        const [actor, inbox] = [remote.address(`/users/u${at}`), remote.address(`/users/u${at}/inbox`)]
        remote.actor(`u${at}`, { inbox, endpoints: {} })
        await remote.send(service, `u${at}`, activity('Follow', calendar, actor))
      }
      expect(await followers()).toBe(100)
    })

    it('§19 get 429 beyond 1200 activities a minute, whatever they say', async () => {
      const { body, headers } = remote.signed('bob', { ...activity('Flag', calendar) })
      const statuses = new Map<number, number>()
      for (let at = 0; at < 1300; at++) {
        const { status } = await service.ask('POST', '//ap/inbox', body, headers)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      expect(Object.fromEntries(statuses)).toEqual({ 202: 1200, 429: 100 })
      const large = await service.ask('POST', '//ap/inbox', 'x'.repeat(262_145), headers)
      expect([429, 413]).toContain(large.status)
    })

    it('§19 learn nothing of what is not public, also when it is deleted or its visibility changes', async () => {
      await remote.send(service, 'bob', activity('Follow', calendar))
      const group = (await service.post('/groups', { name: 'Closed', main: 'none' }, ada)).body.id
      const secret = { title: 'Secret', description: 'Secret' }
      const hidden = [
        { status: 'draft' },
        { status: 'pending' },
        { status: 'private' },
        { hide_from_listings: true },
        { group },
        { date: '2027-03-01 08:00:00', status: 'publish' },
      ]
      await service.federation?.deliver()
      remote.take()
      const ids: number[] = []
      for (const more of hidden) {
        const { status, body } = await service.post('/events', anEvent({ ...secret, ...more }), ada)
        expect([more, status, body.message]).toEqual([more, 201, undefined])
        ids.push(body.id)
      }
      const guarded = (await service.post('/events', anEvent({ ...secret, status: 'draft' }), ada)).body.id
      for (const change of [{ password: 'x1' }, { status: 'publish' }])
        expect((await service.patch(`/events/${guarded}`, change, ada)).status).toBe(200)
      ids.push(guarded)
      for (const id of ids) await service.patch(`/events/${id}`, { title: 'Secret 2' }, ada)
      await service.federation?.deliver()
      for (const id of ids) {
        const like = await remote.send(
          service,
          'bob',
          activity('Like', `https://cal.example.org/ap/events/${id}`),
        )
        expect(like.status).toBe(202)
        for (const path of [`//ap/events/${id}`, `//ap/events/${id}/create`])
          expect([path, (await service.get(path, host)).status]).toEqual([path, 404])
      }
      for (const path of ['//ap/calendar/outbox?page=1', '//ap/calendar/upcoming?page=1'])
        expect(JSON.parse((await service.get(path, host)).body).orderedItems).toEqual([])
      for (const id of ids) await service.remove(`/events/${id}?force=true`, ada)
      await service.federation?.deliver()
      expect(remote.take()).toEqual([])
      // What was public and is not any more: its address alone.
      const { id } = (await service.post('/events', anEvent({ title: 'Open' }), ada)).body
      for (const change of [
        { password: 'x1' },
        { password: '' },
        { status: 'draft' },
        { status: 'publish' },
        { group },
      ]) {
        await service.federation?.deliver()
        await service.patch(`/events/${id}`, { ...change, description: 'Secret' }, ada)
      }
      await service.federation?.deliver()
      const told = remote.take().map(({ body }) => body)
      expect(told.map(({ type }) => type)).toEqual([
        'Create',
        'Delete',
        'Create',
        'Delete',
        'Create',
        'Delete',
      ])
      const gone = { id: `https://cal.example.org/ap/events/${id}`, type: 'Tombstone', formerType: 'Event' }
      for (const { type, object } of told) if (type === 'Delete') expect(object).toEqual(gone)
      expect((await service.get(`//ap/events/${id}`, host)).status).toBe(410)
    })
  })
}
