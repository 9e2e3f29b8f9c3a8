/** An entry of a calendar on its way into the store. */

import type { EventImportEntry } from '../../formats/icalendar/series/series-entry.ts'
import type { RefusalReason } from '../../problem.ts'
import type { Source } from './calendar-sources.ts'

/** Called with each part of an event that could not be imported. */
export type NoteLeftOut = (what: RefusalReason, entry: EventImportEntry) => void

/** An entry of a calendar, its source, and how to note what is not imported of it. */
export interface EntryWithSource {
  readonly entry: EventImportEntry
  readonly source: Source
  readonly note: NoteLeftOut
}
