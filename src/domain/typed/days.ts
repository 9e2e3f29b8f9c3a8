/** The day, or the first and the last day, that a text names: “Sat 5 Dec”, “March 1 – April 20, 2027”, “5./6.12.”, “12月5日(土)”. */

import { behindMade, isClockAt, timesAt } from './times.ts'
import {
  behindPhrases,
  type Found,
  type FoundPart,
  isBoundary,
  isJapaneseAt,
  isTight,
  numberAt,
  partOf,
  phraseAt,
  pieceAt,
  type TypedText,
} from './typed-text.ts'

/** A day as it is written: parts of a date, a weekday, or a number of days from today. */
export interface WrittenDay {
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
  const counted = phraseAt(typed, at, 'inDays')
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
export function untilAt(typed: TypedText, at: number): number | undefined {
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

/** The days at a position. Undefined if there are none. */
export function daysAt(typed: TypedText, at: number, reading: DayReading): DaysAt | undefined {
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
  if (dated !== undefined)
    return { value: { from: dated.value, to: dated.value, isSpan: false }, next: dated.next, rank: 1 }
  const relative = relativeAt(typed, at)
  if (relative === undefined) return undefined
  const { weekday, inDays, isNext } = relative.value
  // Short names are words of titles: “mar”, “do”.
  const isShort =
    weekday !== undefined && isNext !== true && pieceAt(typed, at).length <= 3 && !isJapaneseAt(typed, at)
  const rank = inDays === undefined ? (isShort ? 6 : 5) : 4 - inDays
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

/** Finds the day until which something goes on, with the word that says so: “until 30 June”. */
export function endIn(typed: TypedText, reading: DayReading): FoundPart<WrittenDays> | undefined {
  for (let at = 0; at < typed.tokens.length; at += 1) {
    const behind = phraseAt(typed, at, 'untilDay')?.next
    const found = behind && daysAt(typed, behindPhrases(typed, behind, 'joints', 'articles'), reading)
    if (found && found.value.from.day !== undefined && isBoundary(typed, at)) return partOf(typed, at, found)
  }
  return undefined
}
