/** The day, or the first and the last day, that a text names: “Sat 5 Dec”, “March 1 – April 20, 2027”, “5./6.12.”, “12月5日(土)”. */

import { addMonthsToMonth, dateOfDayNumber, isDay, isoWeekday, plusDays } from '../time/timestamp.ts'
import { behindMade, isClockAt, type TimeOfDaySpan, timesAt, timesToEnd } from './times.ts'
import {
  behindPhrases,
  daysAheadAt,
  type Found,
  type FoundPart,
  isBoundary,
  isJapaneseAt,
  isTight,
  LONGEST_TYPED,
  numberAt,
  partOf,
  phraseAt,
  pieceAt,
  type TypedText,
  twoDigits,
  typedTextIn,
} from './typed-text.ts'
import { typedLanguages } from './words.ts'

/** A day as it is written: parts of a date, a weekday, or a number of days from today. */
interface WrittenDay {
  readonly year?: number | undefined
  readonly month?: number | undefined
  readonly day?: number | undefined
  /** From 1 for Monday; beside a date it says which day that is. */
  readonly weekday?: number | undefined
  /** Whether the weekday is “next”: never today. */
  readonly isNext?: boolean
  readonly inDays?: number
  /** Whether it is in a form of which regions read the first number as a month or as a day: “5/12”. */
  readonly isSlashed?: boolean
  /** Whether the whole month is meant, of which it is the first day. */
  readonly isWholeMonth?: boolean
  /** Whether its numbers are possible in the other order alone: “27/3” where the month is first. */
  readonly isTurned?: boolean
}

/** The first and the last day as they are written; the same one twice for a single day. */
export interface WrittenDays {
  readonly from: WrittenDay
  readonly to: WrittenDay
  readonly isSpan: boolean
}

type FoundDay = Found<WrittenDay>

/** Two figures of a year mean the years from 1970 to 2069. */
const century = (year: number) => year + (year < 70 ? 2000 : 1900)

/** The first year of the Japanese era Reiwa, less one. */
const BEFORE_REIWA = 2018

const isDayNumber = (day: number | undefined): day is number => day !== undefined && day >= 1 && day <= 31
const isMonthNumber = (month: number | undefined): month is number =>
  month !== undefined && month >= 1 && month <= 12

/** A year of four digits, or of two that nothing else can be. */
function yearAt(typed: TypedText, at: number, hasShort: boolean): Found<number> | undefined {
  const year = numberAt(typed, at, 4, 4)
  if (year !== undefined) return { value: year, next: at + 1 }
  const short = hasShort ? numberAt(typed, at, 2, 2) : undefined
  const isOther =
    /^[.:/]$/.test(pieceAt(typed, at + 1)) &&
    isTight(typed, at + 1) &&
    numberAt(typed, at + 2, 1, 9) !== undefined
  return short === undefined || isOther || isClockAt(typed, at)
    ? undefined
    : { value: century(short), next: at + 1 }
}

/** The forms of numbers alone: 2027-05-04, 4.5.2027, 4. 5., 5/4/27, 12月5日, 令和8年12月5日. */
function numericAt(typed: TypedText, at: number, isMonthFirst: boolean): FoundDay | undefined {
  const sign = pieceAt(typed, at + 1)
  const isSame = pieceAt(typed, at + 3) === sign
  const year = numberAt(typed, at, 4, 4)
  const [first, second, third] = [0, 2, 4].map((further) => numberAt(typed, at + further, 1, 2))
  if (year !== undefined && /^[-/.]$/.test(sign) && isSame)
    return isMonthNumber(second) && isDayNumber(third)
      ? { value: { year, month: second, day: third }, next: at + 5 }
      : undefined
  if (sign === '年' || pieceAt(typed, at) === '令' || sign === '月') return japaneseAt(typed, at)
  if (first === undefined || second === undefined) return undefined
  if (sign === '.') {
    const isDotted = pieceAt(typed, at + 3) === '.'
    const own = isDotted ? yearAt(typed, at + 4, isTight(typed, at + 4)) : undefined
    if (!isDotted || !isDayNumber(first) || !isMonthNumber(second)) return undefined
    // “1.2.3.45”
    if (own === undefined && isTight(typed, at + 4) && numberAt(typed, at + 4, 1, 9) !== undefined)
      return undefined
    return { value: { year: own?.value, month: second, day: first }, next: own?.next ?? at + 4 }
  }
  if (sign === '-' && isSame && isTight(typed, at + 1)) {
    const own = numberAt(typed, at + 4, 4, 4)
    if (own === undefined || !isDayNumber(first) || !isMonthNumber(second)) return undefined
    return { value: { year: own, month: second, day: first }, next: at + 5 }
  }
  if (sign !== '/' || !isTight(typed, at + 1) || !isTight(typed, at + 2)) return undefined
  const own = isSame ? yearAt(typed, at + 4, true) : undefined
  // A month that no year has is the day: then only one order is possible.
  const isMonth = first <= 12 && (isMonthFirst || second > 12)
  const [month, day] = isMonth ? [first, second] : [second, first]
  if (!isDayNumber(day) || !isMonthNumber(month)) return undefined
  return {
    value: { year: own?.value, month, day, isSlashed: true, isTurned: isMonth !== isMonthFirst },
    next: own?.next ?? at + 3,
  }
}

function japaneseAt(typed: TypedText, start: number): FoundDay | undefined {
  const isEra = pieceAt(typed, start) === '令' && pieceAt(typed, start + 1) === '和'
  const at = isEra ? start + 2 : start
  const first = isEra && pieceAt(typed, at) === '元' ? 1 : numberAt(typed, at, 1, 4)
  const isYear = pieceAt(typed, at + 1) === '年' && first !== undefined
  const year = isYear ? (isEra ? BEFORE_REIWA : 0) + first : undefined
  const monthIs = isYear ? at + 2 : at
  const [month, day] = [numberAt(typed, monthIs, 1, 2), numberAt(typed, monthIs + 2, 1, 2)]
  if (pieceAt(typed, monthIs + 1) !== '月' || !isMonthNumber(month) || !isDayNumber(day)) return undefined
  const isWhole = pieceAt(typed, monthIs + 3) === '日'
  return { value: { year, month, day }, next: monthIs + (isWhole ? 4 : 3) }
}

/** The position behind a sign of an ordinal number: “1er”, “3rd”, “4.”. */
function behindOrdinal(typed: TypedText, at: number): number {
  const isOrdinal = /^(?:st|nd|rd|th|er|[ºª°]|o|a|re|ter|e)$/.test(pieceAt(typed, at)) && isTight(typed, at)
  return isOrdinal || pieceAt(typed, at) === '.' ? at + 1 : at
}

/** The year behind a month or a day: “2027”, “, 2027”, “de 2027”, “’27”. */
function yearBehind(typed: TypedText, at: number): Found<number> | undefined {
  const comma = pieceAt(typed, at) === ',' ? at + 1 : at
  const of = behindPhrases(typed, comma, 'of')
  if (pieceAt(typed, of) === "'") return yearAt(typed, of + 1, true)
  return isClockAt(typed, of) ? undefined : yearAt(typed, of, false)
}

function monthAt(typed: TypedText, at: number): Found<number> | undefined {
  const month = phraseAt(typed, at, 'month')
  return (
    month && { value: month.value, next: pieceAt(typed, month.next) === '.' ? month.next + 1 : month.next }
  )
}

/** “4 May 2027”, “1er août”, “6 de diciembre de 2026”. */
function dayFirstAt(typed: TypedText, at: number): FoundDay | undefined {
  const day = numberAt(typed, at, 1, 2)
  if (!isDayNumber(day)) return undefined
  const behind = behindOrdinal(typed, at + 1)
  const month = monthAt(typed, behindPhrases(typed, behind, 'of'))
  if (month === undefined) return undefined
  const year = yearBehind(typed, month.next)
  return { value: { year: year?.value, month: month.value, day }, next: year?.next ?? month.next }
}

/** “May 4, 2027”, “March 1st”. “mar 19:00” is a weekday of Spanish and Italian, and a time. */
function monthFirstAt(typed: TypedText, at: number): FoundDay | undefined {
  const month = monthAt(typed, at)
  const found = month && bareDayAt(typed, month.next)
  return found && { value: { ...found.value, month: month.value }, next: found.next }
}

/** The day of a month that stands elsewhere, and perhaps its year: “12, 2027” of “May 3–12, 2027”. */
function bareDayAt(typed: TypedText, at: number): FoundDay | undefined {
  const day = numberAt(typed, at, 1, 2)
  if (!isDayNumber(day) || isClockAt(typed, at)) return undefined
  const behind =
    isJapaneseAt(typed, at + 1) && pieceAt(typed, at + 1) === '日' ? at + 2 : behindOrdinal(typed, at + 1)
  const year = yearBehind(typed, behind)
  return { value: { year: year?.value, day }, next: year?.next ?? behind }
}

/** The position behind a dot and a comma. */
function behindStop(typed: TypedText, at: number): number {
  const dot = pieceAt(typed, at) === '.' ? at + 1 : at
  return pieceAt(typed, dot) === ',' ? dot + 1 : dot
}

/** The weekday behind a date: “(Sa)”, and without brackets in Japanese. */
function weekdayBehind(typed: TypedText, at: number): Found<number> | undefined {
  const isOpen = pieceAt(typed, at) === '('
  const named = phraseAt(typed, isOpen ? at + 1 : at, 'weekday')
  if (named === undefined) return undefined
  if (!isOpen) return isJapaneseAt(typed, at) && named.next > at + 1 ? named : undefined
  const close = pieceAt(typed, named.next) === '.' ? named.next + 1 : named.next
  return pieceAt(typed, close) === ')' ? { value: named.value, next: close + 1 } : undefined
}

const withWeekday = ({ value, next }: FoundDay, typed: TypedText, weekday: number | undefined): FoundDay => {
  const behind = weekdayBehind(typed, next)
  return { value: { ...value, weekday: weekday ?? behind?.value }, next: behind?.next ?? next }
}

/** The weekday before a date, with the words between them. */
function weekdayBefore(typed: TypedText, at: number): Found<number> | undefined {
  const named = phraseAt(typed, at, 'weekday')
  const isLetter = isJapaneseAt(typed, at) && named?.next === at + 1
  if (named === undefined || isLetter) return undefined
  return {
    value: named.value,
    next: behindPhrases(typed, behindStop(typed, named.next), 'joints', 'articles'),
  }
}

/** A date of the calendar, with the weekday that may stand beside it; or what is left of it in a span, if `read` reads that. */
function datedAt(
  typed: TypedText,
  at: number,
  read: (at: number) => FoundDay | undefined,
): FoundDay | undefined {
  const before = weekdayBefore(typed, at)
  const [plain, named] = [read(at), before && read(before.next)]
  // “mar 8 dic” has a weekday, “Mar 8, 2027” a month.
  if (named !== undefined && named.next >= (plain?.next ?? 0)) return withWeekday(named, typed, before?.value)
  return plain && withWeekday(plain, typed, undefined)
}

/** A day that is counted from today, or a weekday. */
function relativeAt(typed: TypedText, at: number): FoundDay | undefined {
  const counted = phraseAt(typed, at, 'inDays') ?? daysAheadAt(typed, at)
  if (counted !== undefined) return { value: { inDays: counted.value }, next: counted.next }
  const ahead = phraseAt(typed, at, 'next')
  const named = phraseAt(typed, ahead?.next ?? at, 'weekday')
  if (named === undefined || (isJapaneseAt(typed, at) && named.next === at + 1)) return undefined
  const behind = /^prochaine?$/.test(pieceAt(typed, named.next)) ? named.next + 1 : named.next
  return {
    value: { weekday: named.value, isNext: ahead !== undefined },
    next: pieceAt(typed, behind) === '.' ? behind + 1 : behind,
  }
}

/** The position behind what stands between the first and the last day of a span. */
function untilAt(typed: TypedText, at: number): number | undefined {
  const next = pieceAt(typed, at) === '-' ? at + 1 : phraseAt(typed, at, 'untilDay')?.next
  return next && behindPhrases(typed, next, 'joints', 'articles')
}

/** The same, of dates also what only adds one to another. */
function joinAt(typed: TypedText, at: number): number | undefined {
  const next = /^[/+&]$/.test(pieceAt(typed, at)) ? at + 1 : phraseAt(typed, at, 'and')?.next
  return untilAt(typed, at) ?? (next && behindPhrases(typed, next, 'joints', 'articles'))
}

/** Gives each day of a span what only the other one says: “28 December – 3 January 2028”, “3–12 May”. */
function spanOf(one: WrittenDay, other: WrittenDay): WrittenDays | undefined {
  const month = one.month ?? other.month
  const from = { ...one, month }
  const to = { ...other, month: other.month ?? month }
  const isBackwards = from.month === to.month && (from.day ?? 0) > (to.day ?? 0)
  const hasLeftOut = one.month === undefined || other.month === undefined
  return isBackwards && hasLeftOut && to.day !== undefined ? undefined : { from, to, isSpan: true }
}

/** The weekdays before the days of a span: “Sa/So, 5. + 6.12.”. */
function weekdaysAt(typed: TypedText, at: number): Found<readonly [number, number]> | undefined {
  const first = phraseAt(typed, at, 'weekday')
  const join = first && joinAt(typed, pieceAt(typed, first.next) === '.' ? first.next + 1 : first.next)
  const last = join === undefined ? undefined : phraseAt(typed, join, 'weekday')
  return (
    first &&
    last && {
      value: [first.value, last.value],
      next: behindPhrases(typed, behindStop(typed, last.next), 'joints', 'articles'),
    }
  )
}

/** The last of days that follow each other: “29 & 30” behind “March 28,”. */
function lastOfListAt(typed: TypedText, at: number, first: WrittenDay): FoundDay | undefined {
  let [next, day] = [at, first.day ?? 0]
  let found: FoundDay | undefined
  while (/^[,&+]$/.test(pieceAt(typed, next)) || phraseAt(typed, next, 'and') !== undefined) {
    const comma = pieceAt(typed, next) === ',' ? next + 1 : next
    const one = bareDayAt(typed, joinAt(typed, comma) ?? comma)
    if (one?.value.day !== day + 1 || timesAt(typed, joinAt(typed, comma) ?? comma)) return undefined
    found = one
    ;[next, day] = [one.next, day + 1]
  }
  return found
}

/** The days at a position, with how sure they are days: 0 for spans and dates, more for what may be another word. */
interface DaysAt extends Found<WrittenDays> {
  readonly rank: number
}

/** How 5/12 is read, and whether the text has nothing but dates and times. */
interface DayReading {
  readonly isMonthFirst: boolean
  readonly isWhole: boolean
}

const longest = <T extends { readonly next: number }>(all: readonly (T | undefined)[]): T | undefined =>
  all.reduce((best, one) => ((one?.next ?? 0) > (best?.next ?? 0) ? one : best), undefined)

/** A date of the calendar in any form. */
const dateAt = (typed: TypedText, at: number, { isMonthFirst }: DayReading): FoundDay | undefined =>
  datedAt(typed, at, (day) =>
    longest([numericAt(typed, day, isMonthFirst), dayFirstAt(typed, day), monthFirstAt(typed, day)]),
  )

/** The longest span of dates at a position. */
function datesAt(typed: TypedText, at: number, reading: DayReading): Found<WrittenDays> | undefined {
  const whole = (day: number) => dateAt(typed, day, reading)
  const bare = (day: number) => datedAt(typed, day, (number) => bareDayAt(typed, number))
  const join = (one: FoundDay | undefined, next: number | undefined, read: typeof whole) => {
    const other = next === undefined ? undefined : read(next)
    const span = one && other && spanOf(one.value, other.value)
    return span && { value: span, next: behindMade(typed, other.next) }
  }
  const first = whole(at)
  const day = datedAt(typed, at, (number) => {
    const value = numberAt(typed, number, 1, 2)
    return isDayNumber(value) ? { value: { day: value }, next: behindOrdinal(typed, number + 1) } : undefined
  })
  const isOpen = first !== undefined && reading.isWhole && first.value.year === undefined
  const last = isOpen ? lastOfListAt(typed, first.next, first.value) : undefined
  return longest([
    join(first, first && joinAt(typed, first.next), whole),
    join(day, day && joinAt(typed, day.next), whole),
    join(first, first && joinAt(typed, first.next), bare),
    join(first, last && first?.next, () => last),
  ])
}

/** The longest span of days at a position. */
function spanAt(typed: TypedText, at: number, reading: DayReading): Found<WrittenDays> | undefined {
  const weekdays = weekdaysAt(typed, at)
  const behind = weekdays && datesAt(typed, weekdays.next, reading)
  if (weekdays && behind) {
    const { from, to } = behind.value
    const [first, last] = weekdays.value
    const value = { from: { ...from, weekday: first }, to: { ...to, weekday: last }, isSpan: true }
    return { value, next: behind.next }
  }
  const relative = (day: number) => dateAt(typed, day, reading) ?? relativeAt(typed, day)
  const first = relative(at)
  const next = first && untilAt(typed, first.next)
  const other = next === undefined ? undefined : relative(next)
  const span = first && other && spanOf(first.value, other.value)
  return longest([datesAt(typed, at, reading), span && { value: span, next: behindMade(typed, other.next) }])
}

/**
 * Returns the start and the end behind a date, which may be numbers alone: “18 Dec 20-23”. In “18 Dec, 20-23 Jan” and “8 May 20-23, 2027”
 * they are days.
 */
export function hoursBehindDate(
  typed: TypedText,
  at: number,
  reading: DayReading,
): FoundPart<TimeOfDaySpan> | undefined {
  const start = behindStop(typed, at)
  const hours = timesAt(typed, start, true)
  const isOfDays = () =>
    spanAt(typed, behindPhrases(typed, start, 'joints'), reading) !== undefined ||
    yearBehind(typed, hours?.next ?? start) !== undefined
  const isEnd =
    hours?.isSpan === true && isBoundary(typed, hours.next) && !/^[-./:]$/.test(pieceAt(typed, hours.next))
  return hours && isEnd && !isOfDays() ? partOf(typed, start, hours) : undefined
}

/** The days at a position. Undefined if there are none. */
function daysAt(typed: TypedText, at: number, reading: DayReading): DaysAt | undefined {
  // “2027, March 1 – April 20”
  const year = reading.isWhole && pieceAt(typed, at + 1) === ',' ? numberAt(typed, at, 4, 4) : undefined
  if (year !== undefined) {
    const found = daysAt(typed, at + 2, reading)
    return (
      found && {
        ...found,
        value: { ...found.value, to: { ...found.value.to, year: found.value.to.year ?? year } },
      }
    )
  }
  const span = spanAt(typed, at, reading)
  const dated = dateAt(typed, at, reading)
  if (span !== undefined && span.next > (dated?.next ?? 0)) return { ...span, rank: 0 }
  if (dated !== undefined) {
    // “18 Dec 20-23” is no “Dec 20-23”.
    const rank = hoursBehindDate(typed, dated.next, reading) === undefined ? 1 : 0
    return { value: { from: dated.value, to: dated.value, isSpan: false }, next: dated.next, rank }
  }
  const relative = relativeAt(typed, at)
  if (relative === undefined) return undefined
  const { weekday, inDays, isNext } = relative.value
  // Short names are words of titles: “mar”, “do”.
  const isShort =
    weekday !== undefined && isNext !== true && pieceAt(typed, at).length <= 3 && !isJapaneseAt(typed, at)
  // “Around the World in 80 Days, Friday”
  const rank = inDays === undefined ? (isShort ? 6 : 5) : inDays > 2 ? 7 : 4 - inDays
  return { value: { from: relative.value, to: relative.value, isSpan: false }, next: relative.next, rank }
}

/** Finds the days in a text, wherever they stand, with the words that belong to them: the surest first, then the first. */
export function daysIn(typed: TypedText, reading: DayReading): FoundPart<WrittenDays> | undefined {
  let best: { readonly at: number; readonly found: DaysAt } | undefined
  for (let at = 0; at < typed.tokens.length; at += 1) {
    if (!isBoundary(typed, at)) continue
    const found = daysAt(typed, behindPhrases(typed, at, 'joints'), reading)
    if (found !== undefined && isBoundary(typed, found.next) && found.rank < (best?.found.rank ?? 9))
      best = { at, found }
  }
  return best && partOf(typed, best.at, best.found)
}

/** A month until whose end something goes on, by its first day: “March”, “the end of March 2027”, “3月”, “3月末”. */
function wholeMonthAt(typed: TypedText, at: number): Found<WrittenDay> | undefined {
  const start = behindPhrases(typed, at, 'endOf', 'articles')
  const number = pieceAt(typed, start + 1) === '月' ? numberAt(typed, start, 1, 2) : undefined
  const named = isMonthNumber(number) ? { value: number, next: start + 2 } : monthAt(typed, start)
  if (named === undefined) return undefined
  const year = yearBehind(typed, named.next)
  const behind = year?.next ?? named.next
  const next = pieceAt(typed, behind) === '末' ? behind + 1 : behind
  return { value: { year: year?.value, month: named.value, day: 1, isWholeMonth: true }, next }
}

/** Words of two letters, such as “to” and “a”, stand before names of months in titles, too. */
const SHORTEST_UNTIL = 3

/** A day, or a month, until which something goes on: the word that says so stands before it, in Japanese behind it. */
function endAt(typed: TypedText, at: number, reading: DayReading): Found<WrittenDays> | undefined {
  const word = phraseAt(typed, at, 'untilDay')
  if (word === undefined && !typed.text.includes('まで')) return undefined
  const behind = word === undefined ? at : behindPhrases(typed, word.next, 'joints', 'articles')
  const day = daysAt(typed, behind, reading)
  const isDay = day?.value.from.day !== undefined
  const month =
    isDay || (word !== undefined && pieceAt(typed, at).length < SHORTEST_UNTIL)
      ? undefined
      : wholeMonthAt(typed, behind)
  const found = isDay
    ? day
    : month && { value: { from: month.value, to: month.value, isSpan: false }, next: month.next }
  if (found === undefined || word !== undefined) return found
  const made = behindMade(typed, found.next)
  return made === found.next ? undefined : { value: found.value, next: made }
}

/** Finds the day or the month until which something goes on, with the word that says so: “until 30 June”, “until March”. */
export function endIn(typed: TypedText, reading: DayReading): FoundPart<WrittenDays> | undefined {
  for (let at = 0; at < typed.tokens.length; at += 1) {
    const found = isBoundary(typed, at) ? endAt(typed, at, reading) : undefined
    if (found !== undefined && isBoundary(typed, found.next)) return partOf(typed, at, found)
  }
  return undefined
}

/** Returns the day until which something goes on that is on the day `first`: the next one, or the last one of the next month. */
export function resolveEnd(written: WrittenDays, first: string): string | undefined {
  const last = (day: string) =>
    written.to.isWholeMonth ? moved(`${addMonthsToMonth(day.slice(0, 7), 1)}-01`, -1) : day
  const found = resolveDays(written, first, (day) => last(day) < first)
  return found && last(found.to)
}

// Decides which days of the calendar are meant by days as they are written. Days are `YYYY-MM-DD`.

/** The first and the last day of an event. */
export interface EventDays {
  readonly from: string
  readonly to: string
}

/** The days that a line means; `alternatives` if its weekday is not that of its date, so that either may be meant. */
interface ResolvedDays extends EventDays {
  readonly alternatives: readonly EventDays[]
}

/** 29 February comes again after eight years at most. */
const YEARS = 8
const WEEK = 7

/** The day; itself, if the calendar ends there. */
const moved = (day: string, days: number) => plusDays(day, days) ?? day

const yearOf = (day: string) => Number(day.slice(0, 4))

/** The dates that have this day and month, in some years; none that don't exist, such as 30 February. */
function datesIn({ month = 0, day = 0 }: WrittenDay, years: readonly number[]): readonly string[] {
  return years.map((year) => `${year}-${twoDigits(month)}-${twoDigits(day)}`).filter(isDay)
}

const yearsFrom = (year: number): readonly number[] => Array.from({ length: YEARS + 1 }, (_, at) => year + at)

/** The days that may be meant, the next one first, of those from `origin` on. */
function candidates(written: WrittenDay, origin: string): readonly string[] {
  const { inDays, weekday, day, year, isNext = false } = written
  if (inDays !== undefined) return [moved(origin, inDays)]
  if (day !== undefined) return datesIn(written, year === undefined ? yearsFrom(yearOf(origin)) : [year])
  const ahead = ((weekday ?? 1) - isoWeekday(origin) + WEEK) % WEEK
  const first = moved(origin, ahead === 0 && isNext ? WEEK : ahead)
  return [first, moved(first, WEEK)]
}

/** The last day of a span: the next one after the first. */
function lastDay({ from, to, isSpan }: WrittenDays, first: string, origin: string): string | undefined {
  if (!isSpan) return first
  const last = to.inDays === undefined ? candidates(to, first) : candidates(to, origin)
  return last.find(
    (day) => day > first || (day === first && to.weekday === from.weekday && to.day !== undefined),
  )
}

/** The first days that may be meant. A year behind the last day is that of both, or the first day is in the year before. */
function firstDays({ from, to, isSpan }: WrittenDays, origin: string): readonly string[] {
  if (!isSpan || from.day === undefined) return candidates(from, origin)
  if (from.year !== undefined) return candidates(from, origin)
  if (to.year !== undefined) return datesIn(from, [to.year, to.year - 1])
  // One that has begun may still run.
  return datesIn(from, [yearOf(origin) - 1, ...yearsFrom(yearOf(origin))])
}

function nearest(day: string, weekday: number | undefined): string {
  if (weekday === undefined) return day
  const ahead = (weekday - isoWeekday(day) + WEEK) % WEEK
  return moved(day, ahead > WEEK / 2 ? ahead - WEEK : ahead)
}

const agrees = (day: string, { weekday }: WrittenDay) => weekday === undefined || isoWeekday(day) === weekday

/**
 * Returns the days that a line means, counted from `origin`: the next ones where the line leaves that open. Undefined if there are no
 * such days.
 */
export function resolveDays(
  written: WrittenDays,
  origin: string,
  isPast: (day: string) => boolean,
): ResolvedDays | undefined {
  const { from, to } = written
  const all = firstDays(written, origin).flatMap((first) => {
    const last = lastDay(written, first, origin)
    return last === undefined ? [] : [{ from: first, to: last }]
  })
  const isFixed = from.inDays !== undefined || (from.year ?? to.year) !== undefined
  const at = isFixed ? 0 : all.findIndex((days) => !isPast(days.to))
  const days = all[at]
  if (days === undefined) return undefined
  const isAgreed = (some: EventDays) => agrees(some.from, from) && agrees(some.to, to)
  if (isAgreed(days)) return { ...days, alternatives: [] }
  const near = { from: nearest(days.from, from.weekday), to: nearest(days.to, to.weekday) }
  const nextYear = all[at + 1]
  return {
    ...days,
    alternatives: [
      ...(near.from <= near.to && (isFixed || !isPast(near.to)) ? [near] : []),
      ...(!isFixed && nextYear !== undefined && isAgreed(nextYear) ? [nextYear] : []),
    ],
  }
}

const isoDay = (year: number, { month = 0, day = 0 }: WrittenDay) =>
  `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`

/** The years from the last one on in which a day is looked for, and those for 29 February: 2104 is the next leap year after 2096. */
const NEAR_YEARS = 5
const LEAP_YEARS = 10

/** Why the weekday of a day is not that of its date: in its year, or in any near one. */
export type WeekdayFault = 'weekday_of_other_day' | 'weekday_of_no_year'

/** The days of a cell, and whether their year was found by counting from a day. */
export interface CellDays extends EventDays {
  readonly isYearless: boolean
}

/** The days of a span whose last day is of a year. The first one has its own, or is of the year before if it is later in the year. */
function daysWithYear({ from, to }: WrittenDays, last: number, isBackwards: boolean): EventDays {
  return { from: isoDay(from.year ?? last - (isBackwards ? 1 : 0), from), to: isoDay(last, to) }
}

/**
 * Returns the days of a cell. Without a year they are the next ones from `origin` on, counted by their end, or else the last ones on
 * their weekday.
 */
export function cellDays(written: WrittenDays, origin: string): CellDays | WeekdayFault | 'no_such_day' {
  const { from, to } = written
  const isBackwards = isoDay(0, from) > isoDay(0, to)
  const own = to.year ?? (from.year === undefined ? undefined : from.year + (isBackwards ? 1 : 0))
  const exist = (days: EventDays) => isDay(days.from) && isDay(days.to)
  const isAgreed = (days: EventDays) => agrees(days.from, from) && agrees(days.to, to)
  if (own !== undefined) {
    const days = daysWithYear(written, own, isBackwards)
    if (!exist(days)) return 'no_such_day'
    return isAgreed(days) ? { ...days, isYearless: false } : 'weekday_of_other_day'
  }
  const last = yearOf(origin) - 1
  const existing = Array.from({ length: LEAP_YEARS }, (_, at) => last + at)
    .map((year) => daysWithYear(written, year + (isBackwards ? 1 : 0), isBackwards))
    .filter(
      (days, at) =>
        exist(days) && (at < NEAR_YEARS || [days.from, days.to].some((day) => day.endsWith('-02-29'))),
    )
  if (existing.length === 0) return 'no_such_day'
  const fitting = existing.filter(isAgreed)
  const days = fitting.find((one) => one.to >= origin) ?? fitting.at(-1)
  return days === undefined ? 'weekday_of_no_year' : { ...days, isYearless: true }
}

// Reads a text that is nothing but dates, and perhaps their times: “March 1 – April 20, 2027, 10am–5pm”, “Do., 3.12., 19.30 Uhr”.

/** The days of a text, and the times of the first and of the last one. */
interface WrittenDates {
  readonly days: WrittenDays
  readonly from: string | undefined
  readonly to: string | undefined
}

const dayOf = (iso: string) => ({
  year: Number(iso.slice(0, 4)),
  month: Number(iso.slice(5, 7)),
  day: Number(iso.slice(8, 10)),
})

/** The day 0 of spreadsheets in days since 1970; the days that are read go from 1954 to 2119. */
const SPREADSHEET_ZERO = -25_569
const serial = /^([2-7]\d{4})(?:[.,](\d{1,15}))?$/

/** The date that spreadsheets keep as a number of days, and the time as its fraction. */
function datesOfSerial(text: string): WrittenDates | undefined {
  const [, days, fraction] = serial.exec(text) ?? []
  if (days === undefined) return undefined
  const minutes = Math.round(Number(`0.${fraction ?? 0}`) * 1440)
  const day = dayOf(dateOfDayNumber(Number(days) + SPREADSHEET_ZERO + Math.floor(minutes / 1440)))
  const within = minutes % 1440
  const time = fraction && `${twoDigits(Math.floor(within / 60))}:${twoDigits(within % 60)}`
  return { days: { from: day, to: day, isSpan: false }, from: time, to: undefined }
}

/** The position behind signs between a date and its times. */
function behindSigns(typed: TypedText, at: number): number {
  let next = at
  while (/^[,;|-]$/.test(pieceAt(typed, next))) next += 1
  return next
}

/** Reads the dates of a text in any language of the service. Undefined for any other text, and for days that are counted from today. */
export function datesOfWholeText(text: string, isMonthFirst: boolean): WrittenDates | undefined {
  if (text.length > LONGEST_TYPED) return undefined
  const kept = datesOfSerial(text.trim())
  if (kept !== undefined) return kept
  const dates = wholeDates(typedTextIn(text, typedLanguages), isMonthFirst)
  // “5/12” alone may be anything.
  const { from, to } = dates?.days ?? {}
  return from?.isSlashed && (from.year ?? to?.year) === undefined ? undefined : dates
}

/** A day without its month, which a weekday, a word or a sign tells from other numbers: “15.”, “the 15th”, “le 15”, “15日”. */
function monthlessAt(typed: TypedText, at: number): DaysAt | undefined {
  if (phraseAt(typed, at, 'beforeHour') !== undefined) return undefined
  const named = datedAt(typed, behindPhrases(typed, at, 'joints', 'articles'), (day) => {
    const found = bareDayAt(typed, day)
    const isAnnounced = found !== undefined && (day > at || found.next > day + 1)
    return isAnnounced && found.value.year === undefined ? found : undefined
  })
  return named && { value: { from: named.value, to: named.value, isSpan: false }, next: named.next, rank: 1 }
}

/** A day with a name of its own: “New Year’s Eve”, “Silvester 2027”. */
function feastAt(typed: TypedText, at: number): DaysAt | undefined {
  const named = phraseAt(typed, behindPhrases(typed, at, 'joints', 'articles'), 'feast')
  if (named === undefined) return undefined
  const year = yearBehind(typed, named.next)
  const day = { year: year?.value, month: Math.floor(named.value / 100), day: named.value % 100 }
  return { value: { from: day, to: day, isSpan: false }, next: year?.next ?? named.next, rank: 1 }
}

/**
 * Reads the dates of a text in some languages. With `isCounted`, also days that are counted from today, weekdays alone, days without a
 * month, and days with a name of their own.
 */
export function wholeDates(
  typed: TypedText,
  isMonthFirst: boolean,
  isCounted = false,
): WrittenDates | undefined {
  const reading = { isMonthFirst, isWhole: true }
  const datedAt = (at: number) => {
    const found = daysAt(typed, behindPhrases(typed, at, 'joints', 'articles'), reading)
    if (isCounted) return longest([found, feastAt(typed, at), monthlessAt(typed, at)])
    return found !== undefined && found.rank <= 1 && found.value.from.day !== undefined ? found : undefined
  }
  const end = typed.tokens.length
  const first = datedAt(0)
  if (first === undefined) return undefined
  const behind = behindSigns(typed, first.next)
  if (behind === end) return { days: first.value, from: undefined, to: undefined }
  const times: TimeOfDaySpan | undefined = timesToEnd(typed, behind, false)
  if (times !== undefined) return { days: first.value, ...times }
  if (phraseAt(typed, behind, 'allDay')?.next === end)
    return { days: first.value, from: undefined, to: undefined }
  // “4.5.2027 19:00 – 6.5.2027 21:00”
  const start = timesAt(typed, behind)
  const until = untilAt(typed, start?.next ?? first.next)
  const last = until === undefined || first.value.isSpan ? undefined : datedAt(until)
  if (last === undefined || last.value.isSpan || start?.value.to !== undefined) return undefined
  const lastBehind = behindSigns(typed, last.next)
  const close = lastBehind === end ? undefined : timesToEnd(typed, lastBehind, false)
  if (close === undefined && lastBehind !== end) return undefined
  const days = { from: first.value.from, to: last.value.to, isSpan: true }
  return { days, from: start?.value.from, to: close?.from }
}
