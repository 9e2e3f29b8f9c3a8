/** The events of several days in a week, as bars across its days. */
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { firstDayOfEvent, isOverToday, lastDayOf } from '../dates.ts'
import { monthViewEventLine, ongoingEventLine } from '../lists/entry.ts'
import { longRunningEventsInOrder } from '../lists/long-running.ts'
import { eventClasses, type Site } from '../site.ts'

/** The most events through all days of a week that have bars. A list below the week has the others. */
const MAX_THROUGH = 5

/** Whether an event has several days. */
export const hasSeveralDays = (event: ListedEvent): boolean => firstDayOfEvent(event) !== lastDayOf(event)

function bar(event: ListedEvent, week: readonly string[], site: Site): Markup {
  const [begin = '', end = ''] = [week[0], week.at(-1)]
  const [isBegun, goesOn] = [firstDayOfEvent(event) < begin, end < lastDayOf(event)]
  const from = isBegun ? 1 : week.indexOf(firstDayOfEvent(event)) + 1
  const to = goesOn ? week.length + 1 : week.indexOf(lastDayOf(event)) + 2
  const classes = eventClasses(
    event,
    'line',
    'bar',
    isOverToday(event, site) && 'ended',
    `from-${from}`,
    `to-${to}`,
    isBegun && 'begun',
    goesOn && 'goes-on',
    from === 1 && to === week.length + 1 && 'through',
  )
  return html`<li class="${classes}">${isBegun ? ongoingEventLine(event, site) : monthViewEventLine(event, site)}</li>`
}

/** The events of several days in a week, by where they are shown. */
interface WeekSpans {
  /** Those that run through all its days. */
  readonly through: readonly ListedEvent[]
  /** Those of them that find no bar. */
  readonly crowded: readonly ListedEvent[]
  /** Those with bars: through all days first, then in the order of their starts. */
  readonly bars: readonly ListedEvent[]
}

/** Returns the events of several days in a week. */
export function severalDayEventsOfWeek(events: readonly ListedEvent[], week: readonly string[]): WeekSpans {
  const [first = '', last = ''] = [week[0], week.at(-1)]
  const through = events.filter((event) => firstDayOfEvent(event) <= first && last <= lastDayOf(event))
  const ranked = longRunningEventsInOrder(through)
  const others = events.filter((event) => hasSeveralDays(event) && !through.includes(event))
  return {
    through,
    crowded: ranked.slice(MAX_THROUGH),
    bars: [...ranked.slice(0, MAX_THROUGH), ...others],
  }
}

/** Returns the bars of these events; the browser places them in lanes. Phones show those through all days, as lines above the days. */
export function weekBars(
  events: readonly ListedEvent[],
  week: readonly string[],
  site: Site,
): Markup | false {
  if (events.length === 0) return false
  return html`<ol class="week-bars">${events.map((event) => bar(event, week, site))}</ol>`
}
