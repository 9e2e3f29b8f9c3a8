/** The contents of a calendar: they show which stored events it no longer contains. */
import { LONGEST_UID } from '../../../domain/uid.ts'
import { because, type RefusalReason } from '../../../problem.ts'

/** Filled while the entries of a calendar are read, and complete after the last one. */
export interface CalendarUids {
  /** Digests of the UIDs of all events in it, also of those too far from now to be imported. */
  readonly keys: Set<string>
  /** The UIDs, as written, of events with a line that was not understood: none of their occurrences counts as gone. */
  readonly unclear: Set<string>
  /** Whether it has an event without a UID, which may be any event that had one before. */
  hasNameless: boolean
  /** Why it may contain more than was understood; undefined if it was read completely. */
  doubt: RefusalReason | undefined
}

/** What is stored of a source, by which the events of one UID are told apart. */
export interface StoredUids {
  /** Whether an event was imported from the source under that UID. */
  has(uid: string): boolean
  /** The start of the event or the series with that UID, as `startName` writes it; undefined if there is none. */
  startOf(uid: string): Promise<string | undefined>
}

/** The UID of the event from which an occurrence was imported, derived from the occurrence's UID. */
export const seriesUidFromUid = (uid: string) => uid.replace(/^\d{8}T\d{6}-/, '')

/** Notes that an event has a line that was not understood. */
export function noteUidWithUnclearLine(uid: string, inventory: CalendarUids): void {
  inventory.unclear.add(uid)
  // The stored UIDs of its occurrences are digests, so they can't be compared.
  if (uid.length > LONGEST_UID) inventory.doubt ??= because('unclear_long_uid')
}
