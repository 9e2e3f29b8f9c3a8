/** The tally of an import. */
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
