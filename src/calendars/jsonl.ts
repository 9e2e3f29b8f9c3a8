/** JSON lines → the calendar: in transactions of bounded size, and no line stops the next. */
import type { Context } from '../actions/context.ts'
import { createWithin } from '../actions/create.ts'
import {
  type CreateArgs,
  type ResourceName,
  resourceNamed,
  resourceNames,
} from '../contract/resources/index.ts'
import type { Moment } from '../domain/moment.ts'
import { invalidParam, Problem } from '../problem.ts'
import type { Store } from '../store/store.ts'
import { importMedia } from './import-media.ts'
import { importRecord } from './import-record.ts'
import { type Batch, type Outcome, reserve } from './import-run.ts'
import { type Line, linesOf } from './lines.ts'
import type { Identify } from './record-lines.ts'
import { acceptedArgs, keyOf, type Sent, sentOn } from './sent-line.ts'

/** A line that was not imported, and why. */
export interface Refusal {
  readonly line: number
  readonly reason: string
}

/** What has become of the lines so far. */
export interface Tally extends Record<Outcome, number> {
  lines: number
  refused: number
  /** The first of those refused. */
  readonly refusals: Refusal[]
}

export interface Importing {
  readonly store: Store
  readonly now: () => Moment
  readonly caller: Pick<Context, 'actor' | 'currency' | 'images'>
  readonly globalId: Identify
  /** Ends the import rather than refusing the line: the database can't be reached. */
  readonly isFatal: (error: unknown) => boolean
  /** Stops at the first line that is refused; the lines before it stay. */
  readonly isStrict: boolean
  readonly onProgress: (tally: Tally) => void
}

interface Run extends Importing {
  readonly intoEmpty: boolean
  readonly known: Map<string, number>
}

interface Result {
  readonly line: number
  readonly outcome: Outcome | 'refused'
  readonly reason?: string
}

const MOST_LINES = 100
const MOST_TEXT = 4 * 1024 * 1024
export const MOST_REFUSALS = 50

/** A line as whoever creates items would send it; known again by what it says. */
async function importBody(batch: Batch, name: ResourceName, sent: Sent): Promise<Outcome> {
  const { store, context } = batch
  const key = keyOf(sent)
  const before = await store.imported(key)
  if (before !== undefined && (await store.find(name, { id: before.item_id }, context.moment)) !== undefined)
    return 'unchanged'
  const { fields, refuses } = resourceNamed(name)
  const args = acceptedArgs(fields, sent, refuses) as CreateArgs<ResourceName>
  await reserve(batch)
  await store.attempt(async () =>
    store.rememberImport(key, name, await createWithin(store, name, args, context)),
  )
  return 'created'
}

/** What a line is about decides how it is read: `resource` and `global_id` make it one of an export. */
async function importSent(batch: Batch, sent: Sent): Promise<Outcome> {
  const { resource = 'event' } = sent
  if (resource === 'media') return batch.store.attempt(() => importMedia(batch, sent))
  const name = resourceNames.find((one) => one === resource)
  if (name === undefined) throw invalidParam('resource', `must be one of ${resourceNames.join(', ')}, media`)
  const isExported = 'resource' in sent && 'global_id' in sent
  return isExported
    ? batch.store.attempt(() => importRecord(batch, name, sent))
    : importBody(batch, name, sent)
}

async function importLine(batch: Batch, line: Line): Promise<Result> {
  try {
    const outcome = await importSent(batch, sentOn(line))
    if (outcome !== 'unchanged') batch.hasWritten = true
    return { line: line.number, outcome }
  } catch (error) {
    if (error instanceof Problem) return { line: line.number, outcome: 'refused', reason: error.message }
    throw error
  }
}

const nothingWritten = new Error('Nothing was written.')

/** One transaction; undone where no line wrote anything, so that the revision stays. */
async function together(lines: readonly Line[], run: Run): Promise<readonly Result[]> {
  const moment = run.now()
  let results: Result[] = []
  let found = new Map<string, number>()
  const written = run.store.write({ ...run.caller, moment }, async (store) => {
    results = []
    found = new Map()
    const context = { ...run.caller, store: run.store, moment }
    const batch: Batch = { ...run, store, context, found, hasOwnIds: false, hasWritten: false }
    for (const line of lines) {
      const result = await importLine(batch, line)
      results.push(result)
      if (run.isStrict && result.outcome === 'refused') break
    }
    await reserve(batch)
    if (!batch.hasWritten) throw nothingWritten
  })
  await written.catch((error: unknown) => {
    if (error !== nothingWritten) throw error
  })
  for (const [globalId, id] of found) run.known.set(globalId, id)
  return results
}

/** Where a transaction fails as a whole, each of its lines is tried alone. */
async function imported(lines: readonly Line[], run: Run): Promise<readonly Result[]> {
  try {
    return await together(lines, run)
  } catch (error) {
    if (run.isFatal(error)) throw error
    if (lines.length === 1)
      return lines.map(({ number }) => ({ line: number, outcome: 'refused', reason: `Failed: ${error}` }))
  }
  const results: Result[] = []
  for (const line of lines) {
    results.push(...(await imported([line], run)))
    if (run.isStrict && results.at(-1)?.outcome === 'refused') break
  }
  return results
}

async function* batched(lines: AsyncIterable<Line>): AsyncIterable<readonly Line[]> {
  let batch: Line[] = []
  let size = 0
  for await (const line of lines) {
    batch.push(line)
    size += line.text.length
    if (batch.length < MOST_LINES && size < MOST_TEXT) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

function count(tally: Tally, { line, outcome, reason = '' }: Result): void {
  tally.lines += 1
  tally[outcome] += 1
  if (outcome === 'refused' && tally.refusals.length < MOST_REFUSALS) tally.refusals.push({ line, reason })
}

/** Imports every line of a file of JSON lines. A second time, the same lines change nothing. */
export async function importLines(chunks: AsyncIterable<Uint8Array>, importing: Importing): Promise<Tally> {
  const run: Run = { ...importing, intoEmpty: await importing.store.isEmpty(), known: new Map() }
  const tally: Tally = { lines: 0, created: 0, updated: 0, unchanged: 0, refused: 0, refusals: [] }
  for await (const lines of batched(linesOf(chunks))) {
    for (const result of await imported(lines, run)) count(tally, result)
    run.onProgress(tally)
    if (run.isStrict && tally.refused > 0) break
  }
  return tally
}
