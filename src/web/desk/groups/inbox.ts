/** The events of groups with review that are not in the main calendar yet. */
import { type ApiResponse, callApi } from '../api/api.ts'
import type { EventItem } from '../api/types.ts'
import { type ListedEvent, loadEvents, NOT_ENDED_QUERY_FIELDS } from '../events/list/listed.ts'

const PER_PAGE = 100

/** Loads the public events that have not ended and wait for a place in the main calendar, of one group if it is not empty; of each series one. */
export function loadEventsAwaitingMainCalendar(group: string): Promise<ApiResponse<readonly ListedEvent[]>> {
  const within = group === '' ? {} : { group }
  const query = { awaits_main: true, ...within, collapse: 'series', orderby: 'start_date', order: 'asc' }
  return loadEvents({ ...NOT_ENDED_QUERY_FIELDS, ...query, per_page: PER_PAGE })
}

/** Puts an event, of a series all its dates, into the main calendar or takes it out. Throws a Fault. */
export async function setInMainCalendar({ id, series }: EventItem, in_main: boolean): Promise<void> {
  const body = { in_main, ...(series !== null && { apply_to: 'all' }) }
  await callApi('PATCH', `/events/${id}`, { body })
}

const KEPT_AS = 'fasti-desk-left-out'
/** The most events that are remembered. */
const MOST = 2000

/** The ids of events that were left out in this browser: the service keeps no such decision. */
export const eventIdsLeftOutInThisBrowser = (): ReadonlySet<number> =>
  new Set((localStorage.getItem(KEPT_AS) ?? '').split(' ').filter(Boolean).map(Number))

/** Leaves an event out, or takes that back. */
export function rememberLeftOutInBrowser(id: number, isOut: boolean): void {
  const ids = new Set(eventIdsLeftOutInThisBrowser())
  if (isOut) ids.add(id)
  else ids.delete(id)
  localStorage.setItem(KEPT_AS, [...ids].slice(-MOST).join(' '))
}
