/** The args of an imported event that say what became of it, where its entry does not say so itself. */
import type { EventRecord } from '../../store/store.ts'
import type { SentObject } from '../jsonl/sent-line.ts'
import type { EventImportEntry } from './series/series-entry.ts'

/**
 * The event status that an entry sets: cancelled, the status that another Fasti or a page names, or no longer cancelled (contract §11). An
 * entry without a status leaves the other statuses unchanged.
 */
export function eventStatusArgs(
  { cancelled, extras, args }: EventImportEntry,
  { event_status }: EventRecord,
): SentObject {
  if (cancelled !== false) return { event_status: 'cancelled' }
  if (extras.length > 0 || args.event_status !== undefined) return { event_status: args.event_status }
  return event_status === 'cancelled' ? { event_status: 'scheduled' } : {}
}
