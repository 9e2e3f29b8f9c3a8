import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type Json } from '../support/service.ts'
import { type PluginService, pluginService, TRIBE } from './plugin.ts'

for (const { name } of anyDialects()) {
  describe(`the dialect of The Events Calendar on ${name}`, () => {
    let service: PluginService
    beforeAll(async () => {
      service = await pluginService(name)
      await service.post(
        '/events',
        anEvent({
          title: 'First',
          cost: 'Pay what you want',
          venue: { venue: 'Hall', city: 'Turin' },
          organizer: { organizer: 'Society' },
          categories: ['Fairs'],
          tags: ['outdoors'],
        }),
      )
    })
    afterAll(() => service.close())

    it('§12 has authors as strings, no empty keys, WordPress’s taxonomies and text costs', async () => {
      const { body } = await service.host('GET', `${TRIBE}/events/1`)
      expect([body.author, body.venue.author, body.organizer[0].author]).toEqual(['0', '0', '0'])
      expect([body.categories[0].taxonomy, body.tags[0].taxonomy]).toEqual(['tribe_events_cat', 'post_tag'])
      expect(body.cost_details.values).toEqual(['Pay what you want'])
      expect(body.venue).toMatchObject({ venue: 'Hall', city: 'Turin', image: false, show_map: true })
      const absent = ['address', 'country', 'zip', 'phone', 'website', 'description', 'geo_lat', 'geo_lng']
      expect(absent.filter((key) => key in body.venue)).toEqual([])
      expect(['email', 'phone', 'website'].filter((key) => key in body.organizer[0])).toEqual([])
      // Keys of events themselves are always present.
      expect([body.website, body.excerpt, body.image]).toEqual(['', '', false])
      const venue = (await service.host('GET', `${TRIBE}/venues/1`)).body
      expect([venue.author, 'zip' in venue, venue.image]).toEqual(['0', false, false])
      expect((await service.host('GET', `${TRIBE}/categories`)).body.categories[0].taxonomy).toBe(
        'tribe_events_cat',
      )
      expect((await service.host('GET', `${TRIBE}/tags/1`)).body.taxonomy).toBe('post_tag')
    })

    it('§12 is cached separately from our own representations, in any order of requests and after each write', async () => {
      const authors = async () => {
        const [own, alias, plain] = [
          await service.get('/events'),
          await service.host('GET', `${TRIBE}/events`),
          await service.host('GET', `${TRIBE}/events?_fields=events.author,events.tags`),
        ]
        expect(alias.headers.etag).not.toBe(own.headers.etag)
        expect(plain.body.events[0].author).toBe('0')
        return [own, alias].map(({ body }) => [body.events[0].author, body.events[0].tags[0].taxonomy])
      }
      const both = [
        [0, 'event_tag'],
        ['0', 'post_tag'],
      ]
      expect(await authors()).toEqual(both)
      expect(await authors()).toEqual(both)
      // Another event with the same tag changes that tag's count within the bytes of the first.
      await service.post('/events', anEvent({ title: 'Second', tags: ['outdoors'] }))
      expect(await authors()).toEqual(both)
      const [first] = (await service.host('GET', `${TRIBE}/events`)).body.events
      expect([first.title, first.tags[0].count]).toEqual(['First', 2])
    })

    it('§12 has the plugin’s total headers on every list, readable by other origins', async () => {
      for (const path of [`${TRIBE}/events`, '/cal/events/v1/events', `${TRIBE}/venues`, `${TRIBE}/tags`]) {
        const { headers } = await service.host('GET', `${path}?per_page=1`)
        expect([headers['x-tec-total'], headers['x-tec-totalpages']], path).toEqual([
          headers['x-total-count'],
          headers['x-total-pages'],
        ])
        const exposed = String(headers['access-control-expose-headers'])
        for (const one of ['X-TEC-Total', 'X-TEC-TotalPages', 'X-WP-Total', 'X-WP-TotalPages'])
          expect(exposed.split(', ')).toContain(one)
      }
    })

    it('§12 encodes titles for clients that decode them, and accepts encoded titles', async () => {
      const decoded = (text: string) =>
        text.replaceAll('&#8211;', '–').replaceAll('&copy;', '©').replaceAll('&amp;', '&')
      for (const [sent, kept, shown] of [
        ['Tom & Jerry’s “Show” – live', 'Tom & Jerry’s “Show” – live', 'Tom & Jerry’s “Show” – live'],
        ['Rock &amp; Roll &#8211; live', 'Rock & Roll – live', 'Rock & Roll – live'],
        ['Write &amp;copy; for ©', 'Write &copy; for ©', 'Write &amp;copy; for ©'],
        ['R&B, AT&T, Q & A', 'R&B, AT&T, Q & A', 'R&B, AT&T, Q & A'],
        ['1 &lt; 2 &amp; 3 > 2', '1 < 2 & 3 > 2', '1 < 2 & 3 > 2'],
        ['Use &lt;b&gt; well', 'Use &lt;b> well', 'Use &amp;lt;b> well'],
      ]) {
        const created = await service.host('POST', `${TRIBE}/events`, anEvent({ title: sent }))
        const own = (await service.get(`/events/${created.body.id}`)).body
        expect([own.title, created.body.title]).toEqual([kept, shown])
        expect(decoded(created.body.title)).toBe(kept)
        // Sending a read value back changes nothing.
        const again = await service.host('POST', `${TRIBE}/events/${created.body.id}`, created.body)
        expect([again.body.title, again.body.modified]).toEqual([shown, created.body.modified])
      }
      const linked = await service.host(
        'POST',
        `${TRIBE}/events`,
        anEvent({
          venue: [{ venue: 'Ben &amp; Sons' }],
          organizer: { organizer: 'A &amp; B' },
          tags: ['C &amp; D'],
        }),
      )
      const own = (await service.get(`/events/${linked.body.id}`)).body
      expect([own.venue.venue, own.organizer[0].organizer, own.tags[0].name]).toEqual([
        'Ben & Sons',
        'A & B',
        'C & D',
      ])
    })

    it('§12 does not change titles in our own namespace', async () => {
      const title = 'Rock &amp; Roll'
      const { body } = await service.post('/events', anEvent({ title }))
      expect(body.title).toBe(title)
      expect((await service.host('GET', `${TRIBE}/events/${body.id}`)).body.title).toBe('Rock &amp;amp; Roll')
    })

    it('§4.2 accepts its own representations, which change nothing', async () => {
      const { body, headers } = await service.host('GET', `${TRIBE}/events/1`)
      const again = await service.host('PUT', `${TRIBE}/events/1`, body)
      expect(again.status).toBe(200)
      expect((await service.host('GET', `${TRIBE}/events/1`)).headers.etag).toBe(headers.etag)
      for (const path of ['/venues/1', '/organizers/1', '/categories/1', '/tags/1']) {
        const before = await service.host('GET', `${TRIBE}${path}`)
        expect((await service.host('PUT', `${TRIBE}${path}`, before.body)).status, path).toBe(200)
        expect((await service.host('GET', `${TRIBE}${path}`)).headers.etag, path).toBe(before.headers.etag)
      }
    })

    it('§6 handles deeply nested and long bodies like any other', async () => {
      const nested = `{"venue":${'{"venue":'.repeat(20_000)}1${'}'.repeat(20_000)}}`
      const json = { 'content-type': 'application/json' }
      expect((await service.host('POST', `${TRIBE}/events`, nested, json)).status).toBe(400)
      const many: Json = { title: Array.from({ length: 100_000 }, (_, at) => `&a${at};`).join('') }
      expect((await service.host('POST', `${TRIBE}/events`, many)).status).toBe(400)
      const lists = { tags: Array.from({ length: 90_000 }, (_, at) => `&a${at};`) }
      expect((await service.host('POST', `${TRIBE}/events`, anEvent(lists))).status).toBe(400)
    })

    it('§12 takes empty objects in place of links as none given', async () => {
      const body = anEvent({
        title: 'None',
        categories: {},
        tags: { id: null },
        venue: {},
        organizer: [{ id: null }, {}],
      })
      const { status, body: event } = await service.host('POST', `${TRIBE}/events`, body)
      expect([status, event.categories, event.tags, event.venue, event.organizer]).toEqual([
        201,
        [],
        [],
        [],
        [],
      ])
      const at = `${TRIBE}/events/1`
      const kept = await service.host('POST', at, { venue: {}, organizer: {}, categories: {}, tags: [{}] })
      expect([kept.body.venue.venue, kept.body.organizer[0].organizer, kept.body.categories[0].name]).toEqual(
        ['Hall', 'Society', 'Fairs'],
      )
      expect((await service.post('/events', body)).status).toBe(400)
    })

    it('§12 leaves out ids that no term has, in writes and in filters', async () => {
      const known = (await service.host('GET', `${TRIBE}/events/1`)).body.categories[0].id
      const created = await service.host(
        'POST',
        `${TRIBE}/events`,
        anEvent({ title: 'Some', categories: [known, 99, { id: 98 }], tags: '97,96' }),
      )
      expect([created.status, created.body.categories.length, created.body.tags]).toEqual([201, 1, []])
      const total = async (query: string) =>
        (await service.host('GET', `${TRIBE}/events?${query}`)).body.total
      expect(await total(`categories=${known},99`)).toBe(await total(`categories=${known}`))
      expect(await total('categories=99&tags[]=98')).toBe(0)
      expect((await service.host('GET', `${TRIBE}/events.ics?categories=99`)).status).toBe(200)
      for (const [method, path, body] of [
        ['GET', `${TRIBE}/events?categories=nothing`, undefined],
        ['GET', '/cal/events/v1/events?categories=99', undefined],
        ['POST', '/cal/events/v1/events', anEvent({ categories: [99] })],
      ] as const)
        expect((await service.host(method, path, body)).status, path).toBe(400)
    })

    it('§12 searches by the first twenty words of a long text', async () => {
      await service.post(
        '/events',
        anEvent({ title: Array.from({ length: 20 }, (_, at) => `w${at}x`).join(' ') }),
      )
      const words = Array.from({ length: 25 }, (_, at) => `w${at}x`).join('%20')
      const found = await service.host('GET', `${TRIBE}/events?search=${words}`)
      expect([found.status, found.body.total]).toEqual([200, 1])
      expect((await service.host('GET', `/wp-json/tec/v1/events?search=${words}`)).body.length).toBe(1)
      expect((await service.get(`/events?search=${words}`)).status).toBe(400)
      // Of the first twenty words count those that a search may have together: five short ones, 200 characters.
      const title = 'we go up to it or on by sea and land, hand in hand with our dear old friends of the days'
      await service.post('/events', anEvent({ title }))
      const long = Array.from({ length: 21 }, (_, at) => (at === 3 ? 'dear' : 'extraordinarily')).join(' ')
      await service.post('/events', anEvent({ title: 'One', description: 'dear extraordinarily long text' }))
      for (const [text, total] of [
        [`${title} never said`, 1],
        [`${long} never said`, 1],
        [`never said ${title}`, 0],
      ] as const) {
        const answer = await service.host('GET', `${TRIBE}/events?search=${encodeURIComponent(text)}`)
        expect([answer.status, answer.body.total], text).toEqual([200, total])
      }
      const giant = Array.from({ length: 21 }, () => 'x'.repeat(201)).join('%20')
      expect((await service.host('GET', `${TRIBE}/events?search=${giant}`)).status).toBe(400)
    })

    it('§12 knows the plugin’s words for what became of an event and for online events', async () => {
      const created = await service.host(
        'POST',
        `${TRIBE}/events`,
        anEvent({
          title: 'Odd',
          event_status: 'canceled',
          is_virtual: true,
          virtual_url: 'https://meet.example/1',
        }),
      )
      expect(created.body).toMatchObject({
        event_status: 'cancelled',
        attendance_mode: 'online',
        online_url: 'https://meet.example/1',
        is_virtual: true,
        virtual_url: 'https://meet.example/1',
      })
      const at = `${TRIBE}/events/${created.body.id}`
      const change = async (body: Json) => (await service.host('POST', at, body)).body
      const listed = await service.host('GET', `${TRIBE}/events?event_status=canceled`)
      expect(listed.body.events.map(({ id }: Json) => id)).toEqual([created.body.id])
      expect((await change({ event_status: 'moved-online' })).event_status).toBe('moved_online')
      expect(await change({ is_virtual: 'no' })).toMatchObject({
        attendance_mode: 'offline',
        is_virtual: false,
      })
      expect((await change({ venue: { venue: 'Hall' }, is_virtual: 1 })).attendance_mode).toBe('mixed')
      // What is sent back unchanged says nothing.
      expect((await change(await change({}))).attendance_mode).toBe('mixed')
      expect((await change({ ...(await change({})), is_virtual: false })).attendance_mode).toBe('offline')
      expect((await change({ ...(await change({})), attendance_mode: 'online' })).is_virtual).toBe(true)
      expect((await change({ ...(await change({})), virtual_url: '' })).online_url).toBe('')
      for (const body of [
        { is_virtual: 'perhaps' },
        { is_virtual: false, attendance_mode: 'mixed' },
        { virtual_url: 'https://a.example/', online_url: 'https://b.example/' },
        { event_status: 'vanished' },
      ])
        expect((await service.host('POST', at, body)).status, JSON.stringify(body)).toBe(400)
      const own = (await service.get(`/events/${created.body.id}`)).body
      expect(['is_virtual' in own, 'virtual_url' in own]).toEqual([false, false])
      expect((await service.patch(`/events/${created.body.id}`, { event_status: 'canceled' })).status).toBe(
        400,
      )
    })

    it('§12 reads a recurrence of the plugin’s form into a rule, or refuses it', async () => {
      const make = (recurrence: unknown) =>
        service.host('POST', `${TRIBE}/events`, anEvent({ title: 'Again', recurrence }))
      for (const [recurrence, dates] of [
        [{ type: 'daily', end_type: 'after', end_count: 3 }, ['04', '05', '06']],
        [{ type: 'Every Week', every: 2, 'end-type': 'After', 'end-count': '2' }, ['04', '18']],
        [
          { type: 'weekly', days: ['tuesday', 4], end_type: 'on', end: '2027-05-13' },
          ['04', '06', '11', '13'],
        ],
        [{ type: 'weekly', days: 'TU,TH', end: '2027-05-07 00:00:00' }, ['04', '06']],
      ] as const) {
        const { status, body } = await make(recurrence)
        expect(status, JSON.stringify(recurrence)).toBe(201)
        const { body: list } = await service.get(`/events?series=${body.series.id}`)
        expect(list.events.map(({ start_date }: Json) => String(start_date).slice(8, 10))).toEqual(dates)
      }
      for (const none of [{}, { type: 'none' }, { type: null, end_count: '' }])
        expect((await make(none)).body.series).toBe(null)
      for (const [recurrence, name] of [
        [{ type: 'fortnightly' }, 'recurrence.type'],
        [{ type: 'daily', end_type: 'after', end_count: 0 }, 'recurrence.end_count'],
        [{ type: 'daily', end_type: 'on', end: 'soon' }, 'recurrence.end'],
        [{ type: 'monthly', days: ['MO'] }, 'recurrence.days'],
        [{ type: 'weekly', days: ['someday'] }, 'recurrence.days'],
        [{ rules: [{ type: 'Custom' }] }, 'recurrence.rules'],
        [{ type: 'daily', end_type: 'sometime' }, 'recurrence.end_type'],
      ] as const) {
        const { status, body } = await make(recurrence)
        expect([status, Object.keys(body.data.params)], JSON.stringify(recurrence)).toEqual([400, [name]])
      }
      expect((await service.post('/events', anEvent({ recurrence: { type: 'daily' } }))).status).toBe(400)
    })
  })
}
