/** An entry of a calendar on its way into the store. */

import type { Reason } from '../../problem.ts'
import type { Source } from './calendar-sources.ts'
import type { ImportEntry } from './text/import-entry.ts'

/** Called with each part of an event that could not be imported. */
export type NoteLeftOut = (what: Reason, entry: ImportEntry) => void

/** An entry of a calendar, its source, and how to note what is not imported of it. */
export interface EntryWithSource {
  readonly entry: ImportEntry
  readonly source: Source
  readonly note: NoteLeftOut
}
