/** What a calendar holds, as far as that tells which events it no longer has. */
import { digest } from '../../../domain/import-source.ts'
import { LONGEST_UID } from '../../../domain/uid.ts'

export { digest } from '../../../domain/import-source.ts'

/** Filled while the entries of a calendar are read, and complete after the last of them. */
export interface Inventory {
  /** The UIDs of all events in it, digested, whether they are imported or too far from now. */
  readonly keys: Set<string>
  /** UIDs, as written, of events of which not every line was understood: nothing of them is known to be gone. */
  readonly unclear: Set<string>
  /** Why more may be in it than was understood; undefined where it was read as a whole. */
  doubt: string | undefined
}

/** A UID as it is kept: one that is too long gives way to its digest. */
const kept = (uid: string) => (uid.length > LONGEST_UID ? digest(uid) : uid)

/** The UID of an occurrence as it is kept; `recurrence` is "" for the first. */
export const uidOfOccurrence = (uid: string, recurrence: string) =>
  kept(recurrence === '' ? uid : `${recurrence}-${uid}`)

/** The UID of the event that an occurrence was imported from, as far as its own UID tells. */
export const uidOfSeries = (uid: string) => uid.replace(/^\d{8}T\d{6}-/, '')

/** Notes that not every line of an event is understood. */
export function setUnclear(uid: string, inventory: Inventory): void {
  inventory.unclear.add(uid)
  // The UIDs of its occurrences can't be told from what is kept of them.
  if (uid.length > LONGEST_UID) inventory.doubt ??= 'an event with a very long UID is not understood'
}
