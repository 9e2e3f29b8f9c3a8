/** The list of coming events. */
import { plusDays } from '../../../domain/time/calendar-days.ts'
import { today, wallMilliseconds, widgetDateFormatters } from './dates.ts'
import { dayElement } from './day.ts'
import { type ElementContent, element, linkToPageOfCalendar } from './element.ts'
import { eventCardElement } from './entry.ts'
import { firstDay, isOver, isOverToday, sortEventsOfOneDay, type WidgetEvent } from './event.ts'
import { settingsGivenToWidget, words } from './given.ts'

/** Returns the args of the coming events. The window is in instants, and clocks differ by a day at most. */
export function upcomingEventsQuery(): Readonly<Record<string, string>> {
  const day = today()
  return { ends_after: plusDays(day, -1) ?? day }
}

/** Returns the name of a day, with its distance if it is near. */
function nameOfDay(day: string, now: string): string {
  const name = widgetDateFormatters.day.format(wallMilliseconds(day))
  const near = day === now ? words.today : day === plusDays(now, 1) ? words.tomorrow : undefined
  return near === undefined ? name : `${near} · ${name}`
}

/** Returns the nodes of a list of events, which begins today: what has begun before is there today. What is over comes last. */
export function eventListNodes(events: readonly WidgetEvent[]): readonly ElementContent[] {
  const now = today()
  const coming = events.filter((event) => !isOver(event))
  const earlier = sortEventsOfOneDay(now, events.filter(isOverToday))
  const dayOf = (event: WidgetEvent) => (firstDay(event) < now ? now : firstDay(event))
  const days = [...new Set(coming.map(dayOf))].sort().map((day) => {
    const own = coming.filter((event) => dayOf(event) === day)
    return dayElement(day, sortEventsOfOneDay(day, own).map(eventCardElement), nameOfDay(day, now))
  })
  const over =
    earlier.length > 0 &&
    element(
      'li',
      { class: 'day' },
      element('p', { class: 'name' }, words.earlier),
      element('ol', {}, ...earlier.map(eventCardElement)),
    )
  return [
    coming.length === 0 && element('p', {}, words.nothing),
    element('ol', { class: 'list' }, ...days, over),
    element('p', {}, linkToPageOfCalendar('calendar/agenda', settingsGivenToWidget.name)),
  ]
}
