/** Records → lines of an export: the args of a create, and the other stored values. */
import { patternAsEvent } from '../../actions/series/pattern.ts'
import { eventFieldsByPart } from '../../contract/resources/fields/event-fields.ts'
import { publishableSharedFields, withoutPublishableShared } from '../../contract/resources/fields/index.ts'
import {
  categoryOnlyFields,
  groupFields,
  pageFields,
  tagFields,
} from '../../contract/resources/fields/other-fields.ts'
import { rowsOfPart } from '../../contract/resources/fields/row.ts'
import { fieldRowsPresenter } from '../../contract/resources/fields/values.ts'
import { organizerFields, venueFieldsByPart } from '../../contract/resources/fields/venue-fields.ts'
import type { ItemName } from '../../contract/resources/index.ts'
import { noTranslations, type TranslatedItem } from '../../domain/content/translations.ts'
import { itemStatusAt } from '../../domain/publication/status.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import type {
  CategoryRecord,
  EventRecord,
  GroupRecord,
  LinkIds,
  OrganizerRecord,
  PageRecord,
  RecordOf,
  SeriesRecord,
  TagRecord,
  VenueRecord,
} from '../../store/store.ts'

export type LineResourceName = ItemName | 'media' | 'series'
/** Returns the global id of an item of this calendar. */
export type GlobalIdFunction = (name: LineResourceName, id: number) => string

/** The context of a line. */
export interface ExportLineContext {
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
export const languageAndTranslations = ({ language, translations }: TranslatedItem) => ({
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

/** The line of an event. */
export function eventLineObject(record: EventRecord, links: LinkIds, view: ExportLineContext): object {
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
export function seriesLineObject(record: SeriesRecord, view: ExportLineContext): object {
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

/** The line of a venue. */
export function venueLineObject(record: VenueRecord, view: ExportLineContext): object {
  return {
    ...identity('venue', record, view),
    venue: record.name,
    ...publication(record, view),
    ...venueFacts(record),
    ...venueFlags(record),
    ...venuePlace(record),
  }
}

/** The line of an organizer. */
export function organizerLineObject(record: OrganizerRecord, view: ExportLineContext): object {
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
export function termLineObject(
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
export function groupLineObject(record: GroupRecord, view: ExportLineContext): object {
  const { name, slug, image } = record
  return { ...identity('group', record, view), name, slug, ...groupValues(record), image }
}

const pageValues = fieldRowsPresenter(pageFields)

/** The line of an own page. */
export function pageLineObject(record: PageRecord, view: ExportLineContext): object {
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
