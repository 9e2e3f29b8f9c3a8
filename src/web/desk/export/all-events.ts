/** Loads all events of a list, page by page. */
import { callApi, type Query } from '../api/api.ts'
import type { EventItem } from '../api/types.ts'

/** The maximum number of events in a file, as in the calendars of the service. */
export const MAX_EVENTS = 10_000
const PER_PAGE = 50

/** Called with the number of events loaded so far. */
export type OnProgress = (done: number) => void

/** Returns the events of all pages of a list, up to 10,000, with the given fields. Throws a Fault. */
export async function allEvents(
  query: Query,
  _fields: string,
  onProgress: OnProgress,
): Promise<readonly EventItem[]> {
  const events: EventItem[] = []
  for (let page = 1, pages = 1; page <= pages && events.length < MAX_EVENTS; page += 1) {
    const pageQuery = { ...query, page, per_page: PER_PAGE, _fields }
    const response = await callApi<{ events: readonly EventItem[] }>('GET', '/events', { query: pageQuery })
    events.push(...response.body.events)
    pages = response.pages
    onProgress(Math.min(MAX_EVENTS, events.length))
  }
  return events.slice(0, MAX_EVENTS)
}
