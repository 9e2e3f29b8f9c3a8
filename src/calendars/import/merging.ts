/** A line of an export over the item that is here already. */
import { refuseTaken } from '../../actions/linking/new-items.ts'
import type { ItemName } from '../../contract/resources/index.ts'
import { epochOf } from '../../domain/time/moment.ts'
import { invalidParam } from '../../problem.ts'
import type { LinkName, Links, RecordOf, ValuesOf } from '../../store/store.ts'
import type { Described } from '../jsonl/record-values.ts'
import type { Batch, Outcome } from './runs.ts'

export type Item = Described<ItemName>
export type Kept = RecordOf<ItemName>
export type Values = Item['values']

/** The item here that a line is about; `isOwn` where the line was exported here. */
export interface Present {
  readonly record: Kept
  readonly isOwn: boolean
}

/** Kind of link → the arg that names such links. */
export const linkArgs: Readonly<Record<LinkName, string>> = {
  venue: 'venue',
  organizer: 'organizer',
  category: 'categories',
  tag: 'tags',
}

/** The slug itself in the trash, where slugs are not taken. */
export async function freeSlug(batch: Batch, item: Item, slug: string, except?: number): Promise<string> {
  const isInTrash = 'status' in item.values && item.values.status === 'trash'
  return isInTrash ? slug : batch.store.freeSlug(item.name, slug, except)
}

/** Whether it counts for the terms it bears. */
export const counts = (record: Kept | Values) => 'status' in record && record.status === 'publish'
/** What stays as it is here, whatever the line says. */
function changesTo({ record, isOwn }: Present, values: Values): Record<string, unknown> {
  const ours = ['version', 'modified_utc', 'origins', 'count', 'uid', ...(isOwn ? [] : ['author', 'slug'])]
  const kept: Readonly<Record<string, unknown>> = { ...record }
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => !ours.includes(key) && kept[key] !== value),
  )
}

const inSameOrder = (a: readonly number[], b: readonly number[]) => a.join() === b.join()

async function refuseCycle(batch: Batch, name: ItemName, id: number, changes: Record<string, unknown>) {
  for (const [of, column] of [
    ['event', 'post_parent'],
    ['category', 'parent'],
  ] as const) {
    const parent = changes[column]
    if (of === name && typeof parent === 'number' && (await batch.store.isBelow(of, parent, id)))
      throw invalidParam(column, `must be neither the ${of} itself nor one of its descendants`)
  }
}

async function refuseTakenName(batch: Batch, item: Item, { id }: Kept, values: Values): Promise<void> {
  if (item.name !== 'category' && item.name !== 'tag') return
  const { name_key, parent = null } = values as ValuesOf<'category'>
  await refuseTaken(batch.store, item.name, name_key, parent, id)
}

/** Makes the item here what the line says; its version grows only where something differs. */
export async function change(
  batch: Batch,
  item: Item,
  present: Present,
  values: Values,
  links: Links,
): Promise<Outcome> {
  const { store, context } = batch
  const { record } = present
  const before = item.name === 'event' ? await store.linksOf(record.id) : links
  const moved = (Object.keys(linkArgs) as LinkName[]).filter(
    (name) => !inSameOrder(before[name], links[name]),
  )
  const wanted = present.isOwn ? values.slug : record.slug
  const slug = await freeSlug(batch, item, wanted, record.id)
  const changes = changesTo(present, { ...values, slug })
  if (Object.keys(changes).length === 0 && moved.length === 0) return 'unchanged'
  await refuseCycle(batch, item.name, record.id, changes)
  await refuseTakenName(batch, item, record, values)
  const next = { ...changes, version: record.version + 1, modified_utc: epochOf(context.moment.now) }
  await store.update(item.name, record.id, next as Partial<ValuesOf<ItemName>>)
  for (const name of moved) await store.setLinks(name, record.id, links[name])
  if (item.name === 'event')
    await store.recount({ ...before, counts: counts(record) }, { ...links, counts: counts(values) })
  return 'updated'
}
