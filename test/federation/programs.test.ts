/** Objects as four programs read them, and as they send them: their shapes, written anew from what is known of them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { federated, type RemoteServer, remoteServer } from '../support/remote-server.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const host = { host: 'cal.example.org' }

// biome-ignore lint/suspicious/noExplicitAny: programs read objects of every shape
type Sent = any

/** The readers: each demands what its program does, and returns what it shows. */
const readers = {
  /** Fails without a list of attachments; takes the first for the image, and the address of a place for the one online. */
  gancio({ attachment, location, name, startTime, tag }: Sent) {
    if (!Array.isArray(attachment) || !Array.isArray(tag)) throw new Error('error 500')
    const [first] = attachment.filter(({ mediaType }: Sent) => mediaType.startsWith('image/'))
    const image = first === attachment[0] ? first?.url : undefined
    const online = location?.address?.url
    return { name, at: Date.parse(startTime), image, online, tags: tag.map((one: Sent) => one.name) }
  },
  /** Needs coordinates that are fractions, one location, and one of three states. */
  mobilizon({ attachment, location, name, status, endTime, joinMode, category }: Sent, bytes: string) {
    if (Array.isArray(location)) throw new Error('no list')
    if (!['TENTATIVE', 'CONFIRMED', 'CANCELLED'].includes(status)) throw new Error('no status')
    if (location?.latitude !== undefined && !/"latitude":-?\d+\.\d+,"longitude":-?\d+\.\d+/.test(bytes))
      throw new Error('no float')
    const website = attachment.find((one: Sent) => one.type === 'Link' && one.name === 'Website')?.href
    return { name, status, joinMode, category, website, place: location?.name, end: Date.parse(endTime) }
  },
  /** Needs all of one host, and an event that has not begun; takes the first location. */
  wordpress({ id, actor, object }: Sent, now: number) {
    const hosts = [id, actor, object.id].map((one) => new URL(one).host)
    if (new Set(hosts).size > 1 || !object.name) throw new Error('not accepted')
    if (!(Date.parse(object.startTime) > now)) return undefined
    const [place] = [object.location].flat()
    return { name: object.name, place: place?.name, start: object.startTime }
  },
  mastodon: ({ name, content, url }: Sent) => `${name} ${url} ${content}`,
}

describe('the programs of others', () => {
  let service: TestService
  let remote: RemoteServer
  let ada: Record<string, string>
  let sent = 0
  beforeEach(async () => {
    remote = await remoteServer()
    service = await testService('sqlite', federated([remote]))
    ada = (await service.user('administrator', 'ada')).headers
  })
  afterEach(async () => {
    await service.close()
    await remote.close()
  })

  const bytesOf = async (id: number) => String((await service.get(`//ap/events/${id}`, host)).body)

  it('§19 read our events at a place', async () => {
    const venue = {
      venue: 'Hall',
      city: 'Bolzano',
      geo_lat: 46,
      geo_lng: -11,
      website: 'https://hall.example/',
    }
    const more = { title: 'Concert', venue, categories: ['Konzerte'], website: 'https://band.example/' }
    const { id, url } = (await service.post('/events', anEvent({ ...more, description: '<p>Loud</p>' }), ada))
      .body
    const bytes = await bytesOf(id)
    const object = JSON.parse(bytes)
    const at = Date.parse('2027-05-04T18:00:00+02:00')
    expect(readers.gancio(object)).toMatchObject({ name: 'Concert', online: 'https://hall.example/' })
    expect(Math.abs(readers.gancio(object).at - at)).toBeLessThanOrEqual(86_400_000)
    expect(readers.mobilizon(object, bytes)).toMatchObject({
      ...{ name: 'Concert', status: 'CONFIRMED', joinMode: 'external', category: 'MUSIC', place: 'Hall' },
    })
    const page = JSON.parse((await service.get('//ap/calendar/outbox?page=1', host)).body)
    const [creation] = page.orderedItems
    expect(readers.wordpress(creation, Date.parse('2027-01-15'))).toMatchObject({
      name: 'Concert',
      place: 'Hall',
    })
    expect(readers.wordpress(creation, Date.parse('2027-06-01'))).toBe(undefined)
    expect(readers.mastodon(object)).toBe(`Concert ${url} <p>Loud</p>`)
  })

  it('§19 read our events online, mixed, cancelled and postponed, and without a place', async () => {
    const online_url = 'https://meet.example/a'
    const made = async (more: Json) => {
      const bytes = await bytesOf((await service.post('/events', anEvent(more), ada)).body.id)
      return { bytes, object: JSON.parse(bytes) }
    }
    const online = await made({ attendance_mode: 'online', online_url })
    expect(readers.gancio(online.object).online).toBe(online_url)
    expect(readers.mobilizon(online.object, online.bytes).website).toBe(online_url)
    const mixed = await made({ attendance_mode: 'mixed', online_url, venue: { venue: 'Hall' } })
    expect(readers.mobilizon(mixed.object, mixed.bytes)).toMatchObject({ website: online_url, place: 'Hall' })
    for (const [event_status, status] of [
      ['cancelled', 'CANCELLED'],
      ['postponed', 'TENTATIVE'],
      ['moved_online', 'CONFIRMED'],
    ]) {
      const { bytes, object } = await made({ event_status })
      expect(readers.mobilizon(object, bytes).status).toBe(status)
      expect(readers.gancio(object)).toMatchObject({ image: undefined, online: undefined })
    }
  })

  const common = (path: string): Json => ({
    ...{ id: remote.address(path), type: 'Event', name: 'Kiezfest', content: '<p>Mit <b>Musik</b></p>' },
    ...{ startTime: '2027-05-04T18:00:00+02:00', endTime: '2027-05-04T22:00:00+02:00' },
    ...{ to: ['https://www.w3.org/ns/activitystreams#Public'], published: '2027-01-10T10:00:00Z' },
  })

  /** Follows an actor, and returns the event that comes in with an activity of it. */
  const received = async (who: string, activity: (actor: string) => Json) => {
    const actor = remote.actor(who)
    await service.post('/following', { actor, status: 'publish' }, ada)
    await service.federation?.deliver()
    const follow = remote.take().find(({ body }) => body.type === 'Follow')
    const act = (body: Json) =>
      remote.send(service, who, { id: remote.address(`/a/${++sent}`), actor, ...body })
    await act({ type: 'Accept', object: follow?.body })
    expect((await act(activity(actor))).status).toBe(202)
    await service.federation?.deliver()
    return (await service.get('/events?start_date=2027-01-01', ada)).body.events[0]
  }

  it('§19 send as Mobilizon does: its group announces what a person made', async () => {
    const person = remote.actor('anna')
    const event = (group: string) => ({
      ...common('/events/1f0c'),
      ...{ actor: person, attributedTo: group, uuid: '1f0c', draft: false, inLanguage: 'de' },
      ...{ timezone: 'Europe/Berlin', 'ical:status': 'CONFIRMED', status: 'CONFIRMED', category: 'MUSIC' },
      ...{ joinMode: 'free', maximumAttendeeCapacity: 0, participantCount: 3, isOnline: false },
      ...{ repliesModerationOption: 'allow_all', commentsEnabled: true, mediaType: 'text/html' },
      url: remote.address('/events/1f0c'),
      location: {
        ...{
          id: remote.address('/address/7'),
          type: 'Place',
          name: 'Festsaal',
          latitude: 52.5,
          longitude: 13.4,
        },
        address: {
          type: 'PostalAddress',
          addressLocality: 'Berlin',
          streetAddress: 'Allee 1',
          postalCode: '1',
        },
      },
      attachment: [{ type: 'Link', name: 'Website', mediaType: 'text/html', href: 'https://fest.example/' }],
      tag: [{ type: 'Hashtag', name: '#Kiez', href: remote.address('/tags/kiez') }],
      updated: '2027-01-11T10:00:00Z',
    })
    remote.documents.set('/events/1f0c', event(remote.address('/users/kiez')))
    const come = await received('kiez', (group) => ({
      type: 'Announce',
      object: { id: remote.address('/a/create'), type: 'Create', actor: person, object: event(group) },
    }))
    expect(come).toMatchObject({
      ...{ title: 'Kiezfest', description: '<p>Mit <b>Musik</b></p>', website: 'https://fest.example/' },
      ...{ timezone: 'Europe/Berlin', end_date: '2027-05-04 22:00:00', attendance_mode: 'offline' },
      venue: { venue: 'Festsaal', city: 'Berlin', zip: '1', geo_lat: 52.5 },
      tags: [{ name: 'Kiez' }],
    })
  })

  it('§19 send as Gancio does: an address that is a text, and no zone', async () => {
    const come = await received('relay', (actor) => ({
      type: 'Create',
      object: {
        ...common('/federation/m/12'),
        ...{ attributedTo: actor, url: remote.address('/event/kiezfest'), sensitive: false },
        location: {
          type: 'Place',
          name: 'Piazza',
          address: 'Via Roma 1, Torino',
          latitude: 45,
          longitude: 7.6,
        },
        attachment: [
          { type: 'Document', mediaType: 'image/jpeg', url: remote.address('/x.jpg'), focalPoint: [0, 0] },
        ],
        tag: [{ type: 'Hashtag', name: '#festa' }],
      },
    }))
    expect(come).toMatchObject({
      ...{
        title: 'Kiezfest',
        image: false,
        tags: [{ name: 'festa' }],
        website: remote.address('/event/kiezfest'),
      },
      venue: { venue: 'Piazza', address: 'Via Roma 1, Torino', geo_lat: 45 },
    })
  })

  it('§19 send as WordPress does: the category, the language and where one takes part', async () => {
    const come = await received('blog', (actor) => ({
      type: 'Create',
      object: {
        ...common('/?p=12'),
        ...{ attributedTo: actor, url: remote.address('/kiezfest/'), nameMap: { de: 'Kiezfest' } },
        ...{ timezone: 'Europe/Vienna', status: 'CANCELLED', category: 'FESTIVALS', isOnline: false },
        ...{ joinMode: 'external', externalParticipationUrl: 'https://tickets.example/1' },
        location: { type: 'Place', name: 'Hof', address: { type: 'PostalAddress', addressCountry: 'AT' } },
        attachment: [],
        tag: [],
      },
    }))
    expect(come).toMatchObject({
      ...{ event_status: 'cancelled', website: 'https://tickets.example/1', timezone: 'Europe/Vienna' },
      venue: { venue: 'Hof', country: 'AT' },
    })
  })

  it('§19 send as Mastodon does: notes are dropped, and a person who is deleted says so with the address alone', async () => {
    const come = await received('maria', (actor) => ({
      type: 'Create',
      object: { ...common('/notes/1'), type: 'Note', attributedTo: actor, name: undefined, sensitive: false },
    }))
    expect(come).toBe(undefined)
    const maria = remote.address('/users/maria')
    const farewell = { id: `${maria}#delete`, type: 'Delete', actor: maria, object: maria, to: ['as:Public'] }
    expect((await remote.send(service, 'maria', farewell)).status).toBe(202)
    expect((await service.get('/following', ada)).body.following[0].state).toBe('rejected')
  })
})
