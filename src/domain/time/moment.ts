/** The moment of a request: the only source of the current time. */
import { Temporal } from 'temporal-polyfill'

/** Determines "now" and "today"; `zone` is the site zone in its stored form. */
export interface Moment {
  readonly now: Temporal.Instant
  readonly zone: string
}

/** Whole seconds since 1970 UTC, rounded down. */
export function epochOfInstant(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000)
}

// Converts timestamps `YYYY-MM-DD HH:MM:SS` to and from Temporal.PlainDateTime.

/** Formats a wall clock time as a timestamp; fractions of a second are dropped. */
export function timestampTextOf(wall: Temporal.PlainDateTime): string {
  return wall.toString({ smallestUnit: 'second' }).replace('T', ' ')
}

/** Parses a timestamp into a wall clock time. */
export function plainDateTimeOf(timestamp: string): Temporal.PlainDateTime {
  return Temporal.PlainDateTime.from(timestamp)
}
