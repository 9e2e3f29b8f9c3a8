/** The texts of the desk in the language of the root, of the browser, or of the service, in this order. */
import { isWrittenIn, localeInRegion, regionOfLocale } from '../../../domain/time/locale.ts'
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
/** The language of the desk in the region of the site; in that of the browser where the site's has no such language, or is not known. */
function localeOfDesk(): string {
  if (language === deskSettings.language) return deskSettings.locale
  const region = regionOfLocale(deskSettings.locale)
  return region !== undefined && isWrittenIn(language, region)
    ? localeInRegion(language, region)
    : browserLocale
}

/** The locale of dates and numbers, as the pages have it. */
export const locale = localeOfDesk()

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

const enumeration = new Intl.ListFormat(locale)

/** Returns names as a sentence has them: “the title, the time and the place”. */
export const enumerationText = (names: readonly string[]): string => enumeration.format(names)

/** The name of a language, by default in that of the desk. */
export const languageName = (tag: string, inLanguage: string = language): string =>
  new Intl.DisplayNames(inLanguage, { type: 'language' }).of(tag) ?? tag

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
