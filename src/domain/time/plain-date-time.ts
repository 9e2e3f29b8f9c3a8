/** Converts timestamps `YYYY-MM-DD HH:MM:SS` to and from Temporal.PlainDateTime. */
import { Temporal } from 'temporal-polyfill'

/** Formats a wall clock time as a timestamp; fractions of a second are dropped. */
export function timestampTextOf(wall: Temporal.PlainDateTime): string {
  return wall.toString({ smallestUnit: 'second' }).replace('T', ' ')
}

/** Parses a timestamp into a wall clock time. */
export function plainDateTimeOf(timestamp: string): Temporal.PlainDateTime {
  return Temporal.PlainDateTime.from(timestamp)
}
