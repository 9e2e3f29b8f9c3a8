import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectedOf, readByIcalJs, readByTsIcs, readXml, textsOf } from '../support/calendars.ts'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type Json, postEvents, type TestService, testService } from '../support/service.ts'

/** ts-ics is wrong for some hours around clock changes: these are compared with ical.js only. */
const CHANGE = 'While clocks change'

const calendarTimes: readonly Json[] = [
  {},
  { timezone: 'Europe/Rome' },
  { timezone: 'UTC' },
  { timezone: 'UTC+5:30' },
  { timezone: '+05:45' },
  { timezone: 'UTC-3.5' },
  { timezone: 'Asia/Kolkata', start_date: '2027-12-31 23:30:00', end_date: '2028-01-01 00:30:00' },
  { timezone: 'Africa/Casablanca', start_date: '2027-02-07 12:00:00', end_date: '2027-02-08 12:00:00' },
  { timezone: 'Europe/Dublin', start_date: '2027-01-20 12:00:00', end_date: '2027-07-20 12:00:00' },
  { timezone: 'Australia/Lord_Howe', start_date: '2027-04-04 01:45:00', end_date: '2027-04-04 03:00:00' },
  { title: CHANGE, start_date: '2027-11-07 01:30:00', end_date: '2027-11-07 03:00:00' },
  { title: CHANGE, start_date: '2027-11-07T06:30:00Z', end_date: '2027-11-07T07:30:00Z' },
  { title: CHANGE, start_date: '2027-03-14 01:59:59', end_date: '2027-03-14 03:00:00' },
  { end_date: '2027-05-04 18:00:00' },
  { all_day: true },
  { all_day: true, start_date: '2027-12-30', end_date: '2028-01-02', timezone: 'Pacific/Apia' },
  { title: 'Comma, semicolon; back\\slash "quoted" çà 音楽 🎺'.repeat(6) },
]

const furnished = {
  title: 'Furnished',
  description: '<p>First line</p><p>Second, with <b>bold</b> &amp; more</p>',
  venue: { venue: 'Hall', address: 'Via Po 1', zip: '10124', city: 'Turin', country: 'Italy' },
  organizer: [{ organizer: 'Org One', email: 'one@org.test' }, { organizer: 'Two' }],
  categories: ['Music'],
  tags: ['loud'],
}

const guarded = {
  ...{ excerpt: 'Teaser', cost: 'Guarded 5', featured: true, website: 'https://guarded.test' },
  ...{ tickets: [{ name: 'Guarded', price: '1' }], custom_fields: { guarded: 'guarded' }, tags: ['guarded'] },
}

for (const { name } of anyDialects()) {
  describe(`feeds on ${name}`, () => {
    let service: TestService
    let text: (path: string, headers?: Record<string, string>) => Promise<string>
    beforeEach(async () => {
      service = await testService(name, { FASTI_MAX_PER_PAGE: '7' })
      text = async (path, headers) => {
        const answered = await service.get(path, headers)
        expect([path, answered.status]).toEqual([path, 200])
        return String(answered.body)
      }
      return () => service.close()
    })

    it('§0 show the same in calendar programs as in JSON', async () => {
      for (const times of calendarTimes) {
        const sent = anEvent({ ...times, categories: ['Music', 'Late, loud'] })
        expect((await service.post('/events', sent)).status).toBe(201)
      }
      await service.post('/events', anEvent(furnished))
      await service.post('/events', anEvent({ venue: { venue: 'Geo', geo_lat: -45.5, geo_lng: 7.25 } }))
      const events: Json[] = []
      for (let page = 1; page <= 3; page += 1)
        events.push(...(await service.get(`/events?per_page=7&page=${page}`)).body.events)
      const calendar = await text('/events.ics')
      const expected = events.map((event) => expectedOf(event))
      const shown = readByIcalJs(calendar)
      expect(shown.map(({ uid, description, location, ...rest }) => rest)).toEqual(expected)
      const second = readByTsIcs(calendar)
      const steady = ({ title }: { readonly title: string }) => title !== CHANGE
      expect(second.filter(steady).map(({ uid, description, location, ...rest }) => rest)).toEqual(
        expected.filter(steady).map(({ categories, ...rest }) => rest),
      )
      expect(new Set(shown.map(({ uid }) => uid)).size).toBe(events.length)
      for (const read of [shown, second]) {
        const one = read.find(({ title }) => title === 'Furnished')
        expect(one?.description).toBe(
          'First line\nSecond, with bold & more\nhttp://127.0.0.1:3000/event/furnished/',
        )
        expect(one?.location).toBe('Hall, Via Po 1, 10124 Turin, Italy')
      }
    })

    it('§0 have lines of at most 75 octets that end with CRLF, and split no character', async () => {
      await service.post('/events', anEvent({ title: '音楽🎺é'.repeat(90), description: 'ü'.repeat(900) }))
      const calendar = await text('/events.ics')
      expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const lines = calendar.split('\r\n')
      expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
      expect(lines.join('')).not.toContain('\ufffd')
      expect(readByIcalJs(calendar)[0]?.title).toBe('音楽🎺é'.repeat(90))
    })

    it('§0 exist below venues, organizers, categories and tags, with the filters of the list', async () => {
      await service.post('/events', anEvent(furnished))
      await service.post('/events', anEvent({ title: 'Bare', featured: true }))
      for (const scope of ['venues', 'organizers', 'categories', 'tags']) {
        const path = `/${scope}/1/events`
        expect(readByIcalJs(await text(`${path}.ics`)).map(({ title }) => title)).toEqual(['Furnished'])
        expect(readByIcalJs(await text(`${path}.ics?featured=true`))).toEqual([])
        expect(textsOf(readXml(await text(`${path}.rss`)), 'title').slice(1)).toEqual(['Furnished'])
        expect(textsOf(readXml(await text(`${path}.atom`)), 'title').slice(1)).toEqual(['Furnished'])
        expect((await service.get(`/${scope}/99/events.ics`)).status).toBe(404)
        expect((await service.get(`/${scope}/x/events.ics`)).body.code).toBe('rest_no_route')
      }
      expect(readByIcalJs(await text('/events.ics?featured=1')).map(({ title }) => title)).toEqual(['Bare'])
      expect(
        (await service.get('/events.ics?featured=maybe&start_date=foo')).body.data.params,
      ).toHaveProperty('featured')
      expect((await service.get('/events.ics?categories=99')).status).toBe(400)
    })

    it('§0 return one event by id and by slug, and at the JSON address for Accept: text/calendar', async () => {
      await service.post('/events', anEvent(furnished))
      const one = await text('/events/1.ics')
      expect(readByIcalJs(one)).toHaveLength(1)
      const events = (calendar: string) => calendar.slice(calendar.indexOf('BEGIN:VEVENT'))
      expect(events(await text('/events/by-slug/furnished.ics'))).toBe(events(one))
      const accept = { accept: 'text/calendar, application/json;q=0.5' }
      expect(await text('/events/1', accept)).toBe(one)
      expect(events(await text('/events', accept))).toBe(events(one))
      for (const type of ['application/json', 'text/calendar', 'application/json', 'text/calendar']) {
        const { headers } = await service.get('/events', { accept: type })
        expect(headers['content-type']).toContain(type)
      }
      expect((await service.get('/events/2.ics')).body.code).toBe('event-not-found')
      expect((await service.get('/events/1', { accept: 'application/json, text/calendar' })).body.id).toBe(1)
      expect((await service.get('/events.ics', { accept: 'text/calendar;q=0' })).status).toBe(406)
      expect((await service.ask('POST', '/events.ics', {})).status).toBe(405)
    })

    it('§8 return 304 if the client has them, and compress large texts', async () => {
      for (let index = 0; index < 9; index += 1) await service.post('/events', anEvent(furnished))
      for (const path of [
        '/events.ics',
        '/events.rss',
        '/events.atom',
        '/events.feed.json',
        '/events/1.ics',
      ]) {
        const plain = await service.get(path)
        const etag = plain.headers.etag ?? ''
        expect(Number(plain.headers['content-length'])).toBe(Buffer.byteLength(plain.body))
        expect((await service.get(path, { 'if-none-match': etag })).status).toBe(304)
        const head = await service.ask('HEAD', path)
        expect([head.status, head.headers.etag, head.body]).toEqual([200, etag, ''])
        for (const [encoding, decompress] of [
          ['br', brotliDecompressSync] as const,
          ['gzip', gunzipSync] as const,
        ]) {
          const url = `/cal/events/v1${path}`
          const headers = { 'accept-encoding': encoding }
          const compressed = await service.app.inject({ url, headers })
          expect(compressed.headers['content-encoding']).toBe(encoding)
          expect(compressed.headers.etag).not.toBe(etag)
          expect(decompress(compressed.rawPayload).toString()).toBe(plain.body)
        }
      }
      const before = (await service.get('/events.ics')).headers.etag
      await service.patch('/venues/1', { city: 'Milan' })
      expect((await service.get('/events.ics')).headers.etag).not.toBe(before)
    })

    it('§0 keep the UID of an event for ever, and count its changes in SEQUENCE', async () => {
      await service.post('/events', anEvent())
      const [before] = readByIcalJs(await text('/events.ics'))
      await service.patch('/events/1', { title: 'B' })
      const calendar = await text('/events.ics')
      expect(readByIcalJs(calendar)[0]).toMatchObject({ uid: before?.uid, title: 'B' })
      expect(calendar).toContain('\r\nSEQUENCE:1\r\n')
    })

    it('§4.3 announce a trashed event as cancelled for 30 days, without its details', async () => {
      await service.post('/events', anEvent({ title: 'Secret title' }))
      await service.post('/events', anEvent({ title: 'Never public', status: 'draft' }))
      await service.remove('/events/1')
      await service.remove('/events/2')
      const calendar = await text('/events.ics')
      expect(readByIcalJs(calendar).map(({ status, title }) => [status, title])).toEqual([['CANCELLED', '']])
      expect(calendar).not.toMatch(/secret|never/i)
      expect(readByIcalJs(await text('/events.ics?search=title'))).toEqual([])
      service.at('2027-02-14T11:59:59Z')
      expect(readByIcalJs(await text('/events.ics'))).toHaveLength(1)
      service.at('2027-02-14T12:00:01Z')
      expect(readByIcalJs(await text('/events.ics'))).toEqual([])
    })

    it('§4.3 announce a cancellation only of events that were public when trashed, as they were then', async () => {
      const { headers } = await service.user('administrator')
      const create = async (more: Json) => (await service.post('/events', anEvent(more), headers)).body.id
      const past = { date: '2026-12-01 10:00:00' }
      const draft = await create({ ...past, title: 'Dated draft', status: 'draft' })
      const scheduled = await create({ title: 'Scheduled', date: '2027-01-16 10:00:00' })
      const withdrawn = await create({ ...past, title: 'Withdrawn' })
      await service.patch(`/events/${withdrawn}`, { status: 'private' }, headers)
      const changed = await create({ ...past, title: 'Changed in the trash' })
      const restored = await create({ ...past, title: 'Restored as a draft' })
      const shown = await create({ ...past, title: 'Public' })
      for (const id of [draft, scheduled, withdrawn, changed, restored, shown])
        expect((await service.remove(`/events/${id}`, headers)).status).toBe(200)
      await service.patch(`/events/${changed}`, { start_date: '2027-05-04 19:00:00' }, headers)
      await service.patch(`/events/${restored}`, { status: 'draft' }, headers)
      await service.remove(`/events/${restored}`, headers)
      const all = [draft, scheduled, withdrawn, changed, restored, shown].join()
      const calendar = await text(`/events.ics?include=${all}`)
      expect(calendar.match(/^BEGIN:VEVENT/gm)).toHaveLength(1)
      expect(calendar).not.toContain('190000')
      for (const id of [draft, scheduled, withdrawn, changed, restored])
        expect(await text(`/events.ics?include=${id}`)).not.toContain('VEVENT')
      expect(await text(`/events.ics?include=${shown}`)).toContain('STATUS:CANCELLED')
    })

    it('§4.3 announce the cancellation of a scheduled event after its publication date', async () => {
      await service.post('/events', anEvent({ date: '2027-01-16 10:00:00' }))
      service.at('2027-01-17T12:00:00Z')
      await service.remove('/events/1')
      expect(await text('/events.ics?include=1')).toContain('STATUS:CANCELLED')
    })

    it('§1.10 show no details of protected events, and no hidden events', async () => {
      const administrator = await service.user('administrator')
      await service.post('/events', anEvent({ ...furnished, ...guarded }), administrator.headers)
      await service.patch('/events/1', { password: 'open sesame' }, administrator.headers)
      await service.post(
        '/events',
        anEvent({ title: 'Hid', hide_from_listings: true }),
        administrator.headers,
      )
      for (const format of ['ics', 'rss', 'atom', 'feed.json']) {
        const feed = await text(`/events.${format}`)
        expect(feed).toContain('Furnished')
        expect(feed).not.toMatch(
          /first line|hall|turin|org |two|music|teaser|hid|guarded|X-FASTI-(?!TIMEZONE)/i,
        )
        expect(await text(`/venues/1/events.${format}`)).not.toContain('Furnished')
        expect(await text(`/events.${format}?hide_from_listings=true`, administrator.headers)).not.toContain(
          'Hid',
        )
      }
      expect((await service.get('/events/1.ics')).status).toBe(401)
      const opened = await service.get('/events/1.ics?password=open%20sesame')
      expect(opened.body).toContain('LOCATION:Hall')
      expect(opened.body).not.toContain('sesame')
      expect(opened.headers['cache-control']).toBe('private, no-store')
    })

    it('§0 transfer all details of an event to another instance, and change nothing at the source', async () => {
      const sent = {
        ...{ title: 'Gala', description: '<h2>Gala</h2><p>With <b>bold</b></p>', excerpt: '<p>Short</p>' },
        ...{
          cost: ['$10', '$20'],
          featured: true,
          tags: ['loud, late', 'open'],
          website: 'https://gala.test',
        },
        tickets: [{ name: 'Stalls; "A"', price: '10', currency: 'EUR', url: 'https://x.test/buy' }],
        custom_fields: { stalls: 40, dress: { label: 'Dress, code', value: 'black\ntie' } },
        venue: [
          {
            venue: 'Hall, the great',
            address: 'Via Po 1',
            city: 'Turin',
            zip: '10124',
            phone: '1',
            geo_lat: 45.5,
            geo_lng: 7,
          },
          { venue: 'Second', website: 'https://second.test' },
        ],
        organizer: [
          { organizer: 'Org', email: 'o@x.test', phone: '+39 011', website: 'https://org.test' },
          { organizer: 'Two', phone: '2' },
        ],
        categories: ['Music'],
      }
      await service.post('/events', anEvent(sent))
      await service.post('/events', anEvent({ excerpt: '<p>Only short</p>' }))
      const feed = await text('/events.ics')
      expect(feed).toContain('X-ALT-DESC;FMTTYPE=text/html:<h2>Gala')
      const other = await testService(name)
      const load = async (to: TestService, body: string) =>
        (await to.ask('POST', '/import', body, { 'content-type': 'text/calendar' })).body
      expect(await load(other, feed)).toMatchObject({ created: 2, refused: 0 })
      const linked = [
        'venue',
        'organizer',
        'address',
        'city',
        'zip',
        'phone',
        'website',
        'email',
        'geo_lat',
        'geo_lng',
      ]
      const shown = async (one: TestService) =>
        (await one.get('/events')).body.events.map((event: Json) => ({
          ...Object.fromEntries(
            ['description', 'excerpt', 'cost', 'cost_details', 'featured', 'tickets', 'custom_fields'].map(
              (key) => [key, event[key]],
            ),
          ),
          names: (event.tags as Json[]).map((tag) => tag.name),
          links: [event.venue, event.organizer]
            .flat()
            .map((link) => linked.map((key) => (link as Json)[key])),
        }))
      expect(await shown(other)).toEqual(await shown(service))
      expect((await other.get('/events/1')).body.website).toBe('https://gala.test')
      const before = (await service.get('/events')).body
      expect(await load(service, feed)).toMatchObject({ created: 0, updated: 0, unchanged: 2, refused: 0 })
      expect((await service.get('/events')).body).toEqual(before)
      expect(await load(other, feed)).toMatchObject({ updated: 0, unchanged: 2 })
      await service.patch('/events/1', { tags: [], custom_fields: { dress: null }, cost: '', tickets: [] })
      expect(await load(other, await text('/events.ics'))).toMatchObject({ updated: 1, refused: 0 })
      expect(await shown(other)).toEqual(await shown(service))
      await other.close()
    })

    it('§5 include non-public events only for users who may import', async () => {
      const [editor, author] = [await service.user('editor'), await service.user('author')]
      await service.post('/events', anEvent({ status: 'draft' }), author.headers)
      expect((await service.get('/events.ics?status=draft')).status).toBe(401)
      expect((await service.get('/events.ics?status=draft', author.headers)).status).toBe(403)
      expect(readByIcalJs(await text('/events.ics?status=any', editor.headers))[0]?.status).toBe('TENTATIVE')
      expect((await service.get('/events/1.ics')).body.code).toBe('event-not-accessible')
    })

    it('§0 list the newest published events first in news formats', async () => {
      for (let hour = 10; hour < 20; hour += 1) {
        service.at(`2027-01-15T${hour}:00:00Z`)
        await service.post('/events', anEvent({ title: `At ${hour} & <3` }))
      }
      const titles = Array.from({ length: 10 }, (_, at) => `At ${19 - at} & <3`)
      const atom = readXml(await text('/events.atom'))
      expect(textsOf(atom, 'title').slice(1)).toEqual(titles)
      expect(textsOf(atom, 'published')[0]).toBe('2027-01-15T19:00:00Z')
      const rss = readXml(await text('/events.rss'))
      expect(textsOf(rss, 'title').slice(1)).toEqual(titles.map((title) => title.replace('<', '&lt;')))
      expect(textsOf(rss, 'pubDate')[0]).toBe('15 Jan 2027 19:00:00 +0000')
      expect(textsOf(rss, 'guid')).toEqual(textsOf(atom, 'id').slice(1))
      const json = await service.get('/events.feed.json?search=at')
      expect(json.headers['content-type']).toBe('application/feed+json; charset=utf-8')
      const feed = JSON.parse(json.body)
      expect(feed).toMatchObject({
        version: 'https://jsonfeed.org/version/1.1',
        feed_url: 'http://127.0.0.1:3000/cal/events/v1/events.feed.json?search=at',
      })
      expect(feed.items.map((item: Json) => item.title)).toEqual(titles)
      expect(feed.items[0]).toMatchObject({
        id: textsOf(atom, 'id')[1],
        date_published: '2027-01-15T19:00:00Z',
        content_html: expect.stringMatching(/^<p>2027-05-04/),
      })
    })
  })
}

describe('a calendar of more events than fit on a page', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService('sqlite')
  })
  afterAll(() => service.close())

  it('§0 contains all of them, in the order of their start', async () => {
    const events = Array.from({ length: 230 }, (_, index) => {
      const day = `2027-05-${String((index % 28) + 1).padStart(2, '0')}`
      return anEvent({ start_date: `${day} 18:00`, end_date: `${day} 19:00` })
    })
    await postEvents(service, events)
    const shown = readByIcalJs((await service.get('/events.ics')).body)
    expect(new Set(shown.map(({ uid }) => uid)).size).toBe(230)
    expect(shown.map(({ start }) => start)).toEqual(shown.map(({ start }) => start).sort((a, b) => a - b))
  })
})
