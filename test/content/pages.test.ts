import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const env = { FASTI_CONTENT_LANGUAGES: 'de,fr,ar', FASTI_LANGUAGE: 'de' }
const base = 'http://127.0.0.1:3000'

/** The links of the head that search engines read: language → path. */
const hreflangsOf = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map(
      ([, tag = '', url = '']) => [tag, url.replace(base, '')],
    ),
  )
const canonicalOf = (page: string) =>
  /<link rel="canonical" href="([^"]+)"/.exec(page)?.[1]?.replace(base, '')

for (const { name } of anyDialects()) {
  describe(`pages in several languages on ${name}`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await testService(name, env)
      await service.post('/categories', { name: 'Fest', translations: { fr: { name: 'Fête' } } })
      await service.post('/venues', { venue: 'Rathaus', translations: { fr: { venue: 'Mairie' } } })
      const translations = {
        fr: { title: 'Marché' },
        ar: { title: 'سوق', state: 'draft' },
      }
      const both = { title: 'Markt', description: '<p>Viel zu sehen</p>', translations }
      await service.post('/events', anEvent({ ...both, categories: [1], venue: 1 }))
      await service.post('/events', anEvent({ title: 'Konzert' }))
      await service.post('/events', anEvent({ title: 'حفل', language: 'ar' }))
      await service.post('/events', anEvent({ title: 'Cirque', language: 'fr' }))
    })
    afterAll(() => service.close())

    const page = async (path: string) => String((await service.get(`/${path}`, { accept: 'text/html' })).body)

    it('§15 names each language in which an item can be read, and no other', async () => {
      const [german, french] = [await page('/event/markt/'), await page('/fr/event/markt/')]
      const both = { de: '/event/markt/', fr: '/fr/event/markt/', 'x-default': '/event/markt/' }
      expect(hreflangsOf(german)).toEqual(both)
      expect(hreflangsOf(french)).toEqual(both)
      expect([german, french].map(canonicalOf)).toEqual(['/event/markt/', '/fr/event/markt/'])
      expect(french).toContain('<meta property="og:locale" content="fr_FR">')
      expect(french).toContain('<meta property="og:locale:alternate" content="de_DE">')
      expect(hreflangsOf(await page('/event/cirque/'))).toEqual({
        fr: '/fr/event/cirque/',
        'x-default': '/fr/event/cirque/',
      })
    })

    it('§15 says so where a page is shown in another language than asked, and is canonical to the original’s', async () => {
      const shown = await page('/fr/event/konzert/')
      expect(shown).toContain('Pas disponible en français ; affiché en allemand.')
      expect(canonicalOf(shown)).toBe('/event/konzert/')
      expect(hreflangsOf(shown)).toEqual({ de: '/event/konzert/', 'x-default': '/event/konzert/' })
      expect(shown).toContain('<meta property="og:locale" content="de_DE">')
      expect(await page('/event/konzert/')).not.toContain('item-languages')
      // A language of the service that content does not have is one in which nothing can be read.
      const japanese = await page('/ja/event/konzert/')
      expect(japanese).toContain('日本語版はありません。ドイツ語で表示しています。')
      expect(canonicalOf(japanese)).toBe('/event/konzert/')
    })

    it('leads to the other languages of an item, but not to drafts', async () => {
      const shown = await page('/fr/event/markt/')
      expect(shown).toMatch(/Aussi en <a href="\/event\/markt\/" hreflang="de" lang="de" dir="ltr">Deutsch</)
      expect(shown).not.toContain('سوق')
      expect(await page('/event/markt/')).toContain('>français<')
    })

    it('marks texts in another language than the page, with their direction', async () => {
      const french = await page('/fr/event/markt/')
      expect(french).toContain('<h1 dir="auto">Marché</h1>')
      expect(french).toContain('<div class="written" lang="de" dir="ltr"><p>Viel zu sehen</p>')
      const agenda = await page('/fr/calendar/search/?search=')
      expect(agenda).toMatch(/<a href="\/fr\/event\/[^"]+" lang="ar" dir="rtl">حفل<\/a>/)
      expect(agenda).toContain('<span class="mark">En arabe</span>')
      expect(agenda).toMatch(/lang="de" dir="ltr">Konzert</)
      expect(agenda).toMatch(/dir="auto">Cirque</)
    })

    it('shows the names of places and categories in the language of the page', async () => {
      const [front, venues, search] = [
        await page('/fr/'),
        await page('/fr/venues/'),
        await page('/fr/calendar/search/?search=mairie'),
      ]
      expect(front).toContain('Fête')
      expect(venues).toContain('Mairie')
      expect(venues).not.toContain('Rathaus')
      expect(search).toContain('Mairie')
      expect(await page('/calendar/search/')).toContain('>Fest</option>')
      expect(await page('/fr/calendar/search/')).toContain('>Fête</option>')
      expect(await page('/fr/venue/rathaus/')).toContain('Aussi en')
    })

    it('find the texts that they show, in searches, filters and lists', async () => {
      const shownBy = async (path: string) =>
        [...(await page(path)).matchAll(/<h[234] class="title"><a[^>]*>([^<]*)/g)].map(([, title]) => title)
      const day = (await service.get('/events?search=Markt')).body.events[0].start_date.slice(0, 10)
      for (const path of ['search/?search=marche', 'search/?search=fetes', 'search/?search=marce'])
        expect([path, await shownBy(`/fr/calendar/${path}&from=${day}`)]).toEqual([path, ['Marché']])
      for (const path of [`day/${day}/?search=marche`, `day/${day}/?venue=mairie`])
        expect([path, await shownBy(`/fr/calendar/${path}`)]).toEqual([path, ['Marché']])
      expect(await page(`/calendar/day/${day}/?search=marche`)).not.toContain('>Markt<')
      expect(await page('/fr/venues/?search=mairie')).toContain('href="/fr/venue/rathaus/"')
      expect(await page('/venues/?search=mairie')).not.toContain('/venue/rathaus/')
    })

    it('§15 lists each language in which an item can be read in the sitemap', async () => {
      const map = await page('/sitemap.xml')
      const places = [...map.matchAll(/<loc>([^<]*)/g)].map(([, place = '']) => place.replace(base, ''))
      expect(places).toEqual(
        expect.arrayContaining([
          '/event/markt/',
          '/fr/event/markt/',
          '/fr/event/cirque/',
          '/event/konzert/',
          '/fr/',
        ]),
      )
      expect(places).not.toContain('/event/cirque/')
      expect(places).not.toContain('/fr/event/konzert/')
      expect(map).toContain(`<xhtml:link rel="alternate" hreflang="fr" href="${base}/fr/event/markt/"/>`)
      expect(map).not.toContain('ar/event')
    })

    it('§15 leads programs to feeds in the other languages of content', async () => {
      const feedsOf = async (path: string) =>
        [
          ...(await page(path)).matchAll(
            /<link rel="alternate" type="([^"]+)" title="([^"]+)" href="([^"]+)">/g,
          ),
        ].map(([, type = '', title = '', url = '']) => ({ type, title, url: url.replaceAll('&amp;', '&') }))
      const further = async (path: string) =>
        (await feedsOf(path)).filter(({ title }) => title.includes(' – '))
      const [ics, atom, arabic] = await further('/')
      expect([ics, atom]).toEqual([
        { type: 'text/calendar', title: 'Fasti – français', url: '/fr/cal/events/v1/events.ics' },
        { type: 'application/atom+xml', title: 'Fasti – français', url: '/fr/cal/events/v1/events.atom' },
      ])
      // No page shows Arabic, the feeds do.
      expect(arabic?.url).toBe('/cal/events/v1/events.ics?lang=ar')
      const [german] = await further('/fr/venue/rathaus/')
      expect([german?.title, german?.url]).toEqual([
        'Mairie – Deutsch',
        expect.stringMatching(/^\/cal\/events\/v1\/.*\.ics/),
      ])
      for (const { url } of [
        ...(await further('/fr/venue/rathaus/')),
        ...(await further('/calendar/search/?free=true')),
      ])
        expect([url, (await service.get(`/${url}`)).status]).toEqual([url, 200])
      const feed = String((await service.get('//fr/cal/events/v1/events.ics')).body)
      expect(feed).toContain('SUMMARY;LANGUAGE=fr:Marché')
    })

    it('leaves the language of the event out of its linked data', async () => {
      const [, ld = ''] =
        /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await page('/fr/event/markt/')) ?? []
      expect(ld).toContain('"name":"Marché"')
      expect(ld).not.toContain('inLanguage')
    })
  })
}

describe('the pages of a calendar with one content language', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService('sqlite', {})
    await service.post('/events', anEvent({ title: 'Market' }))
  })
  afterAll(() => service.close())

  it('show nothing of languages', async () => {
    const shown = String((await service.get('//de/event/market/')).body)
    expect(canonicalOf(shown)).toBe('/de/event/market/')
    expect(shown).not.toMatch(/item-languages|og:locale|title="[^"]* – /)
    expect(String((await service.get('//sitemap.xml')).body)).not.toContain('xhtml')
  })
})
