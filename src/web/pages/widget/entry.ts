/** Events as lines. */
import { dateFormats, wallMilliseconds } from './dates.ts'
import { element } from './element.ts'
import { firstDay, lastDay, type WidgetEvent } from './event.ts'
import { widgetSettings, words } from './given.ts'

function whenOf(event: WidgetEvent): string {
  const [first, last] = [firstDay(event), lastDay(event)]
  if (first !== last) return dateFormats.days.formatRange(wallMilliseconds(first), wallMilliseconds(last))
  if (event.all_day) return words.allDay
  const [from, to] = [wallMilliseconds(event.start_date), wallMilliseconds(event.end_date)]
  const hours = from === to ? dateFormats.clock.format(from) : dateFormats.clock.formatRange(from, to)
  return event.timezone === widgetSettings.zone ? hours : `${hours} ${event.timezone_abbr}`
}

function whereOf({ venue }: WidgetEvent): string {
  const texts = [venue]
    .flat()
    .map(({ venue: name, city }) => (name.includes(city) ? name : [name, city].filter(Boolean).join(', ')))
  return texts.join('; ')
}

const isWeb = (address: string) => /^https?:\/\//i.test(address)
const isColor = (text: string) => /^#[\da-f]{6}$/i.test(text)

/** Returns the line of an event. A bar has the `kind` bar, and spans a number of days. */
export function eventLineElement(event: WidgetEvent, kind = '', span = 0): HTMLLIElement {
  const [outcome, where] = [words.outcome[event.event_status], whereOf(event)]
  const line = element(
    'li',
    { class: [event.featured && 'featured', kind].filter(Boolean).join(' ') },
    element('span', { class: 'when' }, whenOf(event)),
    outcome && element('strong', { class: 'outcome' }, outcome, ' '),
    element('a', { dir: 'auto', target: '_top', href: isWeb(event.url) && event.url }, event.title),
    event.featured && element('span', { class: 'unseen' }, ` (${words.featured})`),
    [event.venue].flat().length > 0 && element('span', { class: 'where', dir: 'auto' }, where),
  )
  const colored = event.categories?.find(({ color }) => isColor(color))
  if (colored !== undefined) line.style.setProperty('--hue', colored.color)
  if (span > 0) line.style.setProperty('--span', String(span))
  return line
}
