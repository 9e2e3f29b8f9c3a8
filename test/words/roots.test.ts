import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { inRotation } from '../support/in-rotation.ts'
import {
  apiDescriptionWords,
  interfaceLanguageCodes,
  operationsUnderNamespace,
  parts,
  readOnlyFieldTexts,
  responseTexts,
  statusTexts,
} from '../support/inside/api.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

type Described = Readonly<Record<string, { readonly description: string }>>
type Routes = Readonly<Record<string, { readonly endpoints: readonly { readonly args: Described }[] }>>

const BASE = 'http://127.0.0.1:3000'
const others = interfaceLanguageCodes.filter((language) => language !== 'en')

/** Returns the description of an event's title in an index. */
const titleOf = (index: { readonly routes: Routes }) =>
  index.routes['/cal/events/v1/events']?.endpoints[1]?.args.title?.description

/** Returns every URL of the service that a value contains. */
function addressesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith(BASE) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(addressesIn)
}

const linksIn = (header = '') => [...header.matchAll(/<([^>]+)>/g)].map(([, address = '']) => address)

/** The languages whose word for tags is the English one. */
const hasTags = ['nl', 'pt-br']

const english: ReadonlySet<string> = new Set(
  [...Object.values(parts), readOnlyFieldTexts, responseTexts]
    .flatMap((texts) => Object.values<string>(texts))
    .concat(
      operationsUnderNamespace('cal/events/v1').flatMap(({ facts: { answer } }) => [
        answer.text,
        answer.accepted ?? '',
      ]),
    ),
)
/** Whether a description is among the English texts. That of a problem begins with its status. */
const isEnglish = (text: string) =>
  english.has(text) || Object.values(statusTexts).some((status) => text.startsWith(`${status}\n\n- `))
const argWords: readonly unknown[] = Object.values(apiDescriptionWords.en)
/** Whether a description is among the English texts, and none of an arg. */
const isEnglishAlone = (text: string) => isEnglish(text) && !argWords.includes(text)

const isWords = (key: string, one: unknown): one is string =>
  ['description', 'summary', 'x-displayName'].includes(key) && typeof one === 'string'

/** Returns every description that a value contains. */
function wordsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => {
    if (isWords(key, one)) return [one]
    return key === 'example' ? [] : wordsIn(one)
  })
}

/** Returns the value with descriptions and URLs replaced by placeholders. */
function withoutWords(value: unknown, root: string): unknown {
  const hidden = (key: string, one: unknown) => {
    if (isWords(key, one)) return 'words'
    return typeof one === 'string' && one.startsWith(root) ? `{root}${one.slice(root.length)}` : one
  }
  return JSON.parse(JSON.stringify(value, hidden))
}

for (const dialect of anyDialects())
  describe(`the roots on ${dialect.name}`, () => {
    let service: TestService
    // Indexes and documents are large.
    const someOf = inRotation(2)
    const body = async (path: string) => (await service.get(path)).body

    beforeAll(async () => {
      service = await testService(dialect.name)
      for (const title of ['A', 'B', 'C'])
        await service.post('/events', {
          ...anEvent({ title }),
          venue: { venue: 'Hall' },
          organizer: { organizer: 'Guild' },
          categories: ['Music'],
          tags: ['open air'],
        })
      await service.post('/categories', { name: 'Jazz', parent: 1 })
    })
    afterAll(() => service.close())

    it('§0 has an index in each language that differs only in descriptions and URLs', async () => {
      const expected = withoutWords(await body('/'), BASE)
      for (const language of someOf(interfaceLanguageCodes)) {
        const index = await body(`//${language}/cal/events/v1/`)
        expect(withoutWords(index, `${BASE}/${language}`), language).toEqual(expected)
        expect(titleOf(index), language).toBe(apiDescriptionWords[language]['event.title'])
      }
    })

    it('§0 accepts percent-encoded language names, and no unknown ones', async () => {
      const german = await body('//de/cal/events/v1/')
      expect(await body('//%64e/cal/events/v1/')).toEqual(german)
      for (const other of ['DE', 'xx', 'de-', 'pt-BR', 'en|de', '^'])
        expect((await service.get(`//${other}/cal/events/v1/events`)).status, other).toBe(404)
    })

    it('§7 responds to OPTIONS in the language of the root', async () => {
      const english = (await service.ask('OPTIONS', '/tags')).body
      for (const language of others) {
        const entry = (await service.ask('OPTIONS', `//${language}/cal/events/v1/tags`)).body
        expect(withoutWords(entry, `${BASE}/${language}`)).toEqual(withoutWords(english, BASE))
        const { search } = entry.endpoints[0].args
        expect(search.description).not.toBe(english.endpoints[0].args.search.description)
      }
    })

    it('§7 serves the same document with args, operations and headings in the language of the root, and the rest in English', async () => {
      const english = await body('/doc')
      const all = wordsIn(english)
      const [alone, translated] = [all.filter(isEnglishAlone), all.filter((one) => !isEnglish(one))]
      expect(alone.length).toBeGreaterThan(200)
      expect(translated.length).toBeGreaterThan(200)
      for (const language of someOf(others)) {
        const own = await body(`//${language}/cal/events/v1/doc`)
        expect(withoutWords(own, `${BASE}/${language}`)).toEqual(withoutWords(english, BASE))
        const texts = wordsIn(own)
        expect(texts.filter(isEnglishAlone), language).toEqual(alone)
        const same = new Set(texts.filter((one) => translated.includes(one)))
        expect([...same], language).toEqual(hasTags.includes(language) ? ['Tags'] : [])
      }
    })

    for (const language of interfaceLanguageCodes) {
      const root = `${BASE}/${language}`
      const staysUnder = (addresses: readonly string[], at: string) => {
        expect(addresses.length, at).toBeGreaterThan(0)
        for (const address of addresses) expect(address, at).toMatch(new RegExp(`^${root}/`))
      }

      it(`§0 every URL in a response stays under /${language}`, async () => {
        const paths = ['/events?per_page=1&page=2', '/events/1', '/events/by-slug/a', '/venues', '/venues/1']
        for (const path of [
          ...paths,
          '/organizers/1',
          '/categories/2',
          '/categories?hide_empty=0',
          '/tags/1',
        ]) {
          const { headers, body, status } = await service.get(`//${language}/cal/events/v1${path}`)
          expect(status, path).toBe(200)
          staysUnder(addressesIn(body), path)
          staysUnder(linksIn(headers.link), path)
        }
      })

      it(`§1.9 next_rest_url leads through all pages of a list under /${language}`, async () => {
        const titles: string[] = []
        let next: string | undefined = `${root}/cal/events/v1/events?per_page=1`
        while (next !== undefined) {
          const page = await body(`/${next.slice(BASE.length)}`)
          titles.push(...page.events.map(({ title }: { title: string }) => title))
          next = page.next_rest_url
        }
        expect(titles).toEqual(['A', 'B', 'C'])
      })

      it(`§4.1 the Location of a new item is under /${language}`, async () => {
        const { headers, body, status } = await service.post(`//${language}/cal/events/v1/tags`, {
          name: `tag ${language}`,
        })
        expect([status, headers.location]).toEqual([201, `${root}/cal/events/v1/tags/${body.id}`])
        staysUnder(addressesIn(body), 'a new tag')
      })
    }
  })

for (const dialect of anyDialects())
  for (const language of interfaceLanguageCodes)
    it(`§0.1 FASTI_LANGUAGE=${language} sets the language of the default root on ${dialect.name}`, async () => {
      const service = await testService(dialect.name, { FASTI_LANGUAGE: language })
      expect(titleOf((await service.get('/')).body)).toBe(apiDescriptionWords[language]['event.title'])
      for (const other of interfaceLanguageCodes) {
        const index = (await service.get(`//${other}/cal/events/v1/`)).body
        expect(titleOf(index), other).toBe(apiDescriptionWords[other]['event.title'])
        expect(index._links.up).toEqual([{ href: `${BASE}/${other}/` }])
      }
      const { body, headers } = await service.get('/events')
      expect(body.rest_url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/cal\//)
      expect(linksIn(headers.link)).toContain(`${BASE}/`)
      expect((await service.get('//')).body.languages).toEqual([...interfaceLanguageCodes])
      await service.close()
    })
