/** The tally of an import, and its notes: what it leaves out, or reads otherwise than it is written. */
import { because, type RefusalReason } from '../../problem.ts'
import type { LineOutcome } from './import-batch.ts'
import type { LineFault, RecordedLineResult } from './line-results.ts'

/** A line that was not imported, and why. */
export interface RefusedLine {
  readonly line: number
  readonly reason: string
  /** The same for programs. */
  readonly faults: readonly LineFault[]
}

/** The results so far. */
export interface ImportTally extends Record<LineOutcome, number> {
  lines: number
  refused: number
  /** The first refused lines. */
  readonly refusals: RefusedLine[]
}

const MAX_REFUSALS = 50

/** The tally of an import that has read no line yet. */
export const emptyTally = (): ImportTally => ({
  lines: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  refusals: [],
})

/** Counts one line's result. */
export function addResultToTally(
  tally: ImportTally,
  { line, outcome, reason = '', faults = [] }: RecordedLineResult,
): void {
  tally.lines += 1
  tally[outcome] += 1
  if (outcome === 'refused' && tally.refusals.length < MAX_REFUSALS)
    tally.refusals.push({ line, reason, faults })
}

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
