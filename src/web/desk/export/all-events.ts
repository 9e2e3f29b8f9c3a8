/** Loads all events of a list, page by page. */
import { ask, type Query } from '../api/ask.ts'
import type { EventItem } from '../api/types.ts'

/** The most events of a file: a calendar of the service has no more either. */
export const MOST = 10_000
const PER_PAGE = 50

/** Is told how many events have been read. */
export type Hear = (done: number) => void

/** Returns the events of all pages of a list, up to 10,000, with the given fields. Throws a Fault. */
export async function allEvents(query: Query, _fields: string, hear: Hear): Promise<readonly EventItem[]> {
  const events: EventItem[] = []
  for (let page = 1, pages = 1; page <= pages && events.length < MOST; page += 1) {
    const asked = { ...query, page, per_page: PER_PAGE, _fields }
    const answered = await ask<{ events: readonly EventItem[] }>('GET', '/events', { query: asked })
    events.push(...answered.body.events)
    pages = answered.pages
    hear(Math.min(MOST, events.length))
  }
  return events.slice(0, MOST)
}
