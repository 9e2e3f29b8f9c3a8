import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dialects, isAny } from '../support/dialects.ts'
import { anEvent, type Json, postEvents, type TestService, testService } from '../support/service.ts'

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

for (const { name } of dialects) {
  describe(`the acceptance examples on ${name}`, () => {
    let service: TestService
    const event = async (more: Json = {}) => {
      const { status, body } = await service.post('/events', anEvent(more))
      expect(status, JSON.stringify(body)).toBe(201)
      return body
    }
    const faults = async (more: Json) =>
      Object.keys((await service.post('/events', anEvent(more))).body.data.params)
    const ids = async (query: string) =>
      (await service.get(`/events?${query}`)).body.events.map(({ id }: { id: number }) => id)

    describe('in one calendar', () => {
      beforeAll(async () => {
        service = await testService(name)
      })
      afterEach(() => service.at('2027-01-15T12:00:00Z'))
      afterAll(() => service.close())

      it('§9.2 an empty body reports three missing args, and an invalid body reports all four faults', async () => {
        const empty = await service.post('/events', {})
        expect([empty.status, empty.body.code]).toEqual([400, 'rest_missing_callback_param'])
        expect(empty.body.data.params).toEqual(['title', 'start_date', 'end_date'])
        const bad = await service.post('/events', {
          title: '',
          start_date: 'foo',
          end_date: '2027-02-30',
          all_day: 'maybe',
        })
        expect([bad.status, bad.body.code]).toEqual([400, 'rest_invalid_param'])
        expect(Object.keys(bad.body.data.params).sort()).toEqual([
          'all_day',
          'end_date',
          'start_date',
          'title',
        ])
        expect(Object.keys(bad.body.data.details).sort()).toEqual([
          'all_day',
          'end_date',
          'start_date',
          'title',
        ])
      })

      it('§9.3 the event zone decides the instant', async () => {
        expect(await event({ timezone: 'Europe/Paris' })).toMatchObject({
          utc_start_date: '2027-05-04 16:00:00',
          timezone_abbr: 'CEST',
        })
        expect(await event({ timezone: 'UTC+2' })).toMatchObject({
          utc_start_date: '2027-05-04 16:00:00',
          timezone: 'UTC+2',
        })
        expect(await faults({ timezone: 'UTC+15' })).toEqual(['timezone'])
      })

      it('§9.4 a text with its own offset names an instant, which is shown in the event zone', async () => {
        expect(
          await event({ start_date: '2027-05-04T18:00:00+02:00', timezone: 'Europe/London' }),
        ).toMatchObject({ start_date: '2027-05-04 17:00:00' })
      })

      it('§9.5 a skipped local time moves forward, and a repeated local time is its first occurrence', async () => {
        expect(
          await event({ start_date: '2027-03-14 02:30:00', end_date: '2027-03-14 03:30:00' }),
        ).toMatchObject({ start_date: '2027-03-14 03:30:00' })
        expect(
          await event({ start_date: '2027-11-07 01:30:00', end_date: '2027-11-07 03:00:00' }),
        ).toMatchObject({ utc_start_date: '2027-11-07 05:30:00' })
      })

      it('§9.6 an all-day event covers its days completely', async () => {
        expect(
          await event({ all_day: true, start_date: '2027-05-04', end_date: '2027-05-06' }),
        ).toMatchObject({
          start_date: '2027-05-04 00:00:00',
          end_date: '2027-05-06 23:59:59',
        })
      })

      it('§9.7 an end before the start is a fault of end_date, and an end equal to the start is valid', async () => {
        expect(await faults({ end_date: '2027-05-04 17:59:59' })).toEqual(['end_date'])
        expect(await event({ end_date: '2027-05-04 18:00:00' })).toMatchObject({
          end_date: '2027-05-04 18:00:00',
        })
      })

      it('§9.9 a new zone keeps the local time, and a start alone after the end is a fault of start_date', async () => {
        const { id } = await event()
        expect((await service.patch(`/events/${id}`, { timezone: 'UTC' })).body).toMatchObject({
          start_date: '2027-05-04 18:00:00',
          utc_start_date: '2027-05-04 18:00:00',
        })
        const late = await service.patch(`/events/${id}`, { start_date: '2027-05-05' })
        expect(Object.keys(late.body.data.params)).toEqual(['start_date'])
      })

      it('§9.25 a language root differs only in descriptions and URLs', async () => {
        const text = async (path: string) =>
          JSON.stringify((await service.get(path)).body, (key, value) => (key === 'description' ? '' : value))
        expect((await text('//de/cal/events/v1/')).replaceAll(':3000/de/', ':3000/')).toBe(
          await text('//cal/events/v1/'),
        )
        const { body } = await service.get('//de/cal/events/v1/events')
        expect(new URL(body.rest_url).pathname).toMatch(/^\/de\//)
      })

      it('§9.28 wrong methods, routes, syntax, media types and sizes each have a code', async () => {
        const put = await service.ask('PUT', '/events', {})
        expect([put.status, put.headers.allow]).toEqual([405, 'GET, POST, HEAD, OPTIONS'])
        const code = async (...request: Parameters<TestService['ask']>) =>
          (await service.ask(...request)).body.code
        expect(await code('GET', '/events/foo')).toBe('rest_no_route')
        expect(await code('POST', '/events', '{', json)).toBe('rest_invalid_json')
        expect(await code('POST', '/events', 'x', { 'content-type': 'text/plain' })).toBe(
          'rest_unsupported_media_type',
        )
        expect(await code('POST', '/events', 'x'.repeat(2 * 1024 * 1024), json)).toBe('rest_body_too_large')
      })

      it('§9.30 numbers as strings and words as booleans are accepted, invalid links are a fault, and scripts are removed', async () => {
        const { body } = await service.post('/venues', { venue: 'V', zip: 12345, show_map: 'false' })
        expect(body).toMatchObject({ zip: '12345', show_map: false })
        expect(await faults({ website: 'javascript:x' })).toEqual(['website'])
        expect((await event({ description: '<p>a</p><script>alert(1)</script>' })).description).toBe(
          '<p>a</p>',
        )
      })

      it('§9.1 a minimal event is published in the site zone, with all other fields empty', async () => {
        expect(await event({ title: 'Minimal' })).toMatchObject({
          status: 'publish',
          slug: 'minimal',
          timezone: 'America/New_York',
          timezone_abbr: 'EDT',
          utc_start_date: '2027-05-04 22:00:00',
          venue: [],
          organizer: [],
          image: false,
          cost: '',
        })
      })

      const everything = {
        description: '<p>x &amp; y</p>',
        excerpt: 'e',
        cost: '10-20 €',
        website: 'https://x.example',
        venue: [{ venue: 'V', city: 'C', geo_lat: 45.44, geo_lng: 12.34 }, { venue: 'W' }],
        organizer: [{ organizer: 'O', email: 'a@b.example' }],
        categories: ['Music'],
        tags: ['t1', 't2'],
        tickets: [{ name: 'T', price: 5, currency: 'EUR', valid_from: '2027-01-01' }],
        custom_fields: { a: 1, b: { label: 'B', value: 'x' } },
        featured: true,
        sticky: true,
        show_map: false,
        all_day: false,
        start_date: '2027-11-07T01:30:00-05:00',
        end_date: '2027-11-07 05:00:00',
      }

      it('§9.8 an update of the title changes only title and modified, and an empty update changes nothing', async () => {
        const before = await event({ title: 'Before', ...everything })
        service.at('2027-01-16T12:00:00Z')
        const { body: after } = await service.patch(`/events/${before.id}`, { title: 'B' })
        const apart = ({ title: _t, modified: _m, modified_utc: _u, json_ld: _j, ...rest }: Json) => rest
        expect(apart(after)).toEqual(apart(before))
        expect(after).toMatchObject({ title: 'B', slug: 'before', modified_utc: '2027-01-16 12:00:00' })
        service.at('2027-01-17T12:00:00Z')
        expect((await service.patch(`/events/${before.id}`, {})).body).toEqual(after)
      })

      it('§9.8 sending back a whole representation changes nothing', async () => {
        const before = await event(everything)
        service.at('2027-01-16T12:00:00Z')
        const back = await service.ask('PUT', `/events/${before.id}`, before)
        expect(back.body).toEqual(before)
        expect(back.headers.etag).toMatch(/^"v1-/)
      })

      it('§9.10 venues are linked by id, object, name and mixed, and a fault creates nothing', async () => {
        const { body: hall } = await service.post('/venues', { venue: 'Hall' })
        for (const venue of [[hall.id], hall.id, String(hall.id), { id: hall.id }, { venue: 'hall' }]) {
          expect((await event({ venue })).venue.id, JSON.stringify(venue)).toBe(hall.id)
        }
        expect((await event({ venue: [hall.id, { venue: 'Other' }] })).venue).toHaveLength(2)
        expect((await service.post('/events', anEvent({ venue: 9999 }))).status).toBe(400)
        expect(await faults({ venue: [{ city: 'X' }] })).toEqual(['venue[0].venue'])
        expect(
          await faults({ venue: { venue: 'Left behind?' }, organizer: { organizer: 'O', website: 'x' } }),
        ).toEqual(['organizer[0].website'])
        expect(
          (await service.post('/events', anEvent({ venue: { venue: 'Left behind?' }, organizer: 9999 })))
            .status,
        ).toBe(400)
        expect((await service.get('/venues?search=behind')).body.total).toBe(0)
      })

      it('§9.11 links, image and description are cleared with null, [] and ""', async () => {
        const { id } = await event({ ...everything })
        const cleared = await service.patch(`/events/${id}`, {
          venue: null,
          organizer: [],
          image: '',
          description: '',
          cost: null,
          website: '',
          tags: [],
        })
        expect(cleared.body).toMatchObject({
          venue: [],
          organizer: [],
          image: false,
          description: '',
          cost: '',
          website: '',
          tags: [],
        })
      })

      it('§9.12 a new category is created once by name, and an unknown id is a fault', async () => {
        const first = await event({ categories: ['Opera'] })
        expect(first.categories[0]).toMatchObject({ name: 'Opera', slug: 'opera', count: 1 })
        expect((await event({ categories: ['opera'] })).categories[0]).toMatchObject({
          id: first.categories[0].id,
          count: 2,
        })
        expect(await faults({ categories: [99999] })).toEqual(['categories'])
      })

      it('§9.13 slugs are unique and preserve every script', async () => {
        expect([(await event({ title: 'X' })).slug, (await event({ title: 'X' })).slug]).toEqual(['x', 'x-2'])
        expect((await event({ title: 'Straße ÆØ' })).slug).toBe('strasse-aeo')
        expect((await event({ title: '音楽 祭' })).slug).toBe('音楽-祭')
      })

      it('§9.17 following next_rest_url visits each event exactly once', async () => {
        const walks = Array.from({ length: 25 }, (_, at) =>
          anEvent({ categories: ['Walk'], title: `E${at}` }),
        )
        await postEvents(service, walks)
        const [walk] = (await service.get('/categories?search=walk')).body.categories
        const seen: number[] = []
        let next: string | undefined = `/cal/events/v1/events?categories=${walk.id}&per_page=10`
        while (next !== undefined) {
          const { body } = await service.get(
            `/${next.replace('http://127.0.0.1:3000', '')}`.replace('//cal', '//cal'),
          )
          seen.push(...body.events.map(({ id }: { id: number }) => id))
          next = body.next_rest_url
        }
        expect([seen.length, new Set(seen).size]).toEqual([25, 25])
      })

      it('§9.18 search ignores accents, matches phrases, excludes words, and finds Japanese text', async () => {
        const cafe = await event({ title: 'Café', description: '<p>an open <b>air</b> stage</p>' })
        const rain = await event({ title: 'Wet', description: 'open air in the rain' })
        const festival = await event({ title: '日本の祭り' })
        expect(await ids('search=cafe')).toEqual([cafe.id])
        expect(await ids(`search=${encodeURIComponent('"open air" -rain')}`)).toEqual([cafe.id])
        expect(await ids(`search=${encodeURIComponent('"open air"')}`)).toEqual([cafe.id, rain.id])
        expect(await ids(`search=${encodeURIComponent('日本')}`)).toEqual([festival.id])
      })

      it('§9.22 the search near a place covers 25 km by default, and each coordinate requires the other', async () => {
        const paris = await event({ venue: { venue: 'Paris', geo_lat: 48.8566, geo_lng: 2.3522 } })
        await event({ venue: { venue: 'Chartres', geo_lat: 48.4439, geo_lng: 1.489 } })
        expect(await ids('geoloc_lat=48.85&geoloc_lng=2.35')).toEqual([paris.id])
        expect(await ids('geoloc_lat=48.85&geoloc_lng=2.35&geoloc_distance=100')).toHaveLength(2)
        expect((await service.get('/events?geoloc_lat=48.85')).body.data.params.geoloc_lng).toBeTruthy()
      })

      it('§9.26 a known ETag gets 304, and an outdated ETag gets 412', async () => {
        const { id } = await event()
        const { headers } = await service.get(`/events/${id}`)
        const etag = headers.etag ?? ''
        expect((await service.get(`/events/${id}`, { 'if-none-match': etag })).status).toBe(304)
        expect((await service.patch(`/events/${id}`, { title: 'B' }, { 'if-match': etag })).status).toBe(200)
        const late = await service.patch(`/events/${id}`, { title: 'C' }, { 'if-match': etag })
        expect([late.status, late.body.code]).toEqual([412, 'rest_precondition_failed'])
        expect((await service.get(`/events/${id}`)).body.title).toBe('B')
      })

      it('§9.29 _fields returns only the named keys, and a method override deletes', async () => {
        const { id } = await event()
        expect((await service.get(`/events?include=${id}&_fields=events.id,total`)).body).toEqual({
          events: [{ id }],
          total: 1,
        })
        expect(
          (await service.post(`/events/${id}`, {}, { 'x-http-method-override': 'DELETE' })).body.status,
        ).toBe('trash')
      })

      it('§2.1 form and multipart bodies are equivalent to JSON', async () => {
        const sent =
          'title=Form&start_date=2027-05-04+18:00&end_date=2027-05-04+20:00&venue[0][venue]=FV&categories[]=a1&categories[]=b1&featured=yes'
        const { body: byForm } = await service.ask('POST', '/events', sent, form)
        expect([byForm.featured, byForm.venue.venue, byForm.categories.length]).toEqual([true, 'FV', 2])
        const part = (key: string, value: string) =>
          `--XX\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`
        const parts = `${part('title', 'Multi')}${part('start_date', '2027-05-04')}${part('end_date', '2027-05-05')}${part('venue[venue]', 'FV')}--XX--\r\n`
        const { body: byParts } = await service.ask('POST', '/events', parts, {
          'content-type': 'multipart/form-data; boundary=XX',
        })
        expect([byParts.title, byParts.venue.id]).toEqual(['Multi', byForm.venue.id])
      })
    })

    describe('in one calendar with users', () => {
      let admin: Record<string, string>
      let editor: Record<string, string>
      let author: Record<string, string>
      let contributor: Record<string, string>
      beforeAll(async () => {
        service = await testService(name)
        admin = (await service.user('administrator')).headers
        editor = (await service.user('editor')).headers
        author = (await service.user('author')).headers
        contributor = (await service.user('contributor')).headers
      })
      afterAll(() => service.close())

      it('§9.14 a trashed event is not found by slug, is 410 for others by id, gets its slug back on restore, and can be deleted permanently', async () => {
        const { body: one } = await service.post('/events', anEvent({ title: 'Gone' }), admin)
        expect((await service.remove(`/events/${one.id}`, admin)).body.status).toBe('trash')
        expect((await service.get('/events/by-slug/gone', admin)).status).toBe(404)
        expect((await service.get(`/events/${one.id}`)).status).toBe(410)
        expect((await service.get(`/events/${one.id}`, admin)).body.status).toBe('trash')
        expect((await service.remove(`/events/${one.id}`, admin)).status).toBe(410)
        expect((await service.patch(`/events/${one.id}`, { status: 'publish' }, admin)).body).toMatchObject({
          status: 'publish',
          slug: 'gone',
        })
        expect((await service.remove(`/events/${one.id}?force=true`, admin)).body.deleted).toBe(true)
        expect((await service.get(`/events/${one.id}`, admin)).status).toBe(404)
      })

      it('§9.19 drafts are visible only to users who may read them', async () => {
        await service.post('/events', anEvent({ title: 'Own', status: 'draft' }), author)
        await service.post('/events', anEvent({ title: 'Other', status: 'draft' }), editor)
        expect((await service.get('/events?status=draft')).status).toBe(401)
        expect(
          (await service.get('/events?status=draft', author)).body.events.map(({ title }: Json) => title),
        ).toEqual(['Own'])
        expect((await service.get('/events?status=draft', editor)).body.total).toBe(2)
      })

      it('§9.23 the password opens an event, and lists are blanked without it', async () => {
        const { body: one } = await service.post(
          '/events',
          anEvent({ title: 'Secret', description: 'hidden', featured: true, venue: { venue: 'V' } }),
          admin,
        )
        await service.patch(`/events/${one.id}`, { password: 's' }, admin)
        expect((await service.get(`/events/${one.id}`)).status).toBe(401)
        expect((await service.get(`/events/${one.id}?password=wrong`)).body.code).toBe(
          'event-password-protected',
        )
        expect((await service.get(`/events/${one.id}?password=s`)).body.description).toBe('hidden')
        expect((await service.get('/events/by-slug/secret', { 'x-event-password': 's' })).status).toBe(200)
        const [listed] = (await service.get('/events')).body.events
        expect(listed).toMatchObject({
          title: 'Secret',
          description: '',
          venue: [],
          featured: false,
          cost_details: {},
          password_protected: true,
        })
        expect((await service.get('/events?search=hidden')).body.total).toBe(0)
        expect((await service.get('/events?featured=true')).body.total).toBe(0)
        expect((await service.get('/venues?has_events=true')).body.total).toBe(0)
        await service.patch(`/events/${one.id}`, { password: null }, admin)
        expect((await service.get(`/events/${one.id}`)).body.description).toBe('hidden')
      })

      it('§9.24 a contributor’s event waits for approval, and a contributor can’t reach others’ items by id or slug', async () => {
        const { body: theirs } = await service.post('/events', anEvent({ title: 'Theirs' }), editor)
        const { body: own } = await service.post(
          '/events',
          anEvent({ title: 'Own', status: 'publish' }),
          contributor,
        )
        expect(own.status).toBe('pending')
        expect((await service.patch(`/events/${theirs.id}`, { title: 'x' }, contributor)).status).toBe(403)
        expect((await service.patch('/events/by-slug/theirs', { title: 'x' }, contributor)).status).toBe(403)
        expect((await service.remove(`/events/${own.id}`, contributor)).status).toBe(200)
      })
    })

    describe('each in a calendar of its own', () => {
      beforeEach(async () => {
        service = await testService(name)
      })
      afterEach(() => service.close())

      it('§9.15 a future date schedules an event; when that date passes, the event is published, listed and counted', async () => {
        const one = await event({ date_utc: '2027-01-15 13:00:00', categories: ['Later'] })
        expect(one.status).toBe('future')
        expect((await service.get('/events')).body.total).toBe(0)
        expect((await service.get('/categories')).body.total).toBe(0)
        service.at('2027-01-15T13:00:00Z')
        expect((await service.get(`/events/${one.id}`)).body.status).toBe('publish')
        expect((await service.get('/events')).body.total).toBe(1)
        expect((await service.get('/categories')).body.categories[0].count).toBe(1)
        await service.post('/tags', { name: 'any write' })
        expect((await service.get('/categories')).body.categories[0].count).toBe(1)
      })

      it.runIf(isAny(name))(
        '§9.16 a page past the last is 404, an empty list is 200, per_page is lowered to the maximum, and invalid values are reported',
        async () => {
          const empty = await service.get('/events')
          expect([empty.status, empty.body.events, empty.body.total, empty.body.total_pages]).toEqual([
            200,
            [],
            0,
            0,
          ])
          for (let at = 0; at < 3; at++) await event()
          expect((await service.get('/events?per_page=1&page=9')).body.code).toBe(
            'event-archive-page-not-found',
          )
          expect((await service.get('/events?per_page=1000')).body.rest_url).toContain('per_page=100')
          expect(
            Object.keys((await service.get('/events?per_page=0&page=x')).body.data.params).sort(),
          ).toEqual(['page', 'per_page'])
        },
      )

      it('§9.20 lists hide empty categories, children of a deleted category move up, and names are unique', async () => {
        const { body: top } = await service.post('/categories', { name: 'Top' })
        const { body: middle } = await service.post('/categories', { name: 'Middle', parent: top.id })
        const { body: low } = await service.post('/categories', { name: 'Low', parent: middle.id })
        expect((await service.get('/categories')).body.total).toBe(0)
        expect((await service.get('/categories?hide_empty=false')).body.total).toBe(3)
        await service.remove(`/categories/${middle.id}`)
        expect((await service.get(`/categories/${low.id}`)).body.parent).toBe(top.id)
        const again = await service.post('/categories', { name: 'TOP' })
        expect([again.status, again.body.data.term_id]).toEqual([409, top.id])
      })

      it.runIf(isAny(name))('§9.21 featured accepts every notation of booleans', async () => {
        const plain = await event()
        const featured = await event({ featured: true })
        expect(await ids('featured=0')).toEqual([plain.id])
        expect(await ids('featured=no')).toEqual([plain.id])
        expect(await ids('featured=YES')).toEqual([featured.id])
        expect((await service.get('/events?featured=maybe')).body.data.params.featured).toBeTruthy()
      })
    })
  })

  describe(`the date window on ${name}`, () => {
    it.runIf(isAny(name))('§3.1 matches the worked example', async () => {
      const service = await testService(name, { FASTI_TIME_ZONE: 'UTC' })
      const at = async (title: string, start_date: string, end_date: string, all_day = false) =>
        service.post('/events', { title, start_date, end_date, all_day })
      await at('A', '2026-12-29', '2026-12-31', true)
      await at('B', '2026-12-31 17:00', '2026-12-31 18:00')
      await at('C', '2027-01-01 16:00', '2027-01-01 16:30')
      await at('D', '2027-01-01 20:00', '2027-01-01 20:30')
      const titles = async (query: string) =>
        (await service.get(`/events?${query}`)).body.events
          .map(({ title }: { title: string }) => title)
          .join('')
      expect(await titles('start_date=2027-01-01&end_date=2027-01-01')).toBe('CD')
      expect(await titles('ends_after=2026-12-30&starts_before=2027-01-01')).toBe('ABCD')
      const hours = 'start_date=2027-01-01 15:00:00&end_date=2027-01-01 18:00:00'
      expect(await titles(hours)).toBe('CD')
      expect(await titles(`${hours}&strict_dates=true`)).toBe('C')
      await service.close()
    })
  })
}
