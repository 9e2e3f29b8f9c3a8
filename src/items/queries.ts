/** Items as they are stored, as their readers see them. */
import type { RemovedItem } from '../api/answer.ts'
import { type PureContext, viewerOf } from '../api/context.ts'
import { fieldChangesOfAuditRowsForReader, shownAuditRow } from '../changes/shown-values.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { Problem } from '../problem.ts'
import type { Item, Reading, RecordOf, Snapshot, Writing } from '../store/store.ts'

type By = Pick<PureContext, 'actor' | 'moment'>

/** An item as its reader sees it. */
export async function shownItem<N extends ResourceName>(
  store: Reading,
  name: N,
  record: RecordOf<N>,
  by: By,
): Promise<Item<N>> {
  const [item] = await store.items(name, [record], viewerOf(by))
  if (item === undefined) throw new Problem('internal_server_error')
  return item
}

/** The item with an id, which must exist, as its reader sees it. */
export async function itemOf<N extends ResourceName>(
  store: Reading,
  name: N,
  id: number,
  by: By,
): Promise<Item<N>> {
  const record = await store.find(name, { id }, by.moment)
  if (record === undefined) throw new Problem('internal_server_error')
  return shownItem(store, name, record, by)
}

type WithTrash = 'venue' | 'organizer' | 'page'

/** Moves an item to the trash, or deletes it for good. Throws 410 for one that is there already. */
export async function toTrash<N extends WithTrash>(
  tx: Writing,
  name: N,
  record: RecordOf<N>,
  forGood: boolean,
  by: By,
): Promise<RemovedItem<N>> {
  const { id } = record
  if (forGood) {
    const item = await shownItem(tx, name, record, by)
    await tx.remove(name, id, epochOfInstant(by.moment.now))
    return { item, deleted: true }
  }
  if (record.status === 'trash') throw new Problem(`${name}-is-in-trash`)
  await tx.update<WithTrash>(name, id, { status: 'trash' })
  return { item: await itemOf(tx, name, id, by), deleted: false }
}

/** A page of the changes of an item, newest first, with the values of each as its reader sees them. */
export async function changesOf(
  read: Snapshot,
  resource: ResourceName,
  item_id: number,
  { page, per_page, ...by }: PureContext & { readonly page: number; readonly per_page: number },
) {
  const { rows, total } = await read.auditPage({ page, per_page, resource, item_id })
  const values = await fieldChangesOfAuditRowsForReader(rows, { ...by, store: read })
  return { items: rows.map((row, at) => shownAuditRow(row, values[at])), total }
}
