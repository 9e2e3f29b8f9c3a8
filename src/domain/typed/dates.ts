/** Reads a text that is nothing but dates, and perhaps their times: “March 1 – April 20, 2027, 10am–5pm”, “Do., 3.12., 19.30 Uhr”. */
import { dateOfDayNumber } from '../time/timestamp.ts'
import { daysAt, untilAt, type WrittenDays } from './days.ts'
import { type TimeOfDaySpan, timesAt, timesToEnd } from './times.ts'
import {
  behindPhrases,
  LONGEST_TYPED,
  phraseAt,
  pieceAt,
  type TypedText,
  twoDigits,
  typedTextIn,
} from './typed-text.ts'
import { typedLanguages } from './words.ts'

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
  const typed = typedTextIn(text, typedLanguages)
  const reading = { isMonthFirst, isWhole: true }
  const datedAt = (at: number) => {
    const found = daysAt(typed, behindPhrases(typed, at, 'joints', 'articles'), reading)
    return found !== undefined && found.rank <= 1 && found.value.from.day !== undefined ? found : undefined
  }
  const end = typed.tokens.length
  const first = datedAt(0)
  if (first === undefined) return undefined
  // “5/12” alone may be anything.
  const { from, to } = first.value
  if (from.isSlashed && (from.year ?? to.year) === undefined) return undefined
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
