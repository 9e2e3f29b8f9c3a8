/** The languages of the demo: its own texts are in one of those that it speaks, and its translations in the others that the site has. */
import { readFileSync } from 'node:fs'
import {
  allTranslatableFieldNames,
  translatableFieldsAndColumnsByResource,
} from '../../contract/resources/fields/translated.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import type { ContentLanguages } from '../../domain/content/languages.ts'

/** The file of each language's words: the texts of the town by their English; none for English itself. */
const files: Readonly<Record<string, string | undefined>> = {
  en: undefined,
  de: 'town.de.json',
  fr: 'town.fr.json',
}

type Words = Readonly<Record<string, string>>
/** The fields of an item, as they are sent. */
type Sent = Readonly<Record<string, unknown>>

/** The content languages that the demo speaks, each with its words. */
export interface DemoLanguages {
  /** Its own texts: in the first of them, which `language` names if it is not that of the site; in English if there is none. */
  readonly own: { readonly language?: string; readonly words: Words }
  readonly others: Readonly<Record<string, Words>>
}

/** Fields with names of other items and of prices, besides those that are translated. */
const spokenFields = [...allTranslatableFieldNames, 'categories', 'tags', 'tickets']

const languageOf = (tag: string) => new Intl.Locale(tag).language

/** Returns the words of a language that the demo speaks, by their English; none for English itself. */
export function demoWords(language: string): Words {
  const file = files[language]
  return file === undefined
    ? {}
    : JSON.parse(readFileSync(new URL(`../demo/${file}`, import.meta.url), 'utf8'))
}

/** Returns the languages of the demo on a site with these content languages. */
export function demoLanguages(languages: ContentLanguages): DemoLanguages {
  const spoken = languages.filter((tag) => Object.hasOwn(files, languageOf(tag)))
  const [own, ...others] = spoken.map((tag) => [tag, demoWords(languageOf(tag))] as const)
  if (own === undefined) return { own: { words: {} }, others: {} }
  const [language, words] = own
  return {
    own: { words, ...(language !== languages[0] && { language }) },
    others: Object.fromEntries(others),
  }
}

/** Returns a text in a language: the English itself, if there are no words for it. */
export const demoTextFromWords = (english: string, words: Words): string =>
  Object.hasOwn(words, english) ? (words[english] ?? english) : english

/** Returns a value with all texts in it that have words. */
function inWords(value: unknown, words: Words): unknown {
  if (typeof value === 'string') return demoTextFromWords(value, words)
  if (Array.isArray(value)) return value.map((one) => inWords(one, words))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inWords(one, words)]))
}

/** Returns the texts of an item of the demo in each other language. */
export function demoItemTranslations(
  name: ResourceName,
  sent: Sent,
  { others }: DemoLanguages,
): Readonly<Record<string, Words>> {
  const own = translatableFieldsAndColumnsByResource[name].flatMap(({ field }) => {
    const text = sent[field]
    return typeof text === 'string' ? [[field, text] as const] : []
  })
  const each = Object.entries(others).map(([tag, words]) => {
    const texts = own.map(([field, english]) => [field, demoTextFromWords(english, words)])
    return [tag, Object.fromEntries(texts)]
  })
  return Object.fromEntries(each)
}

/** Returns an item of the demo with its own texts, and the names of others, in its own language, without translations. */
export function demoItemInOwnLanguage(sent: Sent, { own: { language, words } }: DemoLanguages): Sent {
  const spoken = Object.entries(sent).map(([key, value]) => [
    key,
    spokenFields.includes(key) ? inWords(value, words) : value,
  ])
  return { ...Object.fromEntries(spoken), ...(language !== undefined && { language }) }
}
