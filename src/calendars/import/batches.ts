/** Runs every import in transactions of bounded size. A refused line does not stop the next ones. */
import { setImmediate as breath } from 'node:timers/promises'
import { Problem } from '../../problem.ts'
import { type ImportSetup, runWithEarlyGarbageCollection } from './importing.ts'
import {
  internalLineFault,
  joinedResultOfLineParts,
  type LineLabel,
  type RecordedLineResult,
  reportedLine,
} from './line-results.ts'
import { type BatchLookUps, newKnownAnswers } from './planning/known-answers.ts'
import { addResultToTally, emptyTally, type ImportTally } from './tally.ts'
import {
  type ImportOne,
  type ImportRun,
  importLineAlone,
  importLinesTogether,
  type NumberedLine,
} from './transactions.ts'

export type { ImportSetup } from './importing.ts'
export type { ImportOne, NumberedLine } from './transactions.ts'

/** The greatest number of lines of one transaction. */
export const MAX_BATCH_LINES = 250

/** Whether the database or the image store fails, so that every line would fail. */
const isAway = (error: unknown, { isFatal }: ImportSetup) =>
  isFatal(error) || (error instanceof Problem && error.status >= 500)

/** Imports lines together. If the transaction fails, or needs images first, imports each line alone. */
async function imported<L extends NumberedLine>(
  lines: readonly L[],
  run: ImportRun<L>,
): Promise<readonly RecordedLineResult[]> {
  const [first] = lines
  try {
    const results = await (lines.length === 1 && first !== undefined
      ? importLineAlone(first, run)
      : importLinesTogether(lines, run))
    if (results !== undefined) return results
  } catch (error) {
    if (isAway(error, run)) throw error
    if (lines.length === 1)
      return lines.map((line) => ({
        line: line.number,
        outcome: 'refused',
        reason: `Failed: ${error}`,
        faults: [internalLineFault],
        label: () => run.labelOf(line),
      }))
  }
  const results: RecordedLineResult[] = []
  for (const line of lines) {
    results.push(...(await imported([line], run)))
    if (run.isStrict && results.at(-1)?.outcome === 'refused') break
  }
  return results
}

/** Imports the remaining parts of a line, each in a transaction. Other tasks run between them. */
async function finished<L extends NumberedLine>(
  first: RecordedLineResult,
  line: L,
  run: ImportRun<L>,
): Promise<RecordedLineResult> {
  let result = first
  for (let { next } = first; next !== undefined; { next } = result) {
    await breath()
    const [after] = await imported([line], { ...run, importOne: (batch) => next(batch) })
    result = joinedResultOfLineParts(result, after)
  }
  return result
}

function* sliced<L>(lines: readonly L[], size: number): Iterable<readonly L[]> {
  for (let at = 0; at < lines.length; at += size) yield lines.slice(at, at + size)
}

async function allImported<L extends NumberedLine>(
  batches: AsyncIterable<readonly L[]> | Iterable<readonly L[]>,
  { foresee, ...common }: ImportRun<L> & Pick<LineReading<L>, 'foresee'>,
): Promise<ImportTally> {
  const tally = emptyTally()
  for await (const batch of batches) {
    const run = { ...common, foreseen: await foresee?.(batch, common) }
    for (const lines of sliced(batch, run.slice ?? MAX_BATCH_LINES)) {
      for (const [at, first] of (await imported(lines, run)).entries()) {
        const line = lines[at]
        const result = line === undefined ? first : await finished(first, line, run)
        addResultToTally(tally, result)
        run.onResult?.(reportedLine(result, run.isDry === true))
      }
      run.onProgress(tally)
      if (run.isStrict && tally.refused > 0) return tally
      await run.settled?.()
      await breath()
    }
  }
  return tally
}

/** How a format reads its lines, besides importing them. */
interface LineReading<L> {
  /** Says what a line is about, for the report. Without it, lines are only numbered. */
  readonly labelOf?: (line: L) => LineLabel
  /** Returns the look-ups that the imports of lines will make. Other tasks run meanwhile. */
  readonly foresee?: (lines: readonly L[], importing: ImportSetup) => Promise<BatchLookUps>
}

const withoutLabel = (): LineLabel => ({ title: '', start_date: '' })

/**
 * Imports batch by batch. Its look-ups are made together; its slices are transactions of their own, between
 * which other tasks run.
 */
export async function importInBatches<L extends NumberedLine>(
  batches: AsyncIterable<readonly L[]> | Iterable<readonly L[]>,
  importOne: ImportOne<L>,
  importing: ImportSetup,
  reading: LineReading<L> = {},
): Promise<ImportTally> {
  const intoEmpty = importing.keepsIds ?? (await importing.store.isEmpty())
  const run = {
    ...importing,
    intoEmpty,
    known: new Map(),
    answers: newKnownAnswers(),
    foreseen: undefined,
    importOne,
    labelOf: withoutLabel,
    ...reading,
    isComplete: () => true,
  }
  return runWithEarlyGarbageCollection(() => allImported(batches, run))
}
