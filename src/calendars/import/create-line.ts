/** Lines with the args of a create. A later import recognises them by their content. */
import { createItemInTransaction } from '../../actions/create.ts'
import { isTrashedByImport } from '../../actions/series/plans/coming-back.ts'
import type { CreateArgs, ItemName } from '../../contract/resources/index.ts'
import { forgetNames, type ImportTransaction, type LineOutcome, reserveExplicitIds } from './import-batch.ts'

/** A line that creates an item. */
interface CreatingLine<N extends ItemName> {
  readonly name: N
  /** That of the line. */
  readonly key: string
  /** Throws a problem if the line is refused. */
  args(): CreateArgs<N>
}

/** Imports a line within the batch. Throws a problem if the line is refused. */
export async function importCreatingLine<N extends ItemName>(
  batch: ImportTransaction,
  { name, key, args }: CreatingLine<N>,
): Promise<LineOutcome> {
  const { store, context } = batch
  const before = batch.imports.get(key)
  const known = before && (await store.find(name, { id: before.item_id }, context.moment))
  // What an undone import had made is made again.
  const isUndone = known !== undefined && 'pruned_status' in known && isTrashedByImport(known)
  if (known !== undefined && !isUndone) return 'unchanged'
  const sent = args()
  await reserveExplicitIds(batch)
  const item_id = await createItemInTransaction(store, name, sent, context)
  batch.imports.set(key, { resource: name, item_id })
  forgetNames(batch, name)
  return 'created'
}
