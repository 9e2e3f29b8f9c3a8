/** Events as lines and as cards. */

import { costOfEventInWords, moneyFormat } from '../../../domain/money/cost-words.ts'
import { lastDayOf } from '../../../domain/time/calendar-days.ts'
import { plainHours, plainSigns } from '../../../domain/time/hours-text.ts'
import { wallMilliseconds, widgetDateFormatters } from './dates.ts'
import { type ElementContent, element } from './element.ts'
import { firstDay, isOverToday, type WidgetEvent } from './event.ts'
import { settingsGivenToWidget, words } from './given.ts'

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

const isSoldOut = ({ tickets = [], event_status }: WidgetEvent): boolean =>
  event_status !== 'cancelled' &&
  tickets.length > 0 &&
  tickets.every(({ availability }) => availability === 'sold_out')

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
