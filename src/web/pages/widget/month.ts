/** The grid of a month. */
import { addMonthsToMonth, plusDays, weeksOfMonth } from '../../../domain/time/calendar-days.ts'
import { today, wallMilliseconds, widgetDateFormatters } from './dates.ts'
import { dayElement, moreEventsText } from './day.ts'
import { type ElementContent, element, linkToPageOfCalendar } from './element.ts'
import { firstDay, type WidgetEvent } from './event.ts'
import { settingsGivenToWidget, words } from './given.ts'
import { linesAndHiddenCountOfDayCell, weekLayout } from './weeks.ts'

/** Returns the weeks of a month; of the current one those from this week on. */
function weeksOf(month: string): ReturnType<typeof weeksOfMonth> {
  const [weeks, now] = [weeksOfMonth(month, settingsGivenToWidget.firstDay), today()]
  return now.startsWith(month) ? weeks.filter((days) => (days.at(-1) ?? '') >= now) : weeks
}

/** Returns the args of the events of a month's weeks. The window is in instants; clocks differ by a day at most. */
export function monthEventsQuery(month: string): Readonly<Record<string, string>> {
  const days = weeksOf(month).flat()
  const [start = '', end = ''] = [days[0], days.at(-1)]
  return { ends_after: plusDays(start, -2) ?? start, starts_before: plusDays(end, 1) ?? end }
}

/** The most events of a month that are loaded. */
export const MAX_EVENTS_OF_MONTH = 1000

/** Whether all events of a day are among those of a month, which are loaded by their starts. */
function isWholeDay(day: string, events: readonly WidgetEvent[]): boolean {
  const last = events.length < MAX_EVENTS_OF_MONTH ? undefined : events.at(-1)
  return last === undefined || day < firstDay(last)
}

function stepButton(name: 'before' | 'after', sign: string, act: () => void): HTMLButtonElement {
  const attributes = { class: name, type: 'button', 'aria-label': words[name] }
  const button = element('button', attributes, element('span', {}, sign))
  button.onclick = act
  return button
}

/** Returns the nodes of a month. `go` shows another one. */
export function monthNodes(
  month: string,
  events: readonly WidgetEvent[],
  go: (month: string) => void,
): readonly ElementContent[] {
  const cells = weeksOf(month).flatMap((days) => weekLayout(days, events))
  const days = cells.map((cell) => {
    const { lines, rest } = linesAndHiddenCountOfDayCell(cell)
    const more = moreEventsText(rest, isWholeDay(cell.day, events))
    return dayElement(cell.day, lines, widgetDateFormatters.cell.format(wallMilliseconds(cell.day)), more)
  })
  const title = widgetDateFormatters.month.format(wallMilliseconds(`${month}-01`))
  return [
    element(
      'header',
      {},
      element('p', { class: 'title', 'aria-live': 'polite' }, title),
      stepButton('before', '←', () => go(addMonthsToMonth(month, -1) ?? month)),
      stepButton('after', '→', () => go(addMonthsToMonth(month, 1) ?? month)),
    ),
    element('ol', { class: 'month' }, ...days),
    events.length === 0 && element('p', {}, words.nothing),
    element('p', {}, linkToPageOfCalendar(`calendar/${month}`, settingsGivenToWidget.name)),
  ]
}
