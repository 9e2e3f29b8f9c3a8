/** The importer: applies the lines of any format, a lot of them in a transaction, each in a savepoint. A refused line does not stop the next ones. */
import { setImmediate as breath } from 'node:timers/promises'
import { runAfterPreparing, type TransactionPreparedTest } from '../../actions/writing/preparing.ts'
import { Problem } from '../../problem.ts'
import { isTransientError } from '../../store/database/errors.ts'
import type { ExpectedItems, Writing } from '../../store/store.ts'
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
import { addResultToTally, emptyTally, type ImportTally } from './tally.ts'

/** One imported object, by the number of its first line. */
export interface NumberedLine {
  readonly number: number
  /** The key by which a later import recognises a line that creates an item. */
  readonly key?: string | undefined
}

/** How the lines of a format are applied. */
interface Applying<L> {
  /** Imports one line within the transaction, or its first part. Throws a problem if it is refused. */
  readonly apply: (batch: ImportTransaction, line: L) => Promise<LineOutcome | UnfinishedLineImport>
  /** Says what a line is about, for the report. Without it, lines are only numbered. */
  readonly labelOf?: (line: L) => LineLabel
  /** Returns the title of the event of a line, and the names of its venues and organizers, as far as they can be told before it is checked. */
  readonly namesOf?: (line: L) => ExpectedItems
}

/** An import that is under way. */
interface ImportRun<L> extends ImportSetup, Required<Applying<L>> {
  readonly intoEmpty: boolean
  readonly known: Map<string, number>
  /** What names were found to mean at a revision. It holds while nobody else writes. */
  readonly names: { revision: number; readonly inline: Map<string, Map<string, number>> }
}

/** The revision of a transaction that is under way, or was not kept. */
const NOT_KEPT = -1

/** Undoes a line for which an image or a hash is to be prepared, while no transaction is open. */
const unprepared = new Error('A line needs what is not prepared yet.')

const aboutLine = <L extends NumberedLine>(line: L, labelOf: (line: L) => LineLabel) => ({
  line: line.number,
  label: () => labelOf(line),
})

/** Returns the result of a line that fails. Throws the error where every line would fail: the database or the images are away. */
function refusedLine(
  about: Pick<RecordedLineResult, 'line' | 'label'>,
  error: unknown,
  isFatal: ImportSetup['isFatal'],
): RecordedLineResult {
  if (error instanceof Problem)
    return { ...about, outcome: 'refused', reason: error.message, faults: lineFaultsOf(error) }
  if (isFatal(error) || isTransientError(error)) throw error
  return { ...about, outcome: 'refused', reason: `Failed: ${error}`, faults: [internalLineFault] }
}

/** Applies one line in a savepoint; undefined if it needs what is not prepared. Throws where the transaction is lost. */
async function resultOfLine<L extends NumberedLine>(
  batch: ImportTransaction,
  line: L,
  { apply, labelOf, isFatal }: ImportRun<L>,
  isComplete: TransactionPreparedTest,
  take: () => WrittenItem | undefined,
): Promise<RecordedLineResult | undefined> {
  const about = aboutLine(line, labelOf)
  const { hasWritten } = batch.state
  const found = new Map(batch.found)
  take()
  try {
    const result = await batch.store.attempt(async () => {
      const applied = await apply(batch, line)
      if (!isComplete()) throw unprepared
      return applied
    })
    const { outcome, next } = isLineResultUnfinished(result) ? result : { outcome: result, next: undefined }
    if (outcome !== 'unchanged') batch.state.hasWritten = true
    return { ...about, outcome, written: outcome === 'unchanged' ? undefined : take(), next }
  } catch (error) {
    // What the line made is gone.
    batch.state.hasWritten = hasWritten
    if (line.key !== undefined) batch.imports.delete(line.key)
    batch.found.clear()
    for (const [globalId, id] of found) batch.found.set(globalId, id)
    batch.present.clear()
    batch.context.inline?.clear()
    return error === unprepared ? undefined : refusedLine(about, error, isFatal)
  }
}

/** Returns the entries that a map did not have before. */
const newIn = <K, V>(now: ReadonlyMap<K, V>, before: ReadonlyMap<K, V>): ReadonlyMap<K, V> =>
  new Map([...now].filter(([key, value]) => before.get(key) !== value))

const allNames = (all: readonly ExpectedItems[]): ExpectedItems => ({
  event: all.flatMap(({ event }) => event),
  venue: all.flatMap(({ venue }) => venue),
  organizer: all.flatMap(({ organizer }) => organizer),
})

/** Applies lines in one transaction, up to the first one that needs what is not prepared. It is kept if a line wrote anything; otherwise the revision stays the same. */
async function inTransaction<L extends NumberedLine>(
  lines: readonly L[],
  run: ImportRun<L>,
  isComplete: TransactionPreparedTest,
): Promise<readonly RecordedLineResult[]> {
  const moment = run.now()
  let results: RecordedLineResult[] = []
  let found = new Map<string, number>()
  let hasWritten = false
  const keeps = () => hasWritten && run.isDry !== true
  const act = async (writing: Writing) => {
    results = []
    found = new Map()
    const { names } = run
    if ((await writing.revision()) !== names.revision + 1) names.inline.clear()
    names.revision = NOT_KEPT
    const { store, take } = recordingWriting(writing, run.onMade)
    const keys = lines.flatMap(({ key }) => key ?? [])
    const before = await writing.importedAs(keys)
    // Other lines read again what they wrote.
    const unknown = lines.filter(({ key }) => key !== undefined && !before.has(key))
    if (unknown.length > 1) await writing.expect(allNames(unknown.map(run.namesOf)))
    const batch: ImportTransaction = {
      ...run,
      store,
      context: { ...run.caller, store: run.store, moment, linksByName: true, inline: names.inline },
      found,
      present: new Set(),
      imports: new Map(before),
      state: { hasOwnIds: false, hasWritten: false },
    }
    for (const line of lines) {
      const result = await resultOfLine(batch, line, run, isComplete, take)
      if (result === undefined) break
      results.push(result)
      if (run.isStrict && result.outcome === 'refused') break
    }
    await writing.rememberImports(newIn(batch.imports, before))
    await reserveExplicitIds(batch)
    hasWritten = batch.state.hasWritten
  }
  const { revision } = await run.store.write({ ...run.caller, moment, givesWay: true }, act, keeps)
  if (keeps()) {
    run.names.revision = revision
    run.onWrite?.(revision)
  }
  if (run.isDry !== true) for (const [globalId, id] of found) run.known.set(globalId, id)
  return results
}

/** Applies a lot: in one transaction, which ends before each line for which something is prepared. */
async function applied<L extends NumberedLine>(
  lot: readonly L[],
  run: ImportRun<L>,
): Promise<readonly RecordedLineResult[]> {
  const results: RecordedLineResult[] = []
  const isStopped = () => run.isStrict && results.at(-1)?.outcome === 'refused'
  let most = lot.length
  for (let line = lot[0]; line !== undefined && !isStopped(); line = lot[results.length]) {
    let [to, isOpen] = [Math.min(lot.length, results.length + most), false]
    const context = { ...run.caller, store: run.store, moment: run.now() }
    try {
      await runAfterPreparing(context, async (caller, isComplete) => {
        isOpen = true
        results.push(...(await inTransaction(lot.slice(results.length, to), { ...run, caller }, isComplete)))
        isOpen = false
        // What is prepared now is for the next line alone.
        to = results.length + 1
      })
    } catch (error) {
      if (isOpen && to > results.length + 1 && !run.isFatal(error) && !isTransientError(error)) {
        // The database refuses a row of some line: alone, that line is refused.
        most = 1
        continue
      }
      if (isOpen || (error instanceof Problem && error.status >= 500)) throw error
      // It could not be prepared.
      results.push(refusedLine(aboutLine(lot[results.length] ?? line, run.labelOf), error, run.isFatal))
    }
  }
  return results
}

/** Applies the remaining parts of a line, each in a transaction. Other tasks run between them. */
async function finished<L extends NumberedLine>(
  first: RecordedLineResult,
  line: L,
  run: ImportRun<L>,
): Promise<RecordedLineResult> {
  let result = first
  for (let { next } = first; next !== undefined; { next } = result) {
    await breath()
    const [after] = await applied([line], { ...run, apply: (batch) => next(batch) })
    result = joinedResultOfLineParts(result, after)
  }
  return result
}

/** The greatest number of lines of one transaction. */
const LOT = 100

/** Collects lines. `weightOf` is the share of a lot that a line takes: a heavy one is alone in its transaction. */
export async function* lotsOfLines<L>(
  lines: AsyncIterable<L>,
  weightOf: (line: L) => number = () => 1,
): AsyncIterable<readonly L[]> {
  let lot: L[] = []
  let weight = 0
  for await (const line of lines) {
    const more = weightOf(line)
    if (weight + more > LOT && lot.length > 0) {
      yield lot
      lot = []
      weight = 0
    }
    lot.push(line)
    weight += more
  }
  if (lot.length > 0) yield lot
}

function* slicesOf<L>(lot: readonly L[], size: number): Iterable<readonly L[]> {
  for (let at = 0; at < lot.length; at += size) yield lot.slice(at, at + size)
}

const namesOfLabel =
  <L>(labelOf: (line: L) => LineLabel) =>
  (line: L): ExpectedItems => ({ event: [labelOf(line).title], venue: [], organizer: [] })

const withoutLabel = (): LineLabel => ({ title: '', start_date: '' })

/** Imports lot after lot. Other tasks run between two transactions. */
export async function importLots<L extends NumberedLine>(
  lots: AsyncIterable<readonly L[]> | Iterable<readonly L[]>,
  importing: ImportSetup,
  applying: Applying<L>,
): Promise<ImportTally> {
  const intoEmpty = importing.keepsIds ?? (await importing.store.isEmpty())
  const run = {
    ...importing,
    intoEmpty,
    known: new Map(),
    names: { revision: NOT_KEPT, inline: new Map() },
    labelOf: withoutLabel,
    namesOf: namesOfLabel(applying.labelOf ?? withoutLabel),
    ...applying,
  }
  const tally = emptyTally()
  for await (const lot of lots)
    for (const lines of slicesOf(lot, run.slice ?? LOT)) {
      for (const [at, first] of (await applied(lines, run)).entries()) {
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
  return tally
}
