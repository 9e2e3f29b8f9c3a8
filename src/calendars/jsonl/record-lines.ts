/** Records → lines of an export: the args of a create, and the other stored values. */
import { patternEvent } from '../../actions/series/pattern.ts'
import { eventFlagNames } from '../../contract/resources/event-flags.ts'
import type { ItemName } from '../../contract/resources/index.ts'
import { tableOf } from '../../contract/table-of.ts'
import { statusAt } from '../../domain/publication/status.ts'
import { epochOf, type Moment } from '../../domain/time/moment.ts'
import { utcTimestamp } from '../../domain/time/timestamp.ts'
import type {
  CategoryRecord,
  EventRecord,
  Links,
  MediaRecord,
  OrganizerRecord,
  RecordOf,
  SeriesRecord,
  TagRecord,
  VenueRecord,
} from '../../store/store.ts'

export type LineName = ItemName | 'media' | 'series'
/** Returns the global id of an item of this calendar. */
export type Identify = (name: LineName, id: number) => string

/** The context of a line. */
export interface LineView {
  readonly moment: Moment
  readonly globalId: Identify
}

type ItemRecord = RecordOf<ItemName>

function identity(resource: ItemName, record: ItemRecord, { globalId }: LineView) {
  return {
    resource,
    id: record.id,
    global_id: globalId(resource, record.id),
    origins: record.origins,
    version: record.version,
    modified_utc: utcTimestamp(record.modified_utc),
  }
}

/** The publication of an item. A scheduled item whose date has passed is written as published, as the next write would store it. */
function publication(record: EventRecord | VenueRecord | OrganizerRecord, { moment }: LineView) {
  const { author, slug, description, image, website, date_utc } = record
  return {
    author,
    status: statusAt(record.status, date_utc, epochOf(moment.now)),
    date_utc: utcTimestamp(date_utc),
    date_set: record.date_set === 1,
    slug,
    description,
    image,
    website,
  }
}

const maps = (record: VenueRecord) => ({
  show_map: record.show_map === 1,
  show_map_link: record.show_map_link === 1,
})

/** The line of an event. */
export function eventLine(record: EventRecord, links: Links, view: LineView): object {
  const { title, excerpt, start_date, end_date, timezone, password_hash, post_parent } = record
  // Assigned: behind a spread in a literal as long as this one, each key takes a microsecond.
  return Object.assign(
    identity('event', record, view),
    { uid: record.uid, title },
    publication(record, view),
    {
      excerpt,
      all_day: record.all_day === 1,
      timezone,
      start_date,
      end_date,
      utc_start_date: utcTimestamp(record.start_utc),
      utc_end_date: utcTimestamp(record.end_utc),
      cost: record.cost,
      event_status: record.event_status,
      previous_start_date: record.previous_start_date,
      attendance_mode: record.attendance_mode,
      online_url: record.online_url,
      ...tableOf(eventFlagNames, (name) => record[name] === 1),
      tickets: record.tickets,
      custom_fields: record.custom_fields,
      post_parent,
      password_hash,
      venue: links.venue,
      organizer: links.organizer,
      categories: links.category,
      tags: links.tag,
    },
    record.pruned_status === '' ? {} : { pruned_status: record.pruned_status },
    occurrencePart(record),
  )
}

/** What the line of an occurrence says of its series. */
function occurrencePart({ series, recurrence_id, own_fields, trash_act }: EventRecord): object {
  if (series === null) return {}
  const fields: unknown = JSON.parse(own_fields)
  return { series, recurrence_id, own_fields: fields, ...(trash_act > 0 && { trash_act }) }
}

/** The line of a series: its pattern as an event's, and its rule. */
export function seriesLine(record: SeriesRecord, view: LineView): object {
  const { id, recurrence, recurrence_before, made_until, is_complete, trash_act, continues } = record
  const { version, modified_utc, origins } = record
  const own = { id, version, modified_utc, origins, status: record.status }
  const { password_hash: _, ...line }: { password_hash?: unknown } = eventLine(
    { ...patternEvent(record), ...own, series: null },
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

/** The line of a venue. */
export function venueLine(record: VenueRecord, view: LineView): object {
  const { name, address, city, country, province, state, zip, phone, stateprovince, geo_lat, geo_lng } =
    record
  return {
    ...identity('venue', record, view),
    venue: name,
    ...publication(record, view),
    address,
    city,
    country,
    province,
    state,
    zip,
    phone,
    stateprovince,
    ...maps(record),
    geo_lat,
    geo_lng,
  }
}

/** The line of an organizer. */
export function organizerLine(record: OrganizerRecord, view: LineView): object {
  const { name, phone, email } = record
  return {
    ...identity('organizer', record, view),
    organizer: name,
    ...publication(record, view),
    phone,
    email,
  }
}

/** The line of a term; categories have a parent. */
export function termLine(
  name: 'category' | 'tag',
  record: CategoryRecord | TagRecord,
  view: LineView,
): object {
  const { slug, description } = record
  const parent = 'parent' in record ? { parent: record.parent, color: record.color } : {}
  return { ...identity(name, record, view), name: record.name, slug, description, ...parent }
}

/** The line of an image: its row, not its files. */
export function mediaLine({ id, search_text: _, ...row }: MediaRecord, { globalId }: LineView): object {
  return {
    resource: 'media',
    id,
    global_id: globalId('media', id),
    ...row,
    date_utc: utcTimestamp(row.date_utc),
    modified_utc: utcTimestamp(row.modified_utc),
    sizes: row.sizes,
  }
}
