/** The list of coming events. */
import { plusDays } from '../../../domain/time/calendar-days.ts'
import { at, forms, today } from './dates.ts'
import { dayOf } from './day.ts'
import { type Content, element, link } from './element.ts'
import { entryOf } from './entry.ts'
import { firstDay, inDay, type WidgetEvent } from './event.ts'
import { given, words } from './given.ts'

/** Returns the args of the coming events. The window is in instants, and clocks differ by a day at most. */
export function comingWindow(): Readonly<Record<string, string>> {
  const day = today()
  return { ends_after: plusDays(day, -1) ?? day }
}

/** Returns the nodes of a list of events. */
export function listOf(events: readonly WidgetEvent[]): readonly Content[] {
  if (events.length === 0) return [element('p', {}, words.nothing)]
  const days = [...new Set(events.map(firstDay))].map((day) => {
    const own = events.filter((event) => firstDay(event) === day)
    const lines = inDay(day, own).map((event) => entryOf(event))
    return dayOf(day, lines, forms.day.format(at(day)))
  })
  return [element('ol', { class: 'list' }, ...days), element('p', {}, link('calendar/agenda', given.name))]
}
