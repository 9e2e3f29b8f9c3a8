/** When and where a request is answered: the only clock. */
import type { Temporal } from 'temporal-polyfill'

/** What "now" and "today" depend on; `zone` is the site zone in its kept form. */
export interface Moment {
  readonly now: Temporal.Instant
  readonly zone: string
}

/** Whole seconds since 1970 UTC; a begun second does not count. */
export function epochOf(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000)
}
