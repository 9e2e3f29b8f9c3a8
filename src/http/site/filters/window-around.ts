/** The window of the days that a page shows. */
import type { ListBoundsOrderAndLinks } from '../../../actions/list.ts'
import { epochOfUtc } from '../../../domain/time/timestamp.ts'

const DAY = 86_400
/** Seconds by which clocks differ from UTC at most, ahead and behind (contract §2.4). */
const AHEAD = 14 * 3600
const BEHIND = 12 * 3600

const instant = (epoch: number) => ({ form: 'instant', epoch }) as const

/** Moments that every clock shows within the years of the calendar, 1000 to 9999: none of its events is before or after. */
const EARLIEST = epochOfUtc('1000-01-01 00:00:00') + BEHIND
const LATEST = epochOfUtc('9999-12-31 23:59:59') - AHEAD

/**
 * Returns the window of events that may have any of these days on the clocks of their own zones. The window of lists is one of instants, so it is
 * as wide as clocks differ. At an end of the calendar it is open.
 */
export function windowAroundDays(first: string, last: string): ListBoundsOrderAndLinks {
  const since = epochOfUtc(`${first} 00:00:00`) - AHEAD
  const until = epochOfUtc(`${last} 00:00:00`) + DAY + BEHIND
  return {
    ...(since > EARLIEST && { ends_after: instant(since - 1) }),
    ...(until < LATEST && { starts_before: instant(until) }),
    strict_dates: true,
  }
}
