/** Imports the line of a series: its pattern like the line of an event, and its rule. */
import { isDeepStrictEqual } from 'node:util'
import { seriesColumnsOfPattern } from '../../actions/series/pattern.ts'
import { laterWallTime, seriesFromSentRecurrence, timesOfEventOrSeries } from '../../actions/series/times.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { namesOf, pick } from '../../contract/table-of.ts'
import { noMoveInProgress } from '../../domain/series/moving-recurrence-ids.ts'
import { parseStoredRecurrence, recurrenceLineTexts } from '../../domain/series/recurrence-lines.ts'
import { seriesLineArgDeclarations } from '../../formats/jsonl/record-args.ts'
import { type ItemOnLine, itemOnLine } from '../../formats/jsonl/record-values.ts'
import type { SentObject } from '../../formats/jsonl/sent-line.ts'
import { because, invalidParam } from '../../problem.ts'
import type { EventRecord, OccurrenceSharedColumns, SeriesRecord, ValuesOf } from '../../store/store.ts'
import {
  type ImportTransaction,
  type LineOutcome,
  ourIdOfGlobalId,
  rememberGlobalId,
  reserveExplicitIds,
} from './import-batch.ts'
import { keepFormerSlugsOfLine, namedColumnsFromLine, ourIdOfReference, ourIdsOfLinks } from './record.ts'

type Values = Omit<ValuesOf<'series'>, 'id' | 'slug'>

/** Reads the pattern like the line of an event with the same id. */
function patternOf(sent: SentObject, batch: ImportTransaction): ItemOnLine<'event'> {
  const globalId = String(sent.global_id)
  if (!globalId.endsWith('&type=series')) throw invalidParam('global_id', because('not_a_series_id'))
  const asEvent = { ...sent, resource: 'event', global_id: globalId.replace(/&type=series$/, '') }
  return itemOnLine('event', asEvent, batch.context)
}

/** Returns our id of the series that this one continues; null if it does not exist. */
async function continuedHere(
  batch: ImportTransaction,
  item: ItemOnLine<'event'>,
  id: number | null,
): Promise<number | null> {
  if (id === null) return null
  return ourIdOfReference(batch, item, { arg: 'continues', name: 'series', id }).catch(() => null)
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
    continues: await continuedHere(batch, item, args.continues ?? null),
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
async function presentOf(batch: ImportTransaction, { globalId, id, values, slug }: DescribedSeries) {
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
  if (continues !== null) await batch.store.update('series', continues, { continued_by: id })
}

async function add(
  batch: ImportTransaction,
  { globalId, id: own, values, slug }: DescribedSeries,
): Promise<number> {
  const { store, intoEmpty } = batch
  const isOwn = globalId === batch.globalId('series', own)
  const isFree = (await store.find('series', { id: own }, batch.context.moment)) === undefined
  const keepsId = (isOwn || intoEmpty) && isFree
  if (!keepsId) await reserveExplicitIds(batch)
  const free = values.status === 'trash' ? slug : await store.freeSlug('series', slug, undefined, true)
  const id = await store.insert('series', { ...values, slug: free, ...(keepsId && { id: own }) })
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
  const found = await presentOf(batch, line)
  if (found === undefined) {
    const id = await add(batch, line)
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
  await batch.store.update('series', present.id, columns)
  await link(batch, present.id, values)
  return 'updated'
}
