/** Exhibitions and other events that run for weeks, in a band apart from the days: they would bury what is on once. */
import { lastDayOf, plusDays } from '../../../../domain/time/calendar-days.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { firstDayOfEvent, isOver } from '../dates.ts'
import { eventClasses, type Site } from '../site.ts'
import type { EventsToListByDay } from './days.ts'
import { ongoingEventLine } from './entry.ts'

/** The number of lines that are visible at first. The others open in place. */
const MAX_LINES = 3

/** The days from which an event runs for weeks. */
const WEEKS = 8

/** Returns whether an event runs for weeks. */
export const runsForWeeks = (event: ListedEvent): boolean =>
  lastDayOf(event) >= (plusDays(firstDayOfEvent(event), WEEKS - 1) ?? '9')

/** Returns the events of some days without those that run for weeks and began before `first`, and these, as far as they are not over. */
export function longRunningApart<D extends EventsToListByDay>(
  days: D,
  first: string,
  clock: Parameters<typeof isOver>[1],
): { readonly days: D; readonly running: readonly ListedEvent[] } {
  const isApart = (event: ListedEvent) => runsForWeeks(event) && firstDayOfEvent(event) < first
  const running = days.events.filter(isApart)
  if (running.length === 0) return { days, running }
  return {
    days: { ...days, events: days.events.filter((event) => !isApart(event)) },
    running: running.filter((event) => !isOver(event, clock)),
  }
}

/** Long-running events, and their total number. */
export interface LongRunningEvents {
  readonly events: readonly ListedEvent[]
  readonly total: number
}

/** Returns long-running events in their order: sticky and featured ones first, then those that end first. */
export function longRunningEventsInOrder(events: readonly ListedEvent[]): readonly ListedEvent[] {
  const rank = ({ sticky, featured }: ListedEvent) => (sticky ? 0 : featured ? 1 : 2)
  const end = ({ utc_end_date }: ListedEvent) => utc_end_date
  return [...events].sort((a, b) => rank(a) - rank(b) || (end(a) < end(b) ? -1 : Number(end(a) > end(b))))
}

/** Returns the band, or nothing if no event continues. `more` links to the events that were not read. */
export function longRunningMarkup(
  { events, total }: LongRunningEvents,
  more: string,
  site: Site,
): Markup | false {
  if (events.length === 0) return false
  const { word } = site
  const lines = longRunningEventsInOrder(events).map(
    (event) => html`<li class="${eventClasses(event, 'line', 'bar')}">${ongoingEventLine(event, site)}</li>`,
  )
  const [shown, hidden] = [lines.slice(0, MAX_LINES), lines.slice(MAX_LINES)]
  const unread = total - events.length
  return html`<section class="band" aria-labelledby="band"><h2 id="band" class="label">${word('site.band')}</h2><ol class="lines">${shown}</ol>${
    hidden.length > 0 &&
    html`<details class="more"><summary>${word('site.more', { count: hidden.length })}</summary><ol class="lines">${hidden}</ol></details>`
  }${unread > 0 && html`<p class="more"><a href="${more}">${word('site.more', { count: unread })}</a></p>`}</section>`
}
