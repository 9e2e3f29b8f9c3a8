/** Writes lines of exports: changes the existing item, or creates one. */
import { refuseTakenTermName } from '../../actions/linking/new-items.ts'
import { type ItemName, linkNames } from '../../contract/resources/index.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { because, invalidParam } from '../../problem.ts'
import { type ImportTransaction, type LineOutcome, reserveExplicitIds } from './import-batch.ts'
import {
  changedItemPlan,
  type DescribedItem,
  type ExistingItem,
  type ItemValues,
  type ItemWithOurIds,
  type LinePlan,
  newItemPlan,
  parentIdIn,
  type StoredItem,
} from './line-plan.ts'

/** Returns a free slug. Items in the trash keep theirs, because it blocks no other item. */
async function freeSlugInBatch(
  batch: ImportTransaction,
  item: DescribedItem,
  slug: string,
  except?: number,
): Promise<string> {
  const isInTrash = 'status' in item.values && item.values.status === 'trash'
  return isInTrash ? slug : batch.store.freeSlug(item.name, slug, except, true)
}

async function refuseCycle(
  batch: ImportTransaction,
  name: ItemName,
  id: number,
  changes: Partial<StoredItem>,
) {
  const columns = new Map<string, unknown>(Object.entries(changes))
  for (const [of, column] of [
    ['event', 'post_parent'],
    ['category', 'parent'],
  ] as const) {
    const parent = columns.get(column)
    if (of === name && typeof parent === 'number' && (await batch.store.isBelow(of, parent, id)))
      throw invalidParam(column, because('below_itself', { kind: of }))
  }
}

async function refuseTakenName(
  batch: ImportTransaction,
  item: DescribedItem,
  { id }: StoredItem,
  values: ItemValues,
): Promise<void> {
  if ((item.name !== 'category' && item.name !== 'tag') || !('name_key' in values)) return
  await refuseTakenTermName(batch.store, item.name, {
    text: values.name_key,
    parent: parentIdIn(values),
    of: id,
  })
}

/** Writes a plan in an open transaction. Returns the id of the item. */
async function applyLinePlan(
  { store }: ImportTransaction,
  name: ItemName,
  { row, links, counts }: LinePlan,
): Promise<number> {
  const id = row.act === 'insert' ? await store.insert(name, row.values) : row.id
  if (row.act === 'change') await store.update(name, id, row.columns)
  for (const kind of linkNames) {
    const ids = links[kind]
    if (ids !== undefined) await store.setLinks(kind, id, ids)
  }
  if (counts !== undefined) await store.recount(counts.before, counts.after)
  return id
}

/** Updates the item from the line. Writes nothing if nothing differs. */
export async function updateItemFromLine(
  batch: ImportTransaction,
  item: DescribedItem,
  present: ExistingItem,
  placed: ItemWithOurIds,
): Promise<LineOutcome> {
  const { store, context } = batch
  const { record, isOwn } = present
  const { values } = placed
  const links = item.name === 'event' ? await store.linksOf(record.id) : placed.links
  const slug = await freeSlugInBatch(batch, item, isOwn ? values.slug : record.slug, record.id)
  const before = { ...present, links, slug }
  const plan = changedItemPlan(item.name, placed, before, epochOfInstant(context.moment.now))
  if (plan?.row.act !== 'change') return 'unchanged'
  await refuseCycle(batch, item.name, record.id, plan.row.columns)
  await refuseTakenName(batch, item, record, values)
  await applyLinePlan(batch, item.name, plan)
  return 'updated'
}

/** Creates the item of a line, with its id if that is free and may be kept. Returns its id. */
export async function createItemFromLine(
  batch: ImportTransaction,
  item: DescribedItem,
  placed: ItemWithOurIds,
): Promise<number> {
  const { store, context, globalId, intoEmpty } = batch
  const isOwn = item.globalId === globalId(item.name, item.id)
  const mayKeepId = isOwn || intoEmpty
  const keepsId = mayKeepId && (await store.find(item.name, { id: item.id }, context.moment)) === undefined
  if (!keepsId) await reserveExplicitIds(batch)
  const slug = await freeSlugInBatch(batch, item, placed.values.slug)
  const id = await applyLinePlan(batch, item.name, newItemPlan(item, placed, { isOwn, keepsId, slug }))
  if (keepsId) batch.hasOwnIds = true
  return id
}
