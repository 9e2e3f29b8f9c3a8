/** How an event repeats, as a line says it: “every Monday and Thursday”, “jeden zweiten Dienstag im Monat”, “毎月第2土曜日”. */
import { isoWeekday, plusDays } from '../time/calendar-days.ts'
import {
  behindPhrases,
  type Found,
  type FoundPart,
  isBoundary,
  isJapaneseAt,
  numberAt,
  partOf,
  phraseAt,
  pieceAt,
  type TypedText,
} from './typed-text.ts'

/** Weekdays are numbers from 1 for Monday; none is every day. */
interface Repetition {
  readonly weekdays: readonly number[]
  /** Every second week, for instance. */
  readonly interval: number
  /** Which of these weekdays in the month, −1 for the last; 0 for each in the week. */
  readonly ordinal: number
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const WORKDAYS = [1, 2, 3, 4, 5]
const WEEK = 7
/** Some first weekday of a month comes within five weeks, and a date within two years of its start. */
const FARTHEST = 800

/** The shortest name of a weekday that has a plural: “Mondays”, “montags”, “maandagen”, not “sats”. */
const SHORTEST_PLURAL = 5

/** A weekday in the plural: it repeats by itself. */
function pluralAt(typed: TypedText, at: number): Found<number> | undefined {
  const text = pieceAt(typed, at)
  const single = text.replace(/(?:s|en)$/, '')
  if (single === text || single.length < SHORTEST_PLURAL) return undefined
  const tokens = typed.tokens.map((one, nth) => (nth === at ? { ...one, text: single } : one))
  return phraseAt({ ...typed, tokens }, at, 'weekday')
}

const weekdayAt = (typed: TypedText, at: number): Found<number> | undefined => {
  const named = phraseAt(typed, at, 'weekday')
  const isLetter = named !== undefined && isJapaneseAt(typed, at) && named.next === at + 1
  return (isLetter ? undefined : named) ?? pluralAt(typed, at)
}

/** The weekdays of a list: “Monday, Wednesday and Friday”. */
function weekdaysAt(typed: TypedText, at: number): Found<readonly number[]> | undefined {
  const first = weekdayAt(typed, at)
  if (first === undefined) return undefined
  const weekdays = [first.value]
  let { next } = first
  for (;;) {
    const comma = /^[,&+]$/.test(pieceAt(typed, next)) ? next + 1 : next
    const joined = behindPhrases(typed, comma, 'and')
    const another =
      joined === next ? undefined : weekdayAt(typed, behindPhrases(typed, joined, 'joints', 'articles'))
    if (another === undefined) return { value: weekdays, next }
    weekdays.push(another.value)
    next = another.next
  }
}

/** Which weekday of the month, as a word or a number: “first”, “2nd”, “第2”. */
function ordinalAt(typed: TypedText, at: number): Found<number> | undefined {
  const named = phraseAt(typed, at, 'ordinal')
  if (named !== undefined) return named
  const isJapanese = pieceAt(typed, at) === '第'
  const number = numberAt(typed, isJapanese ? at + 1 : at, 1, 1)
  const isOrdinal = isJapanese || /^(?:st|nd|rd|th|[.ºª°])$/.test(pieceAt(typed, at + 1))
  return number !== undefined && number >= 1 && number <= 5 && isOrdinal
    ? { value: number, next: at + 2 }
    : undefined
}

/** “every first Saturday”, “the last Friday of the month”. */
function inMonthAt(typed: TypedText, start: number): Found<Repetition> | undefined {
  const every = phraseAt(typed, start, 'every', 'everyMonth')
  const at = behindPhrases(typed, every?.next ?? start, 'joints', 'articles')
  const ordinal = ordinalAt(typed, at)
  const weekday = ordinal && weekdayAt(typed, ordinal.next)
  const month = weekday && phraseAt(typed, weekday.next, 'ofMonth')
  if (ordinal === undefined || weekday === undefined || (every ?? month) === undefined) return undefined
  const value = { weekdays: [weekday.value], interval: 1, ordinal: ordinal.value }
  return { value, next: month?.next ?? weekday.next }
}

function repetitionAt(typed: TypedText, start: number): Found<Repetition> | undefined {
  const inMonth = inMonthAt(typed, start)
  if (inMonth !== undefined) return inMonth
  const whole = phraseAt(typed, start, 'daily', 'workdays')
  if (whole !== undefined) {
    const weekdays = whole.kind === 'daily' ? [] : WORKDAYS
    return { value: { weekdays, interval: 1, ordinal: 0 }, next: whole.next }
  }
  const every = phraseAt(typed, start, 'every', 'everyOther')
  const at = behindPhrases(typed, every?.next ?? start, 'joints', 'articles')
  const days = weekdaysAt(typed, at)
  if (days === undefined || (every === undefined && pluralAt(typed, at) === undefined)) return undefined
  const interval = every?.kind === 'everyOther' ? 2 : 1
  return { value: { weekdays: days.value, interval, ordinal: 0 }, next: days.next }
}

/** Finds how often a line says that the event is, wherever that stands. */
export function repetitionIn(typed: TypedText): FoundPart<Repetition> | undefined {
  for (let at = 0; at < typed.tokens.length; at += 1) {
    const found = isBoundary(typed, at) ? repetitionAt(typed, behindPhrases(typed, at, 'joints')) : undefined
    if (found !== undefined && isBoundary(typed, found.next)) return partOf(typed, at, found)
  }
  return undefined
}

/** Whether a day is one of the repetition, of those of its first week or month. */
function isOn(day: string, { weekdays, ordinal }: Repetition): boolean {
  if (weekdays.length === 0) return true
  if (!weekdays.includes(isoWeekday(day))) return false
  if (ordinal === 0) return true
  const isLast = plusDays(day, WEEK)?.slice(0, 7) !== day.slice(0, 7)
  return ordinal < 0 ? isLast : Math.ceil(Number(day.slice(8)) / WEEK) === ordinal
}

/** Returns the first day of a repetition from a day on. Undefined where the calendar ends before. */
export function firstDayOf(
  repetition: Repetition,
  origin: string,
  isPast: (day: string) => boolean,
): string | undefined {
  for (let ahead = 0; ahead < FARTHEST; ahead += 1) {
    const day = plusDays(origin, ahead)
    if (day === undefined) return undefined
    if (!isPast(day) && isOn(day, repetition)) return day
  }
  return undefined
}

/** Returns the rule (RFC 5545), which ends with a day if there is one. */
export function ruleOfRepetition({ weekdays, interval, ordinal }: Repetition, until?: string): string {
  const names = weekdays.toSorted((one, other) => one - other).map((weekday) => WEEKDAYS[weekday - 1])
  return [
    `RRULE:FREQ=${weekdays.length === 0 ? 'DAILY' : ordinal === 0 ? 'WEEKLY' : 'MONTHLY'}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(names.length > 0 ? [`BYDAY=${ordinal === 0 ? '' : ordinal}${names.join()}`] : []),
    ...(until === undefined ? [] : [`UNTIL=${until.replaceAll('-', '')}`]),
  ].join(';')
}
