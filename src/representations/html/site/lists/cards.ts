/** Events as cards with their pictures. */

import { lastDayOf } from '../../../../domain/time/calendar-days.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { dateCoverMarkup } from '../cover.ts'
import { firstDayInSiteZone, firstDayOfEvent, isOverToday } from '../dates.ts'
import { languageLabelIfForeign, textAttributes } from '../languages/text-language.ts'
import { pictureMarkup } from '../picture.ts'
import { costText } from '../price.ts'
import { eventClasses, pathOfUrl, type Site } from '../site.ts'
import {
  datesWithUnbrokenHours,
  differingZoneMarkup,
  eventStatusMark,
  lastDayIfBegun,
  machineReadableStart,
  venuesAndCitiesText,
  whereMarkup,
} from './entry.ts'

/** The width of a picture: most of the screen, that of two columns, or of more. */
const SIZES = '(max-width: 37rem) 60vw, (max-width: 58rem) 47vw, 18rem'

/** The width of the picture of an event that leads a page. */
const LEAD_SIZES = '(max-width: 37rem) 80vw, (max-width: 80rem) 55vw, 42rem'

/** The first cards of a list are in view when the page opens. */
const IN_VIEW = 2

/** Returns the picture of a card; without one, a drawn cover. */
function picture(event: ListedEvent, isInView: boolean, site: Site): Markup {
  if (event.image === false) return dateCoverMarkup(event, site)
  return pictureMarkup(event.image, { sizes: SIZES, ...(!isInView && { loading: 'late' }) })
}

/** Returns the date and hours of an event; the hours alone where `near` or its heading names its only day. */
function dateAndHours(event: ListedEvent, near: string | undefined, site: Site): string {
  const { dates, today } = site
  const isNamed =
    (near !== undefined || isOverToday(event, site)) &&
    firstDayOfEvent(event) === lastDayOf(event) &&
    !event.all_day
  return (
    (isNamed ? dates.hours(event) : undefined) ?? lastDayIfBegun(event, site) ?? dates.brief(event, today)
  )
}

/** The date and hours of an event above its title, from now: `tomorrow · 7 PM`. */
function whenOf(event: ListedEvent, isEarlier: boolean, site: Site): Markup {
  const isDated = !isEarlier && event.event_status !== 'postponed'
  const near = isDated ? site.dates.near(firstDayInSiteZone(event, site), site.today, 1) : undefined
  return html`<p class="when">${near !== undefined && html`<span class="relative">${near}</span> · `}<time datetime="${machineReadableStart(event)}">${datesWithUnbrokenHours(dateAndHours(event, near, site), event, site)}</time>${differingZoneMarkup(event, site)}</p>`
}

function linkTo(event: ListedEvent, site: Site): Markup {
  return html`${eventStatusMark(event, site)}<a href="${pathOfUrl(event.url)}"${textAttributes(event.language, site)}>${event.title}</a>`
}

/** Returns an event as a card. `level` is the level of its heading, `isInView` whether it is in view when the page opens. */
function card(event: ListedEvent, isInView: boolean, level: 2 | 3, site: Site): Markup {
  const { cost } = event
  const isEarlier = isOverToday(event, site)
  const notes = [
    whereMarkup(event),
    cost !== '' && html`<span class="cost">${costText(event, site)}</span>`,
    event.featured && html`<span class="mark">${site.word('site.featured')}</span>`,
    languageLabelIfForeign(event, site),
    event.password_protected && html`<span class="mark">${site.word('site.protected')}</span>`,
  ].filter((note) => note !== false)
  const link = linkTo(event, site)
  const heading = level === 2 ? html`<h2 class="title">${link}</h2>` : html`<h3 class="title">${link}</h3>`
  return html`<li data-event="${event.id}" class="${eventClasses(event, 'card', isEarlier && 'ended')}">${picture(event, isInView, site)}<div class="what">${whenOf(event, isEarlier, site)}${heading}${
    notes.length > 0 && html`<p class="notes">${notes.map((note) => html`${note} `)}</p>`
  }</div></li>`
}

/** Returns the event that leads the front page, with a wide picture. */
export function leadingEventMarkup(event: ListedEvent, site: Site): Markup {
  const { image, cost } = event
  const shown =
    image === false
      ? dateCoverMarkup(event, site)
      : pictureMarkup(image, { sizes: LEAD_SIZES, loading: 'first' })
  const facts = [venuesAndCitiesText(event), cost === '' ? '' : costText(event, site)].filter(Boolean)
  return html`<article data-event="${event.id}" class="${eventClasses(event, 'card', 'lead-event')}">${shown}<div class="what">${whenOf(event, false, site)}<h2 class="title">${linkTo(event, site)}</h2>${
    facts.length > 0 && html`<p class="notes"><span dir="auto">${facts.join(' · ')}</span></p>`
  }</div></article>`
}

/** Returns the events as cards in the given order, the first of which are `inView` when the page opens. `level` is the level of their headings. */
export const cardList = (
  events: readonly ListedEvent[],
  site: Site,
  level: 2 | 3,
  inView = IN_VIEW,
): Markup => html`<ol class="cards">${events.map((event, at) => card(event, at < inView, level, site))}</ol>`

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
