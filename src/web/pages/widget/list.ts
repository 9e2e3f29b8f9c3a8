/** The list of coming events. */
import { plusDays } from '../../../domain/time/calendar-days.ts'
import { dateFormats, today, wallMilliseconds } from './dates.ts'
import { dayElement } from './day.ts'
import { calendarPageLink, type ElementContent, element } from './element.ts'
import { eventLineElement } from './entry.ts'
import { eventsOfDay, firstDay, type WidgetEvent } from './event.ts'
import { widgetSettings, words } from './given.ts'

/** Returns the args of the coming events. The window is in instants, and clocks differ by a day at most. */
export function upcomingWindow(): Readonly<Record<string, string>> {
  const day = today()
  return { ends_after: plusDays(day, -1) ?? day }
}

/** Returns the nodes of a list of events. */
export function eventListNodes(events: readonly WidgetEvent[]): readonly ElementContent[] {
  if (events.length === 0) return [element('p', {}, words.nothing)]
  const days = [...new Set(events.map(firstDay))].map((day) => {
    const own = events.filter((event) => firstDay(event) === day)
    const lines = eventsOfDay(day, own).map((event) => eventLineElement(event))
    return dayElement(day, lines, dateFormats.day.format(wallMilliseconds(day)))
  })
  return [
    element('ol', { class: 'list' }, ...days),
    element('p', {}, calendarPageLink('calendar/agenda', widgetSettings.name)),
  ]
}
