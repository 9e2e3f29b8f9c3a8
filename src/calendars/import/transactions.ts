/** The transactions of an import: lines together, or one alone with its images prepared. */
import { type IsComplete, noPreparations, prepared } from '../../actions/writing/preparing.ts'
import { Problem } from '../../problem.ts'
import type { Writing } from '../../store/store.ts'
import type { Importing } from './importing.ts'
import {
  type FoundIds,
  isForSavepoints,
  lateWrites,
  NONE,
  notLate,
  withoutSavepoints,
} from './late-writes.ts'
import { type LineLabel, type ResultOfLine, recordingWriting, type WrittenItem } from './line-results.ts'
import { type Batch, type ImportOutcome, isUnfinished, reserveIds, type Unfinished } from './runs.ts'

/** One imported object, by the number of its first line. */
export interface Numbered {
  readonly number: number
}

/** Imports one object within the batch, or its first part. Throws a problem if it is refused. */
export type ImportOne<L> = (batch: Batch, line: L) => Promise<ImportOutcome | Unfinished>

/** An import that is under way. */
export interface Run<L> extends Importing {
  readonly intoEmpty: boolean
  readonly known: Map<string, number>
  readonly found: FoundIds
  readonly importOne: ImportOne<L>
  readonly labelOf: (line: L) => LineLabel
  /** Whether the transaction had the images that it needs. */
  readonly isComplete: IsComplete
}

async function tried<L extends Numbered>(
  batch: Batch,
  line: L,
  { importOne, labelOf }: Run<L>,
  take: () => WrittenItem | undefined,
): Promise<ResultOfLine> {
  const about = { line: line.number, label: () => labelOf(line) }
  take()
  try {
    const result = await importOne(batch, line)
    const { outcome, next } = isUnfinished(result) ? result : { outcome: result, next: undefined }
    if (outcome !== 'unchanged') batch.hasWritten = true
    return { ...about, outcome, written: outcome === 'unchanged' ? undefined : take(), next }
  } catch (error) {
    if (error instanceof Problem) return { ...about, outcome: 'refused', reason: error.message }
    throw error
  }
}

/** Imports lines in one transaction. Without savepoints, since most have no line that is refused once it has written. */
async function inOneGo<L extends Numbered>(
  lines: readonly L[],
  run: Run<L>,
): Promise<readonly ResultOfLine[]> {
  try {
    return await inTransaction(lines, run, false)
  } catch (error) {
    if (isForSavepoints(error)) return inTransaction(lines, run, true)
    throw error
  }
}

/** Imports lines in one transaction. It is kept if a line wrote anything; otherwise the revision stays the same. */
async function inTransaction<L extends Numbered>(
  lines: readonly L[],
  run: Run<L>,
  hasSavepoints: boolean,
): Promise<readonly ResultOfLine[]> {
  const moment = run.now()
  let results: ResultOfLine[] = []
  let found = new Map<string, number>()
  let hasWritten = false
  const keeps = () => hasWritten && run.isDry !== true && run.isComplete()
  const act = async (writing: Writing) => {
    const { store: noted, take } = recordingWriting(writing)
    results = []
    found = new Map()
    const store = hasSavepoints ? noted : withoutSavepoints(noted)
    const context = { ...run.caller, store: run.store, moment, linksByName: true }
    const late = hasSavepoints ? notLate(store, context) : await lateWrites(store, context, run.found)
    const batch: Batch = { ...run, store, late, context, found, hasOwnIds: false, hasWritten: false }
    for (const line of lines) {
      const result = await tried(batch, line, run, take)
      results.push(result)
      if (!run.isComplete() || (run.isStrict && result.outcome === 'refused')) break
    }
    await late.keep()
    await reserveIds(batch)
    hasWritten = batch.hasWritten
  }
  const { revision } = await run.store.write({ ...run.caller, moment }, act, keeps)
  if (keeps()) run.found.revision = hasSavepoints ? NONE : revision
  if (run.isDry !== true && run.isComplete()) for (const [globalId, id] of found) run.known.set(globalId, id)
  return results
}

/** Imports one line, with its images prepared. */
export function alone<L extends Numbered>(line: L, run: Run<L>): Promise<readonly ResultOfLine[]> {
  const context = { ...run.caller, store: run.store, moment: run.now() }
  return prepared(context, (caller, isComplete) => inOneGo([line], { ...run, caller, isComplete }))
}

/** Imports lines in one transaction; undefined if one of them needs images. */
export async function together<L extends Numbered>(
  lines: readonly L[],
  run: Run<L>,
): Promise<readonly ResultOfLine[] | undefined> {
  const { isComplete, ...none } = noPreparations()
  const results = await inOneGo(lines, { ...run, caller: { ...run.caller, prepared: none }, isComplete })
  return isComplete() ? results : undefined
}
