/** When what an event shows last changed. */
import type { EventItem } from '../../store/store.ts'

/** Seconds since 1970 UTC; of a protected event, the changes of what it embeds are not told. */
export function lastChange({ record, isProtected, venues, organizers, categories }: EventItem): number {
  const embedded = isProtected ? [] : [...venues, ...organizers, ...categories]
  return Math.max(record.modified_utc, ...embedded.map((one) => one.record.modified_utc))
}
