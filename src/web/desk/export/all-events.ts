/** Loads all events of a list, page by page. */
import { callApi, type Query } from '../api/api.ts'
import type { EventItem } from '../api/types.ts'

/** The most events of a file: a calendar of the service has no more either. */
export const MAX_EVENTS = 10_000
const PER_PAGE = 50

/** Is told how many events have been read. */
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
    const answered = await callApi<{ events: readonly EventItem[] }>('GET', '/events', { query: pageQuery })
    events.push(...answered.body.events)
    pages = answered.pages
    onProgress(Math.min(MAX_EVENTS, events.length))
  }
  return events.slice(0, MAX_EVENTS)
}
