import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { federated, type RemoteServer, remoteServer } from '../support/remote-server.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

for (const { name } of dialects) {
  describe(`events of other servers on ${name}`, () => {
    let service: TestService
    let remote: RemoteServer
    let town: string
    let ada: Record<string, string>
    let sent = 0
    beforeEach(async () => {
      remote = await remoteServer()
      town = remote.actor('town')
      service = await testService(name, federated([remote]))
      ada = (await service.user('editor', 'ada')).headers
    })
    afterEach(async () => {
      await service.close()
      await remote.close()
    })

    const follow = async (more: Json = {}, actor = town, who = 'town') => {
      const { id } = (await service.post('/following', { actor, ...more }, ada)).body
      await service.federation?.deliver()
      const asked = remote.take().find(({ body }) => body.type === 'Follow')
      await act('Accept', asked?.body.id, who)
      await service.federation?.deliver()
      return id
    }
    const act = (type: string, object: unknown, who = 'town') => {
      sent += 1
      const actor = remote.address(`/users/${who}`)
      return remote.send(service, who, { id: remote.address(`/a/${sent}`), type, actor, object })
    }
    const object = (more: Json = {}): Json => ({
      id: remote.address('/events/1'),
      type: 'Event',
      attributedTo: town,
      name: 'Market',
      content: '<p>Fruit</p>',
      url: remote.address('/market'),
      startTime: '2027-05-04T18:00:00+02:00',
      endTime: '2027-05-04T20:00:00+02:00',
      timezone: 'Europe/Rome',
      updated: '2027-01-10T10:00:00Z',
      ...more,
    })
    const events = async () =>
      (await service.get('/events?status=pending,publish,draft&start_date=2020-01-01&per_page=50', ada)).body
        .events
    const only = async () => {
      const [one] = await events()
      return one
    }

    it('§19 wait for the review with their origin, and never go out again', async () => {
      await follow()
      expect((await act('Create', object())).status).toBe(202)
      const event = await only()
      expect(event).toMatchObject({
        ...{ title: 'Market', status: 'pending', description: '<p>Fruit</p>', author: 0 },
        ...{ start_date: '2027-05-04 18:00:00', end_date: '2027-05-04 20:00:00', timezone: 'Europe/Rome' },
        origin: { actor: town, url: remote.address('/market') },
      })
      await service.patch(`/events/${event.id}`, { status: 'publish' }, ada)
      await service.federation?.deliver()
      const table = String((await service.get('/events.csv?start_date=2020-01-01', ada)).body)
      const [header = '', row = ''] = table.split('\r\n')
      expect(header.split(',')).toContain('origin')
      expect(row).toContain(JSON.stringify(event.origin).replaceAll('"', '""'))
      const sentBack = { ...ada, 'content-type': 'text/csv' }
      const { body: again } = await service.ask('POST', '/import?dry_run=true', table, sentBack)
      expect([again.created + again.unchanged + again.updated, again.notes]).toEqual([1, []])
      expect(
        (await service.ask('GET', `//ap/events/${event.id}`, undefined, { host: 'cal.example.org' })).status,
      ).toBe(404)
      const own = (
        await service.post('/events', { title: 'Own', start_date: '2027-05-05', end_date: '2027-05-05' }, ada)
      ).body
      expect(own.origin).toBe(null)
    })

    it('§19 are changed and removed with their original, but not what was edited here', async () => {
      const category = (await service.post('/categories', { name: 'Live music' }, ada)).body.id
      await follow({ status: 'publish', category })
      await act('Create', object({ tag: [{ type: 'Hashtag', name: '#OpenAir' }] }))
      const { id, categories, tags } = await only()
      expect([categories.length, tags[0].name]).toEqual([1, 'OpenAir'])
      await service.patch(`/events/${id}`, { title: 'Our market' }, ada)
      const later = { name: 'New market', content: 'Bread', updated: '2027-01-11T10:00:00Z' }
      await act('Update', object({ ...later, eventStatus: 'EventCancelled', status: 'CANCELLED' }))
      expect(await only()).toMatchObject({
        title: 'Our market',
        description: '<p>Bread</p>',
        event_status: 'cancelled',
      })
      await act('Update', object({ content: 'Old', updated: '2027-01-09T10:00:00Z' }))
      expect((await only()).description).toBe('<p>Bread</p>')
      await act(
        'Update',
        object({ ...later, name: 'Third', content: 'Cake', updated: '2027-01-12T10:00:00Z' }),
      )
      expect(await only()).toMatchObject({
        title: 'Our market',
        description: '<p>Cake</p>',
        event_status: 'scheduled',
      })
      await act('Delete', { id: object().id, type: 'Tombstone' })
      expect(await events()).toEqual([])
      await act('Create', object({ updated: '2027-01-13T10:00:00Z' }))
      expect((await only()).id).toBe(id)
      await service.remove(`/events/${id}`, ada)
      await act('Update', object({ updated: '2027-01-14T10:00:00Z' }))
      expect(await events()).toEqual([])
    })

    it('§19 come from followed actors alone, and are never another’s', async () => {
      await act('Create', object())
      expect(await events()).toEqual([])
      await follow()
      await act('Create', object())
      remote.actor('mallory')
      const stolen = object({
        name: 'Stolen',
        attributedTo: remote.address('/users/mallory'),
        updated: '2027-01-14T10:00:00Z',
      })
      remote.documents.set('/events/1', object({ name: 'True', updated: '2027-01-12T10:00:00Z' }))
      await act('Update', stolen, 'mallory')
      await act('Update', object({ name: 'Stolen', updated: '2027-01-14T10:00:00Z' }), 'mallory')
      await service.federation?.deliver()
      expect((await only()).title).toBe('True')
      await act('Delete', object().id, 'mallory')
      await service.federation?.deliver()
      expect((await only()).title).toBe('True')
      remote.documents.set('/events/1', 410)
      await act('Delete', object().id, 'mallory')
      await service.federation?.deliver()
      expect(await events()).toEqual([])
    })

    it('§19 are read at their id where a group is followed, and where an actor announces them', async () => {
      const choir = remote.actor('choir')
      await follow({}, choir, 'choir')
      remote.actor('bob')
      const event = object({ attributedTo: choir, actor: remote.address('/users/bob'), location: null })
      remote.documents.set('/events/1', { ...event, name: 'As its host says' })
      await act('Create', { ...event, name: 'As somebody says' }, 'bob')
      await service.federation?.deliver()
      expect((await only()).title).toBe('As its host says')
      const other = await remoteServer()
      other.documents.set('/e', {
        ...object(),
        id: other.address('/e'),
        attributedTo: other.actor('x'),
        name: 'Elsewhere',
      })
      await act('Announce', other.address('/e'), 'choir')
      await service.federation?.deliver()
      expect((await events()).map(({ title }: Json) => title)).toEqual(['As its host says'])
      await other.close()
      remote.documents.set('/e', object({ id: remote.address('/e'), attributedTo: town, name: 'Shared' }))
      await act('Announce', remote.address('/e'), 'choir')
      await service.federation?.deliver()
      expect((await events()).length).toBe(2)
      remote.documents.set(
        '/e',
        object({ id: remote.address('/e'), name: 'Shared later', updated: '2027-01-15T11:00:00Z' }),
      )
      service.at('2027-01-16T13:00:00Z')
      await service.federation?.deliver()
      expect((await events()).map(({ title }: Json) => title)).toContain('Shared later')
      remote.documents.delete('/e')
      service.at('2027-01-17T14:00:00Z')
      await service.federation?.deliver()
      expect((await events()).length).toBe(1)
    })

    it('§19 of an outbox are read once, upcoming ones alone, and a collection without end ends', async () => {
      const item = (at: number, more: Json = {}) => ({
        type: 'Create',
        actor: town,
        object: object({ id: remote.address(`/events/${at}`), name: `Event ${at}`, ...more }),
      })
      const past = { startTime: '2026-05-04T18:00:00Z', endTime: '2026-05-04T19:00:00Z' }
      const page = (at: number) => ({
        id: remote.address(`/users/town/outbox?page=${at}`),
        type: 'OrderedCollectionPage',
        next: remote.address(`/users/town/outbox?page=${at + 1}`),
        orderedItems: [item(2 * at), item(2 * at + 1, past), { type: 'Like', object: 'x' }],
      })
      remote.documents.set('/users/town/outbox', {
        type: 'OrderedCollection',
        first: remote.address('/users/town/outbox?page=1'),
      })
      for (let at = 1; at < 60; at++) remote.documents.set(`/users/town/outbox?page=${at}`, page(at))
      await follow()
      expect((await events()).length).toBe(20)
      remote.asked.length = 0
      await service.federation?.deliver()
      expect(remote.asked).toEqual([])
    })

    it('§19 are cleaned and bounded', async () => {
      await follow({ status: 'publish' })
      const hostile = object({
        name: `<b>Big</b>\u0000 ${'x'.repeat(2000)}`,
        content: '<p onclick="x()">Hi<script>alert(1)</script><a href="javascript:x()">y</a></p>',
        url: 'javascript:alert(1)',
        image: { type: 'Image', url: 'http://169.254.169.254/latest' },
        attachment: [{ type: 'Link', name: 'Website', href: 'javascript:x()' }],
        externalParticipationUrl: 'data:text/html,x',
        joinMode: 'external',
        tag: Array.from({ length: 100 }, (_, at) => ({ type: 'Hashtag', name: `#tag${at}` })),
        location: {
          type: 'Place',
          name: 'Hall',
          latitude: '45.07',
          longitude: 7.68,
          address: { streetAddress: 'Piazza 1', addressLocality: 'Turin' },
        },
      })
      await act('Create', hostile)
      const event = await only()
      expect(event.title.length).toBeLessThanOrEqual(500)
      expect(event.description).not.toMatch(/script|onclick/)
      expect([event.website, event.online_url, event.image, event.tags.length]).toEqual(['', '', false, 20])
      expect(event.origin.url).toBe(hostile.id)
      expect(event.venue).toMatchObject({ venue: 'Hall', city: 'Turin', geo_lat: 45.07 })
      for (const wrong of [
        { startTime: 'tomorrow' },
        { startTime: null },
        { name: '' },
        { type: 'Note' },
        { attributedTo: 'https://other.example/x' },
      ])
        await act('Create', object({ id: remote.address('/events/2'), ...wrong }))
      expect((await events()).length).toBe(1)
    })

    it('§19 stay or go with the actor', async () => {
      const id = await follow({ status: 'publish' })
      await act('Create', object())
      await service.remove(`/following/${id}`, ada)
      expect((await events()).length).toBe(1)
      await act('Update', object({ name: 'Later', updated: '2027-01-12T10:00:00Z' }))
      expect((await only()).title).toBe('Market')
      const again = await follow()
      await act('Update', object({ name: 'Later', updated: '2027-01-12T10:00:00Z' }))
      expect((await only()).title).toBe('Later')
      await service.remove(`/following/${again}?remove=true`, ada)
      expect(await events()).toEqual([])
    })
  })
}
