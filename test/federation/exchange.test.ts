/** What the contract says of inboxes and of events that come in, sentence by sentence, on both databases. */
import { createHash, createSign } from 'node:crypto'
import { RFC9421SignatureBaseFactory } from '@misskey-dev/node-http-message-signatures'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { federated, newRemoteKeys, type RemoteServer, remoteServer } from '../support/remote-server.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const calendar = 'https://cal.example.org/ap/calendar'
const keys = newRemoteKeys()
const NOW = Date.UTC(2027, 0, 15, 12) / 1000

/** Returns a body with the headers of a signature that another implementation of RFC 9421 has made the base of. */
function signedMessage(activity: Json, keyid: string, covered: string, host = 'cal.example.org') {
  const body = JSON.stringify(activity)
  const headers = {
    host,
    'content-type': 'application/activity+json',
    'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
    'signature-input': `sig1=(${covered});created=${NOW};keyid="${keyid}"`,
  }
  const request = { method: 'POST', url: '/ap/inbox', headers }
  const base = new RFC9421SignatureBaseFactory(request, 'https').generate('sig1')
  const bytes = createSign('sha256').update(base).sign(keys.privateKey, 'base64')
  return { body, headers: { ...headers, signature: `sig1=:${bytes}:` } }
}

for (const { name } of dialects) {
  describe(`clauses about what comes in on ${name}`, () => {
    let service: TestService
    let remote: RemoteServer
    let ada: Record<string, string>
    let town: string
    let sent = 0
    beforeEach(async () => {
      remote = await remoteServer()
      town = remote.actor('town')
      service = await testService(name, federated([remote]))
      ada = (await service.user('administrator', 'ada')).headers
      await service.get('//ap/calendar', { host: 'cal.example.org' })
    })
    afterEach(async () => {
      await service.close()
      await remote.close()
    })

    const act = (type: string, object: unknown, who = 'town') => {
      const actor = remote.address(`/users/${who}`)
      return remote.send(service, who, { id: remote.address(`/a/${++sent}`), type, actor, object })
    }
    /** Follows the town; its answer comes at once. */
    const follow = async (more: Json = {}) => {
      const { body } = await service.post('/following', { actor: town, ...more }, ada)
      await service.federation?.deliver()
      await act('Accept', remote.take().find((one) => one.body.type === 'Follow')?.body.id)
      await service.federation?.deliver()
      return body.id
    }
    const object = (more: Json = {}): Json => ({
      ...{ id: remote.address('/events/1'), type: 'Event', attributedTo: town, name: 'Market' },
      ...{ startTime: '2027-05-04T18:00:00+02:00', updated: '2027-01-10T10:00:00Z' },
      ...more,
    })
    const events = async () => {
      const query = 'status=pending,publish&start_date=2020-01-01&per_page=50'
      return (await service.get(`/events?${query}`, ada)).body
    }
    const only = async () => (await events()).events[0]
    const followers = async () => (await service.get('/followers', ada)).body.total

    it('§19 signatures of RFC 9421 are verified over either set of components, and no other host', async () => {
      const bob = remote.address('/users/bob')
      const keyid = `${bob}#main-key`
      remote.actor('bob', { publicKey: { id: keyid, owner: bob, publicKeyPem: keys.publicKey } })
      const send = async (covered: string, host?: string, to?: string) => {
        const id = remote.address(`/follow/${++sent}`)
        const { body, headers } = signedMessage(
          { id, type: 'Follow', actor: bob, object: calendar },
          keyid,
          covered,
          host,
        )
        const as = to === undefined ? headers : { ...headers, host: to }
        return (await service.ask('POST', '//ap/inbox', body, as)).status
      }
      expect(await send('"@method" "@target-uri"')).toBe(401)
      expect(await send('"@method" "@authority" "content-digest"')).toBe(401)
      expect(await send('"@method" "@target-uri" "content-digest"', 'a.example')).toBe(401)
      expect(await send('"@method" "@target-uri" "content-digest"', 'a.example', 'cal.example.org')).toBe(401)
      expect(await followers()).toBe(0)
      expect(await send('"@method" "@target-uri" "content-digest"')).toBe(202)
      expect(await send('"@method" "@authority" "@path" "content-digest"')).toBe(202)
      expect(await followers()).toBe(1)
    })

    it('§19 dates hold for an hour each way, and not for a second more', async () => {
      const at = async (date: string) => {
        const id = remote.address(`/follow/${++sent}`)
        const activity = { id, type: 'Follow', actor: town, object: calendar }
        return (await remote.send(service, 'town', activity, { date: `Fri, 15 Jan 2027 ${date} GMT` })).status
      }
      expect(await at('10:59:59')).toBe(401)
      expect(await at('13:00:01')).toBe(401)
      expect(await at('11:00:00')).toBe(202)
      expect(await at('13:00:00')).toBe(202)
    })

    it('§19 wrong signatures are no failed sign-ins', async () => {
      const { body, headers } = remote.signed('town', {
        id: remote.address('/x'),
        type: 'Follow',
        actor: town,
      })
      for (let at = 0; at < 250; at++) {
        const wrong = { ...headers, digest: 'SHA-256=AAAA' }
        expect((await service.ask('POST', '//ap/inbox', body, wrong)).status).toBe(401)
      }
      const stranger = { authorization: 'Bearer fasti_wrong' }
      expect((await service.get('/following', stranger)).status).toBe(401)
      expect((await service.get('/following', ada)).status).toBe(200)
    })

    it('§19 an actor that is deleted is forgotten with its likes and shares', async () => {
      const { id } = (await service.post('/events', anEvent(), ada)).body
      const event = `https://cal.example.org/ap/events/${id}`
      for (const type of ['Like', 'Announce']) await act(type, event)
      await act('Follow', calendar)
      const counts = async () => {
        const { body } = await service.get(`//ap/events/${id}`, { host: 'cal.example.org' })
        const { likes, shares } = JSON.parse(body)
        return [likes.totalItems, shares.totalItems, await followers()]
      }
      expect(await counts()).toEqual([1, 1, 1])
      await act('Delete', town)
      expect(await counts()).toEqual([0, 0, 0])
    })

    it('§19 of an outbox, 100 events that are to come are read, however many it has', async () => {
      const at = (index: number, startTime: string) => ({
        ...{ type: 'Create', id: remote.address(`/a/o${index}`), actor: town },
        object: object({ id: remote.address(`/events/${index}`), name: `Event ${index}`, startTime }),
      })
      const over = Array.from({ length: 20 }, (_, index) => at(index, '2026-05-04T18:00:00Z'))
      const ahead = Array.from({ length: 110 }, (_, index) => at(100 + index, '2027-05-04T18:00:00Z'))
      remote.documents.set('/users/town/outbox', {
        id: remote.address('/users/town/outbox'),
        type: 'OrderedCollection',
        totalItems: 130,
        orderedItems: [...over, ...ahead],
      })
      await follow()
      expect((await events()).total).toBe(100)
    })

    it('§19 an outbox is read up to its first empty page', async () => {
      const page = (number: number) => remote.address(`/users/town/outbox?page=${number}`)
      for (const number of [1, 2, 3])
        remote.documents.set(`/users/town/outbox?page=${number}`, {
          ...{ id: page(number), type: 'OrderedCollectionPage', next: page(number + 1), orderedItems: [] },
        })
      const outbox = { id: remote.address('/users/town/outbox'), type: 'OrderedCollection', first: page(1) }
      remote.documents.set('/users/town/outbox', outbox)
      await follow()
      await events()
      expect(remote.asked.filter((path) => path.includes('page='))).toEqual(['/users/town/outbox?page=1'])
    })

    it('§19 an event without a zone is in that of the site, and one without an end ends when it starts', async () => {
      await follow()
      await act('Create', object({ startTime: '2027-05-04T18:00:00Z' }))
      expect(await only()).toMatchObject({
        ...{
          timezone: 'America/New_York',
          start_date: '2027-05-04 14:00:00',
          end_date: '2027-05-04 14:00:00',
        },
      })
      const zoned = {
        startTime: '2027-05-04T18:00:00Z',
        endTime: '2027-05-04T19:00:00Z',
        timezone: 'Asia/Tokyo',
      }
      await act('Update', object({ ...zoned, updated: '2027-01-11T10:00:00Z' }))
      expect(await only()).toMatchObject({
        ...{ timezone: 'Asia/Tokyo', start_date: '2027-05-05 03:00:00', end_date: '2027-05-05 04:00:00' },
      })
    })

    it('§19 hashtags are categories that exist, else tags: of what waits, those that exist alone', async () => {
      const tag = ['#LiveMusic', '#openair', '#new'].map((one) => ({ type: 'Hashtag', name: one }))
      await service.post('/categories', { name: 'Live music' }, ada)
      await service.post('/tags', { name: 'openair' }, ada)
      const id = await follow()
      await act('Create', object({ tag }))
      const terms = async () => {
        const { categories, tags } = await only()
        return [categories, tags].map((all) => all.map((one: Json) => one.name).sort())
      }
      expect(await terms()).toEqual([['Live music'], ['openair']])
      expect((await service.get('/tags?hide_empty=false', ada)).body.total).toBe(1)
      await service.remove(`/following/${id}?remove=true`, ada)
      expect((await events()).total).toBe(0)
      await follow({ status: 'publish' })
      await act('Create', object({ id: remote.address('/events/2'), tag }))
      expect(await terms()).toEqual([['Live music'], ['new', 'openair']])
    })

    it('§19 what is tentative is postponed where `eventStatus` says so, else scheduled', async () => {
      await follow()
      const states = [
        [{ status: 'TENTATIVE' }, 'scheduled'],
        [{ status: 'TENTATIVE', eventStatus: 'EventPostponed' }, 'postponed'],
        [{ status: 'TENTATIVE', eventStatus: 'https://schema.org/EventPostponed' }, 'postponed'],
        [{ status: 'CONFIRMED' }, 'scheduled'],
        [{ status: 'CANCELLED' }, 'cancelled'],
        [{ status: 'CONFIRMED', eventStatus: 'EventRescheduled' }, 'rescheduled'],
        [{ status: null, eventStatus: 'constructor' }, 'scheduled'],
      ] as const
      for (const [at, [more, event_status]] of states.entries()) {
        await act(at === 0 ? 'Create' : 'Update', object({ ...more, updated: `2027-01-10T1${at}:00:00Z` }))
        expect([more, (await only()).event_status]).toEqual([more, event_status])
      }
    })

    it('§19 an event that came in keeps its origin, whatever an editor sends', async () => {
      await follow()
      await act('Create', object())
      const { id, origin } = await only()
      const stolen = { actor: 'https://evil.example/x', url: 'https://evil.example/y' }
      await service.patch(`/events/${id}`, { origin: stolen, title: 'Ours' }, ada)
      await service.patch(`/events/${id}`, { origin: null }, ada)
      expect(await only()).toMatchObject({ title: 'Ours', origin })
      expect(origin).toEqual({ actor: town, url: remote.address('/events/1') })
    })

    it('§19 what can’t be read is asked for again after a minute, then every hour', async () => {
      await follow()
      const other = remote.actor('other')
      remote.documents.set('/e', 500)
      await act('Announce', remote.address('/e'))
      const readsAt = async (instant: string) => {
        service.at(instant)
        remote.asked.length = 0
        await service.federation?.deliver()
        return remote.asked.length
      }
      expect(await readsAt('2027-01-15T12:00:01Z')).toBe(1)
      expect(await readsAt('2027-01-15T12:00:59Z')).toBe(0)
      expect(await readsAt('2027-01-15T12:01:02Z')).toBe(1)
      expect(await readsAt('2027-01-15T13:00:00Z')).toBe(0)
      remote.documents.set('/e', object({ id: remote.address('/e'), attributedTo: other }))
      expect(await readsAt('2027-01-15T13:01:03Z')).toBe(1)
      expect((await events()).total).toBe(1)
    })

    it('§19 an outbox that can’t be read is read again after a minute, then every ten minutes, and then no more', async () => {
      remote.documents.set('/users/town/outbox', 500)
      await follow()
      const readsAt = async (instant: string) => {
        service.at(instant)
        remote.asked.length = 0
        await service.federation?.deliver()
        return remote.asked.filter((path) => path.includes('outbox')).length
      }
      expect(await readsAt('2027-01-15T12:00:59Z')).toBe(0)
      expect(await readsAt('2027-01-15T12:01:01Z')).toBe(1)
      expect(await readsAt('2027-01-15T12:11:00Z')).toBe(0)
      remote.documents.set('/users/town/outbox', {
        ...{ id: remote.address('/users/town/outbox'), type: 'OrderedCollection' },
        orderedItems: [{ type: 'Create', id: remote.address('/a/o1'), actor: town, object: object() }],
      })
      expect(await readsAt('2027-01-15T12:11:02Z')).toBe(1)
      expect((await events()).total).toBe(1)
      expect(await readsAt('2027-01-15T14:00:00Z')).toBe(0)
    })

    it('§19 a description that was made of a summary stays until its server changes it', async () => {
      await follow()
      const sendsOn = async (day: number, more: Json) => {
        const shared = { id: remote.address('/e'), attributedTo: remote.actor('other'), ...more }
        remote.documents.set('/e', object(shared))
        if (day === 15) await act('Announce', remote.address('/e'))
        service.at(`2027-01-${day}T12:0${day - 15}:00Z`)
        await service.federation?.deliver()
        return (await only()).description
      }
      // A text that was stored of `content` is stored as earlier versions stored one of `summary`.
      expect(await sendsOn(15, { content: 'Come by' })).toBe('<p>Come by</p>')
      expect(await sendsOn(16, { summary: 'Come by' })).toBe('<p>Come by</p>')
      expect(await sendsOn(17, { summary: 'Come by', name: 'Fair' })).toBe('<p>Come by</p>')
      expect(await sendsOn(18, { summary: 'May 4' })).toBe('')
      expect(await sendsOn(19, { summary: 'May 4', content: 'Bring cake' })).toBe('<p>Bring cake</p>')
      expect(await sendsOn(20, { summary: 'May 4' })).toBe('')
    })

    it('§19 what an actor shares is read every day until it is over', async () => {
      await follow()
      const other = remote.actor('other')
      const shared = (more: Json = {}) =>
        object({ id: remote.address('/e'), attributedTo: other, startTime: '2027-01-17T18:00:00Z', ...more })
      remote.documents.set('/e', shared())
      await act('Announce', remote.address('/e'))
      const readsAfter = async (instant: string) => {
        service.at(instant)
        remote.asked.length = 0
        await service.federation?.deliver()
        return remote.asked
      }
      expect(await readsAfter('2027-01-15T12:00:01Z')).toEqual(['/e'])
      expect(await readsAfter('2027-01-15T20:00:00Z')).toEqual([])
      expect(await readsAfter('2027-01-16T12:00:02Z')).toEqual(['/e'])
      expect(await readsAfter('2027-01-17T12:00:03Z')).toEqual(['/e'])
      expect(await readsAfter('2027-01-18T12:00:04Z')).toEqual(['/e'])
      expect(await readsAfter('2027-01-19T12:00:05Z')).toEqual([])
      expect((await events()).total).toBe(1)
    })
  })
}

describe('a calendar whose address has a port', () => {
  it('§19 takes signatures with the port and without it, as Gancio sends, and of no other host', async () => {
    const remote = await remoteServer()
    const base = 'https://cal.example.org:8443'
    const service = await testService('sqlite', federated([remote], { FASTI_BASE_URL: base }))
    try {
      const actor = remote.actor('bob')
      let sent = 0
      const follow = async (host: string) => {
        const id = remote.address(`/follow/${++sent}`)
        const activity = { id, type: 'Follow', actor, object: `${base}/ap/calendar` }
        return (await remote.send(service, 'bob', activity, { host })).status
      }
      for (const host of ['cal.example.org:9', 'example.org', 'cal.example.org.evil.example', ''])
        expect([host, await follow(host)]).toEqual([host, 401])
      for (const host of ['cal.example.org', 'cal.example.org:8443'])
        expect([host, await follow(host)]).toEqual([host, 202])
      const found = await service.get('//.well-known/webfinger?resource=acct:calendar@cal.example.org:8443')
      expect(JSON.parse(found.body).links[0].href).toBe(`${base}/ap/calendar`)
    } finally {
      await service.close()
      await remote.close()
    }
  })
})
