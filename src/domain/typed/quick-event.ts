/** Reads a line such as “Concert Friday 8pm at Komedia” as the beginnings of an event. */
import { costTokensOf, isCostWithCurrency } from '../money/cost.ts'
import { leadingFreeWord } from '../money/currencies.ts'
import { unicodeNormalizedText } from '../text/letters.ts'
import { epochOfInstant, type Moment } from '../time/moment.ts'
import { isMonthFirstInRegion } from '../time/site-locale.ts'
import { isoWeekday, plusDays } from '../time/timestamp.ts'
import { today } from '../time/window.ts'
import { epochOfWall, firstWallTimeOfDay, wallAt } from '../time/zones.ts'
import {
  daysIn,
  type EventDays,
  endIn,
  hoursBehindDate,
  resolveDays,
  resolveEnd,
  type WrittenDays,
} from './days.ts'
import { type TimeOfDaySpan, timesIn } from './times.ts'
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
  typedTextIn,
} from './typed-text.ts'
import { typedWordsOf } from './words.ts'

// How an event repeats, as a line says it: “every Monday and Thursday”, “jeden zweiten Dienstag im Monat”, “毎月第2土曜日”.

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
function repetitionIn(typed: TypedText): FoundPart<Repetition> | undefined {
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
function firstDayOf(
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
function ruleOfRepetition({ weekdays, interval, ordinal }: Repetition, until?: string): string {
  const names = weekdays.toSorted((one, other) => one - other).map((weekday) => WEEKDAYS[weekday - 1])
  return [
    `RRULE:FREQ=${weekdays.length === 0 ? 'DAILY' : ordinal === 0 ? 'WEEKLY' : 'MONTHLY'}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(names.length > 0 ? [`BYDAY=${ordinal === 0 ? '' : ordinal}${names.join()}`] : []),
    ...(until === undefined ? [] : [`UNTIL=${until.replaceAll('-', '')}`]),
  ].join(';')
}

/** Where a line is written: its language, the region (ISO 3166) that decides how dates are written, and the currency, if they are set. */
interface LineLocale {
  readonly language: string
  readonly region?: string | undefined
  readonly currency?: string | undefined
}

const anyOf = (words: readonly string[]) =>
  [...words]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')

// The price of an event in a line: “8 €”, “admission 8–12 €”, “Eintritt frei”.

/** The most words of a price: “8 € – 12 €”. */
const LONGEST_PRICE = 5

/** Whether a text that may be a price has two numbers with nothing but a space between them, as “20:00 8 €”: “1 200 €” is one number. */
const hasNumbersApart = (text: string) => /\d\s+(?!\d{3}(?!\d))\d/.test(text)

/** The places of the words of a text that are a price by themselves, or the currency of a number beside them. */
function pricedWords(words: readonly string[], currency: string | undefined): ReadonlySet<number> {
  const isPriced = (word: string) =>
    isCostWithCurrency(word, currency) || isCostWithCurrency(`1 ${word}`, currency)
  // What is far from a number can be “free” alone. The others are read with more effort.
  const mayBe = (at: number) =>
    /\d/.test(words.slice(Math.max(at - 1, 0), at + 2).join()) ||
    leadingFreeWord(words[at] ?? '') !== undefined
  return new Set(
    words.flatMap((word, at) => (mayBe(at) && isPriced(word.replace(/(?<![,;|])[,;|]+$/, '')) ? [at] : [])),
  )
}

/** A price in a line. One that only names its currency, as “5 pound”, may be part of a title: “The 5 Pound Challenge”. */
interface FoundPrice extends FoundPart<string> {
  readonly mayBeOfTitle: boolean
}

/** Whether a price has the sign or the code of a currency. */
const hasCurrencySign = (price: string, currency: string | undefined) =>
  costTokensOf(price, currency, false).some(({ kind }) => kind === 'currency')

/** Finds the longest price that has its currency, at best with a sign; one in words, such as “free”, only behind a word for admission or between commas. */
function priceIn(text: string, { language, currency }: LineLocale): FoundPrice | undefined {
  const words = [...text.matchAll(/\S+/g)]
  const priced = pricedWords(
    words.map(([word]) => word),
    currency,
  )
  const { admission, priced: ofNumbers } = typedWordsOf(language)
  const behindAny = (some: readonly string[]) =>
    new RegExp(`(?:^|[\\s,;|])((?:${anyOf(some)})[\\s:]+)$`, 'iu')
  const announced = behindAny(admission)
  const announcedInNumbers = behindAny([...admission, ...ofNumbers])
  let unsure: FoundPrice | undefined
  for (let length = LONGEST_PRICE; length > 0; length -= 1)
    for (const [at, { index: from }] of words.entries()) {
      const some = words.slice(at, at + length)
      const last = some.at(-1)
      if (last === undefined || !some.some((_, nth) => priced.has(at + nth))) continue
      const price = text.slice(from, last.index + last[0].length).replace(/(?<![,;|])[,;|]+$/, '')
      if (hasNumbersApart(price) || !isCostWithCurrency(price, currency)) continue
      const [before, behind] = [text.slice(0, from), text.slice(from + price.length)]
      const isInNumbers = /\d/.test(price)
      const word = (isInNumbers ? announcedInNumbers : announced).exec(before)?.[1] ?? ''
      const isApart = /(?:^|[,;|]\s*)$/.test(before) && /^\s*(?:[,;|]|$)/.test(behind)
      const mayBeOfTitle = isInNumbers && word === '' && !isApart && !hasCurrencySign(price, currency)
      if (!isInNumbers && word === '' && !isApart) continue
      const found = { value: price, from: from - word.length, to: from + price.length, mayBeOfTitle }
      if (!mayBeOfTitle) return found
      unsure ??= found
    }
  return unsure
}

/** A start and an end as wall clocks in the site zone: `YYYY-MM-DD HH:MM:SS`. */
interface QuickSpan {
  readonly start: string
  readonly end: string
}

/** The meaning of a line. Wall clocks are `YYYY-MM-DD HH:MM:SS` in the site zone; undefined if the line names no day. */
interface QuickEvent {
  readonly title: string
  readonly start: string | undefined
  readonly end: string | undefined
  /** Whether the line names a day but no time. */
  readonly allDay: boolean
  /** The name of the place, as typed; "" for none. */
  readonly place: string
  /** The price, as typed. */
  readonly cost?: string
  /** The rule of an event that repeats: “every Monday”. */
  readonly recurrence?: readonly string[]
  /** The last day of a rule that has no date until then, as “every Monday” from a Tuesday to a Thursday: the line is no event. */
  readonly endsBeforeFirstDate?: string
  /** Other spans that may be meant, where the line names a weekday and a date that has another one. */
  readonly alternatives: readonly QuickSpan[]
}

const TWO_HOURS = 7200

/** Stands where a part of the line was read. */
const READ = '\u0000'
/** Stands where a price was read that may be part of the title. */
const PRICE = '\u0001'
const aroundRead = new RegExp(`(?<![\\s,;:|–—-])[\\s,;:|–—-]*(?:${READ}[\\s,;:|–—-]*)+`, 'g')

/** What is left of a line without what was read, which commas may have parted from the rest. */
const restOf = (line: string) =>
  line.replace(aroundRead, (around) => (/[,;|].*[,;|]/s.test(around) ? ', ' : ' ')).trim()

const cut = (
  whole: string,
  found: { readonly from: number; readonly to: number } | undefined,
  mark: string = READ,
) => (found === undefined ? whole : `${whole.slice(0, found.from)}${mark}${whole.slice(found.to)}`)

const bare = (text: string) => text.replace(/^[\s,;:–-]+|(?<![\s,;:–-])[\s,;:–-]+$/gu, '')

/** Parts a title from the place at its end. */
function parted(line: string, language: string): Pick<QuickEvent, 'title' | 'place'> {
  const japanese = language === 'ja' ? /^(?<place>.+?)で(?<title>.+)$/u.exec(line)?.groups : undefined
  const pattern = new RegExp(
    `^(?<title>.+)(?<![\\p{L}\\p{N}])(?:(?:${anyOf(typedWordsOf(language).places)})\\s+|@\\s*)(?<place>\\S.*)$`,
    'iu',
  )
  const { title = line, place = '' } = japanese ?? pattern.exec(line)?.groups ?? {}
  return { title: bare(title), place: bare(place) }
}

/** Parts a title from the place and the price. A price that only names its currency stands behind all words of the title or the place. */
function partedWithPrice(
  line: string,
  price: FoundPrice | undefined,
  language: string,
): Pick<QuickEvent, 'title' | 'place' | 'cost'> {
  const { title, place } = parted(restOf(line), language)
  const texts = `${title}\n${place}`
  if (price === undefined || !texts.includes(PRICE))
    return { title, place, ...(price && { cost: price.value }) }
  if (new RegExp(`${PRICE} ?[\\p{L}\\p{N}]`, 'u').test(texts))
    return { title: title.replace(PRICE, price.value), place: place.replace(PRICE, price.value) }
  const without = (text: string) => bare(restOf(text.replace(PRICE, READ)))
  return { title: without(title), place: without(place), cost: price.value }
}

/** The most words of the name of a place that nothing announces. */
const LONGEST_PLACE = 5

/**
 * Returns the ways in which a title may have the name of a place in it, that no word announces: a part between commas, or the first or
 * the last words. The longest names come first.
 */
export function placesWithinTitle(title: string): readonly Pick<QuickEvent, 'title' | 'place'>[] {
  const parts = title.split(/[,;|]/).map((part) => part.trim())
  const without = (all: readonly string[], from: number, to: number, glue: string) => ({
    title: bare([...all.slice(0, from), ...all.slice(to)].join(glue)),
    place: bare(all.slice(from, to).join(glue)),
  })
  const ofCommas = parts.map((_, at) => without(parts, at, at + 1, ', ')).reverse()
  const words = title.split(' ')
  const lengths = Array.from(
    { length: Math.min(LONGEST_PLACE, words.length - 1) },
    (_, at) => at + 1,
  ).reverse()
  const ofWords = lengths.flatMap((length) => [
    without(words, words.length - length, words.length, ' '),
    without(words, 0, length, ' '),
  ])
  const all = parts.length > 1 ? [...ofCommas, ...ofWords] : ofWords
  return all.filter((one) => one.title !== '' && one.place !== '')
}

/** The start and the end of an event on some days, in the site zone. */
function spanOf({ from, to }: EventDays, times: TimeOfDaySpan | undefined, zone: string): QuickSpan {
  const at = (day: string, time: string) => epochOfWall(`${day} ${time.slice(0, 5)}:00`, zone)
  if (times === undefined) return { start: firstWallTimeOfDay(from, zone), end: firstWallTimeOfDay(to, zone) }
  const start = at(from, times.from)
  const end = times.to === undefined ? at(to, times.from) + TWO_HOURS : at(to, times.to)
  return { start: wallAt(start, zone), end: wallAt(end <= start ? end + 86_400 : end, zone) }
}

const TODAY: WrittenDays = { from: { inDays: 0 }, to: { inDays: 0 }, isSpan: false }

/**
 * Reads a line in a language of the service. A weekday or a date without a year is the next one. Without an end the event lasts two
 * hours; without a time, all day. A weekday beside a date that has another one leaves open which is meant: then there are
 * alternatives.
 */
export function readQuickEvent(line: string, locale: LineLocale, moment: Moment): QuickEvent {
  const { language, region } = locale
  const whole = unicodeNormalizedText(line)
    .replaceAll(READ, ' ')
    .replaceAll(PRICE, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const price = priceIn(whole, locale)
  const text = cut(whole, price, price?.mayBeOfTitle === true ? PRICE : READ)
  const typed = typedTextIn(text, [language])
  const reading = { isMonthFirst: isMonthFirstInRegion(language, region), isWhole: false }
  const repetition = repetitionIn(typed)
  const once = repetition === undefined ? typed : typedTextIn(cut(text, repetition), [language])
  const until = repetition && endIn(once, reading)
  const single = until === undefined ? once : typedTextIn(cut(once.text, until), [language])
  const day = daysIn(single, reading)
  const dayless = cut(single.text, day)
  const left = typedTextIn(dayless, [language])
  const dayAt = left.tokens.findIndex(({ from }) => from === day?.from)
  const hours = day?.value.to.day === undefined ? undefined : hoursBehindDate(left, dayAt + 1, reading)
  const sure = timesIn(left)
  // “18 Dec 20:30-23” has a sure start.
  const times = sure === undefined || hours?.from === sure.from ? (hours ?? sure) : sure
  const parts = partedWithPrice(cut(dayless, times), price, language)
  const on = day?.value ?? (times === undefined && repetition === undefined ? undefined : TODAY)
  const origin = today(moment)
  const time = times?.value.from.slice(0, 5)
  const isPast = (one: string) =>
    time === undefined || one !== origin
      ? one < origin
      : epochOfWall(`${one} ${time}:00`, moment.zone) < epochOfInstant(moment.now)
  const days = on && resolveDays(on, origin, isPast)
  if (days === undefined)
    return { ...parts, start: undefined, end: undefined, allDay: false, alternatives: [] }
  const inZone = (some: EventDays) => spanOf(some, times?.value, moment.zone)
  const allDay = times === undefined
  if (repetition === undefined)
    return { ...parts, ...inZone(days), allDay, alternatives: days.alternatives.map(inZone) }
  const first = firstDayOf(repetition.value, days.from, isPast)
  if (first === undefined)
    return { ...parts, start: undefined, end: undefined, allDay: false, alternatives: [] }
  const end = on?.isSpan === true ? days.to : until && resolveEnd(until.value, first)
  const isNever = end !== undefined && end < first
  const recurrence = [ruleOfRepetition(repetition.value, end)]
  return {
    ...parts,
    ...inZone({ from: first, to: first }),
    allDay,
    recurrence,
    alternatives: [],
    ...(isNever && { endsBeforeFirstDate: end }),
  }
}
