/** Imports one line of an export: recognises the item and updates it, or creates it, with its former id if that is free. */
import { knownIdByNameAndTown } from '../../actions/linking/known-by-name.ts'
import { refuseTakenTermName } from '../../actions/linking/new-items.ts'
import { changedValues } from '../../actions/writing/save.ts'
import { refusalProblem, rightsByRole } from '../../api/policy.ts'
import { linksThatDiffer } from '../../contract/links.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { type ItemName, linkNames } from '../../contract/resources/index.ts'
import { argNamesByLinkedResource } from '../../contract/stored-args.ts'
import { internalFields, isInternalField, withoutInternalFields } from '../../domain/publication/internal.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { formerSlugArgDeclarations } from '../../formats/jsonl/record-args.ts'
import type { LineResourceName } from '../../formats/jsonl/record-lines.ts'
import { type ItemOnLine, itemOnLine, titleOrNameOf } from '../../formats/jsonl/record-values.ts'
import { contentKeyOf, type SentObject } from '../../formats/jsonl/sent-line.ts'
import { because, invalidParam } from '../../problem.ts'
import type { LinkIds, LinkName, RecordOf } from '../../store/store.ts'
import {
  forgetNames,
  globalIdOfReference,
  type ImportTransaction,
  type LineOutcome,
  ourIdOfGlobalId,
  rememberGlobalId,
  reserveExplicitIds,
} from './import-batch.ts'

type DescribedItem = ItemOnLine<ItemName>
type StoredItem = RecordOf<ItemName>
type ItemValues = DescribedItem['values']

/** The columns and links of a line, with our ids of the items that it references. */
interface ItemWithOurIds {
  readonly values: ItemValues
  readonly links: LinkIds
}

/** The existing item that a line describes; `isOwn` if this calendar exported the line. */
interface ExistingItem {
  readonly record: StoredItem
  readonly isOwn: boolean
}

/** The id of a category's parent; null for none, and for items of other kinds. */
const parentIdIn = (values: ItemValues): number | null => ('parent' in values ? values.parent : null)

/** Columns that a line of another calendar never changes: what depends on our users and addresses, and what only our editors see. */
const keptOfOthers = ['author', 'slug', ...internalFields]

/** Returns the values of another calendar's line with our own fields of an occurrence that only our editors see. */
function withOurInternalFields(values: ItemValues, record: StoredItem): ItemValues {
  if (!('own_fields' in values && 'own_fields' in record) || values.series === null) return values
  const sent: readonly string[] = JSON.parse(withoutInternalFields(values.own_fields))
  const ours: readonly string[] = JSON.parse(record.own_fields)
  return { ...values, own_fields: JSON.stringify([...sent, ...ours.filter(isInternalField)]) }
}

/** Returns the changed columns. Some keep our values, whatever the line says. */
function changesTo({ record, isOwn }: ExistingItem, values: ItemValues): Partial<StoredItem> {
  const ours = ['version', 'modified_utc', 'origins', 'count', 'uid', ...(isOwn ? [] : keptOfOthers)]
  const changes = changedValues<StoredItem>(isOwn ? values : withOurInternalFields(values, record), record)
  for (const name of ours) Reflect.deleteProperty(changes, name)
  return changes
}

// Writes lines of exports: changes the existing item, or creates one.

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

/** Updates the item from the line. Writes nothing if nothing differs. */
async function updateItemFromLine(
  batch: ImportTransaction,
  item: DescribedItem,
  present: ExistingItem,
  { values, links }: ItemWithOurIds,
): Promise<LineOutcome> {
  const { store, context } = batch
  const { name } = item
  const { record, isOwn } = present
  const { id } = record
  const had = name === 'event' ? await store.linksOf(id) : links
  const slug = await freeSlugInBatch(batch, item, isOwn ? values.slug : record.slug, id)
  const changes = { ...changesTo(present, { ...values, slug }), ...linksThatDiffer(had, links) }
  if (Object.keys(changes).length === 0) return 'unchanged'
  await refuseCycle(batch, name, id, changes)
  await refuseTakenName(batch, item, record, values)
  const modified_utc = epochOfInstant(context.moment.now)
  await store.update(name, id, { ...changes, version: record.version + 1, modified_utc })
  forgetNames(batch, name)
  return 'updated'
}

/** Creates the item of a line, with its id if that is free and may be kept; otherwise its author is nobody here. Returns its id. */
async function createItemFromLine(
  batch: ImportTransaction,
  item: DescribedItem,
  { values, links }: ItemWithOurIds,
): Promise<number> {
  const { store, context, globalId, intoEmpty } = batch
  const { name } = item
  const isOwn = item.globalId === globalId(name, item.id)
  const mayKeepId = isOwn || intoEmpty
  const keepsId = mayKeepId && (await store.find(name, { id: item.id }, context.moment)) === undefined
  if (!keepsId) await reserveExplicitIds(batch)
  const id = await store.insert(name, {
    ...values,
    ...(name === 'event' && links),
    ...(keepsId && { id: item.id }),
    ...('author' in values && !keepsId && { author: 0 }),
    slug: await freeSlugInBatch(batch, item, values.slug),
    origins: isOwn && keepsId ? item.origins : [item.globalId, ...item.origins],
  })
  if (keepsId) batch.state.hasOwnIds = true
  forgetNames(batch, name)
  return id
}

type Pointer = 'post_parent' | 'image' | 'parent' | 'series'

/** Returns the columns that reference another item, with its resource. */
function pointersOf(name: ItemName): readonly (readonly [Pointer, LineResourceName])[] {
  if (name === 'event')
    return [
      ['post_parent', 'event'],
      ['image', 'media'],
      ['series', 'series'],
    ]
  if (name === 'category') return [['parent', 'category']]
  return name === 'tag' ? [] : [['image', 'media']]
}

const find = (batch: ImportTransaction, name: ItemName, id: number): Promise<StoredItem | undefined> =>
  batch.store.find(name, { id }, batch.context.moment)

async function isHere(
  { store, context, present }: ImportTransaction,
  name: LineResourceName,
  id: number,
): Promise<boolean> {
  const key = `${name} ${id}`
  if (present.has(key)) return true
  const found = name === 'media' ? await store.media(id) : await store.find(name, { id }, context.moment)
  if (found !== undefined) present.add(key)
  return found !== undefined
}

/** An item that a line references: its resource, its id in the other calendar, and the arg that names it. */
interface ReferencedItem {
  readonly arg: string
  readonly name: LineResourceName
  readonly id: number
}

/** Returns our id of an item that a line references. Throws 400 on `arg` if there is none. */
export async function ourIdOfReference(
  batch: ImportTransaction,
  item: Pick<DescribedItem, 'globalId'>,
  { arg, name, id }: ReferencedItem,
): Promise<number> {
  const globalId = globalIdOfReference(item.globalId, name, id)
  const own = globalId === batch.globalId(name, id) ? id : undefined
  const found = (await ourIdOfGlobalId(batch, name, globalId)) ?? own
  if (found !== undefined && (await isHere(batch, name, found))) return found
  throw invalidParam(arg, because('not_imported_before', { kind: name, id }))
}

/**
 * Returns the columns of the group that a line names by its slug, and of the user whom it names by login: nobody, if there is none here. Throws
 * 400 on `group` if there is none.
 */
export async function namedColumnsFromLine(
  batch: ImportTransaction,
  item: Pick<DescribedItem, 'group' | 'assignee'>,
): Promise<{ readonly group_id?: number; readonly assignee?: number }> {
  const [user] = item.assignee === undefined ? [] : await batch.store.assignees(item.assignee)
  return { ...(await groupIdColumn(batch, item)), ...(user !== undefined && { assignee: user.id }) }
}

async function groupIdColumn(
  { store, context }: ImportTransaction,
  { group }: Pick<DescribedItem, 'group'>,
): Promise<{ readonly group_id?: number }> {
  if (group === undefined) return {}
  const found = await store.find('group', { slug: group }, context.moment)
  if (found === undefined) throw invalidParam('group', because('no_such_item', { kind: 'group', id: group }))
  return { group_id: found.id }
}

/** Returns our ids of the items that a line links to. Throws 400 on the arg of one that is not here. */
export async function ourIdsOfLinks(
  batch: ImportTransaction,
  item: Pick<DescribedItem, 'globalId' | 'links'>,
): Promise<LinkIds> {
  const links: Record<LinkName, readonly number[]> = { ...item.links }
  for (const name of linkNames) {
    const ids = new Set<number>()
    for (const id of item.links[name])
      ids.add(await ourIdOfReference(batch, item, { arg: argNamesByLinkedResource[name], name, id }))
    links[name] = [...ids]
  }
  return links
}

/** Returns the columns and links with our ids of the referenced items. */
async function placed(batch: ImportTransaction, item: DescribedItem): Promise<ItemWithOurIds> {
  const columns = new Map<string, unknown>(Object.entries(item.values))
  const pointers: Partial<Record<Pointer, number>> = {}
  for (const [column, name] of pointersOf(item.name)) {
    const id = columns.get(column)
    if (typeof id === 'number')
      pointers[column] = await ourIdOfReference(batch, item, { arg: column, name, id })
  }
  const links = await ourIdsOfLinks(batch, item)
  return { values: { ...item.values, ...pointers, ...(await namedColumnsFromLine(batch, item)) }, links }
}

const ownIdOf = (globalId: string) => Number(/\?id=(\d+)/.exec(globalId)?.[1])

/** Whether both are the same item. All services on localhost have the same address, so the id alone does not say. */
function isSame(item: DescribedItem, kept: StoredItem | undefined): kept is StoredItem {
  return (
    kept !== undefined &&
    (kept.slug === item.values.slug || titleOrNameOf(kept) === titleOrNameOf(item.values))
  )
}

/** Finds the existing item by the global id of the line, or by those of its sources. */
async function presentOf(batch: ImportTransaction, item: DescribedItem): Promise<ExistingItem | undefined> {
  for (const globalId of [item.globalId, ...item.origins]) {
    const id = ownIdOf(globalId)
    const own = globalId === batch.globalId(item.name, id) ? await find(batch, item.name, id) : undefined
    if (isSame(item, own)) return { record: own, isOwn: globalId === item.globalId }
    const known = await ourIdOfGlobalId(batch, item.name, globalId)
    const record = known === undefined ? undefined : await find(batch, item.name, known)
    if (record !== undefined) return { record, isOwn: false }
  }
  return undefined
}

/** Whether a venue or an organizer came with this import: two lines of one calendar are two items. */
const isFromHere = ({ found, known }: ImportTransaction, id: number) =>
  [found, known].some((ids) => [...ids].some(([globalId, own]) => own === id && globalId.includes('&type=')))

/** Returns the id of the existing term with that name and parent, or of the known venue or organizer of that name and town. */
async function sameItem(
  batch: ImportTransaction,
  item: DescribedItem,
  values: ItemValues,
): Promise<number | undefined> {
  if (!('name_key' in values)) return undefined
  const { name } = item
  if (name === 'category' || name === 'tag')
    return batch.store.sameTerm(name, values.name_key, parentIdIn(values))
  if (batch.intoEmpty || (name !== 'venue' && name !== 'organizer') || !('status' in values)) return undefined
  if (values.status !== 'publish') return undefined
  const id = await knownIdByNameAndTown(batch.store, name, values, batch.context)
  return id === undefined || isFromHere(batch, id) ? undefined : id
}

/** Gives an item the former slugs of its line, except those that another item has or had. */
export async function keepFormerSlugsOfLine(
  batch: ImportTransaction,
  name: ItemName | 'series',
  id: number,
  sent: SentObject,
): Promise<void> {
  const { former_slugs } = parseArgs(formerSlugArgDeclarations, sent, 'create')
  if (former_slugs !== undefined && (await batch.store.addFormerSlugs(name, id, former_slugs)))
    batch.state.hasWritten = true
}

/** Imports a line of an export within the batch. Throws a problem if the line is refused. */
export async function importRecord(
  batch: ImportTransaction,
  name: ItemName,
  sent: SentObject,
): Promise<LineOutcome> {
  const item: DescribedItem = itemOnLine(name, sent, batch.context)
  const present = await presentOf(batch, item)
  const key = contentKeyOf(sent)
  if (
    present !== undefined &&
    !present.isOwn &&
    (await batch.store.imported(key))?.item_id === present.record.id
  ) {
    await rememberGlobalId(batch, name, item.globalId, present.record.id)
    await keepFormerSlugsOfLine(batch, name, present.record.id, sent)
    return 'unchanged'
  }
  if (
    (name === 'group' || name === 'page') &&
    present === undefined &&
    !rightsByRole[batch.context.actor.role].administers
  )
    throw refusalProblem(batch.context.actor)
  const own = await placed(batch, item)
  const adopted = present === undefined ? await sameItem(batch, item, own.values) : undefined
  const id = present?.record.id ?? adopted ?? (await createItemFromLine(batch, item, own))
  await rememberGlobalId(batch, name, item.globalId, id)
  await keepFormerSlugsOfLine(batch, name, id, sent)
  if (present?.isOwn !== true && item.globalId !== batch.globalId(name, id)) {
    await batch.store.rememberImport(key, name, id)
    batch.state.hasWritten = true
  }
  if (present !== undefined) return updateItemFromLine(batch, item, present, own)
  return adopted === undefined ? 'created' : 'unchanged'
}
