/** The lists on pages: read by the same actions as in the JSON API, with the reader's rights. */
import { viewerOf } from '../../actions/context.ts'
import { runOnEventPage } from '../../actions/list.ts'
import type { ListArgs } from '../../contract/resources/index.ts'
import { lastDayOf } from '../../representations/html/site/dates.ts'
import type { EventListPage } from '../../representations/html/site/lists/timeline.ts'
import type { LinkKindShownInLists, ReadView } from '../../store/store.ts'
import type { PageRequest, PageRequestInReadView } from './reader.ts'

const PER_PAGE = 30

/** A bound before all events: the first day that is complete in every zone. */
export const EARLIEST_DAY = '1000-01-02'

export type ListFilters = Partial<ListArgs<'event'>>

/** The args of a list of events that are always given. */
export const listDefaults = {
  page: 1,
  per_page: PER_PAGE,
  strict_dates: false,
  geoloc_distance: 25,
  orderby: 'start_date',
  order: 'asc',
} as const

/** The outcomes of events that one can go to: what is offered instead of nothing has one of these. */
export const attendableStatuses = ['scheduled', 'rescheduled', 'moved_online'] as const

/** A day, as a bound of a window. */
export const dayBound = (day: string) => ({ form: 'wall', wall: `${day} 00:00:00` }) as const

/** The linked items that entries of events show. */
const entriesShow: readonly LinkKindShownInLists[] = ['venue', 'category']

/** The events with these ids, in their order, as this reader sees them, with the linked items that entries show, or of these kinds. */
export const shownEventsByIds = (
  { context, view, shownEvents }: PageRequestInReadView,
  readView: ReadView,
  ids: readonly number[],
  links = entriesShow,
) => shownEvents.take(readView, ids, viewerOf(context), { view, links })

/** A page of events by filters, as this reader sees them. */
export function readFilteredEvents(filters: ListFilters, reader: PageRequest) {
  const args = { ...listDefaults, ...filters }
  return runOnEventPage(args, reader.context, reader.minRevision, async (readView, { ids, total }) => ({
    events: await shownEventsByIds(reader, readView, ids),
    total,
  }))
}

/** The most long-running events that are read for a list. */
const MAX_RUNNING = 60

/** Which page of which list: `before` is the day before the first. */
interface Tense {
  readonly isPast: boolean
  readonly page: number
  readonly before: string
}

/** The events that began on `before` or earlier and had not ended then: those that go on. */
export async function readEventsOngoingAtStartOfDay(
  filters: ListFilters,
  before: string,
  reader: PageRequest,
) {
  const window = {
    starts_before: dayBound(before),
    ends_after: dayBound(before),
    orderby: 'end_date' as const,
  }
  const { events, total } = await readFilteredEvents({ ...filters, ...window, per_page: MAX_RUNNING }, reader)
  // The window is one of instants: what ended on its own clock is over.
  const going = events.filter((one) => lastDayOf(one) > before)
  return { events: going, total: total - (events.length - going.length) }
}

/** One page of the events that begin after a day, with those that go on; or of past events, latest first. */
export async function readUpcomingOrPastEvents(
  filters: ListFilters,
  { isPast, page, before }: Tense,
  reader: PageRequest,
): Promise<EventListPage> {
  const window = isPast
    ? { ends_before: dayBound(before), order: 'desc' as const }
    : { starts_after: dayBound(before) }
  const { events, total } = await readFilteredEvents({ ...filters, ...window, page }, reader)
  const list = { events, total, page, pages: Math.ceil(total / PER_PAGE), isPast }
  return isPast || page > 1
    ? list
    : { ...list, running: await readEventsOngoingAtStartOfDay(filters, before, reader) }
}

/** The most past events that a page shows below others, and without others. */
const MAX_PAST = { below: 3, alone: 10 } as const

/** One page of the events of an item as `readUpcomingOrPastEvents` returns it; the first page of upcoming ones also with the latest past ones. */
export async function readEventsOfItem(
  filters: ListFilters,
  tense: Tense,
  reader: PageRequest,
): Promise<EventListPage> {
  const listed = await readUpcomingOrPastEvents(filters, tense, reader)
  if (tense.isPast || tense.page > 1) return listed
  const per_page = listed.total + (listed.running?.total ?? 0) > 0 ? MAX_PAST.below : MAX_PAST.alone
  const before = { ends_before: dayBound(tense.before), order: 'desc' as const, per_page }
  const { events } = await readFilteredEvents({ ...filters, ...before }, reader)
  return { ...listed, past: events }
}

/** One page of a list by filters that include a window. */
export async function readEventListPage(filters: ListFilters, reader: PageRequest): Promise<EventListPage> {
  const { events, total } = await readFilteredEvents(filters, reader)
  return { events, total, page: filters.page ?? 1, pages: Math.ceil(total / PER_PAGE), isPast: false }
}
