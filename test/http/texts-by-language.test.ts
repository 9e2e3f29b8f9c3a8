import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { readConfig } from '../support/inside/service.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'
import { browser } from '../support/site.ts'
import { dump, load } from '../support/transfer.ts'

const env = { FASTI_LANGUAGE: 'de', FASTI_CONTENT_LANGUAGES: 'de,fr,en', FASTI_NAME: 'Stadt Biel' }

for (const { name } of anyDialects()) {
  describe(`texts of the site in its languages on ${name}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(name, env)
    })
    afterEach(() => service.close())
    const page = async (path: string): Promise<string> => (await service.get(`/${path}`, browser)).body
    const set = (translations: object | null) => service.patch('/settings', { translations })
    const ville = { name: 'Ville de Bienne', imprint_url: 'https://biel.example/fr/mentions' }

    it('show in the language of a page, and elsewhere as in all languages', async () => {
      await service.patch('/settings', {
        imprint_url: 'https://biel.example/impressum',
        accessibility_contact: 'access@biel.example',
        accessibility_text: 'Beschwerden an den Kanton.',
        foot_html: '<p>Ein Dienst der Stadt.</p>',
      })
      const { status, body } = await set({
        fr: { ...ville, description: 'Tout à Bienne.', foot_html: '<p onclick="x()">Un service.</p>' },
        en: { accessibility_text: 'Complain to the canton.' },
      })
      expect([status, body.name, body.translations.fr.foot_html, Object.keys(body.translations)]).toEqual([
        200,
        'Stadt Biel',
        '<p>Un service.</p>',
        ['en', 'fr'],
      ])
      const [de, fr, en] = [
        await page('/calendar/'),
        await page('/fr/calendar/'),
        await page('/en/calendar/'),
      ]
      expect(fr).toContain('· Ville de Bienne</title>')
      expect(fr).toContain('<meta property="og:site_name" content="Ville de Bienne">')
      expect(fr).toContain('<a href="https://biel.example/fr/mentions">')
      expect(fr).toContain('<p>Un service.</p>')
      for (const other of [de, en]) {
        expect(other).toContain('· Stadt Biel</title>')
        expect(other).toContain('<a href="https://biel.example/impressum">')
        expect(other).toContain('<p>Ein Dienst der Stadt.</p>')
      }
      const statements = await Promise.all(['', '/fr', '/en'].map((root) => page(`${root}/accessibility/`)))
      expect(
        statements.map((text) => /<div class="written"( lang="\w+")?><p>[BC]\w+/.exec(text)?.[0]),
      ).toEqual([
        '<div class="written"><p>Beschwerden',
        '<div class="written" lang="de"><p>Beschwerden',
        '<div class="written"><p>Complain',
      ])
    })

    it('name the index, the documentation, the desk, the application and the feeds of a language', async () => {
      await set({ fr: ville })
      const index = async (path: string) =>
        (await service.get(`/${path}`, { accept: 'application/json' })).body.name
      expect([await index('/'), await index('/fr/')]).toEqual(['Stadt Biel', 'Ville de Bienne'])
      for (const path of ['/fr/cal/events/v1/doc', '/fr/desk'])
        expect([path, (await page(path)).includes('Ville de Bienne')]).toEqual([path, true])
      expect((await service.get('//fr/app.webmanifest')).body).toContain('Ville de Bienne')
      const title = async (path: string) =>
        /<title>([^<]*)/.exec((await service.get(`/${path}`)).body)?.[1] ?? ''
      expect(await title('/fr/cal/events/v1/events.rss')).toBe('Ville de Bienne')
      expect(await title('/cal/events/v1/events.rss?lang=fr')).toBe('Ville de Bienne')
      expect(await title('/cal/events/v1/events.rss')).toBe('Stadt Biel')
    })

    it('quote the words of a search in titles as its language does', async () => {
      const title = async (root: string) =>
        /<title>([^<]*)/.exec((await service.get(`/${root}/cal/events/v1/events.rss?search=Markt`)).body)?.[1]
      expect(await title('')).toBe('„Markt“ · Stadt Biel')
      expect(await title('/fr')).toBe('«\u202fMarkt\u202f» · Stadt Biel')
      expect(await title('/en')).toBe('“Markt” · Stadt Biel')
      expect((await service.get('//fr/cal/events/v1/events.ics?search=Markt')).body).toContain(
        'X-WR-CALNAME:«\u202fMarkt\u202f» · Stadt Biel',
      )
    })

    it('stay where a change does not name them, and go one by one or with their language', async () => {
      await set({ fr: ville, en: { name: 'City of Biel' } })
      const { body } = await set({ fr: { description: 'Tout.', imprint_url: null }, EN: '' })
      expect(body.translations).toEqual({ fr: { name: ville.name, description: 'Tout.' } })
      expect((await set({ fr: { name: '', description: null } })).body.translations).toEqual({})
      await set({ fr: ville })
      expect((await set(null)).body.translations).toEqual({})
      expect(await page('/fr/calendar/')).toContain('· Stadt Biel</title>')
    })

    it('are refused with the place and the reason, and nothing of the request is kept', async () => {
      const choices = 'de, fr, en'
      const limited = await testService(name, { ...env, FASTI_LANGUAGES: 'de,fr,en' })
      for (const [sent, at, reason] of [
        [{ fr: { name: 'x'.repeat(101) } }, 'translations.fr.name', 'at most 100'],
        [{ fr: { imprint_url: 'javascript:x' } }, 'translations.fr.imprint_url', 'URL'],
        [{ fr: { theme: 'slate' } }, 'translations.fr.theme', 'one of name, description'],
        [{ xx: { name: 'X' } }, 'translations.xx', 'one of en, de'],
        [{ ja: { name: 'ビール' } }, 'translations.ja', `one of ${choices}`],
        [{ fr: 'Bienne' }, 'translations.fr', 'object'],
        [['fr'], 'translations', 'object'],
      ] as const) {
        const { status, body } = await limited.patch('/settings', { name: 'Biel', translations: sent })
        expect([status, Object.keys(body.data.params)]).toEqual([400, [at]])
        expect(body.data.params[at]).toContain(reason)
      }
      expect((await limited.get('/settings')).body).toMatchObject({ name: 'Stadt Biel', translations: {} })
      await limited.close()
    })

    it('are in the export as an object, and fill in what another calendar lacks', async () => {
      await set({ fr: ville })
      const lines = await dump(service.store)
      expect(lines).toContain('"translations":{"fr":{')
      const other = await testService(name, env)
      await other.patch('/settings', { translations: { fr: { name: 'Bienne' }, en: { name: 'Biel' } } })
      expect((await load(other.store, lines)).refusals).toEqual([])
      expect((await other.get('/settings')).body.translations).toEqual({
        en: { name: 'Biel' },
        fr: { ...ville, name: 'Bienne' },
      })
      expect(await dump(other.store)).toContain('"name":"Bienne"')
      await other.close()
    })

    it('preview for administrators before they are saved', async () => {
      const { headers } = await service.user('administrator', 'ada')
      const query = new URLSearchParams({
        preview: '1',
        translations: JSON.stringify({ fr: { ...ville, head_html: '' } }),
      })
      const { body } = await service.get(`//fr/calendar/?${query}`, { ...browser, ...headers })
      expect(body).toContain('· Ville de Bienne</title>')
      expect(await page(`/fr/calendar/?${query}`)).toContain('· Stadt Biel</title>')
    })

    it('leave an item one identity: linked data names it the same in each language, and its page by the canonical address', async () => {
      const organizer = { organizer: 'Verein', translations: { fr: { organizer: 'Société' } } }
      await service.post('/events', anEvent({ title: 'Konzert', slug: 'konzert', organizer }))
      const linked = async (root: string) => {
        const text = await page(`${root}/event/konzert/`)
        const ld = JSON.parse(/<script type="application\/ld\+json">([^<]*)/.exec(text)?.[1] ?? '{}')
        const canonical = /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1]
        return { id: ld['@id'], url: ld.url, canonical, organizer: ld.organizer[0]['@id'] }
      }
      const base = 'http://127.0.0.1:3000'
      const one = { id: `${base}/event/konzert/`, organizer: `${base}/organizer/verein/` }
      const shown = { ...one, url: `${base}/event/konzert/`, canonical: `${base}/event/konzert/` }
      expect([await linked(''), await linked('/en'), await linked('/ja')]).toEqual([shown, shown, shown])
      const [{ id }] = (await service.get('/events')).body.events
      await service.patch(`/events/${id}`, { translations: { fr: { title: 'Concert' } } })
      const french = `${base}/fr/event/konzert/`
      expect(await linked('/fr')).toEqual({ ...one, url: french, canonical: french })
    })
  })

  describe(`languages that a calendar offers on ${name}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(name, { FASTI_LANGUAGES: 'de,fr', FASTI_CONTENT_LANGUAGES: 'de,fr' })
    })
    afterEach(() => service.close())

    it('alone have roots, menus, hreflang, desks, and are in the index', async () => {
      for (const path of ['/ja/', '/ja/calendar/', '/en/desk', '/pt-br/event/market/'])
        expect([path, (await service.get(`/${path}`, browser)).status]).toEqual([path, 404])
      const elsewhere = await service.app.inject({
        url: '/es/cal/events/v1/events',
        headers: { host: 'localhost' },
      })
      expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([404, 'rest_no_route'])
      const text: string = (await service.get('//calendar/', browser)).body
      expect(text).toContain('<html lang="de"')
      expect([...text.matchAll(/hreflang="([\w-]+)"/g)].map(([, tag]) => tag).sort()).toEqual([
        'de',
        'de',
        'fr',
        'fr',
        'x-default',
      ])
      const { body } = await service.get('//fr/', { accept: 'application/json' })
      expect(body.languages).toEqual(['de', 'fr'])
      expect((await service.get('//fr/desk', browser)).body).toContain('data-languages="de,fr"')
      expect((await service.get('//offline.js')).body).toContain('"languages":["de","fr"]')
      expect((await service.get('//cal/events/v1/doc', browser)).body).not.toContain('hreflang="ja"')
    })

    it('are those that a first visit is led to', async () => {
      const visit = (language: string) =>
        service.get('//', { ...browser, 'sec-fetch-site': 'none', 'accept-language': language })
      expect((await visit('fr')).headers.location).toBe('/fr/')
      expect((await visit('ja, it')).status).toBe(200)
      expect((await visit('ja, fr;q=0.5')).headers.location).toBe('/fr/')
    })

    it('are those that the settings may choose from', async () => {
      const { status, body } = await service.patch('/settings', { language: 'ja' })
      expect([status, body.data.params]).toEqual([400, { language: 'must be one of de, fr' }])
      expect((await service.patch('/settings', { language: 'fr' })).status).toBe(200)
    })
  })

  it(`a calendar in one language shows no menu of languages on ${name}`, async () => {
    const service = await testService(name, { FASTI_LANGUAGES: 'fr' })
    const { body } = await service.get('//calendar/', browser)
    expect(body).toContain('<html lang="fr"')
    expect(body).not.toContain('class="languages"')
    expect((await service.get('//fr/calendar/', browser)).status).toBe(200)
    await service.close()
  })
}

describe('FASTI_LANGUAGES', () => {
  it('has all languages by default, and its first is that of the calendar unless another one is named', () => {
    expect(readConfig({}).languages).toHaveLength(8)
    expect(readConfig({}).language).toBe('en')
    expect(readConfig({ FASTI_LANGUAGES: 'fr, de,fr' })).toMatchObject({
      language: 'fr',
      languages: ['fr', 'de'],
    })
    expect(readConfig({ FASTI_LANGUAGES: 'fr,de', FASTI_LANGUAGE: 'de' }).language).toBe('de')
  })

  it('stops the start with its name and what is possible where it names none, or not that of the calendar', () => {
    for (const wrong of ['de,xx', 'DE', ',', 'pt-BR'])
      expect(() => readConfig({ FASTI_LANGUAGES: wrong })).toThrow(
        /^FASTI_LANGUAGES is ".*"; expected: .*such as de,fr,en/,
      )
    expect(() => readConfig({ FASTI_LANGUAGES: 'de,fr', FASTI_LANGUAGE: 'en' })).toThrow(
      'FASTI_LANGUAGE is "en", which FASTI_LANGUAGES does not name: de,fr',
    )
  })
})
