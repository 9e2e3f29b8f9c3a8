/** Loads lists of events, and converts their filters to and from URLs. */

import { eventFlagNames } from '../../../../contract/resources/fields/event-fields.ts'
import { namesOf, recordFromNames } from '../../../../contract/table-of.ts'
import {
  type ApiResponse,
  currentUser,
  hasRoleAtLeast,
  loadAllPages,
  loadList,
  type QueryFields,
} from '../../api/api.ts'
import type { Category, EventItem, Image } from '../../api/types.ts'
import { daysLater } from '../../calendar/days.ts'
import { listOfferedGroups } from '../../groups/groups.ts'
import { type MultilingualItem, translationMarkFields } from '../../translating/translation.tsx'

const fields = [
  'id',
  'title',
  'status',
  'date',
  'modified',
  'url',
  'start_date',
  'end_date',
  'all_day',
  'timezone',
  'timezone_abbr',
  'password_protected',
  'event_status',
  'venue',
  'utc_start_date',
  'utc_end_date',
  'attendance_mode',
  'author',
  'series',
  'group',
  'in_main',
  'note',
  'assignee',
  ...eventFlagNames,
] as const

/** An event as lists and the calendar show it. */
export type ListedEvent = Pick<EventItem, (typeof fields)[number]> &
  Partial<MultilingualItem> & {
    readonly categories: readonly Pick<Category, 'id' | 'name' | 'color'>[]
    readonly image: Pick<Image, 'id' | 'sizes' | 'url'> | false
    readonly tickets: readonly Pick<EventItem['tickets'][number], 'availability'>[]
  }

/** A row of a list: an event, or a series, which shows its next date. What is chosen are rows. */
export interface ListedRow {
  readonly id: number | string
  readonly event: ListedEvent
  readonly isSeries: boolean
}

/** The rows of events; of a folded list, those of series stand for all of their dates. */
export const rowsOf = (events: readonly ListedEvent[], isFolded: boolean): readonly ListedRow[] =>
  events.map((event) => {
    const series = isFolded ? event.series : null
    return { id: series === null ? event.id : `series ${series.id}`, event, isSeries: series !== null }
  })

/** Parts of what an event embeds: whole terms, images and tickets would be most of the answer. */
const embedded = [
  'categories.id',
  'categories.name',
  'categories.color',
  'image.id',
  'image.url',
  'image.sizes',
  'tickets.availability',
]

/** A window with all events. The default lists only upcoming ones. */
export const ALL_DATES_QUERY_FIELDS = { starts_after: '1000-01-03' } as const
/** Events that have not ended. */
export const NOT_ENDED_QUERY_FIELDS = { ends_after: 'yesterday' } as const

/** From this number on, events that are under way are one line together. */
export const MANY_UNDER_WAY = 3

/** The fields that a search looks in. */
const EVERYWHERE = 'title,text,venue,organizer,terms'

export function loadEvents(query: QueryFields): Promise<ApiResponse<readonly ListedEvent[]>> {
  const marked = query.translations === undefined ? [] : translationMarkFields
  return loadList('/events', query, { fields: [...fields, ...embedded, ...marked] })
}

/** The filters as they are in the URL of the view, where none is set. */
const defaults = {
  q: '',
  status: 'any',
  when: 'coming',
  from: '',
  to: '',
  category: '',
  venue: '',
  organizer: '',
  /** The id of a group; 0 for events without one. */
  group: '',
  outcome: '',
  hidden: '',
  mine: '',
  /** The id of an author. */
  author: '',
  /** Whom the events wait for: `me`, `none` or the id of a user. */
  waits: '',
  /** `each` has a row for each date of a series. */
  dates: '',
  order: '',
  page: '1',
}

export type ViewFilters = Readonly<typeof defaults>

/** Returns the filters of the part that a list shows. */
export const filtersOfPart = (part: Readonly<Record<string, string>>): ViewFilters =>
  recordFromNames(namesOf(defaults), (name) => part[name] ?? defaults[name])

/** The filter of what takes place on one of the days, also in part. An empty text sets no limit. */
export const daysQuery = (from: string, to: string): QueryFields => ({
  ...(from !== '' ? { ends_after: daysLater(from, -1) } : ALL_DATES_QUERY_FIELDS),
  ...(to !== '' && { starts_before: to }),
})

function windowOf({ when, from, to }: ViewFilters): QueryFields {
  if (when === 'coming') return NOT_ENDED_QUERY_FIELDS
  if (when === 'past') return { ends_before: 'yesterday' }
  if (when === 'between') return daysQuery(from, to)
  return ALL_DATES_QUERY_FIELDS
}

/** The group to ask for. Published events of all groups are those of each, since the service shows the main calendar otherwise. */
function groupArg(group: string, status: string): string | undefined {
  if (group !== '') return group
  return status === 'publish' && hasRoleAtLeast('editor')
    ? ['0', ...listOfferedGroups().map(({ id }) => id)].join()
    : undefined
}

/** The query without page and order, which feeds of these events use, too. */
export function filterQuery(filters: ViewFilters): QueryFields {
  const { q, status, category, venue, organizer, group, outcome, hidden, mine, author, waits } = filters
  return {
    ...windowOf(filters),
    search: q,
    search_in: q.trim() === '' ? undefined : EVERYWHERE,
    status,
    categories: category,
    venue,
    organizer,
    group: groupArg(group, status),
    event_status: outcome,
    hide_from_listings: hidden === '' ? undefined : true,
    author: mine === '' ? author : currentUser()?.id,
    assignee: waits,
  }
}

/** The order of the list: by relevance for a search, newest first for past events, unless the user chose another. */
export function listOrderQuery({ order, when, q }: ViewFilters) {
  const usual = when === 'past' ? 'start_date-desc' : 'start_date-asc'
  const [orderby = '', direction] = (order || (q.trim() === '' ? usual : 'relevance')).split('-')
  return { orderby, order: direction }
}

/** Loads all events of a query, up to 10,000. */
export const loadAllEvents = (query: QueryFields): Promise<readonly ListedEvent[]> =>
  loadAllPages((page) => loadEvents({ ...query, per_page: 100, page }))

/** Loads the next date of each of some series, of those that a query finds, by the id of the series; series that are over have none. */
export async function loadNextEventBySeries(
  series: readonly number[],
  query: QueryFields,
): Promise<ReadonlyMap<number, ListedEvent>> {
  const ids = new Set(series)
  if (ids.size === 0) return new Map()
  const first = { collapse: 'series', orderby: 'start_date', order: 'asc', per_page: ids.size }
  const { body } = await loadEvents({
    ...query,
    ...NOT_ENDED_QUERY_FIELDS,
    ...first,
    series: [...ids].join(),
  })
  return new Map(body.flatMap((event) => (event.series === null ? [] : [[event.series.id, event]])))
}
