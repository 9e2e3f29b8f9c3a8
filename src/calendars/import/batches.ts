/** Runs every import in transactions of bounded size. A refused line does not stop the next ones. */
import { setImmediate as breath } from 'node:timers/promises'
import { withImages } from '../../actions/linking/prepared-images.ts'
import { Problem } from '../../problem.ts'
import { type Importing, inSmallHeap } from './importing.ts'
import {
  type Found,
  isForSavepoints,
  lateWrites,
  NONE,
  nothingFound,
  notLate,
  withoutSavepoints,
} from './late-writes.ts'
import {
  joinedResult,
  type LineLabel,
  lineResult,
  noting,
  type Result,
  type Written,
} from './line-results.ts'
import { type Batch, isUnfinished, type Outcome, reserve, type Unfinished } from './runs.ts'
import { count, emptyTally, type Tally } from './tally.ts'

export type { Importing } from './importing.ts'

/** One imported object, by the number of its first line. */
export interface Numbered {
  readonly number: number
}

/** Imports one object within the batch, or its first part. Throws a problem if it is refused. */
export type ImportOne<L> = (batch: Batch, line: L) => Promise<Outcome | Unfinished>

interface Run<L> extends Importing {
  readonly intoEmpty: boolean
  readonly known: Map<string, number>
  readonly found: Found
  readonly importOne: ImportOne<L>
  readonly labelOf: (line: L) => LineLabel
}

export const MAX_LINES = 250

async function tried<L extends Numbered>(
  batch: Batch,
  line: L,
  { importOne, labelOf }: Run<L>,
  take: () => Written | undefined,
): Promise<Result> {
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

const nothingWritten = new Error('Nothing was written.')

/** Imports lines in one transaction. Most have no line that is refused once it has written: savepoints would take a third of the time. */
async function together<L extends Numbered>(lines: readonly L[], run: Run<L>): Promise<readonly Result[]> {
  try {
    return await inTransaction(lines, run, false)
  } catch (error) {
    if (isForSavepoints(error)) return inTransaction(lines, run, true)
    throw error
  }
}

/** Imports lines in one transaction. Rolls it back if no line wrote anything, so that the revision stays the same. */
async function inTransaction<L extends Numbered>(
  lines: readonly L[],
  run: Run<L>,
  hasSavepoints: boolean,
): Promise<readonly Result[]> {
  const moment = run.now()
  let results: Result[] = []
  let found = new Map<string, number>()
  const written = run.store.write({ ...run.caller, moment }, async (writing) => {
    const { store: noted, take } = noting(writing)
    results = []
    found = new Map()
    const store = hasSavepoints ? noted : withoutSavepoints(noted)
    const context = { ...run.caller, store: run.store, moment, linksByName: true }
    const late = hasSavepoints ? notLate(store, context) : await lateWrites(store, context, run.found)
    const batch: Batch = { ...run, store, late, context, found, hasOwnIds: false, hasWritten: false }
    for (const line of lines) {
      const result = await tried(batch, line, run, take)
      results.push(result)
      if (run.isStrict && result.outcome === 'refused') break
    }
    await late.keep()
    await reserve(batch)
    if (!batch.hasWritten || run.isDry === true) throw nothingWritten
  })
  try {
    const { revision } = await written
    run.found.revision = hasSavepoints ? NONE : revision
  } catch (error) {
    if (error !== nothingWritten) throw error
  }
  if (run.isDry !== true) for (const [globalId, id] of found) run.known.set(globalId, id)
  return results
}

/** Imports one line; its images may be fetched before its transaction. */
function alone<L extends Numbered>(line: L, run: Run<L>): Promise<readonly Result[]> {
  const context = { ...run.caller, store: run.store, moment: run.now() }
  return withImages(context, (caller) => together([line], { ...run, caller }))
}

/** Whether the database or the image store fails, so that every line would fail. */
const isAway = (error: unknown, { isFatal }: Importing) =>
  isFatal(error) || (error instanceof Problem && error.status >= 500)

/** Imports lines together. If the transaction fails, or needs images first, imports each line alone. */
async function imported<L extends Numbered>(lines: readonly L[], run: Run<L>): Promise<readonly Result[]> {
  const [first] = lines
  try {
    return await (lines.length === 1 && first !== undefined ? alone(first, run) : together(lines, run))
  } catch (error) {
    if (isAway(error, run)) throw error
    if (lines.length === 1)
      return lines.map((line) => ({
        line: line.number,
        outcome: 'refused',
        reason: `Failed: ${error}`,
        label: () => run.labelOf(line),
      }))
  }
  const results: Result[] = []
  for (const line of lines) {
    results.push(...(await imported([line], run)))
    if (run.isStrict && results.at(-1)?.outcome === 'refused') break
  }
  return results
}

/** Imports the remaining parts of a line, each in a transaction. Other tasks run between them. */
async function finished<L extends Numbered>(first: Result, line: L, run: Run<L>): Promise<Result> {
  let result = first
  for (let { next } = first; next !== undefined; { next } = result) {
    await breath()
    const [after] = await imported([line], { ...run, importOne: (batch) => next(batch) })
    result = joinedResult(result, after)
  }
  return result
}

function* sliced<L>(lines: readonly L[], size: number): Iterable<readonly L[]> {
  for (let at = 0; at < lines.length; at += size) yield lines.slice(at, at + size)
}

async function allImported<L extends Numbered>(
  batches: AsyncIterable<readonly L[]> | Iterable<readonly L[]>,
  run: Run<L>,
): Promise<Tally> {
  const tally = emptyTally()
  for await (const batch of batches) {
    for (const lines of sliced(batch, run.slice ?? MAX_LINES)) {
      for (const [at, first] of (await imported(lines, run)).entries()) {
        const line = lines[at]
        const result = line === undefined ? first : await finished(first, line, run)
        count(tally, result)
        run.onResult?.(lineResult(result, run.isDry === true))
      }
      run.onProgress(tally)
      if (run.isStrict && tally.refused > 0) return tally
      await run.settled?.()
      await breath()
    }
  }
  return tally
}

const unlabelled = (): LineLabel => ({ title: '', start_date: '' })

/**
 * Imports batch by batch, each in its own transaction. Other tasks run between batches. `labelOf` says what a line is about, for
 * the report.
 */
export async function importInBatches<L extends Numbered>(
  batches: AsyncIterable<readonly L[]> | Iterable<readonly L[]>,
  importOne: ImportOne<L>,
  importing: Importing,
  labelOf: (line: L) => LineLabel = unlabelled,
): Promise<Tally> {
  const intoEmpty = importing.keepsIds ?? (await importing.store.isEmpty())
  const run = { ...importing, intoEmpty, known: new Map(), found: nothingFound(), importOne, labelOf }
  return inSmallHeap(() => allImported(batches, run))
}
