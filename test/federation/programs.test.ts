/** Objects as four programs send them: their shapes, written anew from what is known of them. `kinds.test.ts` has how they read ours. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { federated, type RemoteServer, remoteServer } from '../support/remote-server.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

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

  it('§19 send as Gancio does what is online: a place whose address is virtual, and a summary of its own', async () => {
    const url = 'https://meet.example/a'
    const come = await received('relay', (actor) => ({
      type: 'Create',
      object: {
        ...common('/federation/m/13'),
        ...{ attributedTo: actor, content: undefined, summary: 'online, Tuesday, May 4 at 06:00 PM' },
        location: { type: 'Place', name: 'online', address: { type: 'VirtualLocation', url } },
      },
    }))
    expect(come).toMatchObject({ attendance_mode: 'online', online_url: url, venue: [], description: '' })
  })

  it('§19 send as another Fasti does: the state once, no drawn picture, no name for a street', async () => {
    const page = remote.address('/event/kiezfest/')
    const come = await received('calendar', (actor) => ({
      type: 'Create',
      object: {
        ...common('/ap/events/7'),
        ...{ attributedTo: actor, url: page, name: 'Abgesagt – Kiezfest', eventStatus: 'EventCancelled' },
        ...{ status: 'CANCELLED', joinMode: 'external', externalParticipationUrl: page, tag: [] },
        location: { type: 'Place', name: 'Hof', address: { type: 'PostalAddress', streetAddress: 'Hof' } },
        attachment: [{ type: 'Document', mediaType: 'image/png', url: `${page}share.png` }],
      },
    }))
    expect(come).toMatchObject({ title: 'Kiezfest', event_status: 'cancelled', image: false, website: page })
    expect(come.venue).toMatchObject({ venue: 'Hof', address: '' })
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
