/** Exports the whole calendar as JSON lines. Referenced items come before the items that reference them. */

import { patternAsEvent } from '../../actions/series/pattern.ts'
import { imageSettingNames } from '../../contract/operations/settings.ts'
import { eventFieldsByPart } from '../../contract/resources/fields/event-fields.ts'
import { publishableSharedFields, withoutPublishableShared } from '../../contract/resources/fields/index.ts'
import { organizerFields, venueFieldsByPart } from '../../contract/resources/fields/item-fields.ts'
import {
  categoryOnlyFields,
  groupFields,
  pageFields,
  tagFields,
} from '../../contract/resources/fields/other-fields.ts'
import { rowsOfPart } from '../../contract/resources/fields/row.ts'
import { fieldRowsPresenter } from '../../contract/resources/fields/values.ts'
import { type ItemName, noLinks } from '../../contract/resources/index.ts'
import { noTranslations, type TranslatedItem } from '../../domain/languages.ts'
import { itemStatusAt } from '../../domain/publication.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { translationsOfSettings } from '../../settings/index.ts'
import type {
  CategoryRecord,
  EventRecord,
  GroupRecord,
  LinkIds,
  MediaRecord,
  OrganizerRecord,
  PageRecord,
  Reading,
  RecordOf,
  SeriesRecord,
  StoredSettings,
  TagRecord,
  VenueRecord,
} from '../../store/store.ts'
import { inBatches } from '../in-batches.ts'

// Records → lines of an export: the args of a create, and the other stored values.

export type LineResourceName = ItemName | 'media' | 'series'
/** Returns the global id of an item of this calendar. */
export type GlobalIdFunction = (name: LineResourceName, id: number) => string

interface ExportLineContext {
  readonly moment: Moment
  readonly globalId: GlobalIdFunction
  /** The slugs of the groups, by id. */
  readonly groups?: ReadonlyMap<number, string>
  /** The logins of the users, by id. */
  readonly logins?: ReadonlyMap<number, string>
}

function identity(resource: ItemName, record: RecordOf<ItemName>, { globalId }: ExportLineContext) {
  return {
    resource,
    id: record.id,
    global_id: globalId(resource, record.id),
    origins: record.origins,
    version: record.version,
    modified_utc: utcTimestampOfEpoch(record.modified_utc),
    ...languageAndTranslations(record),
  }
}

/** The language and the translations of an item, where it has them. */
const languageAndTranslations = ({ language, translations }: TranslatedItem) => ({
  ...(language !== '' && { language }),
  ...(translations !== noTranslations && { translations }),
})

const sharedTexts = fieldRowsPresenter(rowsOfPart(publishableSharedFields, 'text'))
const sharedFacts = fieldRowsPresenter(rowsOfPart(publishableSharedFields, 'main'))

/** The publication of an item. A scheduled item whose date has passed is written as published, as the next write would store it. */
function publication(record: EventRecord | VenueRecord | OrganizerRecord, { moment }: ExportLineContext) {
  const { author, slug, image, date_utc } = record
  return {
    author,
    status: itemStatusAt(record.status, date_utc, epochOfInstant(moment.now)),
    date_utc: utcTimestampOfEpoch(date_utc),
    date_set: record.date_set === 1,
    slug,
    ...sharedTexts(record),
    image,
    ...sharedFacts(record),
  }
}

const eventTexts = fieldRowsPresenter(withoutPublishableShared(eventFieldsByPart.text))
const eventFacts = fieldRowsPresenter(withoutPublishableShared(eventFieldsByPart.main))
const eventOutcome = fieldRowsPresenter(eventFieldsByPart.outcome)
const eventFlags = fieldRowsPresenter(eventFieldsByPart.flag)

function eventLineObject(record: EventRecord, links: LinkIds, view: ExportLineContext): object {
  const { title, start_date, end_date, timezone, password_hash, post_parent } = record
  return Object.assign(
    identity('event', record, view),
    { uid: record.uid, title },
    publication(record, view),
    eventTexts(record),
    {
      all_day: record.all_day === 1,
      timezone,
      start_date,
      end_date,
      utc_start_date: utcTimestampOfEpoch(record.start_utc),
      utc_end_date: utcTimestampOfEpoch(record.end_utc),
      cost: record.cost,
    },
    eventFacts(record),
    eventOutcome(record),
    eventFlags(record),
    {
      tickets: record.tickets,
      custom_fields: record.custom_fields,
      post_parent,
      password_hash,
      venue: links.venue,
      organizer: links.organizer,
      categories: links.category,
      tags: links.tag,
    },
    groupPart(record, view),
    record.origin === null ? {} : { origin: record.origin },
    record.pruned_status === '' ? {} : { pruned_status: record.pruned_status },
    internalPart(record, view),
    occurrencePart(record),
  )
}

/** The keys of an event's line about its group; none without one. */
function groupPart({ group_id, in_main }: EventRecord, { groups }: ExportLineContext): object {
  const group = groups?.get(group_id ?? 0)
  return group === undefined ? {} : { group, in_main: in_main === null ? null : in_main === 1 }
}

/** The keys of an event's line that only its editors see; none where they are empty. */
function internalPart({ note, assignee }: EventRecord, { logins }: ExportLineContext): object {
  const login = logins?.get(assignee ?? 0)
  return { ...(note !== '' && { note }), ...(login !== undefined && { assignee: login }) }
}

/** The keys of an occurrence's line about its series; none of another event. */
function occurrencePart({ series, recurrence_id, own_fields, trash_act }: EventRecord): object {
  if (series === null) return {}
  const fields: unknown = JSON.parse(own_fields)
  return { series, recurrence_id, own_fields: fields, ...(trash_act > 0 && { trash_act }) }
}

/** The line of a series: its pattern as an event's, and its rule. */
function seriesLineObject(record: SeriesRecord, view: ExportLineContext): object {
  const { id, recurrence, recurrence_before, made_until, is_complete, trash_act, continues } = record
  const { version, modified_utc, origins } = record
  const own = { id, version, modified_utc, origins, status: record.status }
  const { password_hash: _, ...line }: { password_hash?: unknown } = eventLineObject(
    { ...patternAsEvent(record), ...own, series: null },
    record.pattern.links,
    view,
  )
  return {
    ...line,
    resource: 'series',
    global_id: view.globalId('series', id),
    recurrence,
    recurrence_before,
    made_until,
    is_complete: is_complete === 1,
    trash_act,
    continues,
  }
}

const venueFacts = fieldRowsPresenter(withoutPublishableShared(venueFieldsByPart.main))
const venueFlags = fieldRowsPresenter(venueFieldsByPart.flag)
const venuePlace = fieldRowsPresenter(venueFieldsByPart.place)
const organizerFacts = fieldRowsPresenter(withoutPublishableShared(organizerFields))

function venueLineObject(record: VenueRecord, view: ExportLineContext): object {
  return {
    ...identity('venue', record, view),
    venue: record.name,
    ...publication(record, view),
    ...venueFacts(record),
    ...venueFlags(record),
    ...venuePlace(record),
  }
}

function organizerLineObject(record: OrganizerRecord, view: ExportLineContext): object {
  return {
    ...identity('organizer', record, view),
    organizer: record.name,
    ...publication(record, view),
    ...organizerFacts(record),
  }
}

const termTexts = fieldRowsPresenter(tagFields)
const categoryFacts = fieldRowsPresenter(categoryOnlyFields)

/** The line of a term; categories have a parent. */
function termLineObject(
  name: 'category' | 'tag',
  record: CategoryRecord | TagRecord,
  view: ExportLineContext,
): object {
  const { name: called, slug } = record
  const own = 'parent' in record ? { parent: record.parent, ...categoryFacts(record) } : {}
  return { ...identity(name, record, view), name: called, slug, ...termTexts(record), ...own }
}

const groupValues = fieldRowsPresenter(groupFields)

/** The line of a group. Its members are accounts, which stay where they are. */
function groupLineObject(record: GroupRecord, view: ExportLineContext): object {
  const { name, slug, image } = record
  return { ...identity('group', record, view), name, slug, ...groupValues(record), image }
}

const pageValues = fieldRowsPresenter(pageFields)

/** The line of an own page. */
function pageLineObject(record: PageRecord, view: ExportLineContext): object {
  const { title, slug, date_utc } = record
  return {
    ...identity('page', record, view),
    title,
    slug,
    status: itemStatusAt(record.status, date_utc, epochOfInstant(view.moment.now)),
    date_utc: utcTimestampOfEpoch(date_utc),
    date_set: record.date_set === 1,
    ...pageValues(record),
  }
}

// Records of images → lines of an export.

/** The line of an image: its row, not its files. Its pictures for pages are made again where it is imported. */
function mediaLineObject(
  { id, search_text: _, widths: __, readable_in: ___, language, translations, ...row }: MediaRecord,
  { globalId }: ExportLineContext,
): object {
  return {
    resource: 'media',
    id,
    global_id: globalId('media', id),
    ...row,
    ...languageAndTranslations({ language, translations }),
    date_utc: utcTimestampOfEpoch(row.date_utc),
    modified_utc: utcTimestampOfEpoch(row.modified_utc),
    sizes: row.sizes,
  }
}

/** Returns the settings of an export: images by their global ids. */
function exportedSettingsLine(stored: StoredSettings, identify: ExportLineContext['globalId']): object {
  const images = imageSettingNames.flatMap((name) => {
    const id = stored[name]
    return id === undefined ? [] : [[name, identify('media', Number(id))] as const]
  })
  const texts = stored.translations !== undefined && { translations: translationsOfSettings(stored) }
  return { resource: 'settings', ...stored, ...Object.fromEntries(images), ...texts }
}

/** Yields rows by id, but each parent before its children. Holds only the children that come before their parent. */
async function* parentsFirst<R extends { readonly id: number }>(
  rows: AsyncIterable<R>,
  parentOf: (row: R) => number | null,
): AsyncIterable<R> {
  const out = new Set<number>()
  const waiting = new Map<number, R[]>()
  const released = function* (row: R): Iterable<R> {
    const ready = [row]
    for (let next = ready.shift(); next !== undefined; next = ready.shift()) {
      out.add(next.id)
      yield next
      ready.push(...(waiting.get(next.id) ?? []))
      waiting.delete(next.id)
    }
  }
  for await (const row of rows) {
    const parent = parentOf(row)
    if (parent === null || out.has(parent)) yield* released(row)
    else waiting.set(parent, [...(waiting.get(parent) ?? []), row])
  }
}

/** Yields the lines of items of a resource, with the slugs that these had. */
async function* linesOf<R extends { readonly id: number }>(
  store: Reading,
  name: ItemName | 'series',
  items: AsyncIterable<R>,
  lineOf: (item: R) => object,
): AsyncIterable<object> {
  const known = await store.formerSlugs(name)
  for await (const item of items) {
    const former_slugs = known.get(item.id)
    yield { ...lineOf(item), ...(former_slugs && { former_slugs }) }
  }
}

/** Yields events with their links, each after its parent. */
async function* linkedEvents(store: Reading) {
  for await (const events of inBatches(parentsFirst(store.all('event'), ({ post_parent }) => post_parent))) {
    const links = await store.linksOfAll(events.map(({ id }) => id))
    for (const event of events) yield { id: event.id, event, links: links.get(event.id) ?? noLinks }
  }
}

async function* everyLine(store: Reading, outside: ExportLineContext): AsyncIterable<object> {
  const groups = new Map<number, string>()
  const logins = new Map((await store.assignees()).map(({ id, login }) => [id, login]))
  const view = { ...outside, groups, logins }
  for await (const media of store.all('media')) yield mediaLineObject(media, view)
  const settings = await store.settings()
  if (Object.keys(settings).length > 0) yield exportedSettingsLine(settings, view.globalId)
  yield* linesOf(store, 'page', store.all('page'), (page) => pageLineObject(page, view))
  yield* linesOf(store, 'group', store.all('group'), (group) => {
    groups.set(group.id, group.slug)
    return groupLineObject(group, view)
  })
  yield* linesOf(store, 'tag', store.all('tag'), (tag) => termLineObject('tag', tag, view))
  const categories = parentsFirst(store.all('category'), ({ parent }) => parent)
  yield* linesOf(store, 'category', categories, (one) => termLineObject('category', one, view))
  yield* linesOf(store, 'venue', store.all('venue'), (venue) => venueLineObject(venue, view))
  yield* linesOf(store, 'organizer', store.all('organizer'), (one) => organizerLineObject(one, view))
  const series = parentsFirst(store.all('series'), ({ continues }) => continues)
  yield* linesOf(store, 'series', series, (one) => seriesLineObject(one, view))
  yield* linesOf(store, 'event', linkedEvents(store), ({ event, links }) =>
    eventLineObject(event, links, view),
  )
}

/** Yields the whole calendar as JSON lines, including the trash, drafts and password hashes. */
export async function* exportedLines(store: Reading, view: ExportLineContext): AsyncIterable<string> {
  for await (const line of everyLine(store, view)) yield `${JSON.stringify(line)}\n`
}
