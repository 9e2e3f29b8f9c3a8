/** Loads the events of the calendar. */
import { type ListedEvent, loadEvents } from '../events/list/listed.ts'
import { daysLater } from './days.ts'

const PER_PAGE = 100
/** The maximum number of pages loaded, some at once. */
const MAX_PAGES = 30
const AT_ONCE = 4

/** The events of some days. */
export interface LoadedEventsOfDays {
  readonly events: readonly ListedEvent[]
  /** The number of events that are not loaded, because there are too many. */
  readonly missing: number
}

/** Loads the events of every status that take place on one of these days, also in part; of one group, if it is not empty. */
export async function loadEventsOfDays(days: readonly string[], group: string): Promise<LoadedEventsOfDays> {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  // All-day events are found by their days in their own zone, which may be a day away.
  const window = { ends_after: daysLater(first, -2), starts_before: daysLater(last, 1) }
  const filters = { ...window, group, status: 'any', per_page: PER_PAGE, orderby: 'start_date', order: 'asc' }
  const { body, pages, total } = await loadEvents({ ...filters, page: 1 })
  const events = [...body]
  const count = Math.min(pages, MAX_PAGES)
  for (let from = 2; from <= count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from + 1) }, (_, at) => from + at)
    const loaded = await Promise.all(some.map((page) => loadEvents({ ...filters, page })))
    events.push(...loaded.flatMap((one) => one.body))
  }
  // A page may begin again with an event that another one moved meanwhile.
  const known = new Map(events.map((event) => [event.id, event]))
  return { events: [...known.values()], missing: Math.max(total - known.size, 0) }
}
