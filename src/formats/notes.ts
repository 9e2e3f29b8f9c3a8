/** The notes of a reader: what it leaves out, or reads otherwise than it is written. */
import { because, type RefusalReason } from '../problem.ts'

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
