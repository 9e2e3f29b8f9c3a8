/** Days as people write them in tables: “6.12.26”, “Sunday, 6 December 2026”, “2026年12月6日(日)”. */
import { interfaceLanguageCodes } from '../../contract/languages.ts'
import { monthNumbersByNameIn } from '../../domain/quick-event/names.ts'

/** Returns the number of a month from its name in any language: no name is that of two months. */
export function monthNamed(name: string): number | undefined {
  for (const language of interfaceLanguageCodes) {
    const month = monthNumbersByNameIn(language).get(name.toLowerCase())
    if (month !== undefined) return month
  }
  return undefined
}

/** The source of a pattern of what stands between a day and its month, or a month and its year. */
export const DAY_MONTH_SEPARATOR_REGEX_SOURCE = '(?:\\s*(?:de|of|del|di)\\s+|[\\s,]*)'
const dayFirst = new RegExp(
  `(?<!\\d)(\\d{1,2})(?:\\.|st|nd|rd|th|er|[ºª°])?${DAY_MONTH_SEPARATOR_REGEX_SOURCE}(\\p{L}{3,12})\\.?${DAY_MONTH_SEPARATOR_REGEX_SOURCE}(\\d{4})(?!\\d)`,
  'giu',
)
const monthFirst = /(?<!\p{L})(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/giu
const monthFirstDays = /(?<!\p{L})(\p{L}{3,12})\.?\s+(\d{1,2})\s?[-–—]\s?(\d{1,2}),?\s+(\d{4})(?!\d)/giu
/** Of a span, the first day of which has no year of its own: “28. Dezember – 3. Januar 2027”. */
const yearless = new RegExp(
  `(?<!\\d)(\\d{1,2})(?:\\.|er|[ºª°])?${DAY_MONTH_SEPARATOR_REGEX_SOURCE}(\\p{L}{3,12})\\.?(?=\\s?(?:[-–—]|bis|to|au|al|tot|até|t/m)\\s?)`,
  'giu',
)
const era = /令和(\d{1,2}|元)年/g
const japanese = /(\d{4})年\s?(\d{1,2})月\s?(\d{1,2})日(?:\s?\(.\))?/g
const japaneseDays =
  /(\d{4})年\s?(\d{1,2})月\s?(\d{1,2})日?(?:\s?\(.\))?\s?[〜~–-]\s?(?:(\d{1,2})月)?(\d{1,2})日(?:\s?\(.\))?/g
/** Never of “10.01. 20 Uhr”, which has no year. */
const shortYear = /(?<!\d)(\d{1,2}(?:\.\s?\d{1,2}\.|\/\s?\d{1,2}\/))(\d{2})(?![\d.:/]|\s?(?:uhr|h))/gi

/** Two figures mean the years from 1970 to 2069. */
const century = (year: string) => (Number(year) < 70 ? '20' : '19')

/** The first year of the Japanese era Reiwa. */
const REIWA = 2019

/** Returns a text in which letters and figures of full width, as Japanese has them, have the usual one. */
export const replaceFullWidthCharacters = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')

/** Returns a text in which each day that names its month, or has a year of two figures, is in the form 6.12.2026. */
export function textWithNumericDays(text: string): string {
  const named = (whole: string, day: string, name: string, year: string) => {
    const month = monthNamed(name)
    return month === undefined ? whole : `${day}.${month}.${year}`
  }
  const spanned = (_: string, ...[year, month, first, end = month, last]: string[]) =>
    `${first}.${month}.${year} – ${last}.${end}.${year}`
  return text
    .replace(dayFirst, named)
    .replace(yearless, (whole, day: string, name: string) => {
      const month = monthNamed(name)
      return month === undefined ? whole : `${day}.${month}.`
    })
    .replace(monthFirstDays, (whole, ...[name = '', first, last, year]: string[]) => {
      const month = monthNamed(name)
      return month === undefined ? whole : `${first}.–${last}.${month}.${year}`
    })
    .replace(monthFirst, (whole, name: string, day: string, year: string) => named(whole, day, name, year))
    .replace(era, (_, year: string) => `${REIWA - 1 + (year === '元' ? 1 : Number(year))}年`)
    .replace(japaneseDays, spanned)
    .replace(japanese, '$3.$2.$1 ')
    .replace(shortYear, (_, days: string, year: string) => `${days}${century(year)}${year}`)
    .trim()
}
