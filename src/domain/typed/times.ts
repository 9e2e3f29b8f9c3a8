/** The time of day that a text names: “7:30pm”, “19.30 bis 21 Uhr”, “halb acht”, “午後7時半”, “noon”, “7 pm till late”. */
import {
  behindPhrases,
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

/** Times of day, as `HH:MM` or with seconds as they are written. An end at or before the start is of the next day. */
export interface TimeOfDaySpan {
  readonly from: string
  readonly to: string | undefined
}

type Half = 'am' | 'pm' | 'night'

/** A time of the clock as it is written. */
interface Clock {
  readonly hour: number
  readonly minutes: number
  readonly seconds: number | undefined
  readonly half: Half | undefined
  /** Minutes that words add: “half past”. */
  readonly added: number
  /** Whether it can't be another number: it has minutes, a unit or a half of the day. */
  readonly isSure: boolean
}

const isHalf = (kind: string | undefined): kind is Half => kind === 'am' || kind === 'pm' || kind === 'night'

/** The half of the day behind an hour: “pm”, “p.m.”, “abends”, or a letter alone directly behind the number. */
function halfAt(typed: TypedText, at: number): Found<Half> | undefined {
  // “9:00:AM”, as EventON writes it.
  const named = phraseAt(typed, pieceAt(typed, at) === ':' ? at + 1 : at, 'am', 'pm', 'night')
  if (isHalf(named?.kind)) return { value: named.kind, next: named.next }
  const letter = isTight(typed, at) ? pieceAt(typed, at) : ''
  return letter === 'a' || letter === 'p' ? { value: `${letter}m`, next: at + 1 } : undefined
}

/** The minutes behind an hour, and the seconds behind them: `:30`, `.30`, `h30`, `時30分`. */
function minutesAt(
  typed: TypedText,
  at: number,
): Found<readonly [minutes: number, seconds?: number | undefined]> | undefined {
  const sign = pieceAt(typed, at)
  if (sign === '時') {
    const minutes = numberAt(typed, at + 1, 1, 2)
    const isUnit = pieceAt(typed, at + 2) === '分'
    if (minutes === undefined || !isUnit) return undefined
    return { value: [minutes], next: at + 3 }
  }
  const isGlued = isTight(typed, at) && isTight(typed, at + 1)
  if (
    sign !== ':' &&
    !(sign === '.' && isGlued) &&
    !(sign === 'h' && isTight(typed, at) === isTight(typed, at + 1))
  )
    return undefined
  const minutes = numberAt(typed, at + 1, 2, 2)
  if (minutes === undefined) return undefined
  const seconds = pieceAt(typed, at + 2) === sign && sign !== 'h' ? numberAt(typed, at + 3, 2, 2) : undefined
  return { value: [minutes, seconds], next: seconds === undefined ? at + 2 : at + 4 }
}

const NOON = { hour: 12, minutes: 0, seconds: undefined, half: 'pm', added: 0, isSure: true } as const
const MIDNIGHT = { ...NOON, hour: 12, half: 'night' } as const

function clockAt(typed: TypedText, start: number): Found<Clock> | undefined {
  const at = behindPhrases(typed, start, 'about')
  const word = phraseAt(typed, pieceAt(typed, at) === '12' ? at + 1 : at, 'noon', 'midnight')
  if (word !== undefined) return { value: word.kind === 'noon' ? NOON : MIDNIGHT, next: word.next }
  // “午後7時”: in Japanese alone it stands before the hour.
  const before = isJapaneseAt(typed, at) ? phraseAt(typed, at, 'am', 'pm', 'night') : undefined
  const ahead = phraseAt(typed, before?.next ?? at, 'minutesBefore')
  const hourAt = ahead?.next ?? before?.next ?? at
  const named = phraseAt(typed, hourAt, 'hourWord')
  const hour = numberAt(typed, hourAt, 1, 2) ?? named?.value
  if (hour === undefined) return undefined
  let next = named?.next ?? hourAt + 1
  const written = minutesAt(typed, next)
  next = written?.next ?? next
  const unit = pieceAt(typed, next) === '時' ? { next: next + 1 } : phraseAt(typed, next, 'hour')
  next = unit?.next ?? next
  // “20 Uhr c.t.” begins a quarter of an hour later.
  const academic =
    /^[cs]$/.test(pieceAt(typed, next)) &&
    pieceAt(typed, next + 1) === '.' &&
    pieceAt(typed, next + 2) === 't'
  const isLater = academic && pieceAt(typed, next) === 'c'
  if (academic) next += pieceAt(typed, next + 3) === '.' ? 4 : 3
  const behind = phraseAt(typed, next, 'minutesBehind')
  next = behind?.next ?? next
  const half = halfAt(typed, next)
  next = half?.next ?? next
  // The unit may stand behind the half: “7:30 pm hrs”.
  next = phraseAt(typed, next, 'hour')?.next ?? next
  const [minutes = 0, seconds] = written?.value ?? []
  const isSpoken = ahead !== undefined || behind !== undefined
  const isSure = isSpoken || academic || [written, unit, half, before].some((part) => part !== undefined)
  if (named !== undefined && !isSure) return undefined
  const own = half?.value ?? (isHalf(before?.kind) ? before.kind : undefined)
  if (hour > 24 || minutes > 59 || (seconds ?? 0) > 59 || (hour === 24 && minutes > 0)) return undefined
  if (own !== undefined && hour === 0) return undefined
  const added = (ahead?.value ?? 0) + (behind?.value ?? 0) + (isLater ? 15 : 0)
  // Half and quarter hours in words are of a clock of twelve hours; before eight, an event is in the evening.
  const isOfTwelve = ahead !== undefined || (named !== undefined && behind !== undefined)
  const isEvening = own === undefined && isOfTwelve && hour * 60 + added < 480
  return { value: { hour, minutes, seconds, half: isEvening ? 'pm' : own, added, isSure }, next }
}

/** Whether a time begins at a position, and no other number: “4 May – 7 pm” is no span of days. */
export const isClockAt = (typed: TypedText, at: number): boolean => clockAt(typed, at)?.value.isSure === true

/** Minutes from midnight; of a clock of twelve hours in a half of the day. */
function minutesOf({ hour, minutes, added }: Clock, half: Half | undefined): number {
  const isTwelve = half !== undefined && hour <= 12
  const isLate = half === 'pm' || (half === 'night' && hour > 4)
  const hours = isTwelve ? (hour % 12) + (isLate && !(half === 'night' && hour === 12) ? 12 : 0) : hour
  return hours * 60 + minutes + added
}

function textOf(minutes: number, { seconds }: Clock): string {
  const within = (minutes + 1440) % 1440
  const time = `${twoDigits(Math.floor(within / 60))}:${twoDigits(within % 60)}`
  return seconds === undefined ? time : `${time}:${twoDigits(seconds)}`
}

/** The times of a span, of which one half of the day may be that of both: “7–9 pm”, “11–1 pm”, “10am–5”. */
function spanOf(from: Clock, to: Clock): TimeOfDaySpan {
  const isOpen = ({ half, hour }: Clock) => half === undefined && hour >= 1 && hour <= 12
  const halves = ['am', 'pm'] as const
  let [start, end] = [minutesOf(from, from.half), minutesOf(to, to.half)]
  if (isOpen(from) && to.half !== undefined && to.half !== 'night') {
    const own = minutesOf(from, to.half)
    const other = minutesOf(from, to.half === 'am' ? 'pm' : 'am')
    start = own <= end ? own : other
  } else if (from.half !== undefined && isOpen(to)) {
    const possible = halves.map((half) => minutesOf(to, half))
    end = possible.find((one) => one > start) ?? Math.min(...possible)
  }
  return { from: textOf(start, from), to: textOf(end, to) }
}

/** The position behind a sign or a word between a start and an end. */
function untilAt(typed: TypedText, at: number): number | undefined {
  const next = pieceAt(typed, at) === '-' ? at + 1 : phraseAt(typed, at, 'until')?.next
  return next && behindPhrases(typed, next, 'joints', 'beforeHour')
}

/** The position behind the word at the end of a Japanese span. */
export const behindMade = (typed: TypedText, at: number): number =>
  pieceAt(typed, at) === 'ま' && pieceAt(typed, at + 1) === 'で' ? at + 2 : at

/** Times at a position. Numbers alone are times only if `isAlone`: nothing else can stand there. */
export function timesAt(
  typed: TypedText,
  at: number,
  isAlone = false,
): (Found<TimeOfDaySpan> & { readonly isSpan: boolean }) | undefined {
  const first = behindPhrases(typed, at, 'joints', 'beforeHour')
  const isAnnounced = isAlone || phraseAt(typed, at, 'beforeHour') !== undefined
  const from = clockAt(typed, first)
  if (from === undefined || from.value.hour === 24) return undefined
  const until = untilAt(typed, from.next)
  const to = until === undefined ? undefined : clockAt(typed, until)
  if (to !== undefined && (to.value.isSure || isAnnounced))
    return { value: spanOf(from.value, to.value), next: behindMade(typed, to.next), isSpan: true }
  if (!from.value.isSure && !isAnnounced) return undefined
  const single = { from: textOf(minutesOf(from.value, from.value.half), from.value), to: undefined }
  const open = until === undefined ? undefined : phraseAt(typed, until, 'openEnd')
  return { value: single, next: open?.next ?? from.next, isSpan: open !== undefined }
}

/** Finds the times in a text, wherever they stand: a start and an end before a start alone, then the first. */
export function timesIn(typed: TypedText): FoundPart<TimeOfDaySpan> | undefined {
  let first: FoundPart<TimeOfDaySpan> | undefined
  for (let at = 0; at < typed.tokens.length; at += 1) {
    const found = isBoundary(typed, at) ? timesAt(typed, at) : undefined
    if (found === undefined || !isBoundary(typed, found.next)) continue
    if (found.isSpan) return partOf(typed, at, found)
    first ??= partOf(typed, at, found)
  }
  return first
}

/** A time as a spreadsheet keeps it: the part of a day. */
function timeOfFraction(text: string): string | undefined {
  const part = /^0[.,]\d{1,15}$/.test(text) ? Number(text.replace(',', '.')) : undefined
  const minutes = part && Math.round(part * 1440)
  return minutes === undefined || minutes > 1439
    ? undefined
    : `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

/** The times from a position to the end, and perhaps when the doors open: “Einlass 19 Uhr, Beginn 20 Uhr”. */
export function timesToEnd(typed: TypedText, from: number, isAlone: boolean): TimeOfDaySpan | undefined {
  const starts: TimeOfDaySpan[] = []
  const doors: TimeOfDaySpan[] = []
  let at = from
  while (at < typed.tokens.length) {
    if (/^[,;()/|]$/.test(pieceAt(typed, at))) at += 1
    else {
      const said = phraseAt(typed, at, 'doors', 'begins')
      const colon = said && pieceAt(typed, said.next) === ':' ? said.next + 1 : said?.next
      const found = timesAt(typed, colon ?? at, isAlone || said !== undefined)
      if (found === undefined) return undefined
      const behind = said === undefined ? phraseAt(typed, found.next, 'doors') : undefined
      const list = said?.kind === 'doors' || behind !== undefined ? doors : starts
      list.push(found.value)
      at = behind?.next ?? found.next
    }
  }
  const [start, another] = starts.length > 0 ? starts : doors
  return another === undefined ? start : undefined
}

/** Reads a text that is nothing but times. */
export function timesOfWholeText(text: string): TimeOfDaySpan | undefined {
  if (text.length > LONGEST_TYPED) return undefined
  const [, hour, minutes] = /^\s*([01]\d|2[0-3])([0-5]\d)\s*$/.exec(text) ?? []
  if (hour !== undefined) return { from: `${hour}:${minutes}`, to: undefined }
  const fraction = timeOfFraction(text.trim())
  if (fraction !== undefined) return { from: fraction, to: undefined }
  return timesToEnd(typedTextIn(text, typedLanguages), 0, true)
}

/** Whether a text says that something takes all day, and nothing else. */
export function isAllDayText(text: string): boolean {
  if (text.length > LONGEST_TYPED) return false
  const typed = typedTextIn(text, typedLanguages)
  return typed.tokens.length > 0 && phraseAt(typed, 0, 'allDay')?.next === typed.tokens.length
}
