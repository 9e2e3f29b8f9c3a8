/** The slugs that items had lead on to them, until another item is given one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { dump, load } from '../support/transfer.ts'

type Headers = Record<string, string>

const BASE = 'http://127.0.0.1:3000'
const API = `${BASE}/cal/events/v1`

for (const { name } of dialects) {
  describe(`former slugs on ${name}`, () => {
    let service: TestService
    let ada: Headers
    beforeAll(async () => {
      service = await testService(name)
      ada = (await service.user('administrator', 'ada')).headers
    })
    afterAll(() => service.close())
    const made = async (path: string, body: Json): Promise<Json & { id: number; slug: string }> => {
      const { status, body: item } = await service.post(path, body, ada)
      expect(status, JSON.stringify(item)).toBe(201)
      return item
    }
    const renamed = async (path: string, slug: string) => {
      const { status, body } = await service.patch(path, { slug }, ada)
      expect([status, body.slug]).toEqual([200, slug])
    }
    const location = async (path: string, headers: Headers = {}) => {
      const { status, headers: sent } = await service.get(path, headers)
      return status === 301 ? sent.location : status
    }

    it('§0 lead reads, calendars and pages on, with the query', async () => {
      const event = await made('/events', anEvent({ title: 'Spring fair' }))
      await renamed(`/events/${event.id}`, 'summer-fair')
      await renamed(`/events/${event.id}`, 'autumn-fair')
      for (const slug of ['spring-fair', 'summer-fair', 'SPRING-Fair']) {
        for (const [path, to] of [
          [
            `/events/by-slug/${slug}?_fields=id&x=a%20b`,
            `${API}/events/by-slug/autumn-fair?_fields=id&x=a%20b`,
          ],
          [`/events/by-slug/${slug}/`, `${API}/events/by-slug/autumn-fair`],
          [`/events/by-slug/${slug}.ics?expand=true`, `${API}/events/by-slug/autumn-fair.ics?expand=true`],
          [`/events/by-slug/${slug}?password=secret&x=1`, `${API}/events/by-slug/autumn-fair?x=1`],
          [
            `//fr/cal/events/v1/events/by-slug/${slug}`,
            `${BASE}/fr/cal/events/v1/events/by-slug/autumn-fair`,
          ],
          [
            `/events/by-slug/${slug}?a[b][c]=1&d=%5B%25%&e="{é|^\\}"`,
            `${API}/events/by-slug/autumn-fair?a%5Bb%5D%5Bc%5D=1&d=%5B%25%25&e=%22%7B%C3%A9%7C%5E%5C%7D%22`,
          ],
          [`//event/${slug}/?a[b]=1`, `${BASE}/event/autumn-fair/?a%5Bb%5D=1`],
          [`//event/${slug}/?x=1`, `${BASE}/event/autumn-fair/?x=1`],
          [`//de/event/${slug}`, `${BASE}/de/event/autumn-fair/`],
          [`//event/${slug}/share.png`, `${BASE}/event/autumn-fair/share.png`],
        ] as const)
          expect(await location(path), path).toBe(to)
      }
      const { body, headers } = await service.get('/events/by-slug/spring-fair')
      expect([body.code, body.data]).toEqual(['item-renamed', { status: 301, id: event.id }])
      expect(headers['cache-control']).toContain('no-cache')
      expect((await service.ask('HEAD', '/events/by-slug/spring-fair')).status).toBe(301)
      const calendar = await service.get('/events/by-slug/spring-fair', { accept: 'text/calendar' })
      expect(calendar.status).toBe(301)
      expect((await service.get('/events/by-slug/autumn-fair')).body.id).toBe(event.id)
    })

    it('§0 lead on of series, groups, venues, organizers and terms, too', async () => {
      for (const [collection, page, body] of [
        ['venues', 'venue', { venue: 'Old hall' }],
        ['organizers', 'organizer', { organizer: 'Old hall' }],
        ['categories', 'category', { name: 'Old hall' }],
        ['tags', 'tag', { name: 'Old hall' }],
        ['groups', 'group', { name: 'Old hall' }],
      ] as const) {
        const { id } = await made(`/${collection}`, body)
        await renamed(`/${collection}/${id}`, 'new-hall')
        expect(await location(`//${page}/old-hall/?past=1`), page).toBe(`${BASE}/${page}/new-hall/?past=1`)
        if (page === 'category' || page === 'tag') continue
        expect(await location(`/${collection}/by-slug/old-hall`)).toBe(
          `${API}/${collection}/by-slug/new-hall`,
        )
      }
      const first = await made(
        '/events',
        anEvent({ title: 'Class', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' }),
      )
      const series = (first.series as Json).id
      await renamed(`/series/${series}`, 'course')
      expect(await location('//series/class/')).toBe(`${BASE}/series/course/`)
    })

    it('§0 are found by filters and by terms in writes, but neither by slug= nor by writes', async () => {
      const category = await made('/categories', { name: 'Music' })
      const tag = await made('/tags', { name: 'Loud' })
      const venue = await made('/venues', { venue: 'Club' })
      const organizer = await made('/organizers', { organizer: 'Band' })
      const group = await made('/groups', { name: 'Friends' })
      const { id } = await made(
        '/events',
        anEvent({
          title: 'Gig',
          categories: [category.id],
          tags: [tag.id],
          venue: venue.id,
          organizer: organizer.id,
          group: group.id,
        }),
      )
      const parts = { categories: category, tags: tag, venues: venue, organizers: organizer, groups: group }
      for (const [collection, { id }] of Object.entries(parts))
        await service.patch(`/${collection}/${id}`, { slug: `${collection}-now` }, ada)
      for (const filter of [
        'categories=music',
        'tags=loud',
        'venue=club',
        'organizer=band',
        'group=friends',
      ]) {
        const { status, body } = await service.get(`/events?${filter}&group=friends&_fields=events.id`)
        expect([status, body.events], filter).toEqual([200, [{ id }]])
        expect((await service.get(`/events.ics?${filter}`)).status, filter).toBe(200)
        expect((await service.get(`//calendar/agenda/?${filter}`)).status, filter).toBe(200)
      }
      const page = (
        await service.get(
          '//calendar/agenda/?categories=music&tags=loud&venue=club&organizer=band&group=friends',
        )
      ).body
      expect(page).toContain(
        `events.ics?categories=${category.id}&amp;tags=${tag.id}&amp;venue=${venue.id}&amp;organizer=${organizer.id}&amp;group=${group.id}`,
      )
      expect(page).toContain('<bdi>Music</bdi>')
      const before = (await service.get('/categories?hide_empty=false')).body.total
      const other = await made(
        '/events',
        anEvent({ title: 'Next', categories: ['music'], tags: ['LOUD'], group: 'friends' }),
      )
      expect(other).toMatchObject({
        categories: [{ id: category.id }],
        tags: [{ id: tag.id }],
        group: { id: group.id },
      })
      expect((await service.get('/categories?hide_empty=false')).body.total).toBe(before)
      expect((await service.get('/categories?slug=music&hide_empty=false')).body.categories).toEqual([])
      for (const [method, path] of [
        ['PATCH', '/venues/by-slug/club'],
        ['POST', '/organizers/by-slug/band'],
        ['DELETE', '/venues/by-slug/club'],
        ['DELETE', '/groups/by-slug/friends'],
      ] as const) {
        const { status, body } = await service.ask(method, path, { website: '' }, ada)
        expect([status, body.code], path).toEqual([404, expect.stringMatching(/-not-found$/)])
      }
    })

    it('§0 are avoided by slugs made from titles, and end where another item is given one', async () => {
      const event = await made('/events', anEvent({ title: 'Ball' }))
      await renamed(`/events/${event.id}`, 'dance')
      expect((await made('/events', anEvent({ title: 'Ball' }))).slug).toBe('ball-2')
      expect(await location('/events/by-slug/ball')).toBe(`${API}/events/by-slug/dance`)
      const given = await made('/events', anEvent({ title: 'Other', slug: 'ball' }))
      expect(given.slug).toBe('ball')
      expect((await service.get('/events/by-slug/ball')).body.id).toBe(given.id)
      await renamed(`/events/${given.id}`, 'other')
      expect(await location('/events/by-slug/ball')).toBe(`${API}/events/by-slug/other`)
      // An item may have its own former slug again.
      await renamed(`/events/${event.id}`, 'ball-room')
      await renamed(`/events/${event.id}`, 'dance')
      expect(await location('/events/by-slug/ball-room')).toBe(`${API}/events/by-slug/dance`)
      // A series takes and avoids those of series alone.
      const first = await made('/events', anEvent({ title: 'Dance', recurrence: 'RRULE:FREQ=DAILY;COUNT=2' }))
      expect((await service.get(`/series/${(first.series as Json).id}`)).body.slug).toBe('dance')
      await renamed(`/series/${(first.series as Json).id}`, 'dances')
      const second = await made(
        '/events',
        anEvent({ title: 'Dance', recurrence: 'RRULE:FREQ=DAILY;COUNT=2' }),
      )
      expect((await service.get(`/series/${(second.series as Json).id}`)).body.slug).toBe('dance-2')
    })

    it('§0 do not lead to what is in the trash or gone, and lead again after a restore', async () => {
      const event = await made('/events', anEvent({ title: 'Walk' }))
      const at = `/events/${event.id}`
      await renamed(at, 'hike')
      await service.remove(at, ada)
      for (const slug of ['walk', 'hike']) expect(await location(`/events/by-slug/${slug}`, ada)).toBe(404)
      // A slug that is given up in the trash is no former one.
      await service.patch(at, { slug: 'tour' }, ada)
      expect((await service.patch(at, { status: 'publish' }, ada)).body.slug).toBe('tour')
      expect(await location('/events/by-slug/walk')).toBe(`${API}/events/by-slug/tour`)
      expect(await location('/events/by-slug/hike')).toBe(404)
      await service.remove(at, ada)
      const taken = await made('/events', anEvent({ title: 'Tour' }))
      const walk = await made('/events', anEvent({ title: 'Walk' }))
      expect([taken.slug, walk.slug]).toEqual(['tour', 'walk'])
      expect((await service.patch(at, { status: 'publish' }, ada)).body.slug).toBe('tour-2')
      expect((await service.get('/events/by-slug/tour')).body.id).toBe(taken.id)
      await service.remove(`/events/${walk.id}?force=true`, ada)
      expect(await location('/events/by-slug/walk')).toBe(404)
      await renamed(at, 'stroll')
      await service.remove(`${at}?force=true`, ada)
      expect(await location('/events/by-slug/tour-2')).toBe(404)
    })

    it('§5 tell nothing of items that the reader may not see', async () => {
      const draft = await made('/events', anEvent({ title: 'Secret plan', status: 'draft' }))
      await renamed(`/events/${draft.id}`, 'surprise')
      const unknown = await service.get('/events/by-slug/nothing-here')
      const hidden = await service.get('/events/by-slug/secret-plan')
      expect([hidden.status, hidden.body]).toEqual([404, unknown.body])
      expect(await location('//event/secret-plan/', { accept: 'text/html' })).toBe(404)
      expect(await location('/events/by-slug/secret-plan.ics')).toBe(404)
      expect(await location('/events/by-slug/secret-plan', ada)).toBe(`${API}/events/by-slug/surprise`)
      const venue = await made('/venues', { venue: 'Hidden place', status: 'private' })
      await renamed(`/venues/${venue.id}`, 'cellar')
      expect((await service.get('/events?venue=hidden-place')).status).toBe(400)
      expect((await service.get('/events?venue=hidden-place', ada)).status).toBe(200)
      await service.patch(`/events/${draft.id}`, { status: 'publish', password: 'tell' }, ada)
      expect(await location('/events/by-slug/secret-plan')).toBe(`${API}/events/by-slug/surprise`)
    })

    it('§0 go with an item that is merged, and come back when both are parted', async () => {
      const [one, into] = [
        await made('/venues', { venue: 'Barn one' }),
        await made('/venues', { venue: 'Barn' }),
      ]
      await renamed(`/venues/${one.id}`, 'big-barn')
      const merged = await service.post(`/venues/${into.id}/merge`, { items: [one.id] }, ada)
      expect(await location('/venues/by-slug/barn-one')).toBe(`${API}/venues/by-slug/barn`)
      expect(await location('//venue/barn-one/')).toBe(`${BASE}/venue/barn/`)
      expect((await made('/venues', { venue: 'Barn one' })).slug).toBe('barn-one-2')
      expect(await location('/venues/by-slug/barn-one')).toBe(`${API}/venues/by-slug/barn`)
      await service.patch(`/venues/${into.id}`, { status: 'private', slug: 'secret-barn' }, ada)
      for (const slug of ['big-barn', 'barn-one'])
        expect([404, 410], slug).toContain(await location(`//venue/${slug}/`))
      expect(await location('//venue/big-barn/', ada)).toBe(`${BASE}/venue/secret-barn/`)
      await service.patch(`/venues/${into.id}`, { status: 'publish', slug: 'barn' }, ada)
      await service.post('/undo', { revision: Number(merged.headers['x-fasti-revision']) }, ada)
      expect(await location('/venues/by-slug/barn-one')).toBe(`${API}/venues/by-slug/big-barn`)
    })

    it('§0 go along in JSON lines of all kinds, except those that are taken there', async () => {
      const lines = await dump(service.store)
      const former = lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter((line) => line.former_slugs !== undefined)
      expect([...new Set(former.map(({ resource }) => resource))].sort()).toEqual(
        ['category', 'event', 'group', 'organizer', 'series', 'tag', 'venue'].sort(),
      )
      expect(former.find(({ slug }) => slug === 'autumn-fair').former_slugs).toEqual([
        'spring-fair',
        'summer-fair',
      ])
      const other = await testService(name)
      try {
        await other.post('/events', anEvent({ title: 'Taken', slug: 'summer-fair' }))
        const tally = await load(other.store, lines)
        expect(tally.refused).toBe(0)
        const there = async (path: string) => (await other.get(path)).headers.location
        expect(await there('/events/by-slug/spring-fair')).toBe(`${API}/events/by-slug/autumn-fair`)
        expect((await other.get('/events/by-slug/summer-fair')).body.title).toBe('Taken')
        expect(await there('//category/music/')).toBe(`${BASE}/category/categories-now/`)
        expect(await there('//series/class/')).toBe(`${BASE}/series/course/`)
        expect(await there('//group/friends/')).toBe(`${BASE}/group/groups-now/`)
      } finally {
        await other.close()
      }
    })

    it('§0 come with a second import of the same lines once they are free', async () => {
      for (const text of [
        await dump(service.store),
        await dump(service.store, 'https://elsewhere.example'),
      ]) {
        const other = await testService(name)
        try {
          const { body: taken } = await other.post(
            '/events',
            anEvent({ title: 'Taken', slug: 'summer-fair' }),
          )
          await load(other.store, text)
          expect((await other.ask('DELETE', `/events/${taken.id}?force=true`)).status).toBe(200)
          const again = await load(other.store, text)
          expect([again.created, again.updated, again.refused]).toEqual([0, 0, 0])
          const { headers } = await other.get('/events/by-slug/summer-fair')
          expect(headers.location).toBe(`${API}/events/by-slug/autumn-fair`)
          let writes = 0
          await load(other.store, text, { onWrite: () => (writes += 1) })
          expect(writes).toBe(0)
        } finally {
          await other.close()
        }
      }
    })
  })
}
