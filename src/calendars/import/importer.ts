/** The importer: applies the lines of any format, a lot of them in a transaction, each in a savepoint. A refused line does not stop the next ones. */

import { setImmediate as breath } from 'node:timers/promises'
import { updateInTransaction } from '../../actions/update.ts'
import { runAfterPreparing, type TransactionPreparedTest } from '../../actions/writing/preparing.ts'
import type { ItemToChange } from '../../actions/writing/save.ts'
import type { Context } from '../../api/context.ts'
import { parseArgs } from '../../contract/arg.ts'
import { argNamesByLinkedResource } from '../../contract/columns.ts'
import { event } from '../../contract/resources/event.ts'
import {
  type ItemName,
  itemNames,
  resourceNamed,
  type UpdateArgs,
  type VenueOrOrganizerName,
} from '../../contract/resources/index.ts'
import { importKeyOfGlobalId } from '../../domain/import-source.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { GlobalIdFunction, LineResourceName } from '../../formats/jsonl/export.ts'
import type { SentObject } from '../../formats/jsonl/lines.ts'
import { type Faults, Problem, type RefusalReason } from '../../problem.ts'
import { isTransientError } from '../../store/database/errors.ts'
import type { EventRecord, ExpectedItems, Store, Writing } from '../../store/store.ts'
import { isJsonObject } from '../../support/json.ts'
import { slicesOf } from '../../support/slices.ts'

// The parts that the lines of one import share.

export interface ImportTransaction {
  readonly store: Writing
  readonly context: Context
  readonly globalId: GlobalIdFunction
  /** Whether the calendar was empty when the import began: then items of other calendars keep their ids. */
  readonly intoEmpty: boolean
  /** Maps global ids of lines to our ids, for earlier batches. */
  readonly known: ReadonlyMap<string, number>
  /** The same for this batch. */
  readonly found: Map<string, number>
  /** The items that were found to exist in this transaction, by resource and id: an import removes none. */
  readonly present: Set<string>
  /** Whether the transaction is rolled back in any case. */
  readonly isDry?: boolean
  /** What the lines have done so far. */
  readonly state: {
    /** Whether rows with explicit ids were inserted since ids were last reserved. */
    hasOwnIds: boolean
    /** Whether anything was written that must not be rolled back. */
    hasWritten: boolean
    /** Whether that only goes on with what an earlier transaction began, and is undone with it. */
    goesOn?: boolean
  }
}

export type LineOutcome = 'created' | 'updated' | 'unchanged'

/** The outcome of a line so far, and the next part of its import, which takes a transaction of its own. */
export interface UnfinishedLineImport {
  readonly outcome: LineOutcome
  next(batch: ImportTransaction): Promise<LineOutcome | UnfinishedLineImport>
}

/** Whether the import of a line takes another transaction. */
export const isLineResultUnfinished = (
  result: LineOutcome | UnfinishedLineImport,
): result is UnfinishedLineImport => typeof result === 'object'

/** Reserves explicit ids. Call it before the database assigns an id. */
export async function reserveExplicitIds(batch: ImportTransaction): Promise<void> {
  if (!batch.state.hasOwnIds) return
  await batch.store.reserveIds()
  batch.state.hasOwnIds = false
}

/** Returns the global id of an item that the line of another one names: both are of the same calendar. */
export function globalIdOfReference(from: string, name: LineResourceName, id: number): string {
  const base = from.slice(0, from.indexOf('?'))
  return `${base}?id=${id}${name === 'event' ? '' : `&type=${name}`}`
}

/** Returns our id of the item with a global id. */
export async function ourIdOfGlobalId(
  batch: ImportTransaction,
  name: LineResourceName,
  globalId: string,
): Promise<number | undefined> {
  const id = batch.found.get(globalId) ?? batch.known.get(globalId)
  if (id !== undefined) return id
  const imported = await batch.store.imported(importKeyOfGlobalId(globalId))
  return imported?.resource === name ? imported.item_id : undefined
}

/** Records our id of an imported item. Stores it for later imports unless the global id itself contains it. */
export async function rememberGlobalId(
  batch: ImportTransaction,
  name: LineResourceName,
  globalId: string,
  id: number,
): Promise<void> {
  batch.found.set(globalId, id)
  if (globalId === batch.globalId(name, id)) return
  const key = importKeyOfGlobalId(globalId)
  if ((await batch.store.imported(key))?.item_id === id) return
  await batch.store.rememberImport(key, name, id)
  batch.state.hasWritten = true
}

/** Returns whether an event or a series is another version after a change. */
export async function isChangedBy<N extends 'event' | 'series'>(
  { store, context }: ImportTransaction,
  { name, kept }: ItemToChange<N>,
  args: UpdateArgs<N>,
): Promise<boolean> {
  if (Object.keys(args).length === 0) return false
  await updateInTransaction(store, { name, kept }, args, context)
  const now = await store.find(name, { id: kept.id }, context.moment)
  return now?.version !== kept.version
}

/** Changes an event as sent. Returns whether anything changed. */
export const changeEvent = (
  batch: ImportTransaction,
  kept: EventRecord,
  sent: SentObject,
): Promise<boolean> =>
  isChangedBy(batch, { name: 'event', kept }, parseArgs(event.fields, sent, 'update', event.refuses))

/** Forgets what names mean once an item that is linked by its name was written. */
export function forgetNames({ context }: ImportTransaction, name: ItemName): void {
  if (name !== 'event') context.inline?.clear()
}

// The result of each line of an import, for reports and dry runs.

/** What a line says of its event; "" for each that is missing. */
export interface LineLabel {
  readonly title: string
  readonly start_date: string
  /** The names of its venues. */
  readonly venue: string
  readonly cost: string
}

/** One thing that is wrong with a line. */
interface LineFault {
  /** The field that it is about, such as `start_date` or `venue[0].website`; "" if it is about the line as a whole. */
  readonly field: string
  /** The reason, or the code of the problem where that says enough. */
  readonly reason: string
  readonly values: RefusalReason['values']
}

const wholeLineFault = (reason: string, values: RefusalReason['values'] = {}): LineFault => ({
  field: '',
  reason,
  values,
})

/** The fault of a line that failed for a reason within the service. */
const internalLineFault = wholeLineFault('internal_server_error')

/** Returns what is wrong with a line: each missing or invalid field, or else the reason against the line as a whole. */
export function lineFaultsOf({ code, data }: Problem): readonly LineFault[] {
  const missing = Array.isArray(data.params) ? data.params.map(String) : []
  const invalid: Faults = { ...Object(data.details), ...Object(data.invalid) }
  const ofFields = [
    ...missing.map((field) => ({ field, reason: 'missing', values: {} })),
    ...Object.entries(invalid).map(([field, { reason, values }]) => ({ field, reason, values })),
  ]
  if (ofFields.length > 0) return ofFields
  return [wholeLineFault(typeof data.reason === 'string' ? data.reason : code, Object(data.values))]
}

export interface ReportedLine extends LineLabel {
  readonly line: number
  readonly outcome: LineOutcome | 'refused'
  /** When the event starts that the line created or moved, on the clock of its zone; "" otherwise. */
  readonly starts: string
  /** The item that the line created or changed; 0 if there is none, and in a dry run that would create it. */
  readonly id: number
  /** The fields that changed. */
  readonly changed: readonly string[]
  /** Why the line is refused; "" otherwise. */
  readonly reason: string
  /** The same for programs; empty otherwise. */
  readonly faults: readonly LineFault[]
}

/** The item that a line wrote. */
interface WrittenItem {
  readonly name: ItemName
  readonly id: number
  readonly isNew: boolean
  /** The start of an event, if it was written. */
  readonly starts?: string | undefined
  readonly changed: readonly string[]
}

/** The result of a line, as the import records it. */
interface RecordedLineResult {
  readonly line: number
  readonly outcome: LineOutcome | 'refused'
  readonly reason?: string
  readonly faults?: readonly LineFault[]
  readonly written?: WrittenItem | undefined
  /** The next part of its import, which takes a transaction of its own. */
  readonly next?: UnfinishedLineImport['next'] | undefined
  /** Computed only when it is read. */
  label(): LineLabel
}

/** Returns the result of a line after another part of its import. */
function joinedResultOfLineParts(
  before: RecordedLineResult,
  after: RecordedLineResult | undefined,
): RecordedLineResult {
  if (after === undefined || after.outcome === 'refused') return { ...before, ...after, next: undefined }
  const written = before.written ?? after.written
  const outcome = before.outcome === 'unchanged' ? after.outcome : before.outcome
  return { ...before, outcome, written, next: after.next }
}

/** A writing that records the items of one line, and a function that returns and clears the record. */
interface RecordingWriting {
  readonly store: Writing
  /** Returns the item that was written since the last call: the event, if there is one. */
  take(): WrittenItem | undefined
}

/** Returns the result for reports. An item that a dry run would create has no id. */
function reportedLine(
  { line, outcome, reason = '', faults = [], written, label }: RecordedLineResult,
  isDry: boolean,
): ReportedLine {
  const id = written === undefined || (isDry && written.isNew) ? 0 : written.id
  const changed = outcome === 'updated' ? (written?.changed ?? []) : []
  return { line, outcome, ...label(), starts: written?.starts ?? '', id, changed, reason, faults }
}

function fieldsOf(name: ItemName, columns: readonly string[]): readonly string[] {
  const { fields } = resourceNamed(name)
  const named = columns.map((column) => {
    if (column === 'name' && (name === 'venue' || name === 'organizer')) return name
    if (column === 'category' || column === 'tag') return argNamesByLinkedResource[column]
    return column === 'date_utc' ? 'date' : column
  })
  return named.filter((field) => Object.hasOwn(fields, field))
}

const isItem = (name: string): name is ItemName => itemNames.some((one) => one === name)

/** Returns the start among the columns of an event. */
const startIn = (columns: object): string | undefined =>
  'start_date' in columns && typeof columns.start_date === 'string' ? columns.start_date : undefined

/** Wraps a writing so that it records the written items. `onMade` is told of those besides events. */
function recordingWriting(
  store: Writing,
  onMade: (resource: string, name: string) => void = () => {},
): RecordingWriting {
  let noted: WrittenItem | undefined
  const note = (next: WrittenItem) => {
    if (noted?.name === next.name && noted.id === next.id)
      noted = {
        ...noted,
        starts: next.starts ?? noted.starts,
        changed: [...new Set([...noted.changed, ...next.changed])],
      }
    else if (noted === undefined || (noted.name !== 'event' && next.name === 'event')) noted = next
  }
  const wrote = (name: string, id: number, values: object, isNew: boolean) => {
    if (!isItem(name)) return
    note({
      name,
      id,
      isNew,
      starts: startIn(values),
      changed: isNew ? [] : fieldsOf(name, Object.keys(values)),
    })
    if (isNew && 'name' in values && typeof values.name === 'string') onMade(name, values.name)
  }
  return {
    store: {
      ...store,
      async put(name, id, values, read) {
        const stored = await store.put(name, id, values, read)
        wrote(name, stored.id, values, id === undefined)
        return stored
      },
    },
    take() {
      const taken = noted
      noted = undefined
      return taken
    },
  }
}

// The tally of an import.

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

export const MAX_REFUSALS = 50

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
function addResultToTally(
  tally: ImportTally,
  { line, outcome, reason = '', faults = [] }: RecordedLineResult,
): void {
  tally.lines += 1
  tally[outcome] += 1
  if (outcome === 'refused' && tally.refusals.length < MAX_REFUSALS)
    tally.refusals.push({ line, reason, faults })
}

/** One imported object, by the number of its first line. */
export interface NumberedLine {
  readonly number: number
  /** The keys by which a later import recognises what it imports. */
  readonly keys?: readonly string[]
}

/** How the lines of a format are applied. */
interface Applying<L> {
  /** Imports one line within the transaction, or its first part. Throws a problem if it is refused. */
  readonly apply: (batch: ImportTransaction, line: L) => Promise<LineOutcome | UnfinishedLineImport>
  /** Says what a line is about, for the report. Without it, lines are only numbered. */
  readonly labelOf?: (line: L) => LineLabel
  /** Returns what a line looks for and may make, as far as that can be told before it is checked. */
  readonly expectedOf?: (line: L) => Partial<ExpectedItems>
}

/** An import that is under way. */
interface ImportRun<L> extends ImportSetup, Required<Applying<L>> {
  readonly intoEmpty: boolean
  readonly known: Map<string, number>
  /** What names were found to mean at a revision. It holds while nobody else writes. */
  readonly names: { revision: number; readonly inline: Map<string, Map<string, number>> }
  /** How many lines the next transaction tries. */
  readonly pace: { lines: number }
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
    batch.found.clear()
    for (const [globalId, id] of found) batch.found.set(globalId, id)
    batch.present.clear()
    batch.context.inline?.clear()
    return error === unprepared ? undefined : refusedLine(about, error, isFatal)
  }
}

/** Looks up at once what lines look for; for those that are not imported yet, also what they may make: a single one asks for little twice. */
async function expectLines<L extends NumberedLine>(
  writing: Writing,
  lines: readonly L[],
  { expectedOf }: Pick<ImportRun<L>, 'expectedOf'>,
): Promise<void> {
  const before = await writing.importedAs(lines.flatMap(({ keys = [] }) => keys))
  const isKnown = ({ keys = [] }: L) => keys.some((key) => before.has(key))
  if (lines.length < 2 && !lines.some(isKnown)) return
  const isNew = (line: L) => (line.keys ?? []).length > 0 && !isKnown(line)
  const made = lines.filter(isNew).map(expectedOf)
  const of = (name: keyof ExpectedItems, some = made) => some.flatMap((one) => one[name] ?? [])
  await writing.expect({
    event: of('event'),
    venue: of('venue'),
    organizer: of('organizer'),
    addresses: of('addresses'),
    uids: of('uids', lines.map(expectedOf)),
  })
}

/** Returns a text; "" for any other value. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

function namesIn(sent: unknown, arg: VenueOrOrganizerName): readonly string[] {
  const all = Array.isArray(sent) ? sent : [sent]
  return all.flatMap((one) => (isJsonObject(one) && typeof one[arg] === 'string' ? one[arg].trim() : []))
}

/** Returns what the args of an event say, for the report. */
export const labelOfEvent = ({ title, start_date, venue, cost }: SentObject): LineLabel => ({
  title: textIn(title),
  start_date: textIn(start_date),
  venue: namesIn(venue, 'venue').join(', '),
  cost: textIn(cost),
})

/** Returns what an event with these args may make. */
export const expectedOfEvent = ({ title, venue, organizer }: SentObject): Partial<ExpectedItems> => ({
  event: [textIn(title)],
  venue: namesIn(venue, 'venue'),
  organizer: namesIn(organizer, 'organizer'),
})

/** Milliseconds that this process has worked. What others do on a busy machine doesn't count. */
function worked(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Whether no other line follows before what becomes of this one is told: it takes further transactions, or ends the import. */
const isLast = ({ outcome, next }: RecordedLineResult, { isStrict }: Pick<ImportSetup, 'isStrict'>) =>
  next !== undefined || (isStrict && outcome === 'refused')

/**
 * Returns how many lines the next transaction tries, as it looks up in vain what it does not reach: few after a line that took further ones,
 * since its neighbours may; after one that worked long those that it reached, but no fewer than half, since others may have held it up.
 */
function linesOfNext(tried: number, results: readonly RecordedLineResult[], isLong: boolean): number {
  if (results.at(-1)?.next !== undefined) return results.length
  return isLong ? Math.max(results.length, Math.ceil(tried / 2)) : Math.min(LOT, tried * 2)
}

/**
 * Applies lines in one transaction, up to the first one that needs what is not prepared, or until it has worked long. It is kept if a line
 * wrote anything; otherwise the revision stays the same.
 */
async function inTransaction<L extends NumberedLine>(
  lines: readonly L[],
  run: ImportRun<L>,
  isComplete: TransactionPreparedTest,
): Promise<readonly RecordedLineResult[]> {
  const moment = run.now()
  let results: RecordedLineResult[] = []
  let found = new Map<string, number>()
  let hasWritten = false
  let goesOn = false
  const keeps = () => hasWritten && run.isDry !== true
  const act = async (writing: Writing) => {
    results = []
    found = new Map()
    const { names } = run
    if ((await writing.revision()) !== names.revision + 1) names.inline.clear()
    names.revision = NOT_KEPT
    const { store, take } = recordingWriting(writing, run.onMade)
    const since = worked()
    let isLong = false
    await expectLines(writing, lines, run)
    const batch: ImportTransaction = {
      ...run,
      store,
      context: { ...run.caller, store: run.store, moment, linksByName: true, inline: names.inline },
      found,
      present: new Set(),
      state: { hasOwnIds: false, hasWritten: false },
    }
    for (const line of lines) {
      const result = await resultOfLine(batch, line, run, isComplete, take)
      if (result === undefined) break
      results.push(result)
      isLong = worked() - since >= (run.longest ?? Number.POSITIVE_INFINITY)
      if (isLong || isLast(result, run)) break
    }
    run.pace.lines = linesOfNext(run.pace.lines, results, isLong)
    await reserveExplicitIds(batch)
    hasWritten = batch.state.hasWritten
    goesOn = batch.state.goesOn === true
  }
  const { revision } = await run.store.write({ ...run.caller, moment, givesWay: true }, act, keeps)
  if (keeps()) {
    run.names.revision = revision
    if (!goesOn) run.onWrite?.(revision)
  }
  if (run.isDry !== true) for (const [globalId, id] of found) run.known.set(globalId, id)
  return results
}

/**
 * Applies a lot, up to the first line that takes further transactions: in one transaction, which ends before each line for which something
 * is prepared, and when it has worked long.
 */
async function applied<L extends NumberedLine>(
  lot: readonly L[],
  run: ImportRun<L>,
): Promise<readonly RecordedLineResult[]> {
  const results: RecordedLineResult[] = []
  const isStopped = () => results.some((one) => isLast(one, run))
  let most = lot.length
  for (let line = lot[0]; line !== undefined && !isStopped(); line = lot[results.length]) {
    let [to, isOpen] = [Math.min(lot.length, results.length + Math.min(most, run.pace.lines)), false]
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
    if (results.length < lot.length) await breath()
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
    // Looked up for its first part: for each further one, all dates of a series would be read again.
    const part = { ...line, keys: [] }
    const [after] = await applied([part], { ...run, pace: { lines: 1 }, apply: (batch) => next(batch) })
    result = joinedResultOfLineParts(result, after)
  }
  return result
}

/** The greatest number of lines of one transaction. */
const LOT = 100

/** Returns the share of a lot that an event takes whose recurrence is sent: a series takes as long as the events that it makes. */
export function weightOfRecurrence(recurrence: unknown): number {
  const text = [recurrence ?? ''].flat().join()
  const [, count = LOT] = /COUNT=(\d{1,9})/i.exec(text) ?? []
  return text === '' ? 1 : Math.min(LOT, Number(count))
}

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
    pace: { lines: LOT },
    labelOf: () => labelOfEvent({}),
    expectedOf: () => ({}),
    ...applying,
  }
  const tally = emptyTally()
  for await (const lot of lots)
    for (const lines of slicesOf(lot, run.slice ?? LOT)) {
      let left = lines
      while (left.length > 0 && !(run.isStrict && tally.refused > 0)) {
        const results = await applied(left, run)
        for (const [at, first] of results.entries()) {
          const line = left[at]
          const result = line === undefined ? first : await finished(first, line, run)
          addResultToTally(tally, result)
          run.onResult?.(reportedLine(result, run.isDry === true))
        }
        left = left.slice(results.length)
      }
      run.onProgress(tally)
      if (run.isStrict && tally.refused > 0) return tally
      await run.settled?.()
      await breath()
    }
  return tally
}

// The options of every import besides its text.

/** The store and the options of an import. */
export interface ImportSetup {
  readonly store: Store
  readonly now: () => Moment
  readonly caller: Pick<
    Context,
    'actor' | 'content' | 'currency' | 'horizon' | 'images' | 'prepared' | 'newStatus' | 'newGroup'
  >
  readonly globalId: GlobalIdFunction
  /** Whether an error ends the import instead of refusing the line: the database can't be reached. */
  readonly isFatal: (error: unknown) => boolean
  /** Stops at the first refused line. The lines before it stay imported. */
  readonly isStrict: boolean
  readonly onProgress: (tally: ImportTally) => void
  /** Called before the first line, with the approximate number of lines. */
  readonly onTotal?: (lines: number) => void
  /** Called with the result of each line after its commit. */
  readonly onResult?: (result: ReportedLine) => void
  /** Called with the revision of each write that can be undone. */
  readonly onWrite?: (revision: number) => void
  /** Called with the resource and the name of what lines make besides their own items, such as venues; perhaps more than once. */
  readonly onMade?: (resource: string, name: string) => void
  /** Awaited between batches, so that the import waits for the reader of the results. */
  readonly settled?: () => Promise<void>
  /** Whether items of other calendars keep their ids; by default if this calendar is empty. */
  readonly keepsIds?: boolean
  /** Rolls back every transaction: the import reports the results, and stores nothing. */
  readonly isDry?: boolean
  /** The maximum lines of a transaction, where other requests wait for it. */
  readonly slice?: number
  /** Milliseconds of work after which no other line begins in a transaction, for which other processes wait. */
  readonly longest?: number
}
