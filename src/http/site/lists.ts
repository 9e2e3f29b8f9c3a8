/** The lists on pages: read by the same actions as in the JSON API, with the reader's rights. */
import { list } from '../../actions/list.ts'
import type { ListArgs } from '../../contract/resources/index.ts'
import { plusDays } from '../../domain/calendar-days.ts'
import { epochOfUtc } from '../../domain/timestamp.ts'
import { firstDay, lastDay } from '../../representations/html/site/dates.ts'
import type { Days } from '../../representations/html/site/days.ts'
import type { Listed } from '../../representations/html/site/timeline.ts'
import { type Event, event } from '../../representations/json/event.ts'
import type { Reader } from './reader.ts'

/** Maximum events read for all days of a page together; past it, each day is read separately. */
const MOST = 200
const PER_PAGE = 30
const DAY = 86_400
/** Maximum offsets from UTC in seconds, ahead and behind (contract §2.4). */
const AHEAD = 14 * 3600
const BEHIND = 12 * 3600

/** A bound before all events: the first day that is complete in every zone. */
export const FIRST_DAY = '1000-01-02'

type Filters = Partial<ListArgs<'event'>>

const defaults = {
  page: 1,
  per_page: PER_PAGE,
  strict_dates: false,
  geoloc_distance: 25,
  orderby: 'start_date',
  order: 'asc',
} as const

/** A day, as a bound of a window. */
export const bound = (day: string) => ({ form: 'wall', wall: `${day} 00:00:00` }) as const

const instant = (epoch: number) => ({ form: 'instant', epoch }) as const

/** A page of events by filters, as this reader sees them. */
export async function eventsBy(filters: Filters, reader: Reader) {
  const { items, total } = await list('event', { ...defaults, ...filters }, reader.context)
  return { events: items.map((item): Event => event(item, reader.view)), total }
}

/**
 * The events on any of these days in their own time zones. Windows of lists are instants, so the query is widened by the
 * maximum offsets, and events outside the days are dropped.
 */
async function between(first: string, last: string, most: number, reader: Reader) {
  const since = epochOfUtc(`${first} 00:00:00`) - AHEAD
  const until = epochOfUtc(`${last} 00:00:00`) + DAY + BEHIND
  const window = { ends_after: instant(since - 1), starts_before: instant(until), strict_dates: true }
  const { events, total } = await eventsBy({ ...window, per_page: most }, reader)
  const own = events.filter((one) => firstDay(one) <= last && first <= lastDay(one))
  return { events: own, total, isCut: total > most }
}

/** The first event that starts after a day. */
async function after(day: string, reader: Reader): Promise<Event | undefined> {
  return (await eventsBy({ starts_after: bound(day), per_page: 1 }, reader)).events[0]
}

/** The first events of each of several days. */
async function eachDay(days: readonly string[], reader: Reader): Promise<Days> {
  const most = Math.ceil(MOST / days.length)
  const known = new Map<number, Event>()
  const cut = new Set<string>()
  for (const day of days) {
    const { events, isCut } = await between(day, day, most, reader)
    for (const one of events) known.set(one.id, one)
    if (isCut) cut.add(day)
  }
  return { events: [...known.values()], cut }
}

/** The events of consecutive days. */
export async function daysOf(days: readonly string[], reader: Reader): Promise<Days> {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const isMany = days.length > 1 && (await between(first, last, 1, reader)).total > MOST
  if (isMany) return eachDay(days, reader)
  const { events, isCut } = await between(first, last, MOST, reader)
  const next = events.length === 0 ? await after(last, reader) : undefined
  return { events, cut: new Set(isCut ? days : []), next }
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
