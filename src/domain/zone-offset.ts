/** How far a zone is from UTC at an instant. */
import { Temporal } from 'temporal-polyfill'
import { remembered } from './remembered.ts'

const DAY = 86_400
const EARLIEST = -12 * 3600
const LATEST = 14 * 3600
const OFFSET_FORMS = [/^UTC([+-])(\d{1,2})(?::([0-5]\d)|(\.5))?$/, /^([+-])(\d\d):([0-5]\d)$/]

/** The offset, in seconds, of a zone that is one by name: `UTC`, `UTC+2`, `+05:30`; undefined for others. */
export function fixedOffset(zone: string): number | undefined {
  if (zone === 'UTC') return 0
  const match = OFFSET_FORMS.map((form) => form.exec(zone)).find((found) => found !== null)
  if (!match) return undefined
  const [, sign, hours, minutes = '0', half] = match
  const size = Number(hours) * 3600 + (half ? 30 : Number(minutes)) * 60
  const offset = sign === '-' ? -size : size
  return EARLIEST <= offset && offset <= LATEST ? offset : undefined
}

/** The offset from UTC in force in a zone at an instant, in seconds. */
export function offsetSeconds(zone: string, epochSeconds: number): number {
  if (zone === 'UTC') return 0
  return steadyOffset(zone, Math.floor(epochSeconds / DAY)) ?? exactOffset(zone, epochSeconds)
}

/** The offset as ISO 8601 writes it, `+02:00`, to the nearest minute. */
export function offsetAt(zone: string, epochSeconds: number): string {
  const { sign, hours, minutes } = clockOffset(offsetSeconds(zone, epochSeconds))
  return `${sign}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** The zone by the name that Temporal knows it by: `UTC+2` is `+02:00` there. */
export function temporalZone(zone: string): string {
  return fixedOffset(zone) === undefined ? zone : offsetAt(zone, 0)
}

/** An offset as a clock shows it. */
export interface ClockOffset {
  readonly sign: '+' | '-'
  readonly hours: number
  readonly minutes: number
}

/** An offset in hours and minutes; the seconds of local mean times are rounded away. */
export function clockOffset(seconds: number): ClockOffset {
  const minutes = Math.round(Math.abs(seconds) / 60)
  return {
    sign: seconds < 0 && minutes > 0 ? '-' : '+',
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
  }
}

// Asking the zone costs some twenty microseconds, so the answer is kept for the UTC days without a change.
const steadyOffset = remembered(20_000, (zone: string, day: number): number | undefined => {
  const offset = exactOffset(zone, day * DAY)
  return offset === exactOffset(zone, (day + 1) * DAY) ? offset : undefined
})

function exactOffset(zone: string, epochSeconds: number): number {
  return fixedOffset(zone) ?? namedOffset(zone, epochSeconds)
}

function namedOffset(zone: string, epochSeconds: number): number {
  const instant = Temporal.Instant.fromEpochMilliseconds(epochSeconds * 1000)
  return instant.toZonedDateTimeISO(zone).offsetNanoseconds / 1e9
}
