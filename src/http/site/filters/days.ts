/** The events of the days that a page shows, read once from one consistent view. */
import type { EventView, ListVariation } from '../../../actions/list.ts'
import { scopeOf } from '../../../actions/policy.ts'
import { plusDays } from '../../../domain/time/calendar-days.ts'
import { epochOfUtc } from '../../../domain/time/timestamp.ts'
import { firstDay, lastDay } from '../../../representations/html/site/dates.ts'
import type { EventsByDay } from '../../../representations/html/site/lists/days.ts'
import type { ListedEvent } from '../../../representations/json/listed-event.ts'
import type { FoundEventIds, ListedLinkKind, ReadView } from '../../../store/store.ts'
import type { Validity } from '../../cache/validity.ts'
import { dayBound, eventsShownTo, type ListFilters, listDefaults } from '../lists.ts'
import { oncePerValidity, validityFor } from '../once.ts'
import { type PageReader, type ViewReader, withEventView } from '../reader.ts'

/** The most events that are read for a page; where its days have more, each day gets an equal share. */
const MAX_EVENTS = 200
const DAY = 86_400
/** Seconds by which clocks differ from UTC at most, ahead and behind (contract §2.4). */
const AHEAD = 14 * 3600
const BEHIND = 12 * 3600

const instant = (epoch: number) => ({ form: 'instant', epoch }) as const

/**
 * Returns the window of events that may have any of these days on the clocks of their own zones. The window of lists is one of instants, so it is
 * as wide as clocks differ.
 */
export function wideWindow(first: string, last: string): ListVariation {
  const since = epochOfUtc(`${first} 00:00:00`) - AHEAD
  const until = epochOfUtc(`${last} 00:00:00`) + DAY + BEHIND
  return { ends_after: instant(since - 1), starts_before: instant(until), strict_dates: true }
}

/** Events that have this day on the clocks of the site zone. */
function siteWindow(day: string): ListVariation {
  const [before, after] = [plusDays(day, -1), plusDays(day, 1)]
  if (before === undefined || after === undefined) return wideWindow(day, day)
  return { ends_after: dayBound(before), starts_before: dayBound(after) }
}

type Find = (within: ListVariation) => Promise<FoundEventIds>

/** Events that stand out: they are read even where a page has too many. */
const MAX_FIRST = 100

interface Found {
  readonly ids: readonly number[]
  readonly cut: ReadonlySet<string>
}

/** The first events of each day. A day counts as cut where it may have events that are left out, in whatever zone. */
async function findEachDay(days: readonly string[], find: Find): Promise<Found> {
  const share = Math.ceil(MAX_EVENTS / days.length)
  const ids = new Set<number>()
  const wide = wideWindow(days[0] ?? '', days.at(-1) ?? '')
  for (const first of [{ sticky: true }, { featured: true }])
    for (const id of (await find({ ...wide, ...first, per_page: MAX_FIRST })).ids) ids.add(id)
  for (const day of days)
    for (const id of (await find({ ...siteWindow(day), per_page: share })).ids) ids.add(id)
  const cut = new Set<string>()
  for (const day of days) {
    const possible = await find({ ...wideWindow(day, day), per_page: MAX_EVENTS })
    if (possible.total > MAX_EVENTS || possible.ids.some((id) => !ids.has(id))) cut.add(day)
  }
  return { ids: [...ids], cut }
}

/** The most pages of crowded days of which the events are kept in a validity: of a month, more than seventy lists are found. */
const MAX_CROWDED = 100

const once = oncePerValidity<Found>(MAX_CROWDED)

/** The days of a page, with their filters and links. */
interface Wanted {
  readonly days: readonly string[]
  readonly filters: ListFilters
  readonly links: readonly ListedLinkKind[] | undefined
  /** The validity that was current before the view was opened. */
  readonly validity: Validity
}

/** The first events of each day as `findEachDay` finds them; those found before in the same validity at the revision of the view. */
async function findCrowded(
  { days, filters, validity }: Wanted,
  find: Find,
  { revision }: Pick<ReadView, 'revision'>,
  { actor, opened }: ViewReader['context'],
): Promise<Found> {
  if (validity.revision !== revision || opened !== undefined) return findEachDay(days, find)
  const key = JSON.stringify([scopeOf(actor), filters, days[0], days.length])
  return once(validity, key, () => findEachDay(days, find))
}

/** Compares two events by their starts. */
export const byStart = (a: ListedEvent, b: ListedEvent) =>
  a.utc_start_date === b.utc_start_date ? a.id - b.id : a.utc_start_date < b.utc_start_date ? -1 : 1

async function readDays(wanted: Wanted, view: EventView, reader: ViewReader): Promise<EventsByDay> {
  const { days, filters, links } = wanted
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const read = (ids: readonly number[]) => eventsShownTo(reader, view.readView, ids, links)
  const find = await view.prepare({ ...listDefaults, ...filters })
  const all = await find({ ...wideWindow(first, last), per_page: MAX_EVENTS })
  const isMany = all.total > MAX_EVENTS
  const { ids, cut } = isMany
    ? await findCrowded(wanted, find, view.readView, reader.context)
    : { ids: all.ids, cut: new Set<string>() }
  const events = (await read(ids))
    .filter((one) => firstDay(one) <= last && first <= lastDay(one))
    .sort(byStart)
  if (events.length > 0) return { events, cut }
  const [next] = await read((await find({ starts_after: dayBound(last), per_page: 1 })).ids)
  return { events, cut, next }
}

/** The events of days that follow each other, in the order of their starts, with the linked items that entries show, or of these kinds. */
export async function eventsOfDays(
  days: readonly string[],
  reader: PageReader,
  filters: ListFilters = {},
  links?: readonly ListedLinkKind[],
): Promise<EventsByDay> {
  const wanted = { days, filters, links, validity: await validityFor(reader) }
  return withEventView(reader, (view, viewReader) => readDays(wanted, view, viewReader))
}
