/** Days with their events. */
import { today, wallMilliseconds, widgetDateFormatters } from './dates.ts'
import { element, linkToPageOfCalendar } from './element.ts'
import { words } from './given.ts'

function nameOf(day: string, label: string): HTMLElement {
  const time = element(
    'time',
    { datetime: day },
    element('span', { 'aria-hidden': 'true' }, label),
    element('span', { class: 'unseen' }, widgetDateFormatters.full.format(wallMilliseconds(day))),
  )
  return element('p', { class: 'name' }, time)
}

/** The text of the link from a day to its page, where that shows more events; "" where it does not. `isWhole` says whether all were loaded. */
export const moreEventsText = (rest: number, isWhole: boolean): string =>
  isWhole ? (rest === 0 ? '' : words.more.replace('{count}', () => String(rest))) : words.wholeDay

/** Returns a day with its lines, and the text of the link to its page; without one if it is "". */
export function dayElement(
  day: string,
  lines: readonly HTMLElement[],
  label: string,
  moreLabel = '',
): HTMLLIElement {
  const more = moreLabel !== '' && element('li', {}, linkToPageOfCalendar(`calendar/day/${day}`, moreLabel))
  const isQuiet = moreLabel === '' && lines.every((line) => line.className === 'space')
  const now = today()
  const kinds = [day === now && ' today', day < now && ' over', isQuiet && ' quiet'].filter(Boolean).join('')
  return element('li', { class: `day${kinds}` }, nameOf(day, label), element('ol', {}, ...lines, more))
}
