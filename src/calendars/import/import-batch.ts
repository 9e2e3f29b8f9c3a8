/** The parts that the lines of one import share. */
import type { Context } from '../../api/context.ts'
import type { ItemName } from '../../contract/resources/index.ts'
import type { GlobalIdFunction, LineResourceName } from '../../formats/jsonl/record-lines.ts'
import type { ImportedItem, Writing } from '../../store/store.ts'

/** One transaction of an import. */
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
  /** What the lines of the lot that a later import recognises by their key were imported as, before and by this lot. */
  readonly imports: Map<string, ImportedItem>
  /** What the lines have done so far. */
  readonly state: {
    /** Whether rows with explicit ids were inserted since ids were last reserved. */
    hasOwnIds: boolean
    /** Whether anything was written that must not be rolled back. */
    hasWritten: boolean
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

/** Returns the import key of an item of another calendar. */
const importKeyOfGlobalId = (globalId: string): string => `item:${globalId}`

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

/** Forgets what names mean once an item that is linked by its name was written. */
export function forgetNames({ context }: ImportTransaction, name: ItemName): void {
  if (name !== 'event') context.inline?.clear()
}
