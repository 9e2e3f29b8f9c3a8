import { foldedText, unicodeNormalizedText } from './text/letters.ts'
import { plainTextOf } from './text/plain-text.ts'

// The languages of content: those in which the texts of items may be (contract §15). They are BCP 47 tags in their canonical case.

/** The content languages of a site; the first is the site's own. */
export type ContentLanguages = readonly [string, ...string[]]

/** The content languages, and the one in which texts are asked for. */
export interface ContentChoice {
  readonly languages: ContentLanguages
  /** One of the languages. */
  readonly asked: string
}

const LONGEST_TAG = 35
const MOST_LANGUAGES = 40

/** Returns the content language in which a reader of a language is shown texts: the one that it stands for, else that of the site. */
export const contentChoiceFor = (language: string, languages: ContentLanguages): ContentChoice => ({
  languages,
  asked: contentLanguageMatchingTag(language, languages) ?? languages[0],
})

/** Returns a tag in its canonical case; undefined for a text that is no tag. */
export function parseLanguageTag(text: string): string | undefined {
  if (text.length > LONGEST_TAG) return undefined
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch {
    return undefined
  }
}

/** Returns the content languages in a list with commas, each once; undefined if one is no tag, or there are none or too many. */
export function parseContentLanguages(text: string): ContentLanguages | undefined {
  const tags = text.split(',').map((one) => parseLanguageTag(one.trim()))
  const [first, ...others] = new Set(tags)
  const known = others.filter((tag) => tag !== undefined)
  if (first === undefined || known.length < others.length || others.length >= MOST_LANGUAGES) return undefined
  return [first, ...known]
}

/** Returns the languages of a site that declares none: its own alone. */
export const siteLanguageAsOnlyContentLanguage = (language: string): ContentLanguages => [
  parseLanguageTag(language) ?? language,
]

const isPart = (short: string, long: string) => long.startsWith(`${short}-`)

/**
 * Returns the content language that a tag stands for: the one of that name, else the longest that the tag begins with, else the
 * first that begins with the tag; undefined if there is none.
 */
export function contentLanguageMatchingTag(tag: string, languages: ContentLanguages): string | undefined {
  const wanted = tag.toLowerCase()
  const known = languages.map((name) => ({ name, key: name.toLowerCase() }))
  const same = known.find(({ key }) => key === wanted)
  const [shorter] = known.filter(({ key }) => isPart(key, wanted)).sort((a, b) => b.key.length - a.key.length)
  return (same ?? shorter ?? known.find(({ key }) => isPart(wanted, key)))?.name
}

/** Returns whether a text in one language is one in the other, too: tags such as `de` and `de-CH` are. */
export function isSameLanguage(tag: string, other: string): boolean {
  const [one, two] = [tag.toLowerCase(), other.toLowerCase()]
  return one === two || isPart(one, two) || isPart(two, one)
}

// The translations of an item, as they are stored and represented, and the texts that a reader is shown (contract §15).

/** The facts about a translation, besides its texts. */
export interface FactsOfOneTranslation {
  /** A draft is shown only to those who may edit the item. */
  readonly state: 'published' | 'draft'
  /** Whether the item's own texts changed after the translation was saved. */
  readonly is_outdated: boolean
  readonly origin: 'person' | 'machine'
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly modified_utc: string
}

/** A translation: its texts by the names of their fields, and its facts. */
export type Translation = FactsOfOneTranslation & { readonly [field: string]: string | boolean }
/** Translations by their language. */
export type Translations = Readonly<Record<string, Translation>>

/** The translations of an item that has none: one object, by which it is recognised. */
export const noTranslations: Translations = {}

/** An item whose texts may be translated. */
export interface TranslatedItem {
  /** The language of its own texts; "" for that of the site. */
  readonly language: string
  readonly translations: Translations
}

/** Returns the text of a field; undefined if the translation lacks it. */
export function fieldTextInOneTranslation(
  translation: Translation | undefined,
  field: string,
): string | undefined {
  const text = translation?.[field]
  return typeof text === 'string' ? text : undefined
}

/** Returns the language of an item's own texts. One that is no longer among the content languages counts as that of the site. */
export function ownLanguage(
  { language }: Pick<TranslatedItem, 'language'>,
  languages: ContentLanguages,
): string {
  return languages.includes(language) ? language : languages[0]
}

/** The languages whose texts a reader is shown, best first: the one asked for, then that of the site; without the item's own and what follows. */
function wantedLanguages(item: TranslatedItem, { languages, asked }: ContentChoice): readonly string[] {
  const own = ownLanguage(item, languages)
  const wanted = asked === languages[0] ? [asked] : [asked, languages[0]]
  const end = wanted.indexOf(own)
  return end < 0 ? wanted : wanted.slice(0, end)
}

/** The text of a field that is shown, and its language. */
interface ShownText {
  readonly text: string
  readonly language: string
}

/** Returns a function that gives what is shown of a field: the published text of the language asked for, else of the site's, else its own. */
export function shownTextReader(
  item: TranslatedItem,
  choice: ContentChoice,
): (field: string, own: string) => ShownText {
  const found = wantedLanguages(item, choice).flatMap((language) => {
    const translation = item.translations[language]
    return translation?.state === 'published' ? [{ language, translation }] : []
  })
  return (field, own) => {
    for (const { language, translation } of found) {
      const text = fieldTextInOneTranslation(translation, field)
      if (text !== undefined) return { text, language }
    }
    return { text: own, language: ownLanguage(item, choice.languages) }
  }
}

/** Returns the languages in which an item can be read, its own first: those with its title or name. Drafts count as far as they are there. */
export function readableLanguages(
  item: TranslatedItem,
  titleField: string,
  languages: ContentLanguages,
): readonly string[] {
  const own = ownLanguage(item, languages)
  if (item.translations === noTranslations) return [own]
  const others = languages.filter(
    (tag) => tag !== own && fieldTextInOneTranslation(item.translations[tag], titleField) !== undefined,
  )
  return [own, ...others]
}

/** Returns the translations without drafts. */
export function translationsWithoutDrafts(translations: Translations): Translations {
  const published = Object.entries(translations).filter(([, { state }]) => state === 'published')
  return published.length === 0 ? noTranslations : Object.fromEntries(published)
}

// In which languages an item can be read, as lists filter by it (contract §15).

/** Items that can be read in one language of each group. */
export interface ReadableFilter {
  readonly languages: ContentLanguages
  readonly groups: readonly (readonly string[])[]
}

/** The columns of an item that decide in which languages it can be read. */
export interface ReadableLanguageColumns {
  readonly language: string
  /** The languages of published translations with a title or name, each between spaces. */
  readonly readable_in: string
}

/** Returns whether an item can be read in one language of each group. */
export function isReadableFilterMet(
  item: ReadableLanguageColumns,
  { languages, groups }: ReadableFilter,
): boolean {
  const own = ownLanguage(item, languages)
  return groups.every((group) => group.some((tag) => tag === own || item.readable_in.includes(` ${tag} `)))
}

// The texts of translations that a search finds (contract §15).

const facts: ReadonlySet<string> = new Set(['state', 'origin', 'modified_utc'])
const html: ReadonlySet<string> = new Set(['description', 'excerpt'])

/** A folded text of a translation. */
interface TranslatedSearchText {
  readonly language: string
  readonly field: string
  readonly text: string
}

/** Returns the folded texts of the published translations, HTML as plain text. */
export const translatedSearchTexts = (translations: Translations): readonly TranslatedSearchText[] =>
  Object.entries(translations).flatMap(([language, one]) =>
    one.state !== 'published'
      ? []
      : Object.keys(one).flatMap((field) => {
          const text = facts.has(field) ? undefined : fieldTextInOneTranslation(one, field)
          if (text === undefined) return []
          return [{ language, field, text: foldedText(html.has(field) ? plainTextOf(text) : text) }]
        }),
  )

// Parts of a text that its translation lacks: links, and numbers such as times and prices (contract §15).

/** A link or a number of the original that its translation lacks. */
export interface PartLostInTranslation {
  readonly code: 'link_lost' | 'number_changed'
  readonly value: string
}

const links = /\shref="([^"]*)"/g
const digits = /\d+/g

const linksIn = (html: string) => [...html.matchAll(links)].map(([, address = '']) => address)
/** Digits alone: languages write the marks between them differently, as in 19.30 and 19h30. */
const numbersIn = (text: string) => unicodeNormalizedText(text, 'NFKC').match(digits) ?? []

/** Returns the parts of a list that another one lacks, as often as it lacks them, each once. */
function missing(all: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>()
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1)
  const lost = new Set<string>()
  for (const one of all) {
    const count = left.get(one) ?? 0
    if (count === 0) lost.add(one)
    else left.set(one, count - 1)
  }
  return [...lost]
}

/** Returns the links and numbers of a text that its translation lacks. Both are HTML as it is stored, or plain. */
export function linksAndNumbersLostInTranslation(
  text: string,
  translated: string,
  isHtml: boolean,
): readonly PartLostInTranslation[] {
  const plain = (of: string) => (isHtml ? plainTextOf(of) : of)
  const lostLinks = isHtml ? missing(linksIn(text), linksIn(translated)) : []
  const lostNumbers = missing(numbersIn(plain(text)), numbersIn(plain(translated)))
  return [
    ...lostLinks.map((value) => ({ code: 'link_lost', value }) as const),
    ...lostNumbers.map((value) => ({ code: 'number_changed', value }) as const),
  ]
}
