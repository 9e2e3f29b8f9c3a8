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

// Lists of words or names in the language of the desk.

const separator = language === 'ja' ? '、' : ', '

/** Returns texts as one, parted as the language does. */
export const listText = (texts: readonly string[]): string => texts.join(separator)

// Sizes in bytes as people read them.

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
/** As in the variables that set limits: 200 MB there are 200 MB here. */
const STEP = 1024

/** Returns a size in the unit that fits: `12.3 MB`. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / Math.log2(STEP)))
  const unit = UNITS[power] ?? 'byte'
  // The short word for bytes has no plural in English: "0 byte".
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(
    bytes / STEP ** power,
  )
}
