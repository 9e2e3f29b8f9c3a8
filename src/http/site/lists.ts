/** The lists on pages: read by the same actions as in the JSON API, with the reader's rights. */
import { list } from '../../actions/list.ts'
import type { ListArgs } from '../../contract/resources/index.ts'
import { plusDays } from '../../domain/time/calendar-days.ts'
import type { Listed } from '../../representations/html/site/timeline.ts'
import { type Event, event } from '../../representations/json/event.ts'
import type { Reader } from './reader.ts'

const PER_PAGE = 30

/** A bound before all events: the first day that is complete in every zone. */
export const FIRST_DAY = '1000-01-02'

export type Filters = Partial<ListArgs<'event'>>

/** The args of a list of events that are always given. */
export const defaults = {
  page: 1,
  per_page: PER_PAGE,
  strict_dates: false,
  geoloc_distance: 25,
  orderby: 'start_date',
  order: 'asc',
} as const

/** A day, as a bound of a window. */
export const bound = (day: string) => ({ form: 'wall', wall: `${day} 00:00:00` }) as const

/** A page of events by filters, as this reader sees them. */
export async function eventsBy(filters: Filters, reader: Reader) {
  const { items, total } = await list('event', { ...defaults, ...filters }, reader.context)
  return { events: items.map((item): Event => event(item, reader.view)), total }
}

/** One page of upcoming events, including those in progress, or of past events. */
export async function tensed(
  filters: Filters,
  { isPast, page }: { readonly isPast: boolean; readonly page: number },
  reader: Reader,
): Promise<Listed> {
  const yesterday = bound(plusDays(reader.site.today, -1) ?? reader.site.today)
  const window = isPast ? { ends_before: yesterday, order: 'desc' as const } : { ends_after: yesterday }
  const { events, total } = await eventsBy({ ...filters, ...window, page }, reader)
  return { events, total, page, pages: Math.ceil(total / PER_PAGE), isPast }
}

/** One page of a list by filters that include a window. */
export async function listed(filters: Filters, reader: Reader): Promise<Listed> {
  const { events, total } = await eventsBy(filters, reader)
  return { events, total, page: filters.page ?? 1, pages: Math.ceil(total / PER_PAGE), isPast: false }
}
