/** Days without a year, as people write them in tables: “Sa, 5.12.”, “5./6. Dezember”, “12月5日(土)”. */
import { interfaceLanguageCodes } from '../../contract/languages.ts'
import { weekdayNumbersByNameIn } from '../../domain/quick-event/names.ts'
import { isDay, isoWeekday } from '../../domain/time/calendar-days.ts'
import { DAYS_JOINED, LONGEST_WRITTEN_DATE } from './as-written.ts'
import type { CellsByColumn } from './columns.ts'
import {
  DAY_MONTH_SEPARATOR_REGEX_SOURCE,
  monthNamed,
  replaceFullWidthCharacters,
  textWithNumericDays,
} from './written-days.ts'

const dayFirst = new RegExp(
  `(?<![\\d:])(\\d{1,2})(?:\\.|st|nd|rd|th|er|[ºª°])?${DAY_MONTH_SEPARATOR_REGEX_SOURCE}(\\p{L}{3,12})(?!\\p{L})\\.?`,
  'giu',
)
/** Never a time behind the name: “mar 20:00”. */
const NO_TIME = '(?![\\d.:/h時]|\\s?(?:uhr|h\\b|[ap]\\.?m))'
const monthFirst = new RegExp(
  `(?<!\\p{L})(\\p{L}{3,12})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?${NO_TIME}(?:\\s?[-–—]\\s?(\\d{1,2})${NO_TIME})?`,
  'giu',
)
const japaneseDays =
  /(\d{1,2})月\s?(\d{1,2})日?(\s?\(.\))?\s?[〜~–-]\s?(?:(\d{1,2})月)?(\d{1,2})日(?:\s?\(.\))?/g
const japanese = /(\d{1,2})月\s?(\d{1,2})日/g
const weekdayBehind = /(\d{1,2}\.\s?\d{1,2}\.)\s?\((\p{L}{1,12})\.?\)/gu

/** Returns a text in which each day is in the form 5.12., and its weekday before it. */
function withNumericDays(text: string): string {
  return text
    .replace(dayFirst, (whole, day: string, name: string) => {
      const month = monthNamed(name)
      return month === undefined ? whole : `${day}.${month}.`
    })
    .replace(monthFirst, (whole, ...[name = '', first, last]: string[]) => {
      const month = monthNamed(name)
      if (month === undefined) return whole
      return last === undefined ? `${first}.${month}.` : `${first}.–${last}.${month}.`
    })
    .replace(japaneseDays, (_, ...[month, first, weekday = '', end = month, last]: string[]) => {
      return `${first}.${month}.${weekday}–${last}.${end}.`
    })
    .replace(japanese, '$2.$1.')
    .replace(weekdayBehind, '$2 $1')
}

const WORDS = '(?:\\p{L}+\\.?,?(?:\\s+|\\s?[/–-]\\s?)){0,3}'
/** Never before a number alone, which may be a year or an hour: “5 Dec 26”. */
const oneDay = new RegExp(
  `^(${WORDS})(\\d{1,2})\\.\\s?(\\d{1,2})\\.(?=$|[\\s,–—-])(?!,?\\s*['’]?\\d{1,2}$)(.*)$`,
  'iu',
)
const span = new RegExp(
  `^(${WORDS})(\\d{1,2})(?:\\.\\s?(\\d{1,2}))?\\.?${DAYS_JOINED}(?:\\p{L}+\\.?,?\\s+)?(\\d{1,2})\\.\\s?(\\d{1,2})\\.$`,
  'iu',
)

/** Returns the first weekday that a text names, in any language. */
function weekdayIn(text: string): number | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const named = words.flatMap((word) =>
    interfaceLanguageCodes.map((language) => weekdayNumbersByNameIn(language).get(word)),
  )
  return named.find((weekday) => weekday !== undefined)
}

const isoDay = (year: number, month: string, day: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** A day, or the first and the last day of a span, of which the year is not written. */
interface YearlessDays {
  readonly weekday: number | undefined
  readonly firstIn: (year: number) => string
  readonly lastIn: (year: number) => string
  /** Returns the text with the year of the first day. */
  readonly textIn: (year: number) => string
}

function yearlessDays(written: string): YearlessDays | undefined {
  if (written.length > LONGEST_WRITTEN_DATE) return undefined
  const text = withNumericDays(textWithNumericDays(replaceFullWidthCharacters(written)))
  if (/\d{4}/.test(text)) return undefined
  const [, words = '', from = '', own, to = '', month = ''] = span.exec(text) ?? []
  if (from !== '') {
    const first = own ?? month
    const lastYear = (year: number) => year + (Number(first) > Number(month) ? 1 : 0)
    return {
      weekday: weekdayIn(words),
      firstIn: (year) => isoDay(year, first, from),
      lastIn: (year) => isoDay(lastYear(year), month, to),
      textIn: (year) => `${from}.${first}.–${to}.${month}.${lastYear(year)}`,
    }
  }
  const [, before = '', day = '', of = '', rest = ''] = oneDay.exec(text) ?? []
  if (day === '') return undefined
  const dayIn = (year: number) => isoDay(year, of, day)
  return {
    weekday: weekdayIn(before),
    firstIn: dayIn,
    lastIn: dayIn,
    textIn: (year) => `${day}.${of}.${year}${rest}`,
  }
}

/** Returns whether a text is a day without a year. */
export const isYearlessDay = (text: string): boolean => yearlessDays(text.trim()) !== undefined

/** The years from the last one on in which a day is looked for, and those for 29 February: 2104 is the next leap year after 2096. */
const YEARS = 5
const LEAP_YEARS = 10

/** Returns the year of the days: the next one, counted by their end; or else the last one on the named weekday. */
function yearFrom(
  today: string,
  { weekday, firstIn, lastIn }: YearlessDays,
): number | 'no_such_day' | 'misfit' {
  const last = Number(today.slice(0, 4)) - 1
  const inReach = Array.from({ length: LEAP_YEARS }, (_, at) => last + at)
  const existing = inReach.filter(
    (year, at) =>
      isDay(firstIn(year)) &&
      isDay(lastIn(year)) &&
      (at < YEARS || [firstIn(year), lastIn(year)].some((day) => day.endsWith('-02-29'))),
  )
  if (existing.length === 0) return 'no_such_day'
  const fitting = existing.filter((year) => weekday === undefined || isoWeekday(firstIn(year)) === weekday)
  return fitting.find((year) => lastIn(year) >= today) ?? fitting.at(-1) ?? 'misfit'
}

/** Returns the first day in a text as 2026-12-05; undefined for other forms. */
function writtenIsoDay(written: string): string | undefined {
  if (written.length > LONGEST_WRITTEN_DATE) return undefined
  const text = textWithNumericDays(replaceFullWidthCharacters(written))
  const [, day, month = '', year] = /(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})/.exec(text) ?? []
  const iso = day === undefined ? /\d{4}-\d\d-\d\d/.exec(text)?.[0] : isoDay(Number(year), month, day)
  return iso !== undefined && isDay(iso) ? iso : undefined
}

/** The cells of a row with the years of its days. */
export interface CellsWithYears {
  readonly cells: CellsByColumn
  /** How many years were not written. */
  readonly taken: number
  /** The column of a day that is on its weekday in no year in reach. */
  readonly misfit: string | undefined
}

/** Returns the cells of a row, in which a day without a year is the next one from today on, and an end the next one from the start on. */
export function cellsWithYearsOrMisfit(cells: CellsByColumn, today: string): CellsWithYears {
  const completed: Record<string, string> = {}
  let from = today
  for (const column of ['start_date', 'end_date']) {
    const written = cells[column]?.trim() ?? ''
    const days = yearlessDays(written)
    const found = days && yearFrom(from, days)
    // An end is never years later, on a day that the wrong weekday asks for.
    const isFar = column === 'end_date' && days && found !== yearFrom(from, { ...days, weekday: undefined })
    const year = isFar ? 'misfit' : found
    if (year === 'misfit') return { cells, taken: 0, misfit: column }
    if (days !== undefined && typeof year === 'number') {
      completed[column] = days.textIn(year)
      from = days.firstIn(year)
    } else from = writtenIsoDay(written) ?? from
  }
  return { cells: { ...cells, ...completed }, taken: Object.keys(completed).length, misfit: undefined }
}
