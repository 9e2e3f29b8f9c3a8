import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openApi } from '../../src/contract/openapi.ts'
import { operationsOf } from '../../src/contract/operations.ts'
import { indexedArgs } from '../../src/contract/route-index.ts'
import { routesOf } from '../../src/contract/routes.ts'
import { en } from '../../src/locales/en.ts'
import { describerOf, type Language, languages, placesOf, words } from '../../src/locales/index.ts'
import type { Text } from '../../src/locales/wording.ts'
import { faultyForms, formsOf } from '../support/forms.ts'

type Table = Readonly<Record<string, Text>>

const tableOf = (language: Language): Table => words[language]
const others = languages.filter((language) => language !== 'en')
const namespace = 'cal/events/v1'
const operations = operationsOf(namespace)
const english: Table = en

/** Everything that has a description: operations, and the args in the index and the documentation. */
const subjects = operations.flatMap((operation) => [
  { operation, arg: undefined },
  ...Object.keys({ ...operation.args, ...indexedArgs(operation) }).map((arg) => ({ operation, arg })),
])
/** Returns the keys that the OpenAPI document looks up. */
function placesOfDocument(): readonly string[] {
  const asked = new Set<string>()
  const word = (place: string) => {
    asked.add(place)
    return place
  }
  openApi(routesOf(operations), { namespace, root: '', describe: describerOf('en'), word })
  return [...asked]
}

/** The kinds of problem pages. */
const kinds = ['missing', 'gone', 'unauthorized', 'forbidden', 'often', 'invalid', 'failed']

/** The kinds of e-mail. */
const letters = ['reset', 'invitation', 'confirm', 'address', 'approve', 'ask', 'reject']

/** Returns the keys that pages and e-mail look up. */
function placesOfPages(): readonly string[] {
  const folder = resolve(import.meta.dirname, '../../src/representations')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  const asked = texts.flatMap((text) =>
    [...text.matchAll(/'((?:page|site|mail)\.[\w.]+)'/g)].map(([, place = '']) => place),
  )
  return [
    ...asked,
    ...['pending', 'asked', 'approved', 'rejected', 'withdrawn'].map((one) => `site.submit.state.${one}`),
    ...['none', 'weekly', 'monthly'].map((one) => `site.submit.repeats.${one}`),
    ...letters.flatMap((kind) => [`mail.${kind}.subject`, `mail.${kind}.text`]),
    ...['path', 'query', 'header'].map((place) => `page.in.${place}`),
    ...['failed', 'loading'].map((place) => `site.widget.${place}`),
    ...kinds.flatMap((kind) => [`site.problem.${kind}`, `site.problem.${kind}.next`]),
  ]
}

/** Keys whose text is the same in English and in another language. */
const alike: Readonly<Partial<Record<Language, readonly string[]>>> = {
  de: ['site.agenda', 'site.online', 'page.token', 'page.name', 'page.body'],
  es: ['site.agenda', 'site.no', 'page.token'],
  fr: [
    'site.agenda',
    'site.parts',
    'site.search.lat',
    'site.search.lng',
    'site.submit.f.description',
    'site.submit.message',
    'page.type',
  ],
  it: ['site.agenda', 'site.online', 'site.no', 'site.password', 'page.token'],
  nl: [
    'group.tag',
    'site.week',
    'site.agenda',
    'site.week.number',
    'site.online',
    'site.tag',
    'site.tags',
    'site.website',
    'page.token',
    'page.parameters',
    'page.type',
    'page.body',
  ],
  'pt-br': ['group.tag', 'site.agenda', 'site.tag', 'site.tags', 'page.token'],
}

/** Names of the API that are not translated: args, values, formats and URL schemes. */
const names = /\b[a-z]+_[a-z_]+\b|\b(?:embed|publish|pending|asc|desc|true|false|null)\b|UTC\+2|\w+:\/\//g
const namesIn = (text: string) => [...new Set(text.match(names))].sort()

describe('the words of every language', () => {
  it('exist for every operation, arg and part of the document, and none is unused', () => {
    const used = subjects.map(
      ({ operation, arg }) =>
        placesOf(operation, arg).find((place) => place in english) ?? `${operation.action} ${arg}`,
    )
    const all = new Set([...used, ...placesOfDocument(), ...placesOfPages()])
    expect([...all].sort()).toEqual(Object.keys(english).sort())
  })

  for (const language of languages) {
    it(`describe everything in ${language}`, () => {
      const say = describerOf(language)
      const silent = subjects.filter(({ operation, arg }) => !/\S{2}/.test(say(operation, arg)))
      expect(silent).toEqual([])
    })
  }

  for (const language of others) {
    const table = tableOf(language)
    const entries = Object.entries(table).flatMap(([key, text]) =>
      formsOf(text).map((form): readonly [string, string] => [key, form]),
    )
    const englishText = (key: string) => formsOf(english[key] ?? '').at(-1) ?? ''

    it(`have the same keys in ${language} as in English, in the same order`, () => {
      expect(Object.keys(table)).toEqual(Object.keys(english))
    })

    it(`are translated in ${language}`, () => {
      const same = entries.filter(([key, text]) => text === englishText(key)).map(([key]) => key)
      expect(same).toEqual(alike[language] ?? [])
      expect(
        entries.filter(([, text]) =>
          /\b(?:the(?! events calendar)|with|which|only|whether|these)\b/i.test(text),
        ),
      ).toEqual([])
    })

    it(`contain the same API names in ${language} as in English`, () => {
      const other = entries.filter(
        ([key, text]) => String(namesIn(text)) !== String(namesIn(englishText(key))),
      )
      expect(other).toEqual([])
    })

    it(`end with a full stop in ${language} if the English do, and are trimmed`, () => {
      const stops = entries.filter(([key, text]) => /[.。]$/.test(text) !== /\.$/.test(englishText(key)))
      expect(stops).toEqual([])
      expect(entries.filter(([, text]) => text !== text.trim().normalize('NFC'))).toEqual([])
    })
  }

  for (const language of languages)
    it(`have the placeholders of the English, and a form for each plural category of counts, in ${language}`, () => {
      expect(faultyForms(english, tableOf(language), language)).toEqual([])
    })

  it('use Japanese script in Japanese', () => {
    const latin = Object.entries(tableOf('ja')).filter(
      ([, text]) => !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(formsOf(text).join()),
    )
    expect(latin).toEqual([])
  })
})
