/** Days with their events. */
import { dateFormats, today, wallMilliseconds } from './dates.ts'
import { calendarPageLink, element } from './element.ts'
import { words } from './given.ts'

function nameOf(day: string, label: string): HTMLElement {
  const time = element(
    'time',
    { datetime: day },
    element('span', { 'aria-hidden': 'true' }, label),
    element('span', { class: 'unseen' }, dateFormats.full.format(wallMilliseconds(day))),
  )
  return element('p', { class: 'name' }, time)
}

/** Returns a day with its lines, and the number of events on further pages. */
export function dayElement(
  day: string,
  lines: readonly HTMLElement[],
  label: string,
  rest = 0,
): HTMLLIElement {
  const text = words.more.replace('{count}', () => String(rest))
  const more = rest > 0 && element('li', {}, calendarPageLink(`calendar/day/${day}`, text))
  const isQuiet = rest === 0 && lines.every((line) => line.className === 'space')
  const kinds = [day === today() && ' today', isQuiet && ' quiet'].filter(Boolean).join('')
  return element('li', { class: `day${kinds}` }, nameOf(day, label), element('ol', {}, ...lines, more))
}
