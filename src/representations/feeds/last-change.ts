/** The time of the last change of an event and its embedded items. */
import type { EventItem } from '../../store/store.ts'

/** Returns the epoch time in seconds. For protected events, changes of embedded items are not revealed. */
export function eventChangeTime({ record, isProtected, venues, organizers, categories }: EventItem): number {
  const embedded = isProtected ? [] : [...venues, ...organizers, ...categories]
  return Math.max(record.modified_utc, ...embedded.map((one) => one.record.modified_utc))
}
