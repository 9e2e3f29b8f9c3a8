/** Reads a line such as “Concert Friday 8pm at Komedia” as the beginnings of an event. */
import { unicodeNormalizedText } from '../text/normalized.ts'
import { isMonthFirstInRegion } from '../time/date-order.ts'
import { epochOfInstant, type Moment } from '../time/moment.ts'
import { today } from '../time/window.ts'
import { epochOfWall, firstWallTimeOfDay, wallAt } from '../time/zones.ts'
import { daysIn, endIn, type WrittenDays } from './days.ts'
import { firstDayOf, repetitionIn, ruleOfRepetition } from './repetition.ts'
import { type EventDays, resolveDays } from './resolve.ts'
import { type TimeOfDaySpan, timesIn } from './times.ts'
import { typedTextIn } from './typed-text.ts'
import { typedWordsOf } from './words.ts'

/** Where a line is written: its language, and the region (ISO 3166) that decides how dates are written, if one is set. */
interface LineLocale {
  readonly language: string
  readonly region?: string | undefined
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
const aroundRead = new RegExp(`(?<![\\s,;:|–—-])[\\s,;:|–—-]*(?:${READ}[\\s,;:|–—-]*)+`, 'g')

const anyOf = (words: readonly string[]) =>
  [...words]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')

/** What is left of a line without what was read, which commas may have parted from the rest. */
const restOf = (line: string) =>
  line.replace(aroundRead, (around) => (/[,;|].*[,;|]/s.test(around) ? ', ' : ' ')).trim()

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
export function readQuickEvent(line: string, { language, region }: LineLocale, moment: Moment): QuickEvent {
  const text = unicodeNormalizedText(line).replaceAll(READ, ' ').replace(/\s+/g, ' ').trim()
  const typed = typedTextIn(text, [language])
  const reading = { isMonthFirst: isMonthFirstInRegion(language, region), isWhole: false }
  const cut = (whole: string, found: { readonly from: number; readonly to: number } | undefined) =>
    found === undefined ? whole : `${whole.slice(0, found.from)}${READ}${whole.slice(found.to)}`
  const repetition = repetitionIn(typed)
  const once = repetition === undefined ? typed : typedTextIn(cut(text, repetition), [language])
  const until = repetition && endIn(once, reading)
  const single = until === undefined ? once : typedTextIn(cut(once.text, until), [language])
  const day = daysIn(single, reading)
  const dayless = cut(single.text, day)
  const times = timesIn(typedTextIn(dayless, [language]))
  const parts = parted(restOf(cut(dayless, times)), language)
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
  const end =
    on?.isSpan === true ? days.to : until && resolveDays(until.value, first, (one) => one < first)?.to
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
