/** The grid of a month. */
import { plusDays, plusMonths, weeksOfMonth } from '../../../domain/time/calendar-days.ts'
import { at, forms } from './dates.ts'
import { dayOf } from './day.ts'
import { type Content, element, link } from './element.ts'
import type { WidgetEvent } from './event.ts'
import { given, words } from './given.ts'
import { linesOf, weekLayout } from './weeks.ts'

const weeksOf = (month: string) => weeksOfMonth(month, given.firstDay)

/** Returns the args of the events of a month's weeks. The window is in instants; clocks differ by a day at most. */
export function monthWindow(month: string): Readonly<Record<string, string>> {
  const days = weeksOf(month).flat()
  const [start = '', end = ''] = [days[0], days.at(-1)]
  return { ends_after: plusDays(start, -2) ?? start, starts_before: plusDays(end, 1) ?? end }
}

function stepButton(name: 'before' | 'after', sign: string, act: () => void): HTMLButtonElement {
  const attributes = { class: name, type: 'button', 'aria-label': words[name] }
  const button = element('button', attributes, element('span', {}, sign))
  button.onclick = act
  return button
}

/** Returns the nodes of a month. `go` shows another one. */
export function monthOf(
  month: string,
  events: readonly WidgetEvent[],
  go: (month: string) => void,
): readonly Content[] {
  const cells = weeksOf(month).flatMap((days) => weekLayout(days, events))
  const days = cells.map((cell) => {
    const { lines, rest } = linesOf(cell)
    return dayOf(cell.day, lines, forms.cell.format(at(cell.day)), rest)
  })
  const title = forms.month.format(at(`${month}-01`))
  return [
    element(
      'header',
      {},
      element('p', { class: 'title', 'aria-live': 'polite' }, title),
      stepButton('before', '←', () => go(plusMonths(month, -1) ?? month)),
      stepButton('after', '→', () => go(plusMonths(month, 1) ?? month)),
    ),
    element('ol', { class: 'month' }, ...days),
    events.length === 0 && element('p', {}, words.nothing),
    element('p', {}, link(`calendar/${month}`, given.name)),
  ]
}
