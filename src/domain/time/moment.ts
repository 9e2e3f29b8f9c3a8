/** The moment of a request: the only source of the current time. */
import type { Temporal } from 'temporal-polyfill'

/** Determines "now" and "today"; `zone` is the site zone in its stored form. */
export interface Moment {
  readonly now: Temporal.Instant
  readonly zone: string
}

/** Whole seconds since 1970 UTC, rounded down. */
export function epochOfInstant(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000)
}
