/** The transactions of an import: lines together, or one alone with its images prepared. */
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
  type LineLabel,
  lineFaultsOf,
  type RecordedLineResult,
  recordingWriting,
  type WrittenItem,
} from './line-results.ts'
import {
  type BatchLookUps,
  type KnownAnswers,
  REVISION_OF_UNUSABLE_ANSWERS,
} from './planning/known-answers.ts'
import { writingThatPlans, writingWithoutPlan } from './planning/planned-writing.ts'
import { isSavepointsNeededError, writingWithoutSavepoints } from './planning/savepoints.ts'

/** One imported object, by the number of its first line. */
export interface NumberedLine {
  readonly number: number
}

/** Imports one object within the batch, or its first part. Throws a problem if it is refused. */
export type ImportOne<L> = (batch: ImportTransaction, line: L) => Promise<LineOutcome | UnfinishedLineImport>

/** An import that is under way. */
export interface ImportRun<L> extends ImportSetup {
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
export function importLineAlone<L extends NumberedLine>(
  line: L,
  run: ImportRun<L>,
): Promise<readonly RecordedLineResult[]> {
  const context = { ...run.caller, store: run.store, moment: run.now() }
  return runAfterPreparing(context, (caller, isComplete) => inOneGo([line], { ...run, caller, isComplete }))
}

/** Imports lines in one transaction; undefined if one of them needs images. */
export async function importLinesTogether<L extends NumberedLine>(
  lines: readonly L[],
  run: ImportRun<L>,
): Promise<readonly RecordedLineResult[] | undefined> {
  const { isComplete, ...none } = newEmptyPreparations()
  const results = await inOneGo(lines, { ...run, caller: { ...run.caller, prepared: none }, isComplete })
  return isComplete() ? results : undefined
}
