/** Dates of events on lines of exports. */
import { epochOfUtc, utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { storedZoneName, wallAt } from '../../domain/time/zones.ts'
import type { SentObject } from '../import/sent-line.ts'

/** Returns the instant if it has the given wall clock: it distinguishes the two hours when clocks are set back. Otherwise the wall clock. */
function instantOrWallClock(sent: SentObject, name: 'start_date' | 'end_date'): unknown {
  const { [name]: wall, [`utc_${name}`]: utc, timezone } = sent
  const zone = typeof timezone === 'string' ? storedZoneName(timezone) : undefined
  const epoch = typeof utc === 'string' ? epochOfUtc(utc) : Number.NaN
  const isExact = zone !== undefined && Number.isFinite(epoch) && wallAt(epoch, zone) === wall
  return isExact ? `${utcTimestampOfEpoch(epoch)}Z` : wall
}

/** Returns a line with the start and the end of its event as instants where that is exact, as `utc_start_date` and `utc_end_date` say. */
export const lineWithExactDates = (sent: SentObject): SentObject => ({
  ...sent,
  start_date: instantOrWallClock(sent, 'start_date'),
  end_date: instantOrWallClock(sent, 'end_date'),
})
