/** Exports the events of a list as a table or as a calendar. */
import {
  eventFieldsByPart,
  eventFlagNames,
  type WritableEventField,
} from '../../../contract/resources/fields/event-fields.ts'
import { writableNames } from '../../../contract/resources/fields/row.ts'
import { namesOf, recordFromNames } from '../../../contract/table-of.ts'
import { apiUrl, noticeSessionEnd, type Query, requestHeaders } from '../api/api.ts'
import { RequestFault } from '../api/faults.ts'
import { hasRoleAtLeast } from '../api/session.ts'
import type { EventItem } from '../api/types.ts'
import { allEvents, type OnProgress } from './all-events.ts'
import { csvText, namesCell } from './table-text.ts'

/** All linked items but the first, as JSON, as imports read them. */
const furtherText = (all: readonly object[]) => (all.length < 2 ? '' : JSON.stringify(all.slice(1)))

const cellsOf = (fields: readonly WritableEventField[]) =>
  recordFromNames(fields, (name) => (event: EventItem) => event[name])

/** The columns, named as imports name them. */
const columns = {
  // Occurrences share the UID of their series. As single rows they have none.
  uid: ({ external_id, series }: EventItem) => (series ? '' : external_id),
  title: ({ title }: EventItem) => title,
  status: ({ status }: EventItem) => status,
  start_date: ({ start_date }: EventItem) => start_date,
  end_date: ({ end_date }: EventItem) => end_date,
  all_day: ({ all_day }: EventItem) => all_day,
  timezone: ({ timezone }: EventItem) => timezone,
  venue: ({ venue }: EventItem) => [venue].flat()[0]?.venue,
  organizer: ({ organizer }: EventItem) => organizer[0]?.organizer,
  categories: ({ categories }: EventItem) => namesCell(categories.map(({ name }) => name)),
  tags: ({ tags }: EventItem) => namesCell(tags.map(({ name }) => name)),
  cost: ({ cost }: EventItem) => cost,
  ...cellsOf(namesOf(eventFieldsByPart.main)),
  ...cellsOf(writableNames(eventFieldsByPart.outcome)),
  ...cellsOf(eventFlagNames),
  ...cellsOf(namesOf(eventFieldsByPart.text)),
  further_venues: ({ venue }: EventItem) => furtherText([venue].flat().map((one) => ({ venue: one.venue }))),
  further_organizers: ({ organizer: all }: EventItem) =>
    furtherText(all.map(({ organizer }) => ({ organizer }))),
} as const

const names = Object.keys(columns)
const _fields = ['external_id', 'series', ...names.filter((name) => !/^uid$|^further_/.test(name))]
  .map((name) => `events.${name}`)
  .join(',')

const rowOf = (event: EventItem) =>
  Object.fromEntries(Object.entries(columns).map(([name, cell]) => [name, cell(event)]))

/** Returns the events of a list as CSV: all pages, up to 10,000 events. Throws a Fault. */
export async function eventsAsCsv(query: Query, onProgress: OnProgress): Promise<string> {
  return csvText(names, (await allEvents(query, _fields, onProgress)).map(rowOf))
}

/** Returns the events of a list as iCalendar. For roles below editor, it contains published events only. Throws a Fault. */
export async function eventsAsICalendar(query: Query): Promise<string> {
  const { status, hide_from_listings, ...filters } = query
  const readable = { ...filters, ...(hasRoleAtLeast('editor') && { status }) }
  const headers = { ...requestHeaders('GET'), Accept: 'text/calendar, application/json' }
  const response = await fetch(apiUrl('/events.ics', readable), { headers }).catch(() => undefined)
  if (response?.ok === true)
    return response.text().catch(() => {
      throw new RequestFault(0, {})
    })
  noticeSessionEnd(response?.status ?? 0)
  throw new RequestFault(response?.status ?? 0, Object(await response?.json().catch(() => ({}))))
}
