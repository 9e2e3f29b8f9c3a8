/** The events of several days in a week, as bars across its days. */
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { firstDayOf, lastDayOf } from '../dates.ts'
import { monthViewEventLine, ongoingEventLine } from '../lists/entry.ts'
import { eventClasses, type Site } from '../site.ts'

/** Whether an event has several days. */
export const hasSeveralDays = (event: ListedEvent): boolean => firstDayOf(event) !== lastDayOf(event)

function bar(event: ListedEvent, week: readonly string[], site: Site): Markup {
  const [begin = '', end = ''] = [week[0], week.at(-1)]
  const [isBegun, goesOn] = [firstDayOf(event) < begin, end < lastDayOf(event)]
  const from = isBegun ? 1 : week.indexOf(firstDayOf(event)) + 1
  const to = goesOn ? week.length + 1 : week.indexOf(lastDayOf(event)) + 2
  const classes = eventClasses(
    event,
    'line',
    'bar',
    `from-${from}`,
    `to-${to}`,
    isBegun && 'begun',
    goesOn && 'goes-on',
  )
  return html`<li class="${classes}">${isBegun ? ongoingEventLine(event, site) : monthViewEventLine(event, site)}</li>`
}

/** Returns the bars of these events, in the order of their starts; the browser places them in lanes. */
export function weekBars(
  events: readonly ListedEvent[],
  week: readonly string[],
  site: Site,
): Markup | false {
  if (events.length === 0) return false
  return html`<ol class="week-bars">${events.map((event) => bar(event, week, site))}</ol>`
}
