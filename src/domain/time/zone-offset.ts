/** Offsets of zones from UTC. */
import { memoizedByText } from '../../support/remembered.ts'
import { fixedOffset } from './fixed-offset.ts'

const DAY = 86_400

/** The offset of a zone from UTC at an instant, in seconds. */
export function offsetSeconds(zone: string, epochSeconds: number): number {
  if (zone === 'UTC') return 0
  return steadyOffset(zone, Math.floor(epochSeconds / DAY)) ?? exactOffset(zone, epochSeconds)
}

/** The offset in ISO 8601 form, `+02:00`, rounded to the minute. */
export function isoOffsetAt(zone: string, epochSeconds: number): string {
  const { sign, hours, minutes } = hoursAndMinutesOfOffset(offsetSeconds(zone, epochSeconds))
  return `${sign}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** Converts the stored form of a zone to Temporal's: `UTC+2` becomes `+02:00`. */
export function temporalZone(zone: string): string {
  return fixedOffset(zone) === undefined ? zone : isoOffsetAt(zone, 0)
}

/** An offset as sign, hours and minutes. */
interface ClockOffset {
  readonly sign: '+' | '-'
  readonly hours: number
  readonly minutes: number
}

/** Converts an offset in seconds to hours and minutes; the seconds of local mean times are rounded. */
export function hoursAndMinutesOfOffset(seconds: number): ClockOffset {
  const minutes = Math.round(Math.abs(seconds) / 60)
  return {
    sign: seconds < 0 && minutes > 0 ? '-' : '+',
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
  }
}

// An offset is cached for UTC days without a transition, because most times are neither.
const steadyOffset = memoizedByText(20_000, (zone: string, day: number): number | undefined => {
  const offset = exactOffset(zone, day * DAY)
  return offset === exactOffset(zone, (day + 1) * DAY) ? offset : undefined
})

function exactOffset(zone: string, epochSeconds: number): number {
  return fixedOffset(zone) ?? namedOffset(zone, epochSeconds)
}

// Temporal takes twenty times as long for an offset (`npm run trial imports`: each date of a series needs some).
const formatOf = memoizedByText(
  500,
  (zone: string, timeZoneName: 'longOffset') =>
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName }),
)

/** The offset of a zone that has a name, in seconds: the format ends with `GMT`, and the offset where it is not 0. */
function namedOffset(zone: string, epochSeconds: number): number {
  const text = formatOf(zone, 'longOffset').format(epochSeconds * 1000)
  const [, sign, hours, minutes, seconds = 0] = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  const size = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds)
  return sign === '-' ? -size : size
}
