/** The lists that pages show: asked of the same actions as those of the JSON interface, by whoever reads the page. */
import { list } from '../../actions/list.ts'
import type { ListArgs } from '../../contract/resources/index.ts'
import { plusDays } from '../../domain/calendar-days.ts'
import { epochOfUtc } from '../../domain/timestamp.ts'
import { firstDay, lastDay } from '../../representations/html/site/dates.ts'
import type { Days } from '../../representations/html/site/days.ts'
import type { Listed } from '../../representations/html/site/timeline.ts'
import { type Event, event } from '../../representations/json/event.ts'
import type { Reader } from './reader.ts'

/** Events that the days of a page have at most, before each day is asked for alone. */
const MOST = 200
const PER_PAGE = 30
const DAY = 86_400
/** Seconds by which clocks differ from UTC at most, ahead and behind (contract §2.4). */
const AHEAD = 14 * 3600
const BEHIND = 12 * 3600

/** A bound that lies before all events: the first whole day, in every zone, of the years that there are. */
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

/** A day as a bound of a window. */
export const bound = (day: string) => ({ form: 'wall', wall: `${day} 00:00:00` }) as const

const instant = (epoch: number) => ({ form: 'instant', epoch }) as const

/** Some events by their filters, as this reader sees them. */
export async function eventsBy(filters: Filters, reader: Reader) {
  const { items, total } = await list('event', { ...defaults, ...filters }, reader.context)
  return { events: items.map((item): Event => event(item, reader.view)), total }
}

/**
 * The events that have any of these days on the clocks of their own zones. The window of lists is one of instants, so it
 * is asked for as wide as clocks differ, and what lies beside it is left out.
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

/** The events of days that follow each other. */
export async function daysOf(days: readonly string[], reader: Reader): Promise<Days> {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const isMany = days.length > 1 && (await between(first, last, 1, reader)).total > MOST
  if (isMany) return eachDay(days, reader)
  const { events, isCut } = await between(first, last, MOST, reader)
  const next = events.length === 0 ? await after(last, reader) : undefined
  return { events, cut: new Set(isCut ? days : []), next }
}

/** One page of what is to come, what is under way included, or of what was. */
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

/** One page of a list by filters that say when. */
export async function listed(filters: Filters, reader: Reader): Promise<Listed> {
  const { events, total } = await eventsBy(filters, reader)
  return { events, total, page: filters.page ?? 1, pages: Math.ceil(total / PER_PAGE), isPast: false }
}
