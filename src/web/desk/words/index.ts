/** The texts of the desk in the language of the root, of the browser, or of the service, in this order. */
import { type PlainKey, textFinderOf, type WordingTexts } from '../../../locales/wording.ts'
import { deskSettings } from '../desk-settings.ts'
import { bestLanguage, deskLanguages, languageFamily, loadWords } from './all.ts'
import type { en } from './en.ts'

const wanted = deskSettings.hasChosenLanguage
  ? [deskSettings.language]
  : [...navigator.languages, deskSettings.language]

/** The language of the desk: the first wanted one that it has texts in. */
export const language = bestLanguage(wanted, deskLanguages) ?? 'en'
/** The language of the desk in the region of the browser, if it names one. */
export const browserLocale =
  navigator.languages.find((tag) => languageFamily(tag.toLowerCase()) === languageFamily(language)) ??
  language
/** The locale of dates and numbers: that of the pages, in their language. */
export const locale = language === deskSettings.language ? deskSettings.locale : browserLocale

/** A key of a text without placeholders. */
export type Key = PlainKey<typeof en>

const words = await loadWords(language)
const texts: WordingTexts = words

/** Returns the text of a key that is made of other names; undefined if there is none. */
export function wordAt(key: string): string | undefined {
  const text = texts[key]
  return typeof text === 'string' ? text : undefined
}

/** Returns the text of a key, with the values of its placeholders. */
export const t = textFinderOf<typeof en>(words, language)
