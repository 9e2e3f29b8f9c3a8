/** Reads a line such as “Concert Friday 8pm at Komedia” as the beginnings of an event. */
import { unicodeNormalizedText } from '../text/normalized.ts'
import type { Moment } from '../time/moment.ts'
import { epochOfWall, firstWallTimeOfDay, wallAt } from '../time/zones.ts'
import { takeDaysFromLine, type WrittenDays } from './days.ts'
import { anyOfRegexSource } from './names.ts'
import { type EventDays, resolveDays } from './resolve.ts'
import { type LineLocale, type LineLocaleWithWords, lineLanguageWithWords } from './take.ts'
import { type TimeOfDaySpan, takeTimesFromLine } from './times.ts'

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
  /** Other spans that may be meant, where the line names a weekday and a date that has another one. */
  readonly alternatives: readonly QuickSpan[]
}

const TWO_HOURS = 7200
/** Parts a title from the place at its end. */
function parted(line: string, { language, words }: LineLocaleWithWords): Pick<QuickEvent, 'title' | 'place'> {
  const japanese = language === 'ja' ? /^(?<place>.+?)で(?<title>.+)$/u.exec(line)?.groups : undefined
  const pattern = new RegExp(
    `^(?<title>.+)(?<![\\p{L}\\p{N}])(?:${anyOfRegexSource(words.places)}\\s+|@\\s*)(?<place>\\S.*)$`,
    'iu',
  )
  const { title = line, place = '' } = japanese ?? pattern.exec(line)?.groups ?? {}
  const bare = (text: string) => text.replace(/^[\s,;:–-]+|[\s,;:–-]+$/gu, '')
  return { title: bare(title), place: bare(place) }
}

/** The start and the end of an event on some days, in the site zone. */
function spanOf({ from, to }: EventDays, times: TimeOfDaySpan | undefined, zone: string): QuickSpan {
  const at = (day: string, time: string) => epochOfWall(`${day} ${time}:00`, zone)
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
export function readQuickEvent(line: string, speaker: LineLocale, moment: Moment): QuickEvent {
  const speech = lineLanguageWithWords(speaker)
  const text = unicodeNormalizedText(line).replace(/\s+/g, ' ').trim()
  const day = takeDaysFromLine(text, speech)
  const times = takeTimesFromLine(day?.rest ?? text, speech)
  const parts = parted(times?.rest ?? day?.rest ?? text, speech)
  const on = day?.value ?? (times === undefined ? undefined : TODAY)
  const days = on && resolveDays(on, times?.value.from, moment)
  if (days === undefined)
    return { ...parts, start: undefined, end: undefined, allDay: false, alternatives: [] }
  const inZone = (some: EventDays) => spanOf(some, times?.value, moment.zone)
  const alternatives = days.alternatives.map(inZone)
  return { ...parts, ...inZone(days), allDay: times === undefined, alternatives }
}
