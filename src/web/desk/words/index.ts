/** The texts of the desk in the language of the root, of the browser, or of the service, in this order. */
import { type PlainKey, textFinderOf } from '../../../words/finder.ts'
import type { DeskWords, SharedWords } from '../../../words/keys.ts'
import { deskSettings } from '../desk-settings.ts'
import { bestLanguage, languageFamily, loadWords } from './all.ts'

const wanted = deskSettings.hasChosenLanguage
  ? [deskSettings.language]
  : [...navigator.languages, deskSettings.language]

/** The language of the desk: the first wanted one that it has texts in. */
export const language = bestLanguage(wanted, deskSettings.languages) ?? 'en'
/** The language of the desk in the region of the browser, if it names one. */
export const browserLocale =
  navigator.languages.find((tag) => languageFamily(tag.toLowerCase()) === languageFamily(language)) ??
  language
/** The locale of dates and numbers: that of the pages, in their language. */
export const locale = language === deskSettings.language ? deskSettings.locale : browserLocale

type Words = SharedWords & DeskWords
/** A key of a text without placeholders. */
export type Key = PlainKey<Words>

const texts = await loadWords(language)

/** Returns the text of a key that is made of other names; undefined if there is none. */
export const wordAt = (key: string): string | undefined => texts[key]

/** Returns the text of a key, with the values of its placeholders. */
export const t = textFinderOf<Words>(texts, language)
