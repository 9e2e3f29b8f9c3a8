/** What the contract says of documents, sentence by sentence, on both databases. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { federatingService } from '../support/federating.ts'
import { anImage } from '../support/images.ts'
import { federatedCategoryNames } from '../support/inside/api.ts'
import type { RemoteServer } from '../support/remote-server.ts'
import { anEvent, type Json, type TestService } from '../support/service.ts'

const base = 'https://cal.example.org'
const host = { host: 'cal.example.org' }
const activity = { ...host, accept: 'application/activity+json' }

for (const { name } of anyDialects()) {
  describe(`clauses about documents on ${name}`, () => {
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

    const textOf = async (path: string, headers: Record<string, string> = host) =>
      String((await service.get(`/${path}`, headers)).body)
    const read = async (path: string) => {
      const { status, body } = await service.get(`/${path}`, host)
      return { status, body: typeof body === 'string' ? JSON.parse(body) : body }
    }
    const create = async (more: Json = {}) => (await service.post('/events', anEvent(more), ada)).body
    const deliver = () => service.federation?.deliver()
    const follow = async (path = '/ap/calendar') => {
      const [actor, id] = [remote.actor('bob'), remote.address(`/follow${path}`)]
      await remote.send(service, 'bob', { id, type: 'Follow', actor, object: `${base}${path}` })
      await deliver()
      return remote.take()
    }

    it('§19 an event object has each key in its form', async () => {
      const png = { ...ada, 'content-type': 'image/png' }
      const image = (await service.ask('POST', '/media?title=Poster', await anImage(40, 30), png)).body.id
      const { id, url, date_utc, modified_utc } = await create({
        ...{ title: 'Concert', description: '<p>Loud</p>', excerpt: 'Loud', image },
        ...{
          attendance_mode: 'mixed',
          online_url: 'https://meet.example/a',
          website: 'https://band.example/',
        },
        ...{ categories: ['Konzerte'], tags: ['open air'], organizer: { organizer: 'Band' } },
        venue: { venue: 'Hall', address: 'Street 1', city: 'Bern', zip: '3000', geo_lat: 47, geo_lng: 8.5 },
      })
      const object = (await read(`/ap/events/${id}`)).body
      expect(object).toMatchObject({
        ...{ id: `${base}/ap/events/${id}`, type: 'Event', name: 'Concert', content: '<p>Loud</p>', url },
        ...{ attributedTo: `${base}/ap/calendar`, cc: [`${base}/ap/calendar/followers`] },
        ...{ isOnline: false, joinMode: 'external', externalParticipationUrl: 'https://band.example/' },
        ...{ category: 'MUSIC', organizers: null, timezone: 'America/New_York' },
        published: `${date_utc.replace(' ', 'T')}Z`,
        updated: `${modified_utc.replace(' ', 'T')}Z`,
      })
      expect(object.summary).toContain('Loud')
      expect(object.location).toMatchObject({ type: 'Place', name: 'Hall', latitude: 47, longitude: 8.5 })
      expect(object.image).toMatchObject({ type: 'Image', mediaType: 'image/png', width: 40, height: 30 })
      expect(object.attachment).toMatchObject([
        { type: 'Document', mediaType: 'image/png', url: object.image.url },
        { type: 'Link', name: 'Website', mediaType: 'text/html', href: 'https://meet.example/a' },
      ])
      expect(object.tag).toEqual([
        { type: 'Hashtag', name: '#Konzerte', href: expect.stringMatching(/^https:/) },
        { type: 'Hashtag', name: '#OpenAir', href: expect.stringMatching(/^https:/) },
      ])
      // One whose organizer is federated names its actor.
      const organizer = (await service.post('/organizers', { organizer: 'Duo', federated: true }, ada)).body
        .id
      const duo = await create({ organizer })
      await deliver()
      expect((await read(`/ap/events/${duo.id}`)).body.organizers).toEqual([`${base}/ap/organizers/duo`])
    })

    it('§19 coordinates are fractions in every text that has them', async () => {
      await follow()
      const venue = { venue: 'Hall', geo_lat: 47, geo_lng: -8 }
      const { id, url } = await create({ venue, description: '{"latitude":47,"longitude":8}' })
      await deliver()
      const [sent] = remote.take()
      const texts = [
        await textOf(`/ap/events/${id}`),
        await textOf(new URL(url).pathname, activity),
        await textOf(`/ap/events/${id}/create`),
        await textOf('/ap/calendar/outbox?page=1'),
        sent?.text ?? '',
      ]
      for (const text of texts) {
        expect(text).toContain('"latitude":47.0,"longitude":-8.0')
        expect(text).toContain('{\\"latitude\\":47,\\"longitude\\":8}')
      }
    })

    it('§19 an end is always told, and shown unless it is the start', async () => {
      const start = '2027-05-04 18:00:00'
      for (const [more, endTime, displayEndTime] of [
        [{ end_date: '2027-05-04 20:00:00' }, '2027-05-04T20:00:00-04:00', true],
        [{ end_date: start }, '2027-05-04T18:00:00-04:00', false],
        [{ end_date: start, no_end_time: true }, '2027-05-04T18:00:00-04:00', false],
      ] as const) {
        const { id } = await create({ start_date: start, ...more })
        expect((await read(`/ap/events/${id}`)).body).toMatchObject({
          ...{ startTime: '2027-05-04T18:00:00-04:00', endTime, displayEndTime },
        })
      }
    })

    it('§19 an id stays when the slug changes, and is of one event alone', async () => {
      const first = await create({ title: 'Fair', slug: 'fair' })
      await service.patch(`/events/${first.id}`, { slug: 'old-fair' }, ada)
      const { body } = await read(`/ap/events/${first.id}`)
      expect([body.id, body.url]).toEqual([`${base}/ap/events/${first.id}`, `${base}/event/old-fair/`])
      expect(JSON.parse(await textOf('/event/old-fair/', activity)).id).toBe(body.id)
      await service.remove(`/events/${first.id}`, ada)
      await deliver()
      await service.remove(`/events/${first.id}?force=true`, ada)
      const second = await create({ title: 'Fair', slug: 'old-fair' })
      expect(JSON.parse(await textOf('/event/old-fair/', activity)).id).toBe(`${base}/ap/events/${second.id}`)
      const gone = await read(`/ap/events/${first.id}`)
      expect([gone.status, gone.body]).toMatchObject([
        410,
        { id: body.id, type: 'Tombstone', formerType: 'Event' },
      ])
    })

    it('§19 an event is gone where it is not public any more, and there again when it is', async () => {
      const { id } = await create({ title: 'Open' })
      await deliver()
      const statusAfter = async (change: Json) => {
        expect((await service.patch(`/events/${id}`, change, ada)).status).toBe(200)
        await deliver()
        return (await read(`/ap/events/${id}`)).status
      }
      for (const [away, back] of [
        [{ status: 'draft' }, { status: 'publish' }],
        [{ status: 'private' }, { status: 'publish' }],
        [{ password: 'x1' }, { password: '' }],
        [{ hide_from_listings: true }, { hide_from_listings: false }],
      ] as const)
        expect([away, await statusAfter(away), await statusAfter(back)]).toEqual([away, 410, 200])
    })

    it('§19 an outbox is of Creates, twenty a page, newest first; of a series, those of 90 days', async () => {
      const start = { start_date: '2027-03-01 18:00:00', end_date: '2027-03-01 20:00:00' }
      const series = { ...start, title: 'Choir', recurrence: ['RRULE:FREQ=MONTHLY;COUNT=4'] }
      await create({ title: 'Oldest' })
      service.at('2027-01-15T12:00:01Z')
      expect((await service.post('/events', series, ada)).status).toBe(201)
      service.at('2027-01-15T12:00:02Z')
      for (let at = 0; at < 19; at++) await create({ title: `Number ${at}` })
      await deliver()
      const page = async (at: number) => (await read(`/ap/calendar/outbox?page=${at}`)).body
      const [first, second] = [await page(1), await page(2)]
      const names = ({ orderedItems }: { orderedItems: readonly Json[] }) =>
        orderedItems.map(({ object }) => (object as Json).name)
      // March and April; May and June are more than 90 days ahead.
      expect([first.totalItems, names(first).length, names(second)]).toEqual([22, 20, ['Choir', 'Oldest']])
      expect(names(first)).toEqual([...Array.from({ length: 19 }, (_, at) => `Number ${18 - at}`), 'Choir'])
      for (const one of first.orderedItems)
        expect(one).toMatchObject({ type: 'Create', actor: first.partOf.replace('/outbox', '') })
      const { events } = (await service.get('/events?start_date=2027-05-01&search=Choir', ada)).body
      const ahead = events.map(({ id }: Json) => id)
      expect(ahead.length).toBeGreaterThan(0)
      for (const id of ahead) expect((await read(`/ap/events/${id}`)).status).toBe(404)
    })

    it('§19 an event is attributed to the calendar where it is in main, else to its group, whoever tells of it', async () => {
      const main = (await service.post('/groups', { name: 'Choir', federated: true }, ada)).body.id
      const own = (await service.post('/groups', { name: 'Club', federated: true, main: 'none' }, ada)).body
        .id
      await create({ title: 'Shared', group: main })
      await create({ title: 'Ours', group: own })
      await deliver()
      const of = async (path: string) =>
        (await read(`${path}/outbox?page=1`)).body.orderedItems.map(
          ({ actor, object }: { actor: string; object: Json }) => [
            ...[object.name, actor, object.attributedTo, (object.cc as readonly string[])[0]],
          ],
        )
      const [calendar, choir, club] = ['calendar', 'groups/choir', 'groups/club'].map(
        (one) => `${base}/ap/${one}`,
      )
      expect(await of('/ap/calendar')).toEqual([['Shared', calendar, calendar, `${calendar}/followers`]])
      expect(await of('/ap/groups/choir')).toEqual([['Shared', choir, calendar, `${calendar}/followers`]])
      expect(await of('/ap/groups/club')).toEqual([['Ours', club, club, `${club}/followers`]])
    })

    it('§19 what has an origin, and what is over, is never news', async () => {
      await follow()
      await create({ title: 'Over', start_date: '2026-05-04 18:00:00', end_date: '2026-05-04 20:00:00' })
      const origin = { actor: remote.address('/users/town'), url: remote.address('/market') }
      const sent = await service.post('/events', anEvent({ title: 'Ours', origin }), ada)
      expect([sent.status, sent.body.origin]).toEqual([201, null])
      const changed = await service.patch(`/events/${sent.body.id}`, { origin }, ada)
      expect([changed.status, changed.body.origin]).toEqual([200, null])
      await deliver()
      expect(remote.take().map(({ body }) => body.object.name)).toEqual(['Ours'])
    })

    it('§19 objects may be read with a signature, and the service is described', async () => {
      remote.actor('bob')
      const { id } = await create()
      const { headers } = remote.signed('bob', {}, { names: '(request-target) host date' })
      for (const path of [`/ap/events/${id}`, '/ap/calendar', '/ap/calendar/outbox?page=1'])
        expect((await service.get(`/${path}`, headers)).status).toBe(200)
      const info = (await read('/ap/nodeinfo/2.1')).body
      expect(info).toMatchObject({
        ...{
          version: '2.1',
          software: { name: 'fasti' },
          protocols: ['activitypub'],
          openRegistrations: false,
        },
        usage: { localPosts: 1 },
      })
      const actor = encodeURIComponent(`${base}/ap/calendar`)
      const found = (await read(`/.well-known/webfinger?resource=${actor}`)).body
      expect(found.subject).toBe('acct:calendar@cal.example.org')
    })

    it('§19 editors see the calendar’s actor before anybody has asked for it', async () => {
      const { body } = await service.get('/federation', ada)
      expect(body.actors).toMatchObject([
        { id: `${base}/ap/calendar`, account: '@calendar@cal.example.org', open: true, followers: 0 },
      ])
    })

    it('§19 who wants to join is ignored, and told so once', async () => {
      const bob = remote.actor('bob')
      const { id } = await create()
      const join = {
        id: remote.address('/join'),
        type: 'Join',
        actor: bob,
        object: `${base}/ap/events/${id}`,
      }
      for (const _ of [1, 2]) expect((await remote.send(service, 'bob', join)).status).toBe(202)
      await deliver()
      expect(remote.take().map(({ body, path }) => [body.type, body.object, path])).toEqual([
        ['Ignore', join.id, '/users/bob/inbox'],
      ])
    })
  })
}

describe('categories', () => {
  it('§19 are the 36 of FEP-8a8e, each once', () => {
    expect([federatedCategoryNames.length, new Set(federatedCategoryNames).size]).toEqual([36, 36])
    expect(federatedCategoryNames).toContain('MEETING')
  })
})
