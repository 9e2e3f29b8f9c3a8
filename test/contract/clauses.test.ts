import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { problems } from '../support/inside/api.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const eventKeys =
  `id global_id global_id_lineage author status date date_utc modified modified_utc url rest_url title language languages description
  excerpt slug image all_day no_end_time start_date end_date utc_start_date utc_end_date start_date_details end_date_details
  utc_start_date_details utc_end_date_details timezone timezone_abbr cost cost_details website event_status
  attendance_mode online_url status_reason previous_start_date show_map show_map_link
  hide_from_listings sticky featured categories tags venue organizer custom_fields tickets ticketed post_parent group in_main series origin external_id
  password_protected note assignee`.split(/\s+/)
const venueKeys =
  `id global_id global_id_lineage author status date date_utc modified modified_utc url rest_url venue language languages description
  slug image address city country province state zip phone website stateprovince accessibility show_map show_map_link geo_lat geo_lng`.split(
    /\s+/,
  )
const organizerKeys =
  `id global_id global_id_lineage author status date date_utc modified modified_utc url rest_url organizer language languages
  description slug image phone website email federated`.split(/\s+/)
const termKeys = 'id name slug language languages description taxonomy count url rest_url urls'.split(' ')

for (const { name } of anyDialects()) {
  describe(`the clauses of the contract on ${name}`, () => {
    let service: TestService
    const made = async (path: string, body: Json) => {
      const answer = await service.post(path, body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      return answer.body
    }
    const params = async (path: string, body: Json) =>
      Object.keys((await service.post(path, body)).body.data.params)
    const keys = (value: Json) => Object.keys(value).sort()

    beforeAll(async () => {
      service = await testService(name)
    })
    afterAll(() => service.close())

    it('§0 accepts a trailing slash, supports HEAD and OPTIONS, and has a root index', async () => {
      for (const path of ['/events/', '/events', '//cal/events/v1/', '//de/cal/events/v1/tags/'])
        expect((await service.get(path)).status, path).toBe(200)
      const head = await service.ask('HEAD', '/events')
      expect([head.status, head.body]).toEqual([200, ''])
      expect((await service.get('//')).body).toMatchObject({
        name: 'Fasti',
        namespaces: ['cal/events/v1'],
        timezone: 'America/New_York',
      })
      expect((await service.get('//healthz')).status).toBe(200)
    })

    it('§0 serves below the path of its base URL', async () => {
      const under = await testService(name, {
        FASTI_BASE_URL: 'http://localhost/calendar/',
        FASTI_NAMESPACE: 'old/v2',
      })
      const { status, body } = await under.get('//calendar/old/v2/events')
      expect([status, body.rest_url.split('?')[0]]).toEqual([200, 'http://localhost/calendar/old/v2/events'])
      await under.close()
    })

    it('§1 stores titles as plain text: removes tags and keeps entities', async () => {
      expect((await made('/events', anEvent({ title: '  <b>A</b> & B &amp; 1 < 2 ' }))).title).toBe(
        'A & B &amp; 1 < 2',
      )
    })

    it('§1.1 an event has every key, and json_ld only in single responses', async () => {
      const event = await made(
        '/events',
        anEvent({ venue: { venue: 'Keys' }, organizer: { organizer: 'Keys' }, categories: ['Keys'] }),
      )
      expect(keys(event)).toEqual([...eventKeys, 'json_ld'].sort())
      expect(keys(event.venue)).toEqual([...venueKeys, 'json_ld'].sort())
      const [listed] = (await service.get('/events?search=a&per_page=1')).body.events
      expect(keys(listed)).toEqual([...eventKeys].sort())
      const one = (await service.get('/events?categories=keys')).body.events[0]
      expect(keys(one.venue)).toEqual([...venueKeys].sort())
      expect(event.global_id).toBe(`127.0.0.1:3000?id=${event.id}`)
    })

    it('§1.2 a venue derives stateprovince until it is set', async () => {
      const venue = await made('/venues', { venue: 'SP', state: 'NY', province: 'Ontario', country: 'US' })
      const shown = async (change: Json) =>
        (await service.patch(`/venues/${venue.id}`, change)).body.stateprovince
      expect(venue.stateprovince).toBe('NY')
      expect(await shown({ country: 'Canada' })).toBe('Ontario')
      expect(await shown({ province: '' })).toBe('NY')
      expect(await shown({ stateprovince: 'Mine' })).toBe('Mine')
      expect(await shown({ state: 'CA' })).toBe('Mine')
      expect(keys(venue)).toEqual([...venueKeys, 'json_ld'].sort())
    })

    it('§1.3 an organizer has every key', async () => {
      const organizer = await made('/organizers', { organizer: 'O', email: 'a@b.example' })
      expect(keys(organizer)).toEqual([...organizerKeys, 'json_ld'].sort())
      expect(await params('/organizers', { organizer: 'O', email: 'not one' })).toEqual(['email'])
    })

    it('§1.4 a term has every key and its URLs', async () => {
      const parent = await made('/categories', { name: 'Up' })
      const child = await made('/categories', { name: 'Down', parent: parent.id })
      expect(keys(child)).toEqual([...termKeys, 'parent', 'color', 'federated_as'].sort())
      expect(child.urls).toEqual({
        self: child.rest_url,
        collection: 'http://127.0.0.1:3000/cal/events/v1/categories',
        up: parent.rest_url,
      })
      expect(keys(await made('/tags', { name: 'T' }))).toEqual([...termKeys].sort())
    })

    it('§1.5 date details are zero-padded strings', async () => {
      expect((await made('/events', anEvent())).start_date_details).toEqual({
        year: '2027',
        month: '05',
        day: '04',
        hour: '18',
        minutes: '00',
        seconds: '00',
      })
    })

    it('§1.6 rejects an image that does not exist', async () => {
      expect(await params('/events', anEvent({ image: 99 }))).toEqual(['image'])
      expect((await made('/events', anEvent({ image: false }))).image).toBe(false)
    })

    it('§1.8 linked data has UTC offsets in effect, place, organizers and offers', async () => {
      const { json_ld } = await made(
        '/events',
        anEvent({
          description: '<p>Text</p>',
          cost: '€10-20',
          venue: { venue: 'LD', city: 'Turin' },
          organizer: ['LD1', 'LD2'].map((organizer) => ({ organizer })),
        }),
      )
      expect(json_ld).toMatchObject({
        '@context': 'https://schema.org',
        '@type': 'Event',
        name: 'A',
        description: 'Text',
        startDate: '2027-05-04T18:00:00-04:00',
        eventStatus: 'https://schema.org/EventScheduled',
        location: {
          '@type': 'Place',
          name: 'LD',
          address: { '@type': 'PostalAddress', addressLocality: 'Turin' },
        },
        organizer: [{ name: 'LD1' }, { name: 'LD2' }],
        offers: { '@type': 'AggregateOffer', lowPrice: '10', highPrice: '20', priceCurrency: 'EUR' },
      })
      const online = await made(
        '/events',
        anEvent({
          ...{ all_day: true, website: 'https://x.example', cost: 'free' },
          attendance_mode: 'online',
        }),
      )
      expect(online.json_ld).toMatchObject({
        startDate: '2027-05-04',
        location: { '@type': 'VirtualLocation' },
        isAccessibleForFree: true,
      })
    })

    it('§1.9 page links contain the resolved args, and headers contain the totals', async () => {
      const { body, headers } = await service.get('/events?start_date=today&per_page=2&search=a&password=x')
      const next = new URL(body.next_rest_url).searchParams
      expect(Object.fromEntries(next)).toEqual({
        start_date: '2027-01-15 00:00:00',
        search: 'a',
        end_date: '2029-01-15 00:00:00',
        per_page: '2',
        page: '2',
      })
      expect(headers['x-total-count']).toBe(String(body.total))
      expect(headers.link).toMatch(/rel="first".*rel="next".*rel="last"/)
      expect(body.previous_rest_url).toBeUndefined()
    })

    it('§1.10 a protected event is blanked for readers, and complete for users who may edit it', async () => {
      const own = await testService(name)
      const { headers } = await own.user('editor')
      const { body: event } = await own.post('/events', anEvent({ cost: 5, tags: ['x'] }), headers)
      await own.patch(`/events/${event.id}`, { password: 'pw' }, headers)
      expect((await own.get('/events')).body.events[0]).toMatchObject({
        cost: '',
        tags: [],
        show_map: false,
        title: 'A',
      })
      expect((await own.get('/events', headers)).body.events[0]).toMatchObject({ cost: '5', show_map: true })
      expect((await own.get('/events', { 'x-event-password': 'pw' })).body.events[0].cost).toBe('5')
      expect(JSON.stringify((await own.get('/events?password=pw')).body)).not.toContain('pw')
      await own.close()
    })

    it('§2.5 author, parent, tickets and custom fields are validated', async () => {
      expect(await params('/events', anEvent({ author: 7 }))).toEqual(['author'])
      expect(await params('/events', anEvent({ post_parent: 9999 }))).toEqual(['post_parent'])
      expect(await params('/tags', { name: 'q', parent: 1 })).toEqual(['parent'])
      expect(await params('/events', anEvent({ tickets: [{ price: -1 }] }))).toEqual([
        'tickets[0].name',
        'tickets[0].price',
      ])
      expect(await params('/events', anEvent({ custom_fields: { 'Bad Name': 1 } }))).toEqual([
        'custom_fields.Bad Name',
      ])
      const event = await made('/events', anEvent({ custom_fields: { a: 1, b: 'x' } }))
      const merged = await service.patch(`/events/${event.id}`, { custom_fields: { a: null, c: true } })
      expect(merged.body.custom_fields).toEqual({
        b: { label: 'b', value: 'x' },
        c: { label: 'c', value: true },
      })
    })

    it('§2.5 an event cannot be its own parent, nor the child of one of its descendants', async () => {
      const parent = await made('/events', anEvent())
      const child = await made('/events', anEvent({ post_parent: parent.id }))
      const loop = await service.patch(`/events/${parent.id}`, { post_parent: child.id })
      expect([loop.status, Object.keys(loop.body.data.params)]).toEqual([400, ['post_parent']])
      expect((await service.get(`/events?post_parent=${parent.id}`)).body.total).toBe(1)
    })

    it('§3.2 unknown ids are a fault in filters, and match nothing in include', async () => {
      for (const arg of ['categories', 'tags', 'venue', 'organizer', 'post_parent'])
        expect((await service.get(`/events?${arg}=99999`)).body.data.params[arg], arg).toBeTruthy()
      expect((await service.get('/events?include=99999')).body.total).toBe(0)
      expect((await service.get('/events?status=nonsense')).status).toBe(400)
    })

    it('§3.2 a category filter includes descendants, and lists leave out hidden events', async () => {
      const top = await made('/categories', { name: 'Tree' })
      const leaf = await made('/categories', { name: 'Leaf', parent: top.id })
      await made('/events', anEvent({ categories: [leaf.id] }))
      await made('/events', anEvent({ categories: [leaf.id], hide_from_listings: true }))
      expect((await service.get('/events?categories=tree')).body.total).toBe(1)
      expect((await service.get('/events?categories=tree&hide_from_listings=true')).body.total).toBe(1)
      expect((await service.get(`/categories/${leaf.id}`)).body.count).toBe(2)
    })

    it('§3.4 venues are filtered by event, by having events, and by having upcoming events', async () => {
      const past = await made('/events', {
        title: 'Past',
        start_date: '2020-01-01',
        end_date: '2020-01-02',
        venue: { venue: 'Past hall' },
      })
      const bare = await made('/venues', { venue: 'Bare hall' })
      const found = async (query: string) =>
        (await service.get(`/venues?search=hall&${query}`)).body.venues.map(({ venue }: Json) => venue)
      expect(await found(`event=${past.id}`)).toEqual(['Past hall'])
      expect(await found('has_events=false')).toEqual([bare.venue])
      expect(await found('has_events=true')).toEqual(['Past hall'])
      expect(await found('only_with_upcoming=true')).toEqual([])
      expect(await found('orderby=name')).toEqual(['Bare hall', 'Past hall'])
    })

    it('§3.5 terms are sorted by folded name, and found by a part of name, slug or description', async () => {
      for (const term of ['zebra', 'Émile', 'apple', 'Zürich'])
        await made('/tags', { name: `${term} sorted` })
      const names = async (query: string) =>
        (await service.get(`/tags?hide_empty=0&search=sorted&${query}`)).body.tags.map(
          (tag: { name: string }) => tag.name.split(' ')[0],
        )
      expect(await names('')).toEqual(['apple', 'Émile', 'zebra', 'Zürich'])
      expect(await names('order=desc')).toEqual(['Zürich', 'zebra', 'Émile', 'apple'])
      expect((await service.get('/tags?hide_empty=0&search=emile')).body.total).toBe(1)
      expect((await service.get('/tags?orderby=nonsense')).status).toBe(400)
    })

    it('§4.1 a create responds with the location and the revision', async () => {
      const { headers, body } = await service.post('/venues', { venue: 'Twice' })
      expect(headers.location).toBe(body.rest_url)
      expect(Number(headers['x-fasti-revision'])).toBeGreaterThan(0)
      expect((await service.post('/venues', { venue: 'Twice' })).body.slug).toBe('twice-2')
    })

    it('§4.2 a cleared field is empty, a required field can’t be cleared, and links to invisible items are retained', async () => {
      const event = await made(
        '/events',
        anEvent({ venue: [{ venue: 'Stays' }], excerpt: 'x', featured: true, timezone: 'Europe/Rome' }),
      )
      await service.remove(`/venues/${event.venue.id}`)
      expect((await service.get(`/events/${event.id}`)).body.venue).toEqual([])
      await service.patch(`/events/${event.id}`, { venue: [] })
      await service.patch(`/venues/${event.venue.id}`, { status: 'publish' })
      expect((await service.get(`/events/${event.id}`)).body.venue.venue).toBe('Stays')
      const cleared = await service.patch(`/events/${event.id}`, {
        excerpt: null,
        featured: null,
        timezone: '',
      })
      expect(cleared.body).toMatchObject({ excerpt: '', featured: false, timezone: 'America/New_York' })
      for (const required of ['title', 'start_date', 'status', 'date'])
        expect((await service.patch(`/events/${event.id}`, { [required]: null })).status, required).toBe(400)
    })

    it('§4.3 every status can change to every other, and dates decide between publish and future', async () => {
      const sent = ['publish', 'future', 'draft', 'pending', 'private']
      for (const from of [...sent, 'trash']) {
        for (const to of sent) {
          const { id } = await made('/events', anEvent({ status: from === 'trash' ? 'publish' : from }))
          if (from === 'trash') await service.remove(`/events/${id}`)
          const { body } = await service.patch(`/events/${id}`, { status: to })
          expect(body.status, `${from} → ${to}`).toBe(to === 'future' ? 'publish' : to)
        }
      }
      const { id } = await made('/events', anEvent({ status: 'draft' }))
      expect(
        (await service.patch(`/events/${id}`, { status: 'publish', date: '2027-02-01' })).body.status,
      ).toBe('future')
      expect((await service.patch(`/events/${id}`, { status: 'publish' })).body).toMatchObject({
        status: 'publish',
        date_utc: '2027-01-15 12:00:00',
      })
      expect((await service.patch(`/events/${id}`, { date: '2027-02-01' })).body.status).toBe('future')
      expect((await service.patch(`/events/${id}`, { date_utc: '2027-01-01' })).body.status).toBe('publish')
      expect(await params('/events', anEvent({ date: '2027-01-01', date_utc: '2027-01-03' }))).toEqual([
        'date_utc',
      ])
    })

    it('§4.5 an inline item reuses an existing item if all given fields are equal, and is created otherwise', async () => {
      const first = (await made('/events', anEvent({ venue: { venue: 'Match', city: 'Turin' } }))).venue.id
      const venueOf = async (venue: Json) => (await made('/events', anEvent({ venue }))).venue.id
      expect(await venueOf({ venue: 'MATCH' })).toBe(first)
      expect(await venueOf({ venue: 'match', city: 'turin', address: null })).toBe(first)
      expect(await venueOf({ venue: 'Match', city: 'Milan' })).not.toBe(first)
    })

    it('§4.7 a password in the query string never sets the password', async () => {
      const { id } = await made('/events', anEvent())
      expect((await service.patch(`/events/${id}?password=x`, { title: 'B' })).body.password_protected).toBe(
        false,
      )
      expect((await service.patch(`/events/${id}`, { password: 'x' })).body.password_protected).toBe(true)
    })

    it('§6 every problem has its status and the shape of problem bodies', async () => {
      const kinds = Object.entries(problems)
      expect(kinds.filter(([, { status }]) => status < 400)).toEqual([
        ['item-renamed', problems['item-renamed']],
      ])
      expect(kinds.every(([, { message }]) => message.length > 10)).toBe(true)
      const { status, body } = await service.get('/events/999999')
      expect([status, keys(body), body.data.status]).toEqual([404, ['code', 'data', 'message'], 404])
    })

    it('§7 the index and OPTIONS describe routes, and an unknown namespace is not found', async () => {
      const { body } = await service.get('/')
      expect(keys(body)).toEqual(['_links', 'namespace', 'routes'])
      expect(body.routes['/cal/events/v1/events'].endpoints[0].args.page).toMatchObject({
        default: 1,
        type: 'integer',
        required: false,
      })
      const options = await service.ask('OPTIONS', '/events')
      expect(options.body).toEqual(body.routes['/cal/events/v1/events'])
      expect((await service.get('/?namespace=x')).body.code).toBe('rest_invalid_namespace')
      expect((await service.get('/doc')).body.openapi).toBe('3.1.0')
    })

    it('§8 headers: caching, security, discovery, CORS, compression, envelope', async () => {
      const { headers, body } = await service.get('/events?_envelope=1')
      expect([body.status, Array.isArray(body.body.events)]).toEqual([200, true])
      expect(headers).toMatchObject({
        'cache-control': 'public, no-cache',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
        'access-control-allow-origin': '*',
      })
      expect(headers.link).toContain('rel="https://api.w.org/"')
      for (const [sent, encoding] of [
        ['br, gzip', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0, gzip', 'gzip'],
        ['identity', undefined],
      ] as const) {
        expect(
          (await service.get('/events', { 'accept-encoding': sent })).headers['content-encoding'],
          sent,
        ).toBe(encoding)
      }
      expect((await service.get('/events', { accept: 'application/json;q=0' })).body.code).toBe(
        'rest_not_acceptable',
      )
    })
  })
}
