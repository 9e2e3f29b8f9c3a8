import { describe, expect, it } from 'vitest'
import { allWordFaults, keyOf, wordFaults } from '../../scripts/words.ts'
import { openApiDocument, operationDescriberOf, operationWordKeys } from '../../src/contract/openapi.ts'
import { routesOfOperations } from '../../src/contract/operations.ts'
import { indexedArgsOfOperation } from '../../src/contract/route-index.ts'
import { operationsUnderNamespace } from '../../src/operations.ts'
import { signInRefusalStatuses } from '../../src/representations/html/site/problem-page.ts'
import type { Texts } from '../../src/words/finder.ts'
import { apiDescriptionWords, pageWordsByLanguage } from '../../src/words/index.ts'
import { type InterfaceLanguageCode, interfaceLanguageCodes } from '../../src/words/languages.ts'
import { literalsIn } from '../support/forms.ts'

/** The tables of words: of the API, and of pages, feeds and e-mail. */
const tables = [
  {
    of: 'the API',
    english: apiDescriptionWords.en,
    tableOf: (language: InterfaceLanguageCode): Texts => apiDescriptionWords[language],
  },
  {
    of: 'pages',
    english: pageWordsByLanguage.en,
    tableOf: (language: InterfaceLanguageCode): Texts => pageWordsByLanguage[language],
  },
] as const
const others = interfaceLanguageCodes.filter((language) => language !== 'en')
const namespace = 'cal/events/v1'
const operations = operationsUnderNamespace(namespace)
const english: Texts = apiDescriptionWords.en
const pageKeys = new Set(Object.keys(pageWordsByLanguage.en).map(keyOf))

type Alike = Readonly<Partial<Record<InterfaceLanguageCode, readonly string[]>>>

/** Everything that has a description: operations, and the args in the index and the documentation. */
const subjects = operations.flatMap((operation) => [
  { operation, arg: undefined },
  ...Object.keys({ ...operation.args, ...indexedArgsOfOperation(operation) }).map((arg) => ({
    operation,
    arg,
  })),
])
/** Returns the keys that the OpenAPI document looks up. */
function placesOfDocument(): readonly string[] {
  const asked = new Set<string>()
  const word = (place: string) => {
    asked.add(place)
    return place
  }
  openApiDocument(routesOfOperations(operations), {
    namespace,
    root: '',
    describe: operationDescriberOf('en'),
    word,
  })
  return [...asked]
}

/** The kinds of problem pages. */
const kinds = ['missing', 'gone', 'unauthorized', 'forbidden', 'often', 'invalid', 'failed']

/** The kinds of e-mail. */
const letters = [
  ...['reset', 'test', 'invitation', 'confirm', 'address', 'received', 'approve', 'ask', 'reject'],
  ...['approved_changes', 'rejected_changes', 'taken_changes', 'assigned', 'assigned_many'],
]

/** Returns the keys that pages, feeds and e-mail look up. */
function placesOfPages(): readonly string[] {
  const literals = ['representations', 'http/site'].flatMap(literalsIn).filter((text) => pageKeys.has(text))
  return [
    ...literals,
    ...['pending', 'asked', 'approved', 'rejected', 'withdrawn'].map((one) => `site.submit.state.${one}`),
    ...letters.flatMap((kind) => [`mail.${kind}.subject`, `mail.${kind}.text`]),
    ...['path', 'query', 'header'].map((place) => `page.in.${place}`),
    ...kinds.flatMap((kind) => [`site.problem.${kind}`, `site.problem.${kind}.next`]),
    ...Object.keys(signInRefusalStatuses).flatMap((why) => [`site.signin.${why}`, `site.signin.${why}.next`]),
  ]
}

/** Languages whose word for tags is the English one. */
const alikeInApi: Alike = { nl: ['document.group.tag'], 'pt-br': ['document.group.tag'] }

/** Keys of pages whose text is the same in English and in another language. */
const alike: Alike = {
  de: [
    'attendance_mode.online',
    'name',
    'one.token',
    'page.body',
    'site.agenda',
    'site.submit.f.website',
    'site.website',
  ],
  es: ['one.token', 'site.agenda', 'site.no', 'site.problem.code', 'site.series'],
  fr: [
    'description',
    'geo_lat',
    'geo_lng',
    'license',
    'page.type',
    'site.agenda',
    'site.parts',
    'site.submit.message',
  ],
  it: ['attendance_mode.online', 'one.token', 'password', 'site.agenda', 'site.language.in', 'site.no'],
  nl: [
    ...['attendance_mode.online', 'calendar.week', 'one.tag', 'one.token', 'page.body', 'page.parameters'],
    ...['page.type', 'site.agenda', 'site.website', 'site.week.number', 'tags'],
  ],
  'pt-br': ['geo_lat', 'geo_lng', 'one.tag', 'one.token', 'site.agenda', 'tags'],
}

/** Names of the API that are not translated: args, values, formats and URL schemes. */
const names = /\b[a-z]+_[a-z_]+\b|\b(?:embed|publish|pending|asc|desc|true|false|null)\b|UTC\+2|\w+:\/\//g
const namesIn = (text: string) => [...new Set(text.match(names))].sort()

describe('the words of every language', () => {
  it('exist for every operation, arg and part of the document, and none is unused', () => {
    const used = subjects.map(
      ({ operation, arg }) =>
        operationWordKeys(operation, arg).find((place) => place in english) ?? `${operation.action} ${arg}`,
    )
    const all = new Set([...used, ...placesOfDocument()])
    expect([...all].sort()).toEqual(Object.keys(english).sort())
  })

  it('exist for every page and letter, and none is unused', () => {
    expect([...new Set(placesOfPages())].sort()).toEqual([...pageKeys].sort())
  })

  for (const language of interfaceLanguageCodes) {
    it(`describe everything in ${language}`, () => {
      const say = operationDescriberOf(language)
      const silent = subjects.filter(({ operation, arg }) => !/\S{2}/.test(say(operation, arg)))
      expect(silent).toEqual([])
    })
  }

  const cases = tables.flatMap((table) => others.map((language) => ({ ...table, language })))
  for (const { of, english, tableOf, language } of cases) {
    const known: Texts = english
    const entries = Object.entries(tableOf(language))
    const englishText = (name: string) => known[name] ?? known[`${keyOf(name)}_other`] ?? ''

    it(`of ${of} are translated in ${language}`, () => {
      const same = entries.filter(([key, text]) => text === englishText(key)).map(([key]) => key)
      expect(same.sort()).toEqual((of === 'pages' ? alike : alikeInApi)[language] ?? [])
      expect(
        entries.filter(([, text]) =>
          /\b(?:the(?! events calendar)|with|which|only|whether|these)\b/i.test(text),
        ),
      ).toEqual([])
    })

    it(`of ${of} contain the same API names in ${language} as in English`, () => {
      const other = entries.filter(
        ([key, text]) => String(namesIn(text)) !== String(namesIn(englishText(key))),
      )
      expect(other).toEqual([])
    })

    it(`of ${of} end with a full stop in ${language} if the English do, and are trimmed`, () => {
      const stops = entries.filter(([key, text]) => /[.。]$/.test(text) !== /\.$/.test(englishText(key)))
      expect(stops).toEqual([])
      expect(entries.filter(([, text]) => text !== text.trim().normalize('NFC'))).toEqual([])
    })
  }

  it('have the keys and the placeholders of the English, and a form for each plural category of counts', () => {
    expect(allWordFaults()).toEqual([])
  })

  it('use Japanese script in Japanese', () => {
    const latin = tables
      .flatMap(({ tableOf }) => Object.entries(tableOf('ja')))
      .filter(([, text]) => !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text))
    expect(latin).toEqual([])
  })
})

describe('the check of words', () => {
  const english = { plain: 'Save', counted_one: '{{count}} event', counted_other: '{{count}} events' }
  const faultsOf = (language: string, texts: Texts) => wordFaults(language, 'site', texts, english)

  it('finds nothing where each text has the forms of its language', () => {
    const polish = { counted_one: '{{count}} a', counted_few: '{{count}} b', counted_many: '{{count}} c' }
    expect(faultsOf('pl', { plain: 'Zapisz', ...polish, counted_other: '{{count}} d' })).toEqual([])
    expect(faultsOf('ja', { plain: '保存', counted_other: '{{count}}件' })).toEqual([])
  })

  it('names what is missing, surplus, empty, or without its placeholders', () => {
    expect(
      faultsOf('pl', { plain: ' ', counted_one: '{{count}}', counted_other: '{{number}}', more: 'x' }),
    ).toEqual([
      'pl/site.json: more is not in English',
      'pl/site.json: plain is empty or has spaces around it',
      'pl/site.json: counted_few is missing',
      'pl/site.json: counted_many is missing',
      'pl/site.json: counted_other must have the placeholders of the English: count',
    ])
    expect(faultsOf('ja', { plain: '保存', counted_one: '{{count}}', counted_other: '{{count}}' })).toEqual([
      'ja/site.json: counted_one is a form too many',
    ])
  })
})
