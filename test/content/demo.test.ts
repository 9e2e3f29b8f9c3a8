import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { allTranslatableFieldNames } from '../support/inside/api.ts'
import { demoPictureTexts, demoWords } from '../support/inside/exchange.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

const town = readFileSync(new URL('../../src/calendars/demo/town.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Json => JSON.parse(line))
const ever = 'start_date=2026-01-01&end_date=2028-01-01&per_page=1000&status=any'

/** All texts of the town in English. */
const english = new Set([
  ...town.flatMap((line) =>
    allTranslatableFieldNames.flatMap((field) => {
      const text = line[field]
      return typeof text === 'string' ? [text] : []
    }),
  ),
  ...town.flatMap(({ tickets }) => (Array.isArray(tickets) ? tickets.map(({ name }) => String(name)) : [])),
  ...Object.values(demoPictureTexts).flatMap((texts) => Object.values(texts)),
])

describe.each(['de', 'fr'])('the words of the demo in %s', (language) => {
  it('has each text of the town, and no others', () => {
    const words = demoWords(language)
    expect([...english].filter((text) => !Object.hasOwn(words, text))).toEqual([])
    expect(Object.keys(words).filter((text) => !english.has(text))).toEqual([])
  })

  it('has the markup and the numbers of the English', () => {
    const shapeOf = (text: string) => text.match(/<[^>]+>|\d+/g) ?? []
    for (const [text, other] of Object.entries(demoWords(language)))
      expect([text, shapeOf(other), other.trim()]).toEqual([text, shapeOf(text), other])
  })
})

describe.each(anyDialects().map(({ name }) => name))('the demo in three languages on %s', (dialect) => {
  let service: TestService
  beforeAll(async () => {
    service = await testService(dialect, {
      FASTI_LANGUAGE: 'de',
      FASTI_CONTENT_LANGUAGES: 'de,fr-CH,it,en',
      FASTI_MAX_PER_PAGE: '1000',
    })
    expect((await service.post('//fr/cal/events/v1/demo', {})).status).toBe(200)
  })
  afterAll(() => service.close())

  it('has each item in all of its languages, as far as the site has them', async () => {
    for (const [path, key] of [
      [`events?${ever}`, 'events'],
      ['series?per_page=100', 'series'],
      ['venues?per_page=100', 'venues'],
      ['organizers?per_page=100', 'organizers'],
      ['categories?per_page=100', 'categories'],
      ['tags?per_page=100', 'tags'],
    ] as const) {
      const items = (await service.get(`/${path}`)).body[key]
      expect([key, items.length > 0]).toEqual([key, true])
      for (const { languages, language } of items)
        expect([key, language, languages]).toEqual([key, 'de', ['de', 'fr-CH', 'en']])
    }
    const { media } = (await service.get('/media?per_page=100&translations=all')).body
    for (const { alt_text, translations } of media) {
      expect(alt_text).toMatch(/^Zeichnung: /)
      expect([translations['fr-CH'].alt_text, translations.en.alt_text]).toEqual([
        expect.stringMatching(/^Dessin\s: /),
        expect.stringMatching(/^Drawing: /),
      ])
    }
  })

  it('leaves nothing to translate', async () => {
    for (const language of ['fr-CH', 'en']) {
      const { translations } = (await service.get(`/translations?language=${language}`)).body
      expect([language, translations]).toEqual([language, []])
    }
  })

  it('links events to what it names in its own language, once each', async () => {
    const { events } = (await service.get(`/events?${ever}&search=Samstagsmarkt`)).body
    const [{ venue, organizer, categories, tags }] = events
    expect([venue.venue, organizer[0].organizer, categories[0].name]).toEqual([
      'Fischmarkt',
      'Stadt Alderhaven',
      'Märkte',
    ])
    expect(tags.map(({ name }: Json) => name).sort()).toEqual(['Eintritt frei', 'im Freien'])
    expect((await service.get('/venues')).body.total).toBe(8)
    expect((await service.get('/organizers')).body.total).toBe(6)
    expect((await service.get('/categories?per_page=50')).body.total).toBe(11)
    expect((await service.get('/tags')).body.total).toBe(5)
  })

  it('is removed with its translations', async () => {
    expect((await service.remove('/demo')).body.kept).toEqual([])
    expect(await service.store.isEmpty()).toBe(true)
  })
})

it('the demo is in English where the site has none of its languages, and says so where English is not the first', async () => {
  const own = async (env: Record<string, string>) => {
    const service = await testService('sqlite', env)
    await service.post('/demo', {})
    const { name, language, languages } = (await service.get('/categories')).body.categories[0]
    await service.close()
    return [name, language, languages]
  }
  expect(await own({ FASTI_CONTENT_LANGUAGES: 'it,es' })).toEqual(['Books', 'it', ['it']])
  expect(await own({ FASTI_CONTENT_LANGUAGES: 'it,en' })).toEqual(['Books', 'en', ['en']])
})
