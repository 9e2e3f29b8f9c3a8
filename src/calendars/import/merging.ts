/** Applies a line of an export to an existing item. */
import { refuseTaken } from '../../actions/linking/new-items.ts'
import { changedValues } from '../../actions/writing/save.ts'
import type { ItemName } from '../../contract/resources/index.ts'
import { namesOf } from '../../contract/table-of.ts'
import { epochOf } from '../../domain/time/moment.ts'
import { invalidParam } from '../../problem.ts'
import type { LinkName, Links, RecordOf } from '../../store/store.ts'
import type { Described } from '../jsonl/record-values.ts'
import type { Batch, ImportOutcome } from './runs.ts'

export type DescribedItem = Described<ItemName>
export type StoredItem = RecordOf<ItemName>
export type ItemValues = DescribedItem['values']

/** The columns and links of a line, with our ids of the items that it references. */
export interface PlacedItem {
  readonly values: ItemValues
  readonly links: Links
}

/** The existing item that a line describes; `isOwn` if this calendar exported the line. */
export interface ExistingItem {
  readonly record: StoredItem
  readonly isOwn: boolean
}

/** Maps a kind of link to its arg. */
export const argOfLink: Readonly<Record<LinkName, string>> = {
  venue: 'venue',
  organizer: 'organizer',
  category: 'categories',
  tag: 'tags',
}

/** Returns a free slug. Items in the trash keep theirs, because it blocks no other item. */
export async function freeSlugInBatch(
  batch: Batch,
  item: DescribedItem,
  slug: string,
  except?: number,
): Promise<string> {
  const isInTrash = 'status' in item.values && item.values.status === 'trash'
  return isInTrash ? slug : batch.store.freeSlug(item.name, slug, except)
}

/** The id of a category's parent; null for none, and for items of other kinds. */
export const parentIn = (values: ItemValues): number | null => ('parent' in values ? values.parent : null)

/** Whether the item counts for its terms. */
export const countsForTerms = (record: StoredItem | ItemValues) =>
  'status' in record && record.status === 'publish'
/** Returns the changed columns. Some keep our values, whatever the line says. */
function changesTo({ record, isOwn }: ExistingItem, values: ItemValues): Partial<StoredItem> {
  const ours = ['version', 'modified_utc', 'origins', 'count', 'uid', ...(isOwn ? [] : ['author', 'slug'])]
  const changes = changedValues<StoredItem>(values, record)
  for (const name of ours) Reflect.deleteProperty(changes, name)
  return changes
}

const inSameOrder = (a: readonly number[], b: readonly number[]) => a.join() === b.join()

async function refuseCycle(batch: Batch, name: ItemName, id: number, changes: Partial<StoredItem>) {
  const columns = new Map<string, unknown>(Object.entries(changes))
  for (const [of, column] of [
    ['event', 'post_parent'],
    ['category', 'parent'],
  ] as const) {
    const parent = columns.get(column)
    if (of === name && typeof parent === 'number' && (await batch.store.isBelow(of, parent, id)))
      throw invalidParam(column, `must be neither the ${of} itself nor one of its descendants`)
  }
}

async function refuseTakenName(
  batch: Batch,
  item: DescribedItem,
  { id }: StoredItem,
  values: ItemValues,
): Promise<void> {
  if ((item.name !== 'category' && item.name !== 'tag') || !('name_key' in values)) return
  await refuseTaken(batch.store, item.name, { text: values.name_key, parent: parentIn(values), of: id })
}

/** Updates the item from the line. Writes nothing if nothing differs. */
export async function updateFromLine(
  batch: Batch,
  item: DescribedItem,
  present: ExistingItem,
  { values, links }: PlacedItem,
): Promise<ImportOutcome> {
  const { store, context } = batch
  const { record } = present
  const before = item.name === 'event' ? await store.linksOf(record.id) : links
  const moved = namesOf(argOfLink).filter((name) => !inSameOrder(before[name], links[name]))
  const wanted = present.isOwn ? values.slug : record.slug
  const slug = await freeSlugInBatch(batch, item, wanted, record.id)
  const changes = changesTo(present, { ...values, slug })
  if (Object.keys(changes).length === 0 && moved.length === 0) return 'unchanged'
  await refuseCycle(batch, item.name, record.id, changes)
  await refuseTakenName(batch, item, record, values)
  const next = { ...changes, version: record.version + 1, modified_utc: epochOf(context.moment.now) }
  await store.update(item.name, record.id, next)
  for (const name of moved) await store.setLinks(name, record.id, links[name])
  if (item.name === 'event')
    await store.recount(
      { ...before, counts: countsForTerms(record) },
      { ...links, counts: countsForTerms(values) },
    )
  return 'updated'
}
