/** Runs every import in transactions of bounded size. A refused line does not stop the next ones. */
import { setImmediate as breath } from 'node:timers/promises'
import {
  newEmptyPreparations,
  runAfterPreparing,
  type TransactionPreparedTest,
} from '../../actions/writing/preparing.ts'
import { Problem } from '../../problem.ts'
import type { Writing } from '../../store/store.ts'
import {
  type ImportTransaction,
  isLineResultUnfinished,
  type LineOutcome,
  reserveExplicitIds,
  type UnfinishedLineImport,
} from './import-batch.ts'
import type { ImportSetup } from './importing.ts'
import {
  internalLineFault,
  joinedResultOfLineParts,
  type LineLabel,
  lineFaultsOf,
  type RecordedLineResult,
  recordingWriting,
  reportedLine,
  type WrittenItem,
} from './line-results.ts'
import {
  type BatchLookUps,
  type KnownAnswers,
  newKnownAnswers,
  REVISION_OF_UNUSABLE_ANSWERS,
} from './planning/known-answers.ts'
import { writingThatPlans, writingWithoutPlan } from './planning/planned-writing.ts'
import { isSavepointsNeededError, writingWithoutSavepoints } from './planning/savepoints.ts'
import { addResultToTally, emptyTally, type ImportTally } from './tally.ts'

// The transactions of an import: lines together, or one alone with its images prepared.

/** One imported object, by the number of its first line. */
export interface NumberedLine {
  readonly number: number
}

/** Imports one object within the batch, or its first part. Throws a problem if it is refused. */
type ImportOne<L> = (batch: ImportTransaction, line: L) => Promise<LineOutcome | UnfinishedLineImport>

/** An import that is under way. */
interface ImportRun<L> extends ImportSetup {
  readonly intoEmpty: boolean
  readonly known: Map<string, number>
  readonly answers: KnownAnswers
  /** The look-ups of the lines of the batch. */
  readonly foreseen: BatchLookUps | undefined
  readonly importOne: ImportOne<L>
  readonly labelOf: (line: L) => LineLabel
  /** Whether the transaction had the images that it needs. */
  readonly isComplete: TransactionPreparedTest
}

async function tried<L extends NumberedLine>(
  batch: ImportTransaction,
  line: L,
  { importOne, labelOf }: ImportRun<L>,
  take: () => WrittenItem | undefined,
): Promise<RecordedLineResult> {
  const about = { line: line.number, label: () => labelOf(line) }
  take()
  try {
    const result = await importOne(batch, line)
    const { outcome, next } = isLineResultUnfinished(result) ? result : { outcome: result, next: undefined }
    if (outcome !== 'unchanged') batch.hasWritten = true
    return { ...about, outcome, written: outcome === 'unchanged' ? undefined : take(), next }
  } catch (error) {
    if (error instanceof Problem)
      return { ...about, outcome: 'refused', reason: error.message, faults: lineFaultsOf(error) }
    throw error
  }
}

/** Imports lines in one transaction. Without savepoints, since most have no line that is refused once it has written. */
async function inOneGo<L extends NumberedLine>(
  lines: readonly L[],
  run: ImportRun<L>,
): Promise<readonly RecordedLineResult[]> {
  try {
    return await inTransaction(lines, run, false)
  } catch (error) {
    if (isSavepointsNeededError(error)) return inTransaction(lines, run, true)
    throw error
  }
}

/** Imports lines in one transaction. It is kept if a line wrote anything; otherwise the revision stays the same. */
async function inTransaction<L extends NumberedLine>(
  lines: readonly L[],
  run: ImportRun<L>,
  hasSavepoints: boolean,
): Promise<readonly RecordedLineResult[]> {
  const moment = run.now()
  let results: RecordedLineResult[] = []
  let found = new Map<string, number>()
  let hasWritten = false
  const keeps = () => hasWritten && run.isDry !== true && run.isComplete()
  const act = async (writing: Writing) => {
    results = []
    found = new Map()
    const caller = { ...run.caller, store: run.store, moment, linksByName: true }
    const { foresee, settle, context, ...planned } = hasSavepoints
      ? writingWithoutPlan(writing, caller)
      : await writingThatPlans(writingWithoutSavepoints(writing), caller, run.answers)
    if (run.foreseen !== undefined) await foresee(run.foreseen, moment)
    const { store, take } = recordingWriting(planned.store, run.onMade)
    const batch: ImportTransaction = {
      ...run,
      store,
      context,
      found,
      present: new Set(),
      hasOwnIds: false,
      hasWritten: false,
    }
    for (const line of lines) {
      const result = await tried(batch, line, run, take)
      results.push(result)
      if (!run.isComplete() || (run.isStrict && result.outcome === 'refused')) break
    }
    await settle()
    await reserveExplicitIds(batch)
    hasWritten = batch.hasWritten
  }
  const { revision } = await run.store.write({ ...run.caller, moment, givesWay: true }, act, keeps)
  if (keeps()) run.answers.revision = hasSavepoints ? REVISION_OF_UNUSABLE_ANSWERS : revision
  if (keeps()) run.onWrite?.(revision)
  if (run.isDry !== true && run.isComplete()) for (const [globalId, id] of found) run.known.set(globalId, id)
  return results
}

/** Imports one line, with its images prepared. */
function importLineAlone<L extends NumberedLine>(
  line: L,
  run: ImportRun<L>,
): Promise<readonly RecordedLineResult[]> {
  const context = { ...run.caller, store: run.store, moment: run.now() }
  return runAfterPreparing(context, (caller, isComplete) => inOneGo([line], { ...run, caller, isComplete }))
}

/** Imports lines in one transaction; undefined if one of them needs images. */
async function importLinesTogether<L extends NumberedLine>(
  lines: readonly L[],
  run: ImportRun<L>,
): Promise<readonly RecordedLineResult[] | undefined> {
  const { isComplete, ...none } = newEmptyPreparations()
  const results = await inOneGo(lines, { ...run, caller: { ...run.caller, prepared: none }, isComplete })
  return isComplete() ? results : undefined
}

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
  return allImported(batches, run)
}
