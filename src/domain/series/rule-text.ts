/** A recurrence in words, in each language of the service: “Every Tuesday, 10 times”. */

import type { InterfaceLanguageCode } from '../../words/languages.ts'
import { untilSecondInZone, weekdayOfDayNumber } from '../time/recurrence.ts'
import type { Rule, RuleDay } from '../time/recurrence-rule.ts'
import { epochOfUtc } from '../time/timestamp.ts'
import { type RecurrenceDate, ruleOfSeries, type Series } from './occurrences.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { it } from './words/it.ts'
import { ja } from './words/ja.ts'
import { nl } from './words/nl.ts'
import { ptBr } from './words/pt-br.ts'
import type { RuleUnit, RuleWords } from './words/rule-words.ts'

// The weekdays of a rule in words.

const DAY = 86_400
const WORKDAY = 7
const ANY_DAY_NOUN = 8

/** Returns words as a list of the language. */
const joinedWords = (own: RuleWords, items: readonly string[]) =>
  own.join?.(items) ?? new Intl.ListFormat(own.tag, { type: 'conjunction' }).format(items)

/** Whether the days are those from Monday to Friday. */
const isWorkdays = (days: readonly RuleDay[]) =>
  days.length === 5 && days.every(({ weekday, ordinal }) => weekday < 5 && ordinal === 0)

/** The number of the noun that BYSETPOS selects from: one weekday, Monday to Friday, or all seven days; undefined if there is none. */
function indexOfNounForRuleDays(days: readonly RuleDay[]): number | undefined {
  if (days.some(({ ordinal }) => ordinal !== 0)) return undefined
  if (days.length === 1) return days[0]?.weekday
  if (isWorkdays(days)) return WORKDAY
  return days.length === 7 ? ANY_DAY_NOUN : undefined
}

/** Whether the phrase of the days says BYSETPOS already. */
const weekdayPhraseSaysPositions = ({ positions, byDay, frequency }: Rule) =>
  positions.length > 0 &&
  (frequency === 'MONTHLY' || frequency === 'YEARLY') &&
  indexOfNounForRuleDays(byDay) !== undefined

/** “every Monday and Wednesday”; undefined for a rule that is not of each week, or that says more of its days. */
function weeklyRuleText(rule: Rule, start: number, own: RuleWords): string | undefined {
  const { interval, byDay, monthDays, yearDays, weekNumbers } = rule
  const isOther = interval > 1 || monthDays.length + yearDays.length + weekNumbers.length > 0
  if (isOther || weekdayPhraseSaysPositions(rule) || isWorkdays(byDay)) return undefined
  if (byDay.some(({ ordinal }) => ordinal !== 0)) return undefined
  const days =
    byDay.length > 0 ? byDay.map(({ weekday }) => weekday) : [weekdayOfDayNumber(Math.floor(start / DAY))]
  const { each, all } = own.everyWeek
  return all(joinedWords(own, days.sort((a, b) => a - b).map(each)))
}

const words: Readonly<Record<InterfaceLanguageCode, RuleWords>> = {
  en,
  de,
  es,
  fr,
  it,
  ja,
  nl,
  'pt-br': ptBr,
}

const units: Readonly<Record<Rule['frequency'], RuleUnit>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
}

/** Those from the end, which are below zero, come last. */
const inOrder = (numbers: readonly number[]) => [...numbers].sort((a, b) => (a < 0 === b < 0 ? a - b : b - a))

const formatted = (own: RuleWords, seconds: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(own.tag, { ...options, timeZone: 'UTC' }).format(seconds * 1000)

const longDate = (own: RuleWords, seconds: number) => formatted(own, seconds, { dateStyle: 'long' })

function monthNames(own: RuleWords, months: readonly number[]): string {
  const names = months.map((month) =>
    formatted(own, epochOfUtc(`2027-${String(month).padStart(2, '0')}-01 00:00:00`), { month: 'long' }),
  )
  return joinedWords(own, names)
}

function weekdays(rule: Rule, own: RuleWords): string {
  const { byDay, positions } = rule
  const noun = indexOfNounForRuleDays(byDay) ?? ANY_DAY_NOUN
  if (weekdayPhraseSaysPositions(rule))
    return own.on(
      joinedWords(
        own,
        inOrder(positions).map((position) => own.nth(position, noun)),
      ),
    )
  if (isWorkdays(byDay)) return own.workdays
  const plain = byDay.filter(({ ordinal }) => ordinal === 0).sort((a, b) => a.weekday - b.weekday)
  const ordinals = inOrder([...new Set(byDay.map(({ ordinal }) => ordinal))].filter((one) => one !== 0))
  const numbered = ordinals.flatMap((number) =>
    byDay.filter(({ ordinal }) => ordinal === number).map(({ weekday }) => own.nth(number, weekday)),
  )
  return own.on(joinedWords(own, [...plain.map(({ weekday }) => own.day(weekday)), ...numbered]))
}

/** The day of the start, for what a rule leaves open. */
function startDay({ frequency, months, weekNumbers }: Rule, start: number, own: RuleWords): string {
  if (frequency === 'DAILY') return ''
  const day = Math.floor(start / DAY)
  if (frequency === 'WEEKLY' || weekNumbers.length > 0) return own.on(own.day(weekdayOfDayNumber(day)))
  if (frequency === 'YEARLY' && months.length === 0)
    return own.on(own.date(formatted(own, start, { month: 'long', day: 'numeric' })))
  return own.on(own.monthDay(dayNumberOf(start)))
}

const dayNumberOf = (start: number) => Number(formatted(en, start, { day: 'numeric' }))

/** “May 4”, as long as there is one month and only days of it; undefined otherwise. */
function datesOfYear(rule: Rule, start: number, own: RuleWords): string | undefined {
  const { byDay, monthDays, yearDays, weekNumbers, months, frequency } = rule
  const [month, ...others] = months
  if (frequency !== 'YEARLY' || month === undefined) return undefined
  if (others.length + byDay.length + yearDays.length + weekNumbers.length > 0) return undefined
  if (monthDays.some((day) => day < 0)) return undefined
  const days = monthDays.length > 0 ? monthDays : [dayNumberOf(start)]
  const dates = days.map((day) => epochOfUtc(`2028-${two(month)}-${two(day)} 00:00:00`))
  const texts = dates.map((date) => own.date(formatted(own, date, { month: 'long', day: 'numeric' })))
  return own.on(joinedWords(own, texts))
}

function daysIn(rule: Rule, start: number, own: RuleWords): readonly string[] {
  const { byDay, monthDays, yearDays, weekNumbers, months, frequency } = rule
  const dates = datesOfYear(rule, start, own)
  if (dates !== undefined) return [dates]
  const ofMonth = inOrder(monthDays).map((day) => own.monthDay(day))
  const ofYear = inOrder(yearDays).map((day) => own.yearDay(day))
  const days = [
    ...(byDay.length > 0 ? [weekdays(rule, own)] : []),
    ...(ofMonth.length > 0 ? [own.on(joinedWords(own, ofMonth))] : []),
    ...(ofYear.length > 0 ? [own.on(joinedWords(own, ofYear))] : []),
  ]
  const phrase = days.length > 0 ? days.join(own.comma) : startDay(rule, start, own)
  const within = [
    ...(weekNumbers.length > 0 ? [own.inWeeks(joinedWords(own, inOrder(weekNumbers).map(String)))] : []),
    ...(months.length > 0 ? [inMonths(rule, own)] : []),
  ]
  return own.isMonthFirst && frequency === 'YEARLY' ? [...within, phrase] : [phrase, ...within]
}

const two = (number: number) => String(number).padStart(2, '0')

function inMonths({ frequency, months }: Rule, own: RuleWords): string {
  const names = monthNames(own, months)
  return frequency === 'YEARLY' ? own.ofMonths(names) : own.inMonths(names)
}

/** The times of a day that BYHOUR, BYMINUTE and BYSECOND name. */
function timesOfDay({ hours, minutes }: Rule, start: number, own: RuleWords): readonly string[] {
  if (hours.length + minutes.length === 0) return []
  const all = hours.length > 0 ? hours : [Math.floor((start % DAY) / 3600)]
  const each = minutes.length > 0 ? minutes : [Math.floor((start % 3600) / 60)]
  const times = all.flatMap((hour) => each.map((minute) => hour * 3600 + minute * 60))
  const texts = times.map((time) => formatted(own, time, { timeStyle: 'short' }))
  return [own.at(joinedWords(own, texts))]
}

function limits(rule: Rule, series: Series, own: RuleWords): readonly string[] {
  const { positions, count, until } = rule
  const last = untilSecondInZone(rule, series.zone)
  return [
    ...(positions.length > 0 && !weekdayPhraseSaysPositions(rule)
      ? [own.only(joinedWords(own, inOrder(positions).map(own.position)))]
      : []),
    ...(count < Number.POSITIVE_INFINITY ? [own.times(count)] : []),
    ...(until !== '' && last !== undefined ? [own.until(longDate(own, last))] : []),
  ]
}

/** Dates that are named one by one; of more, their number is. */
const MAX_NAMED = 5

function dates(some: readonly RecurrenceDate[], own: RuleWords): string {
  if (some.length > MAX_NAMED) return own.dates(some.length)
  const texts = some.map(({ wall }) => own.date(longDate(own, epochOfUtc(wall))))
  return own.on(joinedWords(own, texts))
}

function ruleWords(rule: Rule, series: Series, own: RuleWords): string {
  const start = epochOfUtc(series.start)
  const { frequency, interval, byDay, monthDays, positions } = rule
  if (rule.count === 1) return own.once
  // Every day on some weekdays is every week on these.
  const isWeekly =
    frequency === 'DAILY' && interval === 1 && byDay.length > 0 && positions.length + monthDays.length === 0
  const weekly = isWeekly || frequency === 'WEEKLY' ? weeklyRuleText(rule, start, own) : undefined
  const when =
    weekly === undefined
      ? [own.every(isWeekly ? 'week' : units[frequency], interval), ...daysIn(rule, start, own)]
      : [weekly, ...(rule.months.length > 0 ? [inMonths(rule, own)] : [])]
  const parts = [...when, ...timesOfDay(rule, start, own)].filter((part) => part !== '')
  const sentence = parts.join(own.space)
  return [sentence, ...limits(rule, series, own)].join(own.comma)
}

const capital = (text: string, { tag }: RuleWords) => text.slice(0, 1).toLocaleUpperCase(tag) + text.slice(1)

/**
 * A series in words, in a language: the rule, added dates and exceptions. Days that the rule leaves open are those of the start. Dates are
 * written as in `locale`.
 */
export function describeSeriesInWords(
  series: Series,
  language: InterfaceLanguageCode,
  locale: string = words[language].tag,
): string {
  const own: RuleWords = { ...words[language], tag: locale }
  const rule = ruleOfSeries(series)
  const { exclusions } = series.recurrence
  const added = series.recurrence.dates
  const first = { wall: series.start, isDay: true }
  const parts = [
    ...(rule === undefined ? [dates([first, ...added], own)] : [ruleWords(rule, series, own)]),
    ...(rule !== undefined && added.length > 0 ? [own.also(dates(added, own))] : []),
    ...(exclusions.length > 0 ? [own.except(dates(exclusions, own))] : []),
  ]
  return capital(parts.join(own.comma), own)
}
