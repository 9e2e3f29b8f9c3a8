/** The events of the days of a page. */

import { lastDayOf } from '../../../../domain/time/calendar-days.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { labelledTitle } from '../../../outcome.ts'
import { html, type Markup } from '../../markup.ts'
import { viewPath } from '../choosing/chosen.ts'
import { firstDayOfEvent } from '../dates.ts'
import type { Site } from '../site.ts'
import { type CalendarWithoutAnyEvents, emptyCalendarInvitationMarkup } from './no-events.ts'

/** Events by day. */
export interface EventsToListByDay {
  readonly events: readonly ListedEvent[]
  /** The number of events of each day that has more than listed here. */
  readonly cut: ReadonlyMap<string, number>
  /** The first event after these days, if they have none. */
  readonly next?: ListedEvent | undefined
  /** Whether the days had events that are over. */
  readonly isOver?: boolean
  /** Set if the reader sees no events on any date. */
  readonly none?: CalendarWithoutAnyEvents | undefined
}

/** Returns the events that take place on a day. */
export const eventsOnDay = ({ events }: Pick<EventsToListByDay, 'events'>, day: string) =>
  events.filter((event) => firstDayOfEvent(event) <= day && day <= lastDayOf(event))

/** Returns the label of a day: short for the screen, full for screen readers. */
export function dayLabelMarkup(day: string, { dates }: Site): Markup {
  return html`<time datetime="${day}"><span class="numeral" aria-hidden="true">${dates.numeral(day)}</span><span class="weekday" aria-hidden="true">${dates.shortWeekday(
    day,
  )}</span><span class="unseen">${dates.full(day)}</span></time>`
}

/** Returns the events that began before the first day and continue after the last. */
export const eventsSpanningWholePeriod = ({ events }: EventsToListByDay, first: string, last: string) =>
  events.filter((event) => firstDayOfEvent(event) < first && last < lastDayOf(event))

/** Returns the id of the events of a day on a page. */
export const dayAnchor = (day: string) => `d-${day}`

/** Returns the path of a day's page below the root. */
export const dayPagePath = (day: string) => `calendar/day/${day}`

/** Returns the link to the page of a day that has more events than listed here; nothing for other days. */
export function renderLinkToRestOfCutDay(
  day: string,
  { cut }: EventsToListByDay,
  site: Site,
  more = '',
): Markup | false {
  const count = cut.get(day)
  if (count === undefined) return false
  const { word, dates } = site
  return html`<p class="more${more}"><a href="${viewPath(site, dayPagePath(day))}">${word('site.more.all')}<span class="unseen">, ${dates.full(day)}</span> (${count})</a></p>`
}

/** Returns the message for an empty view, with a link to the next event. */
export function emptyMessage(
  site: Site,
  { next, none, isOver = false }: Pick<EventsToListByDay, 'next' | 'none' | 'isOver'>,
): Markup {
  if (none !== undefined) return emptyCalendarInvitationMarkup(none, site)
  const { word, dates } = site
  const day = next && firstDayOfEvent(next)
  return html`<p class="nothing">${word(isOver ? 'site.nothing.rest' : 'site.nothing')}${
    day !== undefined &&
    next !== undefined &&
    html` <a href="${viewPath(site, dayPagePath(day))}">${word('site.nothing.next', { day: dates.full(day), title: labelledTitle(next.title, next.event_status, word) })}</a>`
  }</p>`
}
