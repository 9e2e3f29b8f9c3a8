/** Moves a calendar from another server with this API. An interrupted move continues where it stopped. */
import { createHash } from 'node:crypto'
import { resolveImageIdAtAddress } from '../../actions/linking/images.ts'
import { because, Problem, type RefusalReason } from '../../problem.ts'
import { type ImportSetup, importInBatches, type NumberedLine } from '../import/batches.ts'
import type { ImportTransaction, LineOutcome } from '../import/import-batch.ts'
import { lookUpsOfExport } from '../import/planning/export-look-ups.ts'
import { importRecord } from '../import/record.ts'
import type { SentObject } from '../import/sent-line.ts'
import { type ImportNotes, type ImportTally, newImportNotes } from '../import/tally.ts'
import {
  embeddedItemsOf,
  imageIdAndUrlIn,
  lineWriterByResource,
  type MovableResourceName,
  type SourceGlobalIdFunction,
} from './lines.ts'
import { type SourceCollection, type SourceSite, sourcePages } from './site.ts'
import { idOfValue } from './values.ts'

/** An item to import; its number is its id on the other server. */
interface Moved extends NumberedLine {
  readonly name: MovableResourceName
  readonly line: SentObject
  readonly image: { readonly globalId: string; readonly address: string } | undefined
}

/** The result of a move. */
interface MoveTally extends ImportTally {
  /** The values that could not be moved, and how often. */
  readonly notes: ImportNotes
}

const order = [
  ['category', 'categories'],
  ['tag', 'tags'],
  ['venue', 'venues'],
  ['organizer', 'organizers'],
  ['event', 'events'],
] as const satisfies readonly (readonly [MovableResourceName, SourceCollection])[]

/** Columns that reference an item that may be imported later. */
const parents: Readonly<Partial<Record<MovableResourceName, string>>> = {
  event: 'post_parent',
  category: 'parent',
}

interface Moving {
  readonly site: SourceSite
  readonly importing: ImportSetup
  readonly there: SourceGlobalIdFunction
  /** Notes a value of an item that was left out. The same note counts once, since batches may be repeated. */
  readonly note: (what: RefusalReason, item: string) => void
  readonly seen: Set<string>
  /** The items whose parent did not exist yet, by global id. */
  readonly waiting: Map<string, Moved>
}

const progressKey = ({ address }: SourceSite, collection: string) =>
  `move:${createHash('sha256').update(address).digest('base64url')}:${collection}`

/** Records the progress of a collection: the number of its last imported page. */
async function keepProgress({ site, importing }: Moving, collection: string, page: number): Promise<void> {
  const writer = { ...importing.caller, moment: importing.now() }
  await importing.store.write(writer, (store) =>
    store.rememberImport(progressKey(site, collection), 'page', page),
  )
}

/** Returns the import of an item of the site; undefined if it was imported before, or has no id. */
function moved(
  name: MovableResourceName,
  item: SentObject,
  { seen, note, there }: Moving,
): Moved | undefined {
  const id = idOfValue(item.id)
  const called = `${name} ${id}`
  if (id === undefined || seen.has(called)) return undefined
  seen.add(called)
  if (item.password_protected === true) note(because('protected_left_out'), called)
  const shown = imageIdAndUrlIn(item)
  const image = shown && { globalId: there('media', shown.id), address: shown.url }
  return { number: id, name, line: lineWriterByResource[name](item, id, there), image }
}

async function* batches(
  name: MovableResourceName,
  collection: SourceCollection,
  moving: Moving,
): AsyncIterable<readonly Moved[]> {
  const { site, importing } = moving
  const done = (await importing.store.imported(progressKey(site, collection)))?.item_id ?? 0
  for await (const { page, items } of sourcePages(site, collection, Math.max(1, done))) {
    const batch: Moved[] = []
    for (const item of items) {
      // Embedded items may be in no list: unpublished ones, and terms of a server that lists none.
      const embedded = name === 'event' ? embeddedItemsOf(item) : []
      for (const one of [...embedded, { name, item }]) {
        const found = moved(one.name, one.item, moving)
        if (found !== undefined) batch.push(found)
      }
    }
    yield batch
    await keepProgress(moving, collection, page)
  }
}

/** Returns the args that a problem names. */
function faultsOf(error: unknown): readonly string[] {
  const params = error instanceof Problem ? error.data.params : undefined
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return []
  return [...new Set(Object.keys(params).map((name) => name.replace(/\[.*/, '')))]
}

/** Imports an item. Leaves out and notes invalid values. Throws the first problem if the rest is refused, too. */
async function importMoved(batch: ImportTransaction, one: Moved, moving: Moving): Promise<LineOutcome> {
  const { name, image } = one
  const dropped = new Set<string>()
  let first: unknown
  for (;;) {
    const sent = Object.fromEntries(Object.entries(one.line).filter(([key]) => !dropped.has(key)))
    try {
      const outcome = await batch.store.attempt(async () => {
        if (image !== undefined && 'image' in sent)
          batch.found.set(
            image.globalId,
            await resolveImageIdAtAddress(batch.store, image.address, batch.context),
          )
        return importRecord(batch, name, sent)
      })
      const called = `${name} ${one.number}`
      if (dropped.has(parents[name] ?? '')) moving.waiting.set(called, one)
      for (const field of dropped)
        if (field !== parents[name]) moving.note(because('field_left_out', { kind: name, field }), called)
      return outcome
    } catch (error) {
      first ??= error
      const faults = faultsOf(error).filter((fault) => fault in sent)
      if (faults.length === 0) throw first
      for (const fault of faults) dropped.add(fault)
    }
  }
}

function add(total: ImportTally, part: ImportTally): void {
  for (const key of ['lines', 'created', 'updated', 'unchanged', 'refused'] as const) total[key] += part[key]
  for (const refusal of part.refusals) total.refusals.push(refusal)
}

const foresee = async (batch: readonly Moved[]) => lookUpsOfExport(batch.map(({ line }) => line))

/** Moves the whole calendar. Throws an Error that says how to continue if the site stops responding. */
export async function moveCalendarFrom(site: SourceSite, importing: ImportSetup): Promise<MoveTally> {
  const { notes, note } = newImportNotes()
  const noted = new Set<string>()
  const base = site.address.replace(/^https?:\/\//, '')
  const moving: Moving = {
    site,
    importing,
    there: (name, id) => `${base}?id=${id}${name === 'event' ? '' : `&type=${name}`}`,
    note: (what, item) => {
      const once = JSON.stringify([what.message, item])
      if (!noted.has(once)) note(what)
      noted.add(once)
    },
    seen: new Set(),
    waiting: new Map(),
  }
  const total: ImportTally = { lines: 0, created: 0, updated: 0, unchanged: 0, refused: 0, refusals: [] }
  const importOne = (batch: ImportTransaction, one: Moved) => importMoved(batch, one, moving)
  for (const [name, collection] of order) {
    add(total, await importInBatches(batches(name, collection, moving), importOne, importing, { foresee }))
    const waiting = [...moving.waiting.values()].map((one) => [one])
    moving.waiting.clear()
    const again = await importInBatches(waiting, importOne, importing)
    for (const { line, reason } of again.refusals)
      moving.note(because('item_left_out', { why: reason }), `${name} ${line}`)
    const field = parents[name] ?? ''
    for (const called of moving.waiting.keys())
      moving.note(because('field_left_out', { kind: name, field }), called)
    moving.waiting.clear()
  }
  for (const [, collection] of order) await keepProgress(moving, collection, 0)
  return { ...total, notes }
}

const keepsIdsKey = (site: SourceSite) => progressKey(site, 'ids')

/** Whether items keep their ids: this calendar contains nothing except items moved from that site. */
export async function decideWhetherToKeepIds(
  site: SourceSite,
  { store, caller, now }: ImportSetup,
): Promise<boolean> {
  if ((await store.imported(keepsIdsKey(site))) !== undefined) return true
  if (!(await store.isEmpty())) return false
  await store.write({ ...caller, moment: now() }, (writing) =>
    writing.rememberImport(keepsIdsKey(site), 'ids', 1),
  )
  return true
}
