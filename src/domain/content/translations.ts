/** The translations of an item, as they are stored and represented, and the texts that a reader is shown (contract §15). */
import type { ContentChoice, ContentLanguages } from './languages.ts'

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
