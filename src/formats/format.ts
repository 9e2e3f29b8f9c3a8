import { isPage } from '../domain/text/page-events.ts'
import { because, type RefusalReason } from '../problem.ts'

/** The format of a file to import: iCalendar, JSON lines or a table. */
export type ImportFormat = 'calendar' | 'lines' | 'table'

/** The names of the formats in problems. */
export const importFormatWordings: Readonly<Record<ImportFormat, string>> = {
  calendar: 'a calendar (.ics)',
  lines: 'JSON lines',
  table: 'a table (CSV)',
}

/** Returns the format of a text: iCalendar or a page of the web with events, JSON lines or a list of objects, or else a table. */
export function importFormatOfText(text: string): ImportFormat {
  if (isPage(text)) return 'calendar'
  if (/^\ufeff?\s*BEGIN:/i.test(text)) return 'calendar'
  return /^\ufeff?\s*(?:\{|\[\s*[{\]])/.test(text) ? 'lines' : 'table'
}

// The notes of a reader: what it leaves out, or reads otherwise than it is written.

/** A note, and how often it was made. */
interface CountedNote {
  readonly note: RefusalReason
  readonly count: number
}

/** The notes of an import by their English text: those of the same text are one. */
export type ImportNotes = ReadonlyMap<string, CountedNote>

/** Called with each note. */
export type NoteFunction = (note: RefusalReason) => void

/** The maximum number of different notes on one import. */
const MAX_DIFFERENT = 1000

/** Returns the notes of an import that has none yet, and a function that adds one. */
export function newImportNotes(): { readonly notes: ImportNotes; readonly note: NoteFunction } {
  const notes = new Map<string, CountedNote>()
  const note: NoteFunction = (made) => {
    const kept = notes.has(made.message) || notes.size < MAX_DIFFERENT ? made : because('other_notes')
    notes.set(kept.message, { note: kept, count: (notes.get(kept.message)?.count ?? 0) + 1 })
  }
  return { notes, note }
}
