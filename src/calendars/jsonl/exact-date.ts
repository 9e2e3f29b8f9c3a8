/** Dates of events on lines of exports. */
import { epochOfUtc, utcTimestamp } from '../../domain/time/timestamp.ts'
import { storedZoneName, wallAt } from '../../domain/time/zones.ts'
import type { SentObject } from '../import/sent-line.ts'

/** Returns the instant if it has the given wall clock: it distinguishes the two hours when clocks are set back. Otherwise the wall clock. */
export function exactDate(sent: SentObject, name: 'start_date' | 'end_date'): unknown {
  const { [name]: wall, [`utc_${name}`]: utc, timezone } = sent
  const zone = typeof timezone === 'string' ? storedZoneName(timezone) : undefined
  const epoch = typeof utc === 'string' ? epochOfUtc(utc) : Number.NaN
  const isExact = zone !== undefined && Number.isFinite(epoch) && wallAt(epoch, zone) === wall
  return isExact ? `${utcTimestamp(epoch)}Z` : wall
}
