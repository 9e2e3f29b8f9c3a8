/** What the lines of one import share. */
import type { Context } from '../../actions/context.ts'
import type { Writing } from '../../store/store.ts'
import type { Identify, LineName } from '../jsonl/record-lines.ts'

/** One transaction of an import. */
export interface Batch {
  readonly store: Writing
  readonly context: Context
  readonly globalId: Identify
  /** Whether nothing was kept when the import began: then items keep their ids, wherever they come from. */
  readonly intoEmpty: boolean
  /** Global ids of lines → ids here, of the batches before. */
  readonly known: ReadonlyMap<string, number>
  /** The same, of this batch. */
  readonly found: Map<string, number>
  /** Whether rows with ids of their own were inserted since ids were last reserved. */
  hasOwnIds: boolean
  /** Whether anything was written that must not be undone. */
  hasWritten: boolean
}

export type Outcome = 'created' | 'updated' | 'unchanged'

/** Before an id is given by the database. */
export async function reserve(batch: Batch): Promise<void> {
  if (!batch.hasOwnIds) return
  await batch.store.reserveIds()
  batch.hasOwnIds = false
}

/** The key under which an item from elsewhere is remembered. */
const importKey = (globalId: string) => `item:${globalId}`

/** The id that an item of a global id was given here. */
export async function knownId(batch: Batch, name: LineName, globalId: string): Promise<number | undefined> {
  const id = batch.found.get(globalId) ?? batch.known.get(globalId)
  if (id !== undefined) return id
  const imported = await batch.store.imported(importKey(globalId))
  return imported?.resource === name ? imported.item_id : undefined
}

/** Remembers what a line has become here; beyond this import where that can't be told from its global id. */
export async function remember(batch: Batch, name: LineName, globalId: string, id: number): Promise<void> {
  batch.found.set(globalId, id)
  if (globalId === batch.globalId(name, id)) return
  if ((await batch.store.imported(importKey(globalId)))?.item_id === id) return
  await batch.store.rememberImport(importKey(globalId), name, id)
  batch.hasWritten = true
}
