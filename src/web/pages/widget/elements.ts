/** What the widget draws: lines, cards and days. */

import { costOfEventInWords, moneyFormat } from '../../../domain/money/cost-words.ts'
import { isSoldOut } from '../../../domain/tickets.ts'
import { plainHours, plainSigns } from '../../../domain/time/locale.ts'
import { lastDayOf } from '../../../domain/time/timestamp.ts'
import {
  firstDay,
  isOverToday,
  settingsGivenToWidget,
  today,
  type WidgetEvent,
  wallMilliseconds,
  widgetDateFormatters,
  words,
} from './event.ts'

// Elements of the widget.

/** The content of an element; what is not there is left out. */
export type ElementContent = Node | string | false | undefined

/** Creates an element with texts and elements in it. Every value that is not an element becomes a text node. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | false | undefined>>,
  ...content: readonly ElementContent[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes))
    if (typeof value === 'string') made.setAttribute(key, value)
  made.append(...content.flatMap((one) => one || []))
  return made
}

export const linkToPageOfCalendar = (page: string, text: string): HTMLAnchorElement =>
  element('a', { class: 'to', target: '_top', href: `${settingsGivenToWidget.page}/${page}/` }, text)

// Events as lines and as cards.

/** The least width of a picture in pixels: a card shows 96 on a screen of two pixels for each. */
const LEAST_WIDTH = 192

function whenOf(event: WidgetEvent): string {
  const [first, last] = [firstDay(event), lastDayOf(event)]
  if (first !== last)
    return widgetDateFormatters.days.formatRange(wallMilliseconds(first), wallMilliseconds(last))
  if (event.all_day) return words.allDay
  const { clock } = widgetDateFormatters
  const [from, to] = [wallMilliseconds(event.start_date), wallMilliseconds(first + event.end_date.slice(10))]
  let hours = clock.format(from)
  try {
    hours = clock.formatRange(from, to)
  } catch {
    // Of a night the end comes before the start on its day: browsers of before 2023 show the start alone.
  }
  hours = plainSigns(plainHours(hours))
  return event.timezone === settingsGivenToWidget.zone ? hours : `${hours} ${event.timezone_abbr}`
}

/** Returns the names of the places with their towns, each in its language. */
function whereOf({ venue }: WidgetEvent): readonly ElementContent[] {
  return [venue].flat().flatMap(({ venue: name, city, language }, at) => {
    const town = city !== '' && !name.includes(city) && `, ${city}`
    return [at > 0 && '; ', element('span', { lang: language }, name), town]
  })
}

const isWeb = (address: string) => /^https?:\/\//i.test(address)

/** Gives an element the colour of an event: one chosen for a category, else the hue of the first. */
function colour(line: HTMLElement, { categories = [] }: WidgetEvent): void {
  const known = categories.flatMap(({ id }) => settingsGivenToWidget.look.hueOf[id] ?? [])
  const hue = known.find((one) => typeof one === 'string') ?? `var(--tone-${known[0]})`
  if (known.length > 0) line.style.setProperty('--hue', hue)
}

/** Returns the picture of an event, the smallest that is wide enough for a card. */
function pictureOf({ image = false }: WidgetEvent): HTMLImageElement | false {
  if (!image) return false
  const wide = Object.values(image.sizes ?? {}).filter(({ width }) => width >= LEAST_WIDTH)
  const [best] = wide.sort((a, b) => a.width - b.width)
  const src = best?.url ?? image.url
  return isWeb(src) && element('img', { src, alt: image.alt_text ?? '', loading: 'lazy', decoding: 'async' })
}

const moneyOf = (currency: string) => moneyFormat(settingsGivenToWidget.locale, currency)

/** Returns the card of an event in a list. */
export function eventCardElement(event: WidgetEvent): HTMLLIElement {
  const line = eventLineElement(event)
  const text = element('div', {}, ...line.childNodes)
  const cost = costOfEventInWords(event, words.free, moneyOf)
  if (cost !== '') text.append(element('span', { class: 'cost', dir: 'auto' }, cost))
  const picture = pictureOf(event)
  line.classList.add('card')
  line.append(...(picture ? [picture] : []), text)
  return line
}

/** Returns the line of an event of a day in a month: narrow cells have room for its start alone, as the pages show it. */
export function eventLineInCell(event: WidgetEvent): HTMLLIElement {
  const line = eventLineElement(event)
  const isElsewhere = event.timezone !== settingsGivenToWidget.zone
  if (!event.all_day && !isElsewhere)
    line
      .querySelector('.when')
      ?.replaceChildren(
        plainSigns(plainHours(widgetDateFormatters.clock.format(wallMilliseconds(event.start_date)))),
      )
  return line
}

/** Returns events that run for weeks as a folded band; false for none. */
export function bandOfEvents(events: readonly WidgetEvent[]): HTMLElement | false {
  if (events.length === 0) return false
  const lines = events.map((event) => eventLineElement(event, 'bar'))
  const summary = element('summary', {}, `${words.band} (${events.length})`)
  return element(
    'details',
    { class: 'band' },
    summary,
    element('ol', {}, element('li', {}, element('ol', {}, ...lines))),
  )
}

/** Returns the line of an event. A bar has the `kind` bar, and spans a number of days. */
export function eventLineElement(event: WidgetEvent, kind = '', span = 0): HTMLLIElement {
  const where = whereOf(event)
  const labels = [words.outcome[event.event_status], isSoldOut(event) && words.soldOut]
    .filter(Boolean)
    .map((label) => element('strong', { class: 'outcome' }, label, ' '))
  const isPostponed = event.event_status === 'postponed'
  const kinds = [
    event.featured && 'featured',
    isPostponed && 'postponed',
    event.event_status === 'cancelled' && 'cancelled',
    isOverToday(event) && 'ended',
    kind,
  ]
  const link = { lang: event.language, dir: 'auto', target: '_top', href: isWeb(event.url) && event.url }
  const line = element(
    'li',
    { class: kinds.filter(Boolean).join(' ') },
    element('span', { class: 'when' }, whenOf(event)),
    ...labels,
    element('a', link, event.title),
    event.featured && element('span', { class: 'unseen' }, ` (${words.featured})`),
    where.length > 0 && element('span', { class: 'where', dir: 'auto' }, ...where),
  )
  colour(line, event)
  if (span > 0) line.style.setProperty('--span', String(span))
  return line
}

// Days with their events.

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
