/** The UID by which an event that left its series is found again. */
import { epochOfUtc, utcTimestampOfEpoch } from '../time/timestamp.ts'
import { epochOfWall } from '../time/zones.ts'
import { uidOfOccurrence } from '../uid.ts'
import type { Series } from './series.ts'

/** Returns the UID of an occurrence outside of its series: the instant at which the rule puts it, and the UID of the series. */
export function standaloneOccurrenceUid(
  uid: string,
  recurrenceId: string,
  { zone, allDay }: Pick<Series, 'zone' | 'allDay'>,
) {
  const epoch = allDay ? epochOfUtc(`${recurrenceId.slice(0, 10)} 00:00:00`) : epochOfWall(recurrenceId, zone)
  return uidOfOccurrence(uid, utcTimestampOfEpoch(epoch).replace(/[-:]/g, '').replace(' ', 'T'))
}
