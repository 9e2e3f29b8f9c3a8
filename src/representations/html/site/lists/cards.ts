/** Events as cards with their pictures. */

import { lastDayOf } from '../../../../domain/time/calendar-days.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { iconNameForCategoryName } from '../category-icon.ts'
import { firstDayInSiteZone, firstDayOfEvent, isOverToday } from '../dates.ts'
import { icon } from '../icon.ts'
import { languageLabelIfForeign, textAttributes } from '../languages/text-language.ts'
import { pictureMarkup } from '../picture.ts'
import { costText } from '../price.ts'
import { eventClasses, pathOfUrl, type Site } from '../site.ts'
import {
  datesWithUnbrokenHours,
  differingZoneMarkup,
  eventStatusMark,
  machineReadableStart,
  venuesAndCitiesText,
} from './entry.ts'

/** The width of a picture: that of the screen, of two columns, or of more. */
const SIZES = '(max-width: 37rem) 94vw, (max-width: 58rem) 47vw, 24rem'

/** The first cards of a list are in view when the page opens. */
const IN_VIEW = 2

/** Returns the picture of a card; without one, the icon of the category. */
function picture({ image, categories }: ListedEvent, at: number, site: Site): Markup {
  if (image === false)
    return html`<span class="sheet">${icon(iconNameForCategoryName(categories[0]?.name), site)}</span>`
  return pictureMarkup(image, { sizes: SIZES, ...(at >= IN_VIEW && { loading: 'late' }) })
}

/** Returns the date and hours of an event; the hours alone where `near` or its heading names its only day. */
function dateAndHours(event: ListedEvent, near: string | undefined, site: Site): string {
  const { dates, today } = site
  const isNamed =
    (near !== undefined || isOverToday(event, site)) &&
    firstDayOfEvent(event) === lastDayOf(event) &&
    !event.all_day
  return (isNamed ? dates.hours(event) : undefined) ?? dates.brief(event, today)
}

/** Returns an event as a card. `level` is the level of its heading, `at` its place in the list. */
function card(event: ListedEvent, at: number, level: 2 | 3, site: Site): Markup {
  const { title, url, cost } = event
  const where = venuesAndCitiesText(event)
  const isEarlier = isOverToday(event, site)
  const isDated = !isEarlier && event.event_status !== 'postponed'
  const near = isDated ? site.dates.near(firstDayInSiteZone(event, site), site.today, 1) : undefined
  const notes = [
    where !== '' && html`<span class="where" dir="auto">${where}</span>`,
    cost !== '' && html`<span class="cost">${costText(event, site)}</span>`,
    event.featured && html`<span class="mark">${site.word('site.featured')}</span>`,
    languageLabelIfForeign(event, site),
    event.password_protected && html`<span class="mark">${site.word('site.protected')}</span>`,
  ].filter((note) => note !== false)
  const link = html`${eventStatusMark(event, site)}<a href="${pathOfUrl(url)}"${textAttributes(event.language, site)}>${title}</a>`
  const heading = level === 2 ? html`<h2 class="title">${link}</h2>` : html`<h3 class="title">${link}</h3>`
  return html`<li data-event="${event.id}" class="${eventClasses(event, 'card', isEarlier && 'ended')}">${picture(event, at, site)}<div class="what"><p class="when">${near !== undefined && html`<span class="relative">${near}</span> · `}<time datetime="${machineReadableStart(event)}">${datesWithUnbrokenHours(dateAndHours(event, near, site), event, site)}</time>${differingZoneMarkup(event, site)}</p>${heading}${
    notes.length > 0 && html`<p class="notes">${notes.map((note) => html`${note} `)}</p>`
  }</div></li>`
}

/** Returns the events as cards in the given order. `level` is the level of their headings. */
export const cardList = (events: readonly ListedEvent[], site: Site, level: 2 | 3): Markup =>
  html`<ol class="cards${events.length > 1 && events.every(({ image }) => image === false) && ' low'}">${events.map((event, at) => card(event, at, level, site))}</ol>`

/** Returns the events as cards, by their first day. */
export function cardsByDayMarkup(
  { events }: { readonly events: readonly ListedEvent[] },
  site: Site,
): Markup {
  const isBefore = (a: ListedEvent, b: ListedEvent) =>
    firstDayOfEvent(a) === firstDayOfEvent(b) && a.sticky && !b.sticky
  const sorted = [...events].sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0))
  return cardList(sorted, site, 2)
}
