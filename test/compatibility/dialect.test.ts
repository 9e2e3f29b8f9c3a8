import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialect } from '../support/dialects.ts'
import { anEvent, type Json } from '../support/service.ts'
import { type PluginService, pluginService, TRIBE } from './plugin.ts'

for (const { name } of anyDialect) {
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
  })
}
