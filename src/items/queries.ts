/** Items as they are stored, as their readers see them. */
import { type PureContext, viewerOf } from '../api/context.ts'
import { fieldChangesOfAuditRowsForReader, shownAuditRow } from '../changes/shown-values.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import { Problem } from '../problem.ts'
import type { Item, Reading, RecordOf, Snapshot } from '../store/store.ts'

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
