import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../src/actions/secrets.ts'
import { languages } from '../../src/locales/index.ts'
import { readXml } from '../support/calendars.ts'
import { anyDialect } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { signedIn } from '../support/sessions.ts'
import { xssVectors } from '../support/xss-vectors.ts'

/** What browsers send. */
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const pathOf = (address: string) => new URL(address).pathname
const form = { ...browser, 'content-type': 'application/x-www-form-urlencoded' }

/** Every attribute of a page, as `name="value"`; within values nothing that ends a tag stands bare. */
const attributesIn = (html: string) =>
  [...html.matchAll(/<[a-z][^>]*>/gi)].flatMap(([tag]) => tag.match(/\s[^\s=>"]+="[^"]*"/g) ?? [])
const isHarmful = (attribute: string) =>
  /^\s(?:on|style|srcdoc)/i.test(attribute) ||
  /^\s(?:href|src|action)="(?!(?:https?|mailto|tel|webcal|geo):)[^"/?#]*:/i.test(attribute) ||
  (/^\ssrc(?:set)?=/.test(attribute) && !/="\//.test(attribute))

for (const { name: dialect } of anyDialect)
  describe(`the web calendar on ${dialect}`, () => {
    let service: TestService
    const page = (path: string, headers: Record<string, string> = {}) =>
      service.get(`/${path}`, { ...browser, ...headers })
    let editor: Record<string, string>
    const create = async (more: Json) => {
      const { status, body } = await service.post('/events', anEvent(more), editor)
      expect([body.message, status]).toEqual([undefined, 201])
      return body
    }

    let market: Json
    beforeAll(async () => {
      service = await testService(dialect)
      ;({ headers: editor } = await service.user('editor', 'ed'))
      market = await create({
        title: 'Market day',
        description: '<h1>Welcome</h1><p>Cheese &amp; <a href="https://cheese.test/">more</a></p>',
        cost: '$5',
        categories: ['Food'],
        tags: ['outdoors'],
        venue: { venue: 'Town hall', city: 'Alderhaven', geo_lat: 52.01, geo_lng: 3.61 },
        organizer: { organizer: 'The town', email: 'town@town.test' },
        custom_fields: { dogs: { label: 'Dogs allowed', value: true } },
        tickets: [{ name: 'Adults', price: '5', currency: 'EUR', url: 'https://tickets.test/' }],
      })
    })
    afterAll(() => service.close())

    it('§0 is where browsers are sent that ask for the root, and nobody else', async () => {
      const { status, headers } = await page('/')
      expect([status, headers.location]).toEqual([302, '/calendar/'])
      expect((await page('/de/')).headers.location).toBe('/de/calendar/')
      expect((await service.get('//')).body.namespaces).toEqual(['cal/events/v1'])
    })

    it('§1.1 has a page at the address of every item and at every view, in every language, under a strict policy', async () => {
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
        'search/',
      ]
      for (const path of [...items, ...views.map((view) => `/calendar/${view}`)]) {
        const { status, headers, body } = await page(path)
        expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
        expect(headers['content-security-policy']).toBe(policy)
        expect(headers['x-robots-tag']).toBeUndefined()
        expect(body).toContain('<html lang="en" dir="ltr">')
        expect(body.replaceAll('{time}', '')).not.toMatch(/ style=|<style| on\w+=|undefined|NaN|\{\w+\}/)
      }
      for (const language of languages)
        for (const path of ['/event/market-day/', '/calendar/2027-05/'])
          expect((await page(`/${language}${path}`)).body, language).toContain(
            `<html lang="${language}" dir="ltr">`,
          )
      expect((await page('/de/calendar/2027-05/')).body).toMatch(/<h1><?.*Mai 2027/)
    })

    it('shows of an event what there is, and how to take it along', async () => {
      const { body } = await page('/event/market-day/')
      for (const text of [
        'Tuesday, May 4, 2027',
        'EDT',
        'America/New York',
        'Town hall',
        'Alderhaven',
        '$5',
        'Dogs allowed',
      ])
        expect(body, text).toContain(text)
      expect(body).toContain(
        '<h2>Welcome</h2><p>Cheese &amp; <a href="https://cheese.test/" rel="nofollow ugc noopener">more</a>',
      )
      expect(body).toContain(`href="${pathOf(String(market.rest_url))}.ics" download`)
      expect(body).toMatch(/href="webcal:[^"]*\.ics"/)
      expect(body).toMatch(
        /href="https:\/\/calendar\.google\.com\/[^"]*dates=20270504T220000Z%2F20270505T000000Z/,
      )
      expect(body).toMatch(/href="https:\/\/outlook\.live\.com\/[^"]*startdt=2027-05-04T22%3A00%3A00Z/)
      expect(body).toContain('https://www.openstreetmap.org/?mlat=52.01&amp;mlon=3.61')
      const [, linked = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? []
      expect(JSON.parse(linked)).toEqual((await service.get(`/events/${market.id}`)).body.json_ld)
      expect(body).toContain(`<link rel="canonical" href="${market.url}">`)
      expect(body.match(/hreflang="[\w-]+" href="http/g)).toHaveLength(languages.length + 1)
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
      await create({ title: 'Fair', start_date: '2027-03-07 20:00:00', end_date: '2027-03-11 00:00:00' })
      const titles = (html: string) =>
        [...html.matchAll(/>(Early|Whole|Pinned|Fair)</g)].map(([, title]) => title)
      const day = (await page('/calendar/day/2027-03-09/')).body
      expect(titles(day)).toEqual(['Pinned', 'Fair', 'Whole', 'Early'])
      expect(day).toMatch(/class="entry featured">(?:(?!<li).)*Whole/s)
      // In the month, what goes on for days stands where it begins, once a week.
      expect(titles((await page('/calendar/2027-03/')).body)).toEqual([
        'Fair',
        'Fair',
        'Pinned',
        'Whole',
        'Early',
      ])
      expect(titles((await page('/calendar/day/2027-03-11/')).body)).toEqual([])
    })

    it('§4.3 shows nobody what is not theirs to see: hidden, private, scheduled, protected', async () => {
      const when = { start_date: '2027-06-08 10:00:00', end_date: '2027-06-08 11:00:00' }
      await create({ ...when, title: 'Hidden', hide_from_listings: true })
      await create({ ...when, title: 'Draft', status: 'draft' })
      const { id } = await create({
        ...when,
        title: 'Closed',
        description: 'Cave',
        venue: { venue: 'Secret cave' },
      })
      await service.patch(`/events/${id}`, { password: 'sesame' }, editor)
      for (const view of ['2027-06/', 'week/2027-W23/', 'day/2027-06-08/', 'search/?from=2027-06-08']) {
        const { body } = await page(`/calendar/${view}`)
        expect(body, view).toContain('>Closed<')
        expect(body.match(/.{80}>(?:Hidden|Draft|Secret cave)</g), view).toBeNull()
      }
      expect((await page('/event/hidden/')).body).toContain('<meta name="robots" content="noindex">')
      const asked = await page('/event/closed/')
      expect([asked.status, asked.body.includes('cave')]).toEqual([401, false])
      const opened = await service.ask('POST', '//event/closed/', 'password=sesame', form)
      expect([opened.status, opened.headers['cache-control']]).toEqual([200, 'private, no-store'])
      expect(opened.body).toContain('Secret cave')
      const wrong = await service.ask('POST', '//event/closed/', 'password=open', form)
      expect([wrong.status, wrong.body.includes('role="alert"')]).toEqual([401, true])
      expect((await page('/sitemap.xml')).body).not.toMatch(/hidden|draft|closed/)
    })

    it('tells browsers as a page what is not there, and programs as JSON', async () => {
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
        expect(body).toContain('<h1>There is nothing here</h1>')
        expect((await service.get(`/${path}`)).body.data.status).toBe(404)
      }
      expect((await page('/fr/event/nothing/')).body).toContain('<html lang="fr"')
    })

    it('finds by words, dates and filters, and says which field can’t be read', async () => {
      const found = async (query: string) => {
        const { status, body } = await page(`/calendar/search/?${query}`)
        return [status, [...body.matchAll(/class="title"><a[^>]*>([^<]*)/g)].map(([, title]) => title)]
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

    it('§8 is answered 304, from what is ready, and to whom it was made for alone', async () => {
      const path = '/calendar/2027-05/'
      const { etag = '', 'cache-control': kept } = (await page(path)).headers
      expect(kept).toBe('public, no-cache')
      const again = await page(path, { 'if-none-match': etag })
      expect([again.status, again.timing]).toEqual([304, 'ready'])
      const own = await page(path, { cookie: 'other=1' })
      expect([own.status, own.headers['cache-control']]).toEqual([200, 'private, no-store'])
      await create({ title: 'May dance', start_date: '2027-05-01 20:00:00', end_date: '2027-05-01 23:00:00' })
      expect((await page(path)).body).toContain('May dance')
    })

    it('§4.8 shows what people wrote as text, wherever it stands', async () => {
      const made: string[] = []
      for (const vector of xssVectors) {
        const text = vector.replace(/[\p{Cc}\p{Cs}]/gu, '')
        const { id, slug } = await create({
          ...{
            title: `T ${text}`,
            description: text,
            excerpt: text,
            start_date: '2027-08-02',
            end_date: '2027-08-02',
          },
          ...{ cost: `${text} 5`, timezone: 'UTC' },
          venue: { venue: `V ${text}`, address: text, phone: text },
          ...{
            organizer: { organizer: `O ${text}`, email: '' },
            categories: [`C ${text}`],
            tags: [`T ${text}`],
          },
          custom_fields: { own: { label: text, value: text } },
        })
        made.push(slug, String(id))
      }
      const slugs = made.filter((_, at) => at % 2 === 0)
      const pages = [
        ...slugs.map((slug) => `/event/${encodeURIComponent(slug)}/`),
        '/calendar/day/2027-08-02/',
        '/calendar/search/?search=%3Cscript%3E',
      ]
      for (const path of pages) {
        const { status, body } = await page(path)
        expect([path, status]).toEqual([path, 200])
        expect(body.match(/<script/g), path).toHaveLength(path.startsWith('/event') ? 2 : 1)
        expect([path, ...attributesIn(body).filter(isHarmful)]).toEqual([path])
      }
    })

    it('tells search engines which pages there are', async () => {
      const { headers, body } = await service.get('//sitemap.xml')
      expect(headers['content-type']).toBe('application/xml; charset=utf-8')
      expect(readXml(body).nodeName).toBe('urlset')
      for (const address of [
        market.url,
        'http://127.0.0.1:3000/tag/outdoors/',
        'http://127.0.0.1:3000/calendar/',
      ])
        expect(body).toContain(`<loc>${address}</loc>`)
      expect((await service.get('//sitemap/event/1')).body).toContain('market-day')
      expect((await service.get('//sitemap/event/2')).status).toBe(404)
      const robots = (await service.get('//robots.txt')).body
      expect(robots).toContain('Sitemap: http://127.0.0.1:3000/sitemap.xml')
      expect(robots).toContain('Disallow: /de/calendar/search')
    })

    it('§5 shows those who are signed in what they may see', async () => {
      const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
      const password = 'correct horse battery'
      await service.store.accounts.setPassword('ed', await hashPassword(password), moment)
      const { cookie } = await signedIn(service, 'ed', password)
      const preview = await page('/event/draft/', cookie)
      expect([preview.status, preview.headers['cache-control']]).toEqual([200, 'private, no-store'])
      expect(preview.body).toContain('only those who may edit it')
      expect((await page('/event/draft/')).status).toBe(401)
      await service.user('subscriber', 'sue')
      await service.store.accounts.setPassword('sue', await hashPassword(password), moment)
      const reader = await signedIn(service, 'sue', password)
      const opened = await service.ask('POST', '//event/closed/', 'password=sesame', {
        ...form,
        ...reader.cookie,
      })
      expect(opened.status).toBe(200)
    })
  })
