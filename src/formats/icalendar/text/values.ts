/** The values of times (RFC 5545 §3.3.4–§3.3.6). */
import { epochOfUtc, utcTimestampOfEpoch } from '../../../domain/time/timestamp.ts'

/** A date, or a wall clock time. */
interface TimeValue {
  readonly timestamp: string
  readonly isDate: boolean
  readonly isUtc: boolean
}

/** Parses `20270504`, `20270504T180000`, `20270504T180000Z`; undefined for any other text. A leap second becomes the second before. */
export function parseTimeValue(text: string): TimeValue | undefined {
  const [, date = '', time, utc] = /^(\d{8})(?:T(\d{6})(Z)?)?$/i.exec(text) ?? []
  if (date === '') return undefined
  const day = date.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
  const clock = (time ?? '000000').replace(/(\d\d)(\d\d)(\d\d)/, '$1:$2:$3').replace(/60$/, '59')
  const timestamp = `${day} ${clock}`
  if (utcTimestampOfEpoch(epochOfUtc(timestamp)) !== timestamp) return undefined
  return { timestamp, isDate: time === undefined, isUtc: utc !== undefined }
}

/** A duration: calendar days, and exact seconds. */
interface Duration {
  readonly days: number
  readonly seconds: number
}

/** Parses `P1D`, `PT1H30M`, `P2W`, also `P1DT`; undefined for any other text and for a negative duration. */
export function parseDuration(text: string): Duration | undefined {
  const found =
    /^\+?P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/i.exec(text)
  // Some programs write the T of a time that they then leave out.
  if (found === null || /^\+?PT?$/i.test(text)) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0))
  return { days: weeks * 7 + days, seconds: hours * 3600 + minutes * 60 + seconds }
}
