/** Imports one line of an export: recognises the item and updates it, or creates it, with its former id if that is free. */

import { isDeepStrictEqual } from 'node:util'
import { refuseTakenTermName } from '../../actions/items.ts'
import { mediaColumnsFromArgs } from '../../actions/linking/images.ts'
import { knownIdByNameAndTown } from '../../actions/linking/link.ts'
import {
  laterWallTime,
  seriesColumnsOfPattern,
  seriesFromSentRecurrence,
  timesOfEventOrSeries,
} from '../../actions/series/pattern.ts'
import { changedValues } from '../../actions/writing/save.ts'
import { refusalProblem, rightsByRole } from '../../api/policy.ts'
import { markedAsExtension, optional, parseArgs } from '../../contract/arg.ts'
import { argNamesByLinkedResource, linksThatDiffer } from '../../contract/columns.ts'
import * as kind from '../../contract/kinds.ts'
import { imageSettingNames, settingArgs } from '../../contract/operations/settings.ts'
import { type ItemName, linkNames } from '../../contract/resources/index.ts'
import { namesOf, pick } from '../../contract/table-of.ts'
import { imageTypeOfName, mediaTypesByImageExtension } from '../../domain/images.ts'
import { internalFields, isInternalField, withoutInternalFields } from '../../domain/publication/internal.ts'
import { noMoveInProgress } from '../../domain/series/occurrences.ts'
import { parseStoredRecurrence, recurrenceLineTexts } from '../../domain/series/recurrence-lines.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { LineResourceName } from '../../formats/jsonl/export.ts'
import { contentKeyOf, type SentObject } from '../../formats/jsonl/lines.ts'
import {
  formerSlugArgDeclarations,
  type ItemOnLine,
  itemOnLine,
  type MediaLineArgs,
  mediaLineArgDeclarations,
  seriesLineArgDeclarations,
  titleOrNameOf,
} from '../../formats/jsonl/record-values.ts'
import { because, invalidParam } from '../../problem.ts'
import { changesFillingUnsetSettings, settingAsStored } from '../../settings/index.ts'
import type {
  EventRecord,
  LinkIds,
  LinkName,
  MediaRecord,
  OccurrenceSharedColumns,
  RecordOf,
  SeriesRecord,
  ValuesOf,
} from '../../store/store.ts'
import {
  forgetNames,
  globalIdOfReference,
  type ImportTransaction,
  type LineOutcome,
  ourIdOfGlobalId,
  rememberGlobalId,
  reserveExplicitIds,
} from './importer.ts'

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

/** Updates the item from the line. Writes nothing if nothing differs. */
async function updateItemFromLine(
  batch: ImportTransaction,
  item: DescribedItem,
  present: ExistingItem,
  { values, links }: ItemWithOurIds,
): Promise<LineOutcome> {
  const { store } = batch
  const { name } = item
  const { record, isOwn } = present
  const { id } = record
  const had = name === 'event' ? await store.linksOf(id) : links
  const { slug } = isOwn ? values : record
  const changes = { ...changesTo(present, { ...values, slug }), ...linksThatDiffer(had, links) }
  if (Object.keys(changes).length === 0) return 'unchanged'
  await refuseCycle(batch, name, id, changes)
  if ((name === 'category' || name === 'tag') && 'name_key' in values)
    await refuseTakenTermName(store, name, { text: values.name_key, parent: parentIdIn(values), of: id })
  const { version } = await store.put(name, id, changes, {
    record,
    links: name === 'event' ? had : undefined,
  })
  forgetNames(batch, name)
  return version === record.version ? 'unchanged' : 'updated'
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
  const { id } = await store.put(name, undefined, {
    ...values,
    ...(name === 'event' && links),
    ...(keepsId && { id: item.id }),
    ...('author' in values && !keepsId && { author: 0 }),
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
async function ourIdOfReference(
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
async function namedColumnsFromLine(
  { store, context }: ImportTransaction,
  { group, assignee }: Pick<DescribedItem, 'group' | 'assignee'>,
): Promise<{ readonly group_id?: number; readonly assignee?: number }> {
  const [user] = assignee === undefined ? [] : await store.assignees(assignee)
  const found = group === undefined ? undefined : await store.find('group', { slug: group }, context.moment)
  if (group !== undefined && found === undefined)
    throw invalidParam('group', because('no_such_item', { kind: 'group', id: group }))
  return { ...(found && { group_id: found.id }), ...(user && { assignee: user.id }) }
}

/** Returns our ids of the items that a line links to. Throws 400 on the arg of one that is not here. */
async function ourIdsOfLinks(
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
async function keepFormerSlugsOfLine(
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

// Imports the line of a series: its pattern like the line of an event, and its rule.

type Values = Omit<ValuesOf<'series'>, 'id' | 'slug'>

/** Reads the pattern like the line of an event with the same id. */
function patternOf(sent: SentObject, batch: ImportTransaction): ItemOnLine<'event'> {
  const globalId = String(sent.global_id)
  if (!globalId.endsWith('&type=series')) throw invalidParam('global_id', because('not_a_series_id'))
  const asEvent = { ...sent, resource: 'event', global_id: globalId.replace(/&type=series$/, '') }
  return itemOnLine('event', asEvent, batch.context)
}

/** Whether the ids that the line names are those of events in this calendar. Their lines come later. */
const keepsIds = ({ intoEmpty, globalId }: ImportTransaction, item: ItemOnLine<'event'>) =>
  intoEmpty || item.globalId === globalId('event', item.id)

async function valuesOf(
  batch: ImportTransaction,
  sent: SentObject,
  item: ItemOnLine<'event'>,
): Promise<Values> {
  const { values } = item
  const args = parseArgs(seriesLineArgDeclarations, sent, 'create')
  const times = timesOfEventOrSeries(values)
  const rule = parseStoredRecurrence(args.recurrence, times)
  if ('fault' in rule) throw invalidParam('recurrence', rule.fault)
  const before = args.recurrence_before ?? []
  if (before.length > 0) seriesFromSentRecurrence(before, times)
  const image =
    values.image === null
      ? null
      : await ourIdOfReference(batch, item, { arg: 'image', name: 'media', id: values.image })
  const event: EventRecord = {
    ...values,
    ...(await namedColumnsFromLine(batch, item)),
    id: 0,
    image,
    post_parent: keepsIds(batch, item) ? values.post_parent : null,
    series: null,
    recurrence_id: '',
    own_fields: '[]',
    trash_act: 0,
  }
  const { version, modified_utc, origins, uid } = values
  const { continues: id = null } = args
  return {
    ...seriesColumnsOfPattern(event, await ourIdsOfLinks(batch, item)),
    version,
    modified_utc,
    origins,
    uid,
    recurrence: recurrenceLineTexts(rule),
    recurrence_before: before,
    made_until: laterWallTime(args.made_until, times.start),
    is_complete: args.is_complete ? 1 : 0,
    trash_act: args.trash_act ?? 0,
    unspread: [],
    spread_to: 0,
    ...noMoveInProgress,
    // The series that this one continues may not be here.
    continues:
      id === null
        ? null
        : await ourIdOfReference(batch, item, { arg: 'continues', name: 'series', id }).catch(() => null),
    continued_by: null,
  }
}

/** A series as its line describes it. */
interface DescribedSeries {
  readonly globalId: string
  /** Its id in the other calendar. */
  readonly id: number
  readonly values: Values
  readonly slug: string
}

/** Finds the existing series by the global id of the line; `isOwn` if this calendar exported it. */
async function presentSeries(batch: ImportTransaction, { globalId, id, values, slug }: DescribedSeries) {
  const find = (one: number | undefined) =>
    one === undefined ? undefined : batch.store.find('series', { id: one }, batch.context.moment)
  const own = globalId === batch.globalId('series', id) ? await find(id) : undefined
  if (own !== undefined && (own.slug === slug || own.title === values.title))
    return { record: own, isOwn: true }
  const record = await find(await ourIdOfGlobalId(batch, 'series', globalId))
  return record && { record, isOwn: false }
}

/** Returns the values of another calendar's line with our note, and whom the series waits for here. */
function withOurInternalValues(values: Values, { pattern }: SeriesRecord): Values {
  const { note = '', assignee = null }: Partial<OccurrenceSharedColumns> = pattern.columns
  const columns = { ...values.pattern.columns, note, assignee }
  return { ...values, pattern: { ...values.pattern, columns } }
}

/** Links the earlier series to this one, too. */
async function link(
  batch: ImportTransaction,
  id: number,
  { continues }: Pick<Values, 'continues'>,
): Promise<void> {
  if (continues !== null) await batch.store.put('series', continues, { continued_by: id })
}

async function addSeries(
  batch: ImportTransaction,
  { globalId, id: own, values, slug }: DescribedSeries,
): Promise<number> {
  const { store, intoEmpty } = batch
  const isOwn = globalId === batch.globalId('series', own)
  const isFree = (await store.find('series', { id: own }, batch.context.moment)) === undefined
  const keepsId = (isOwn || intoEmpty) && isFree
  if (!keepsId) await reserveExplicitIds(batch)
  const { id } = await store.put('series', undefined, { ...values, slug, ...(keepsId && { id: own }) })
  if (keepsId) batch.state.hasOwnIds = true
  return id
}

/** The columns that an import never changes. */
const kept: ReadonlySet<string> = new Set([
  'version',
  'modified_utc',
  'origins',
  'continued_by',
  'uid',
  'unspread',
  'spread_to',
  'moved_by',
  'moved_to',
])

/** Returns the columns that a line changes, as the next version; undefined if it changes none. Pure. */
function changedColumns(values: Values, present: SeriesRecord): Partial<SeriesRecord> | undefined {
  const wanted = namesOf(values).filter((name) => !kept.has(name))
  if (wanted.every((name) => isDeepStrictEqual(values[name], present[name]))) return undefined
  const { modified_utc } = values
  return { ...pick(values, wanted), version: present.version + 1, modified_utc }
}

/** Imports the line of a series within the batch. Throws a problem if it is refused. */
export async function importSeriesLine(batch: ImportTransaction, sent: SentObject): Promise<LineOutcome> {
  const item = patternOf(sent, batch)
  const globalId = String(sent.global_id)
  const values = await valuesOf(batch, sent, item)
  const line = { globalId, id: item.id, values, slug: item.values.slug }
  const found = await presentSeries(batch, line)
  if (found === undefined) {
    const id = await addSeries(batch, line)
    await link(batch, id, values)
    await rememberGlobalId(batch, 'series', globalId, id)
    await keepFormerSlugsOfLine(batch, 'series', id, sent)
    return 'created'
  }
  const { record: present, isOwn } = found
  await rememberGlobalId(batch, 'series', globalId, present.id)
  await keepFormerSlugsOfLine(batch, 'series', present.id, sent)
  const columns = changedColumns(isOwn ? values : withOurInternalValues(values, present), present)
  if (columns === undefined) return 'unchanged'
  await batch.store.put('series', present.id, columns)
  await link(batch, present.id, values)
  return 'updated'
}

// Imports one line of an export about an image: its row only, since exports contain no files.

function rowOf(args: MediaLineArgs, { context }: ImportTransaction): Omit<MediaRecord, 'id' | 'widths'> {
  const { file, extension, mime_type, width, height, filesize, date_utc } = args
  const { version = 1, author = 0, source_url = '' } = args
  return {
    version,
    author,
    source_url,
    file,
    extension,
    mime_type,
    width,
    height,
    filesize,
    date_utc,
    modified_utc: args.modified_utc ?? epochOfInstant(context.moment.now),
    sizes: args.sizes,
    ...mediaColumnsFromArgs(args, undefined, { ...context, restoresTranslations: true }),
  }
}

async function addMedia(
  batch: ImportTransaction,
  { id, global_id }: MediaLineArgs,
  row: Omit<MediaRecord, 'id' | 'widths'>,
): Promise<number> {
  const { store, globalId, intoEmpty } = batch
  const mayKeepId = intoEmpty || global_id === globalId('media', id)
  if (mayKeepId && (await store.media(id)) === undefined) {
    batch.state.hasOwnIds = true
    return (await store.put('media', undefined, { ...row, id })).id
  }
  await reserveExplicitIds(batch)
  return (await store.put('media', undefined, { ...row, author: 0 })).id
}

/** Throws 400 if the line contradicts itself, or if one of its files is not in the media store. */
async function allowFiles(
  { file, extension, mime_type, sizes }: MediaLineArgs,
  { context }: ImportTransaction,
): Promise<void> {
  if (imageTypeOfName(file) !== mime_type || mediaTypesByImageExtension[extension] !== mime_type)
    throw invalidParam('file', because('not_a_file_of_type'))
  for (const one of [file, ...Object.values(sizes).map((size) => size.file)])
    if (!(await context.images.has(one))) throw invalidParam('file', because('no_such_file', { file: one }))
}

/** Imports the row of an image within the batch. Images with the same file are the same. */
export async function importMediaLine(batch: ImportTransaction, sent: SentObject): Promise<LineOutcome> {
  const args = parseArgs(mediaLineArgDeclarations, sent, 'create')
  const { store, globalId } = batch
  const own = args.global_id === globalId('media', args.id) ? args.id : undefined
  for (const id of [own, await ourIdOfGlobalId(batch, 'media', args.global_id)]) {
    const kept = id === undefined ? undefined : await store.media(id)
    if (kept?.file !== args.file) continue
    await rememberGlobalId(batch, 'media', args.global_id, kept.id)
    return 'unchanged'
  }
  await allowFiles(args, batch)
  await rememberGlobalId(batch, 'media', args.global_id, await addMedia(batch, args, rowOf(args, batch)))
  return 'created'
}

// The line of an export about the settings of the site: it fills in what is not set here.

const globalId = markedAsExtension(optional(kind.text()))
/** Images are named by their global ids, because ids differ between calendars. */
const lineArgs = { ...settingArgs, logo: globalId, icon: globalId, share_image: globalId }

/** Imports the settings within the batch. Throws 401 or 403 unless the actor is an administrator. */
export async function importSettingsLine(batch: ImportTransaction, sent: SentObject): Promise<LineOutcome> {
  const { store, context } = batch
  if (!rightsByRole[context.actor.role].administers) throw refusalProblem(context.actor)
  const { resource: _, ...rest } = sent
  const args = parseArgs(lineArgs, rest, 'create')
  const values: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(args)) values[name] = settingAsStored(value)
  for (const name of imageSettingNames) {
    const named = values[name]
    if (named === undefined) continue
    const own = Number(/\?id=(\d+)/.exec(named)?.[1])
    const id = batch.globalId('media', own) === named ? own : await ourIdOfGlobalId(batch, 'media', named)
    const isHere = id !== undefined && (await store.media(id)) !== undefined
    values[name] = isHere ? String(id) : undefined
  }
  const changes = changesFillingUnsetSettings(values, await store.settings())
  if (Object.keys(changes).length === 0) return 'unchanged'
  await store.saveSettings(changes)
  batch.state.hasWritten = true
  return 'updated'
}
