/** What the rooms of items share. */

import { requireItemsToMerge } from '../actions/editing/merge.ts'
import { draftOfMachine } from '../actions/translating/translate.ts'
import { pageAnswer, type RemovedItem } from '../api/answer.ts'
import { type PureContext, viewerOf } from '../api/context.ts'
import type { Outside } from '../api/outside.ts'
import { fieldChangesOfAuditRowsForReader, shownAuditRow } from '../changes/history.ts'
import { itemHistoryArgs } from '../contract/operations/audit.ts'
import {
  itemsToMergeArgs,
  type MachineTranslatedResource,
  revertArgs,
  translateArgs,
} from '../contract/operations/editing.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { Problem } from '../problem.ts'
import type { Item, Reading, RecordOf, Snapshot, Writing } from '../store/store.ts'

// Items as they are stored, as their readers see them.

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

// What the operations that most kinds of items have declare alike.

/** `GET …/{id}/history`. */
export const history = {
  summary: 'List the changes of an item',
  args: itemHistoryArgs,
  answer: pageAnswer('changes', {
    schema: 'ChangeList',
    text: 'A page of the changes, newest first.',
    headers: { 'Cache-Control': 'private, no-store' },
  }),
} as const

/** `POST …/{id}/revert`. */
export const revert = {
  summary: 'Revert an item to an earlier version',
  args: revertArgs,
  body: { schema: 'Revert', example: { change: 41 } },
} as const

/** `POST …/{id}/merge`. */
export const merge = {
  summary: 'Merge items into one',
  args: itemsToMergeArgs,
  body: { schema: 'NewMerge', example: { items: [2, 3] } },
  check: ({ id }: { readonly id: number }, { items }: { readonly items: readonly number[] }) =>
    requireItemsToMerge(id, items),
} as const

interface Translating<N extends MachineTranslatedResource> extends PureContext, Pick<Outside, 'translate'> {
  readonly item: RecordOf<N>
}

/** `POST …/{id}/translate`. The server is asked before the transaction; without one the route is not there. */
export const translate = <N extends MachineTranslatedResource>(name: N) => ({
  summary: 'Keep a draft of a translation by the translation server',
  args: translateArgs,
  body: { schema: 'NewDraft', example: { language: 'fr' } },
  check({ translate }: Pick<Outside, 'translate'>) {
    if (translate === undefined) throw new Problem('rest_no_route')
  },
  async prepare(
    { item, translate, ...by }: Translating<N>,
    { language, replace = false }: { readonly language: string; readonly replace?: boolean | undefined },
  ) {
    if (translate === undefined) throw new Problem('rest_no_route')
    return draftOfMachine(name, item, { language, replace }, translate, by)
  },
})

/** The text of the answer of a translation. */
export const TRANSLATED = 'The item with all its translations, and what the draft lacks of the original.'
