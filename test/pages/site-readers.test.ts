import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readXml } from '../support/calendars.ts'
import { anyDialects } from '../support/dialects.ts'
import { hashPassword } from '../support/inside/people.ts'
import { signedIn } from '../support/sessions.ts'
import { browser, type TestSite, testSite } from '../support/site.ts'
import { xssVectors } from '../support/xss-vectors.ts'

const form = { ...browser, 'content-type': 'application/x-www-form-urlencoded' }

/** Every attribute of a page, as `name="value"`; values contain no unescaped `>`. */
const attributesIn = (html: string) =>
  [...html.matchAll(/<[a-z][^>]*>/gi)].flatMap(([tag]) => tag.match(/\s[^\s=>"]+="[^"]*"/g) ?? [])
const isHarmful = (attribute: string) =>
  /^\s(?:on|style|srcdoc)/i.test(attribute) ||
  /^\s(?:href|src|action)="(?!(?:https?|mailto|tel|webcal|geo):)[^"/?#]*:/i.test(attribute) ||
  (/^\ssrc(?:set)?=/.test(attribute) && !/="\//.test(attribute))

for (const { name: dialect } of anyDialects())
  describe(`the web calendar and its readers on ${dialect}`, () => {
    let service: TestSite['service']
    let page: TestSite['page']
    let create: TestSite['create']
    let market: TestSite['market']
    let editor: TestSite['editor']
    beforeAll(async () => {
      ;({ service, page, create, market, editor } = await testSite(dialect))
    })
    afterAll(() => service.close())

    it('§4.3 hides hidden, private, scheduled and protected events from unauthorized readers', async () => {
      const when = { start_date: '2027-06-08 10:00:00', end_date: '2027-06-08 11:00:00' }
      await create({ ...when, title: 'Hidden', hide_from_listings: true })
      await create({ ...when, title: 'Draft', status: 'draft' })
      const { id } = await create({
        ...when,
        title: 'Closed',
        description: 'Cave',
        venue: { venue: 'Secret cave', geo_lat: 52, geo_lng: 4 },
      })
      await service.patch(`/events/${id}`, { password: 'sesame' }, editor)
      for (const view of ['2027-06/', 'week/2027-W23/', 'day/2027-06-08/', 'search/?from=2027-06-08']) {
        const { body } = await page(`/calendar/${view}`)
        expect(body, view).toContain('>Closed<')
        expect(body.match(/.{80}>(?:Hidden|Draft|Secret cave)</g), view).toBeNull()
      }
      const map = await page('/calendar/map/?from=2027-06-08&to=2027-06-08')
      expect([map.status, /Hidden|Draft|cave|Closed/.exec(map.body)]).toEqual([200, null])
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

    it('§8 gets 304, comes from the response cache, and is private for users', async () => {
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

    it('§4.8 shows submitted texts as text everywhere', async () => {
      const made: string[] = []
      for (const vector of xssVectors) {
        const text = vector.replace(/[\p{Cc}\p{Cs}]/gu, '')
        const { slug } = await create({
          ...{
            title: `T ${text}`,
            description: text,
            excerpt: text,
            start_date: '2027-08-02',
            end_date: '2027-08-02',
          },
          ...{ cost: `${text} 5`, timezone: 'UTC' },
          venue: { venue: `V ${text}`, address: text, phone: text, geo_lat: 10, geo_lng: 10 },
          ...{
            organizer: { organizer: `O ${text}`, email: '' },
            categories: [`C ${text}`],
            tags: [`T ${text}`],
          },
          custom_fields: { own: { label: text, value: text } },
        })
        made.push(String(slug))
      }
      const pages = [
        ...made.map((slug) => `/event/${encodeURIComponent(slug)}/`),
        '/calendar/day/2027-08-02/',
        '/calendar/search/?search=%3Cscript%3E',
        '/calendar/map/?from=2027-08-02&to=2027-08-02',
        '/calendar/map/?search=%3Cscript%3E',
      ]
      for (const path of pages) {
        const { status, body } = await page(path)
        expect([path, status]).toEqual([path, 200])
        expect(body.match(/<script/g), path).toHaveLength(path.startsWith('/event') ? 2 : 1)
        expect([path, ...attributesIn(body).filter(isHarmful)]).toEqual([path])
      }
    })

    it('lists its pages for search engines', async () => {
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

    it('keeps search engines away from empty months', async () => {
      for (const path of ['/calendar/2399-01/', '/calendar/day/2399-01-01/', '/calendar/week/2399-W01/'])
        expect((await page(path)).body, path).toContain('<meta name="robots" content="noindex, nofollow">')
      expect((await page('/calendar/')).body).not.toContain('name="robots"')
      const robots = (await service.get('//robots.txt')).body.split('\n')
      for (const rule of ['Allow: /calendar/2027-', 'Allow: /calendar/2028-', 'Disallow: /calendar/*-'])
        expect(robots).toContain(rule)
    })

    it('§5 shows signed-in users the items that they may see', async () => {
      const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
      const password = 'correct horse battery'
      await service.store.accounts.setPassword('ed', await hashPassword(password), moment)
      const { cookie } = await signedIn(service, 'ed', password)
      const preview = await page('/event/draft/', cookie)
      expect([preview.status, preview.headers['cache-control']]).toEqual([200, 'private, no-store'])
      expect(preview.body).toContain('Only users who may edit it')
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
