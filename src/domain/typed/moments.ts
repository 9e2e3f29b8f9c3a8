/** Reads what people type into a field of a day, of a time, or of both. Browsers use it, so it does without Temporal. */
import type { DateOrder } from '../time/moment-forms.ts'
import { isDay, isoWeekday, plusDays } from '../time/timestamp.ts'
import { cellDays, resolveDays, type WrittenDays, wholeDates } from './days.ts'
import { timesToEnd } from './times.ts'
import { LONGEST_TYPED, type TypedText, twoDigits, typedTextIn } from './typed-text.ts'
import { typedLanguages } from './words.ts'

/** How a field is read. */
export interface MomentReading {
  /** The language whose words come first: “mar” is Tuesday in Italian, and March in English. Then those of all others count. */
  readonly language: string
  readonly order: DateOrder
  /** Today: “5 Dec” is the next one from it on. */
  readonly today: string
  /** Whether the field asks for what was, so that “5 Dec” is the last one. */
  readonly isOfPast?: boolean
  /** Whether the text is still typed: the words of other languages don't count, “qua” may become “quarter” instead of Portuguese Wednesday. */
  readonly isTyped?: boolean
}

/** Why a text is no day. */
export type UnreadReason = 'unread' | 'no_such_day' | 'other_weekday'

/** A day, and the time of day that stands beside it, as `HH:MM`. */
interface ReadDay {
  readonly day: string
  readonly time: string | undefined
}

/** The first of what is found in the words of the own language, and, unless the text is still typed, in those of all. */
function found<T>(
  text: string,
  { language, isTyped = false }: Pick<MomentReading, 'language' | 'isTyped'>,
  read: (typed: TypedText) => T | undefined,
): T | undefined {
  if (text.length > LONGEST_TYPED) return undefined
  const own = read(typedTextIn(text, [language]))
  return isTyped ? own : (own ?? read(typedTextIn(text, typedLanguages)))
}

const digitForms = {
  'day-first': /^(?<day>\d\d)(?<month>\d\d)(?<year>(?:19|20)\d\d)$/,
  'month-first': /^(?<month>\d\d)(?<day>\d\d)(?<year>(?:19|20)\d\d)$/,
  'year-first': /^(?<year>(?:19|20)\d\d)(?<month>\d\d)(?<day>\d\d)$/,
}

/** The day of eight digits alone, as they were typed into the fields of browsers: `31122026`, `12312026`, `20261231`. */
function dayOfDigits(text: string, order: DateOrder): string | undefined {
  return [digitForms[order], digitForms['year-first']]
    .map((form) => form.exec(text)?.groups)
    .map((parts) => parts && `${parts.year}-${parts.month}-${parts.day}`)
    .find((day) => day !== undefined && isDay(day))
}

/** “+7”: so many days from today. */
const countedDays = /^\+\s*(\d{1,3})$/

const WEEK = 7
const YEAR = 365
/** Every day of a month comes again within two months, but the 31st. */
const MONTHS = 3

/** The next day with this number, or the last one. */
function dayOfNearMonth(
  number: number,
  weekday: number | undefined,
  { today, isOfPast = false }: Pick<MomentReading, 'today' | 'isOfPast'>,
): { readonly day: string } | UnreadReason {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const days = Array.from({ length: MONTHS }, (_, ahead) => {
    const at = year * 12 + month - 1 + (isOfPast ? -ahead : ahead)
    return `${Math.floor(at / 12)}-${twoDigits((at % 12) + 1)}-${twoDigits(number)}`
  })
  const day = days.find((one) => isDay(one) && (isOfPast ? one <= today : one >= today))
  if (day === undefined) return 'no_such_day'
  return weekday === undefined || isoWeekday(day) === weekday ? { day } : 'other_weekday'
}

/** The day that is meant: of those without a year the next one, or the last one. */
function meantDay(
  { from, to, isSpan }: WrittenDays,
  { today, isOfPast = false }: MomentReading,
): { readonly day: string } | UnreadReason {
  if (isSpan) return 'unread'
  const back = (days: number) => (isOfPast ? (plusDays(today, 1 - days) ?? today) : today)
  if (from.day === undefined) {
    const origin = from.inDays === undefined ? back(WEEK) : today
    const day = resolveDays({ from, to, isSpan }, origin, (one) => one < origin)?.from
    return day === undefined ? 'unread' : { day }
  }
  if (from.month === undefined) return dayOfNearMonth(from.day, from.weekday, { today, isOfPast })
  const days = cellDays({ from, to, isSpan }, back(YEAR))
  if (typeof days !== 'string') return isDay(days.from) ? { day: days.from } : 'no_such_day'
  return days === 'no_such_day' ? days : 'other_weekday'
}

/** Reads a text that names one day, and perhaps one time of it. */
export function readDay(text: string, reading: MomentReading): ReadDay | UnreadReason {
  const plain = text.trim().replace(/(?<=^\d{4}-\d\d-\d\d)T(?=\d)/i, ' ')
  const ofDigits = dayOfDigits(plain, reading.order)
  if (ofDigits !== undefined) return { day: ofDigits, time: undefined }
  const [, ahead] = countedDays.exec(plain) ?? []
  if (ahead !== undefined)
    return { day: plusDays(reading.today, Number(ahead)) ?? reading.today, time: undefined }
  const isMonthFirst = reading.order !== 'day-first'
  const written = found(plain, reading, (typed) => wholeDates(typed, isMonthFirst, true))
  if (written === undefined || written.to !== undefined) return 'unread'
  const meant = meantDay(written.days, reading)
  return typeof meant === 'string' ? meant : { ...meant, time: written.from?.slice(0, 5) }
}

/** Reads a text that names one time of day, as `HH:MM`: “19.30 Uhr”, “7:30pm”, “halb acht”, and digits alone: `1930`, `730pm`. */
export function readTime(
  text: string,
  reading: Pick<MomentReading, 'language' | 'isTyped'>,
): string | undefined {
  const plain = text
    .trim()
    .replace(/^(\d{1,2})(\d\d)(?=\D*$)/, (_, hour, minutes) => `${twoDigits(hour)}:${minutes}`)
  const times = found(plain, reading, (typed) =>
    typed.tokens.length === 0 ? undefined : timesToEnd(typed, 0, true),
  )
  return times?.to === undefined ? times?.from.slice(0, 5) : undefined
}
