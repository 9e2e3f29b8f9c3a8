import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { translatorAt } from '../support/inside/media.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { type TranslationServer, translated, translationServer } from '../support/translation-server.ts'

const languages = { FASTI_CONTENT_LANGUAGES: 'de,fr,it', FASTI_LANGUAGE: 'de' }
type Headers = Record<string, string>

describe('a translation server', () => {
  let server: TranslationServer
  beforeAll(async () => {
    server = await translationServer()
  })
  afterAll(() => server.close())

  const ask = (milliseconds = 2000) =>
    translatorAt({ url: server.url, key: 'secret' }, milliseconds)([{ text: 'Markt', isHtml: false }], {
      source: 'de-AT',
      target: 'pt-BR',
    })

  it('§15 is asked at its base address with the text, the languages, the format and the key', async () => {
    expect(await ask()).toEqual(['pt-BR: Markt'])
    const body = { q: 'Markt', source: 'de', target: 'pt-BR', format: 'text', api_key: 'secret' }
    expect(server.asked).toEqual([{ path: '/machine/translate', body }])
  })

  const faults: [string, Parameters<TranslationServer['answer']>[0], RegExp][] = [
    ['never answers', () => {}, /longer than/],
    ['answers no JSON', (_, response) => response.end('<p>'), /JSON/],
    ['answers another shape', (_, response) => response.end('{"translatedText":["x"]}'), /translatedText/],
    ['answers null', (_, response) => response.end('null'), /translatedText/],
    ['answers nothing', translated(() => ' '), /translatedText/],
    ['refuses', (_, response) => response.writeHead(403).end(), /403/],
    [
      'leads on to this machine',
      (_, response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
      /redirects/,
    ],
    [
      'has an endless answer',
      (_, response) => {
        const more = () => void (response.write('x'.repeat(65_536)) ? setImmediate(more) : undefined)
        response.on('drain', more)
        more()
      },
      /larger than/,
    ],
    ['hangs up', (_, response) => response.destroy(), /no response/],
  ]
  for (const [fault, answer, message] of faults)
    it(`fails where it ${fault}`, async () => {
      server.answer(answer)
      await expect(ask(fault === 'never answers' ? 50 : 5000)).rejects.toThrow(message)
    })
})

for (const { name } of dialects)
  describe(`translating on ${name}`, () => {
    let service: TestService
    let server: TranslationServer
    let admin: Headers
    let author: Headers
    let event = 0

    beforeAll(async () => {
      server = await translationServer()
      service = await testService(name, { ...languages, FASTI_TRANSLATE_URL: server.url })
      admin = (await service.user('administrator', 'ada')).headers
      author = (await service.user('author', 'bob')).headers
    })
    afterAll(async () => {
      await service.close()
      await server.close()
    })
    beforeEach(async () => {
      server.answer(translated((text) => text.replaceAll('Markt', 'Marché')))
      const description = '<p>Markt um 19.30 Uhr, <a href="https://markt.example/">hier</a></p>'
      event = (await service.post('/events', anEvent({ title: 'Markt', description }), admin)).body.id
    })

    const translate = (body: Json, headers = admin, path = `/events/${event}`) =>
      service.post(`${path}/translate`, body, headers)
    const kept = async () => (await service.get(`/events/${event}?translations=all`, admin)).body

    it('§15 keeps the answer as a draft by the machine, HTML as HTML, and shows the item with its translations', async () => {
      const { status, body } = await translate({ language: 'fr-CH' })
      expect(status).toBe(200)
      expect(body).toMatchObject({ id: event, title: 'Markt', languages: ['de', 'fr'], warnings: [] })
      expect(body.translations.fr).toMatchObject({
        title: 'Marché',
        description: expect.stringContaining('<a href="https://markt.example/"'),
        state: 'draft',
        origin: 'machine',
        is_outdated: false,
      })
      expect(server.asked.slice(-2).map(({ body: { format } }) => format)).toEqual(['text', 'html'])
      expect((await service.get(`/events/${event}?lang=fr`)).body.title).toBe('Markt')
      const [change] = (await service.get(`/events/${event}/history`, admin)).body.changes
      expect(change).toMatchObject({ verb: 'update', fields: ['translations'] })
      const { body: read } = await service.patch(
        `/events/${event}`,
        { translations: { fr: { state: 'published' } } },
        admin,
      )
      expect((await kept()).translations.fr).toMatchObject({ origin: 'person', state: 'published' })
      expect(read.id).toBe(event)
    })

    it('§15 refuses to replace what is published or a person’s, unless told to', async () => {
      await translate({ language: 'fr' })
      expect((await translate({ language: 'fr' })).status).toBe(200)
      for (const state of ['draft', 'published']) {
        await service.patch(
          `/events/${event}`,
          { translations: { fr: { title: `Foire ${state}`, state } } },
          admin,
        )
        const refused = await translate({ language: 'fr' })
        expect([refused.status, refused.body.code]).toEqual([409, 'translation_exists'])
      }
      const { body } = await translate({ language: 'fr', replace: true })
      expect(body.translations.fr).toMatchObject({ title: 'Marché', state: 'draft', origin: 'machine' })
    })

    it('cleans the answer, and points out lost links and changed numbers', async () => {
      server.answer(
        translated((text, { format }) =>
          format === 'text' ? 'Marché' : `<script>x()</script><p onclick=x>à 7 h <b>ici${text.length}</p`,
        ),
      )
      const { body } = await translate({ language: 'fr' })
      expect(body.translations.fr.description).not.toMatch(/script|onclick/)
      expect(body.warnings).toEqual([
        { field: 'description', code: 'link_lost', value: 'https://markt.example/' },
        { field: 'description', code: 'number_changed', value: '19' },
        { field: 'description', code: 'number_changed', value: '30' },
      ])
    })

    it('§15 keeps nothing after a fault of the server', async () => {
      let count = 0
      server.answer((sent, response) => {
        count += 1
        if (count === 1) return translated(() => 'Marché')(sent, response)
        return void response.writeHead(500).end()
      })
      const { status, body } = await translate({ language: 'fr' })
      expect([status, body.code]).toEqual([502, 'translation_failed'])
      expect((await kept()).translations).toEqual({})
      server.answer(translated(() => 'x'.repeat(501)))
      expect((await translate({ language: 'fr' })).status).toBe(502)
      expect((await kept()).translations).toEqual({})
    })

    it('refuses unknown languages, that of the item, strangers, and versions that are not there', async () => {
      for (const language of ['es', 'de', '', '!!', 'x'.repeat(40), null])
        expect([language, (await translate({ language })).status]).toEqual([language, 400])
      expect((await translate({})).status).toBe(400)
      expect((await translate({ language: 'fr' }, {})).status).toBe(401)
      expect((await translate({ language: 'fr' }, author)).status).toBe(403)
      expect((await translate({ language: 'fr' }, { ...admin, 'if-match': '"v99"' })).status).toBe(412)
      expect((await translate({ language: 'fr' }, admin, '/events/99999')).status).toBe(404)
      expect((await kept()).translations).toEqual({})
    })

    it('keeps no draft of texts that were changed meanwhile, nor over what a person published meanwhile', async () => {
      const meanwhile = (change: Json) =>
        server.answer(async (sent, response) => {
          await service.patch(`/events/${event}`, change, admin)
          translated(() => 'Marché')(sent, response)
        })
      meanwhile({ title: 'Messe' })
      expect((await translate({ language: 'fr' })).status).toBe(412)
      meanwhile({ translations: { fr: { title: 'Foire' } } })
      expect((await translate({ language: 'fr' })).status).toBe(409)
      expect((await kept()).translations.fr).toMatchObject({ title: 'Foire', origin: 'person' })
    })

    it('§15 translates series, venues, organizers and terms; of an occurrence what apply_to says', async () => {
      const made = async (path: string, body: Json) => (await service.post(path, body, admin)).body
      const items = {
        venues: (await made('/venues', { venue: 'Markt 1' })).id,
        organizers: (await made('/organizers', { organizer: 'Markt 2' })).id,
        categories: (await made('/categories', { name: 'Markt 3' })).id,
        tags: (await made('/tags', { name: 'Markt 4' })).id,
      }
      const weekly = anEvent({ title: 'Wochenmarkt Markt', recurrence: 'FREQ=WEEKLY;COUNT=3' })
      const first = await made('/events', weekly)
      const series = first.series.id
      for (const [collection, id] of Object.entries({ ...items, series })) {
        const { status, body } = await translate({ language: 'fr' }, admin, `/${collection}/${id}`)
        expect([collection, status, body.warnings]).toEqual([collection, 200, []])
        expect(JSON.stringify(body.translations.fr)).toContain('Marché')
        expect(body.translations.fr.origin).toBe('machine')
      }
      const all = { language: 'it', apply_to: 'all' }
      const { body } = await translate(all, admin, `/events/${first.id}`)
      expect([body.translations.it.origin, body.series.own_fields ?? []]).toEqual(['machine', []])
      const shown = (await service.get(`/series/${series}?translations=all`, admin)).body
      expect(shown.translations.it).toMatchObject({ title: 'Wochenmarkt Marché', origin: 'machine' })
      expect((await service.post('/media/1/translate', { language: 'fr' }, admin)).status).toBe(404)
    })

    it('§13 dry_run shows the draft and what it lacks, and keeps nothing', async () => {
      server.answer(translated((_, { format }) => (format === 'text' ? 'Marché' : '<p>Marché</p>')))
      const before = await service.store.revision()
      const asked = server.asked.length
      for (const [path, body] of [
        ['?dry_run=true', { language: 'fr' }],
        ['', { language: 'fr', dry_run: true }],
      ] as const) {
        const answer = await service.post(`/events/${event}/translate${path}`, body, admin)
        expect([answer.status, answer.body.dry_run]).toEqual([200, true])
        expect(answer.body.translations.fr).toMatchObject({
          title: 'Marché',
          state: 'draft',
          origin: 'machine',
        })
        expect(answer.body.warnings).toHaveLength(3)
        expect(answer.headers['x-fasti-revision']).toBeUndefined()
      }
      expect(server.asked.length).toBe(asked + 4)
      expect((await kept()).translations).toEqual({})
      expect(await service.store.revision()).toBe(before)
      const weekly = anEvent({ title: 'Markt', recurrence: 'FREQ=WEEKLY;COUNT=3' })
      const { id, series } = (await service.post('/events', weekly, admin)).body
      const all = { language: 'fr', apply_to: 'all', dry_run: true }
      expect((await translate(all, admin, `/events/${id}`)).body.translations.fr.title).toBe('Marché')
      const shown = (await service.get(`/series/${series.id}?translations=all`, admin)).body
      expect(shown.translations).toEqual({})
    })

    it('§13 dry_run fails as the request without it would', async () => {
      const dry = (body: Json, headers = admin) => translate({ ...body, dry_run: true }, headers)
      expect((await dry({ language: 'fr' }, {})).status).toBe(401)
      expect((await dry({ language: 'fr' }, author)).status).toBe(403)
      expect((await dry({ language: 'es' })).status).toBe(400)
      expect((await translate({ language: 'fr', dry_run: 'perhaps' })).status).toBe(400)
      expect((await dry({ language: 'fr' }, { ...admin, 'if-match': '"v99"' })).status).toBe(412)
      await service.patch(`/events/${event}`, { translations: { fr: { title: 'Foire' } } }, admin)
      expect((await dry({ language: 'fr' })).status).toBe(409)
      expect((await dry({ language: 'fr', replace: true })).body.translations.fr.title).toBe('Marché')
      expect((await kept()).translations.fr.title).toBe('Foire')
      server.answer((_, response) => void response.writeHead(500).end())
      expect((await dry({ language: 'it' })).status).toBe(502)
    })

    it('has no such address without a server', async () => {
      const other = await testService(name, languages)
      const { headers } = await other.user('administrator', 'eve')
      await other.post('/events', anEvent({ title: 'Markt' }), headers)
      expect((await other.post('/events/1/translate', { language: 'fr' }, headers)).body.code).toBe(
        'rest_no_route',
      )
      await other.close()
    })
  })

for (const { name } of dialects)
  describe(`what is to translate on ${name}`, () => {
    let service: TestService
    let editor: Headers

    beforeAll(async () => {
      service = await testService(name, languages)
      const admin = (await service.user('administrator', 'ada')).headers
      editor = (await service.user('editor', 'eve')).headers
      const made = async (path: string, body: Json) => {
        const answer = await service.post(path, body, admin)
        expect([path, answer.status]).toEqual([path, 201])
        return answer.body
      }
      const on = (year: number, more: Json) =>
        anEvent({ start_date: `${year}-05-04 10:00:00`, end_date: `${year}-05-04 11:00:00`, ...more })
      await made('/events', on(2020, { title: 'Vorbei' }))
      await made(
        '/events',
        on(2032, { title: 'Später', translations: { fr: { title: 'Tard', state: 'draft' } } }),
      )
      await made('/events', on(2031, { title: 'Bald', translations: { it: { title: 'Presto' } } }))
      const old = await made('/events', on(2033, { title: 'Alt', translations: { fr: { title: 'Vieux' } } }))
      await service.patch(`/events/${old.id}`, { title: 'Älter' }, admin)
      await made('/events', on(2034, { title: 'Fertig', translations: { fr: { title: 'Prêt' } } }))
      await made('/events', on(2035, { title: 'Français', language: 'fr' }))
      const bin = await made('/events', on(2036, { title: 'Müll' }))
      await service.remove(`/events/${bin.id}`, admin)
      await made('/events', on(2030, { title: 'Reihe', recurrence: 'FREQ=WEEKLY;COUNT=3' }))
      await made('/venues', { venue: 'Halle' })
      await made('/tags', { name: 'Essen', translations: { fr: { name: 'Repas' } } })
      await made('/groups', { name: 'Jugend' })
    })
    afterAll(() => service.close())

    const work = async (query: string) => (await service.get(`/translations?${query}`, editor)).body
    const titles = async (query: string) => (await work(query)).translations.map(({ title }: Json) => title)

    it('§15 lists what is missing, a draft or outdated, upcoming events first and a series once', async () => {
      const { translations, total, total_pages, rest_url } = await work('language=fr')
      expect(translations.map(({ resource, title, state }: Json) => [resource, title, state])).toEqual([
        ['series', 'Reihe', 'missing'],
        ['event', 'Bald', 'missing'],
        ['event', 'Später', 'draft'],
        ['event', 'Älter', 'outdated'],
        ['venue', 'Halle', 'missing'],
        ['group', 'Jugend', 'missing'],
        ['event', 'Vorbei', 'missing'],
      ])
      expect([total, total_pages]).toEqual([7, 1])
      expect(rest_url).toContain('/translations?language=fr')
      expect((await service.get(`/${translations[1].rest_url.split('/v1/')[1]}`)).body.title).toBe('Bald')
      expect(await titles('language=de')).toEqual(['Français'])
    })

    it('chooses by state and by kind, and pages', async () => {
      expect(await titles('language=fr&state=draft,outdated')).toEqual(['Später', 'Älter'])
      expect(await titles('language=fr&resource=venue,group')).toEqual(['Halle', 'Jugend'])
      expect(await titles('language=fr-CH&per_page=2&page=2')).toEqual(['Später', 'Älter'])
      expect((await work('language=fr&per_page=2&page=2')).next_rest_url).toContain('page=3')
      expect(await titles('language=fr&per_page=2&page=9')).toEqual([])
    })

    it('finds by the words of the own texts; a series by those of its dates', async () => {
      expect(await titles('language=fr&search=alter')).toEqual(['Älter'])
      expect(await titles('language=fr&search=reihe')).toEqual(['Reihe'])
      expect(await titles('language=fr&search=jug&resource=group,venue')).toEqual(['Jugend'])
      expect(await titles('language=fr&search=tard')).toEqual([])
      expect((await work('language=fr&search=hall&per_page=1')).total).toBe(1)
    })

    it('§15 is for editors, and demands a content language', async () => {
      expect((await service.get('/translations?language=fr')).status).toBe(401)
      const { headers } = await service.user('author')
      expect((await service.get('/translations?language=fr', headers)).status).toBe(403)
      for (const query of [
        '',
        '?language=es',
        '?language=!',
        '?language=fr&state=done',
        '?language=fr&resource=user',
      ])
        expect([query, (await service.get(`/translations${query}`, editor)).status]).toEqual([query, 400])
    })
  })
