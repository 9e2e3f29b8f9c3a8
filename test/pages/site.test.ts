import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { interfaceLanguageCodes } from '../support/inside/api.ts'
import { type TestSite, testSite } from '../support/site.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const pathOf = (address: string) => new URL(address).pathname

for (const { name: dialect } of anyDialects())
  describe(`the web calendar on ${dialect}`, () => {
    let service: TestSite['service']
    let page: TestSite['page']
    let create: TestSite['create']
    let market: TestSite['market']
    beforeAll(async () => {
      ;({ service, page, create, market } = await testSite(dialect))
    })
    afterAll(() => service.close())

    it('§0 begins at the root for browsers, and for no other client', async () => {
      const { status, body } = await page('/')
      expect([status, /<h1>(.*?)<\/h1>/.exec(body)?.[1]]).toEqual([200, 'What’s on'])
      expect((await page('/de/')).body).toContain('<h1>Was ist los</h1>')
      expect((await service.get('//')).body.namespaces).toEqual(['cal/events/v1'])
    })

    it('§1.1 has a page for every item and every view, in every language, with a strict policy', async () => {
      const addresses = ['events', 'venues', 'organizers', 'categories', 'tags'].map(async (collection) => {
        const { body } = await service.get(`/${collection}?start_date=2027-01-01`)
        return pathOf(body[collection][0].url)
      })
      const items = await Promise.all(addresses)
      expect(items[0]).toBe('/event/market-day/')
      const views = [
        '',
        '2027-05/',
        'week/',
        'week/2027-W18/',
        'day/',
        'day/2027-05-04/',
        'agenda/',
        'map/',
        'search/',
      ]
      for (const path of ['/', ...items, ...views.map((view) => `/calendar/${view}`)]) {
        const { status, headers, body } = await page(path)
        expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
        expect(headers['content-security-policy']).toBe(policy)
        expect(headers['x-robots-tag']).toBeUndefined()
        expect(body).toContain('<html lang="en" dir="ltr">')
        expect(body.replace(/\{(time|count|title)\}/g, '')).not.toMatch(
          / style=|<style| on\w+=|undefined|NaN|\{\w+\}/,
        )
      }
      for (const language of interfaceLanguageCodes)
        for (const path of ['/event/market-day/', '/calendar/2027-05/'])
          expect((await page(`/${language}${path}`)).body, language).toContain(
            `<html lang="${language}" dir="ltr">`,
          )
      expect((await page('/de/calendar/2027-05/')).body).toMatch(/<h1><?.*Mai 2027/)
    })

    it('shows the details of an event, and how to add it to a calendar', async () => {
      const { body } = await page('/event/market-day/')
      for (const text of ['Tuesday, May 4, 2027', 'Town hall', 'Alderhaven', '$5', 'Dogs allowed'])
        expect(body, text).toContain(text)
      expect(body).toContain(
        '<h2>Welcome</h2><p>Cheese &amp; <a href="https://cheese.test/" rel="nofollow ugc noopener">more</a>',
      )
      expect(body).toContain(`href="${pathOf(String(market.rest_url))}.ics" download="market-day.ics"`)
      expect(body).toMatch(/href="webcal:[^"]*\.ics"/)
      expect(body).toMatch(
        /href="https:\/\/calendar\.google\.com\/[^"]*dates=20270504T220000Z%2F20270505T000000Z/,
      )
      expect(body).toMatch(/href="https:\/\/outlook\.live\.com\/[^"]*startdt=2027-05-04T22%3A00%3A00Z/)
      expect(body).toContain('https://www.openstreetmap.org/?mlat=52.01&amp;mlon=3.61')
      const [, linked = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? []
      expect(JSON.parse(linked)).toEqual((await service.get(`/events/${market.id}`)).body.json_ld)
      expect(body).toContain(`<link rel="canonical" href="${market.url}">`)
      expect(body.match(/hreflang="[\w-]+" href="http/g)).toHaveLength(interfaceLanguageCodes.length + 1)
      expect(body).toContain('<meta property="og:title" content="Market day">')
    })

    it('§3.2 lists pinned events first within their day, and marks featured ones', async () => {
      const of = { start_date: '2027-03-09', end_date: '2027-03-09' }
      await create({ title: 'Early', start_date: '2027-03-09 08:00:00', end_date: '2027-03-09 09:00:00' })
      await create({ ...of, title: 'Whole', all_day: true, featured: true })
      await create({
        title: 'Pinned',
        sticky: true,
        start_date: '2027-03-09 20:00:00',
        end_date: '2027-03-09 21:00:00',
      })
      await create({ title: 'Fair', start_date: '2027-03-06 20:00:00', end_date: '2027-03-11 00:00:00' })
      const titles = (html: string) =>
        [...html.matchAll(/>(Early|Whole|Pinned|Fair)</g)].map(([, title]) => title)
      const day = (await page('/calendar/day/2027-03-09/')).body
      expect(titles(day)).toEqual(['Pinned', 'Fair', 'Whole', 'Early'])
      expect(day).toMatch(/class="entry featured">(?:(?!<li).)*Whole/s)
      // In the month view, an event of several days is listed where it begins, once a week.
      expect(titles((await page('/calendar/2027-03/')).body)).toEqual([
        'Fair',
        'Fair',
        'Pinned',
        'Whole',
        'Early',
      ])
      expect(titles((await page('/calendar/day/2027-03-11/')).body)).toEqual([])
    })

    it('returns 404 as a page to browsers, and as JSON to other clients', async () => {
      for (const path of [
        '/event/nothing/',
        '/calendar/2027-13/',
        '/calendar/week/2027-W53/',
        '/calendar/day/2027-02-29/',
        '/tag/nothing/',
        '/nowhere',
      ]) {
        const { status, headers, body } = await page(path)
        expect([path, status, headers['cache-control']]).toEqual([path, 404, 'no-store'])
        expect(body).toContain('<h1>Page not found</h1>')
        expect((await service.get(`/${path}`)).body.data.status).toBe(404)
      }
      expect((await page('/fr/event/nothing/')).body).toContain('<html lang="fr"')
    })

    it('searches by words, dates and filters, and names invalid fields', async () => {
      const found = async (query: string) => {
        const { status, body } = await page(`/calendar/search/?${query}`)
        // Without results the page shows the next events of the calendar.
        const [results = ''] = body.split('<h2>Upcoming</h2>')
        return [status, [...results.matchAll(/class="title"><a[^>]*>([^<]*)/g)].map(([, title]) => title)]
      }
      expect(await found('search=market&categories=food')).toEqual([200, ['Market day']])
      expect(await found('from=2027-05-05&search=market')).toEqual([200, []])
      expect(await found('to=2027-05-04&tags=outdoors&venue=town-hall&organizer=the-town')).toEqual([
        200,
        ['Market day'],
      ])
      expect(await found('geoloc_lat=52&geoloc_lng=3.6&geoloc_distance=5')).toEqual([200, ['Market day']])
      expect(await found('featured=1')).toEqual([200, ['Whole']])
      expect((await page('/calendar/search/?from=soon')).body).toMatch(
        /name="from" value="soon" [^>]*aria-invalid="true"/,
      )
      expect((await page('/calendar/search/?categories=gone')).status).toBe(400)
    })

    it('§2.2 maps the venues of found events, except those hidden from maps, with a list of their events', async () => {
      const when = (day: string) => ({ start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` })
      const hall = { venue: 'Hall', geo_lat: -17, geo_lng: 178 }
      for (const title of ['First', 'Second']) await create({ ...when('2028-01-04'), title, venue: hall })
      await create({ ...when('2028-01-05'), title: 'Far', venue: { ...hall, venue: 'Reef', geo_lng: -179 } })
      await create({ ...when('2028-01-05'), title: 'Nowhere', venue: { venue: 'Somewhere' } })
      await create({
        ...when('2028-01-05'),
        title: 'Unmapped',
        show_map: false,
        venue: { ...hall, venue: 'Cellar' },
      })
      await create({
        ...when('2028-01-05'),
        title: 'Undrawn',
        venue: { ...hall, venue: 'Attic', show_map: 'false' },
      })
      const mapped = async (query: string) => {
        const { status, body } = await page(`/calendar/map/?${query}`)
        const titles = (pattern: RegExp) => [...body.matchAll(pattern)].map(([, text]) => text)
        return [
          status,
          titles(/<h2><a [^>]*>([^<]*)<\/a><\/h2>/g),
          titles(/class="name" dir="auto">([^<]*)/g),
        ]
      }
      const places = ['Hall', 'Reef', 'Somewhere', 'Cellar', 'Attic']
      const all = [200, places, ['First', 'Second', 'Far', 'Nowhere', 'Unmapped', 'Undrawn']]
      const pins = async (query: string) =>
        [...(await page(`/calendar/map/?${query}`)).body.matchAll(/<li data-lat/g)].length
      expect(await mapped('from=2028-01-01&to=2028-01-31')).toEqual(all)
      expect(await mapped('from=2028-01-01&venue=reef')).toEqual([200, ['Reef'], ['Far']])
      const near = 'from=2028-01-01&geoloc_lat=-17&geoloc_lng=178&geoloc_distance=5'
      expect(await pins('from=2028-01-01&to=2028-01-31')).toBe(2)
      expect((await mapped(near))[2]).toEqual(['First', 'Second', 'Unmapped', 'Undrawn'])
      expect(await pins(near)).toBe(1)
      expect(await mapped('from=2028-02-01')).toEqual([200, [], []])
      expect((await page('/calendar/map/?from=2028-02-01')).body).toContain('names a place')
      expect((await page('/calendar/map/?from=soon')).status).toBe(400)
      expect((await page('/calendar/2028-01/')).body).toContain(
        'href="/calendar/map/?from=2028-01-01&amp;to=2028-01-31"',
      )
    })

    it('lists places with few events for each, and a link to OpenStreetMap', async () => {
      const at = (lng: number) => ({ geo_lat: 10, geo_lng: lng })
      for (const [venue, lng] of [
        ['East', 20],
        ['West', 20.001],
        ['Away', 90],
      ] as const)
        await create({
          ...{ title: `At ${venue}`, start_date: '2029-01-04', end_date: '2029-01-04', all_day: true },
          venue: { venue, ...at(lng) },
        })
      for (let number = 1; number <= 6; number += 1)
        await create({
          ...{ title: `Talk ${number}`, start_date: '2029-01-05', end_date: '2029-01-05', all_day: true },
          venue: (await service.get('/venues/by-slug/away')).body.id,
        })
      const { body } = await page('/calendar/map/?from=2029-01-01')
      expect(body.match(/<h2><a [^>]*>[^<]*/g)?.map((text: string) => text.replace(/<[^>]*>/g, ''))).toEqual([
        'East',
        'West',
        'Away',
      ])
      expect(body).toContain('href="https://www.openstreetmap.org/?mlat=10&amp;mlon=90#map=17/10/90"')
      expect(body).not.toContain('tiles-map')
      expect(body).toMatch(/href="[^"]*from=2029-01-01&amp;venue=away">2 more</)
    })

    it('lists thirty places, and the others in an element that opens in place', async () => {
      const day = { start_date: '2030-01-04', end_date: '2030-01-04', all_day: true }
      for (let number = 1; number <= 32; number += 1) {
        const venue = { venue: `Gate ${number}`, geo_lat: 10, geo_lng: number }
        await create({ ...day, title: `Walk ${number}`, venue })
      }
      const places = (text: string) => text.match(/<li data-lat/g)?.length
      const [first = '', rest = ''] = (await page('/calendar/map/?from=2030-01-01')).body.split(
        '<details class="more"><summary class="button">Show 2 more places</summary>',
      )
      expect([places(first), places(rest)]).toEqual([30, 2])
      expect((await page('/calendar/map/?from=2029-01-01&to=2029-12-31')).body).not.toContain('more places')
    })
  })
