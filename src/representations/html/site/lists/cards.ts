/** Events as cards with their pictures. */

import type { Image } from '../../../json/image.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { categoryIcon } from '../category-icon.ts'
import { firstDay } from '../dates.ts'
import { focusClass } from '../focus.ts'
import { icon } from '../icon.ts'
import { costText } from '../price.ts'
import { eventClasses, pathOfUrl, type Site } from '../site.ts'
import { differingZone, eventStatusMark, locationLine, machineReadableStart, wholeHours } from './entry.ts'

/** Returns the picture in the smallest size that fills a card; without one, the icon of the category. */
function picture({ image, categories }: ListedEvent, site: Site): Markup {
  if (image === false)
    return html`<span class="sheet">${icon(categoryIcon(categories[0]?.name), site)}</span>`
  const shown: Pick<Image, 'url' | 'width' | 'height'> =
    image.sizes.medium_large ?? image.sizes.medium ?? image
  return html`<img class="${focusClass(image)}" src="${pathOfUrl(shown.url)}" alt="" width="${shown.width}" height="${shown.height}" loading="lazy" decoding="async">`
}

/** Returns an event as a card. `level` is the level of its heading. */
function card(event: ListedEvent, site: Site, level: 2 | 3): Markup {
  const { title, url, cost } = event
  const where = locationLine(event)
  const near = site.dates.near(firstDay(event), site.today, 1)
  const notes = [
    where !== '' && html`<span class="where" dir="auto">${where}</span>`,
    cost !== '' && html`<span class="cost">${costText(event, site)}</span>`,
    event.featured && html`<span class="mark">${site.word('site.featured')}</span>`,
    event.password_protected && html`<span class="mark">${site.word('site.protected')}</span>`,
  ].filter((note) => note !== false)
  const link = html`${eventStatusMark(event, site)}<a href="${pathOfUrl(url)}" dir="auto">${title}</a>`
  const heading = level === 2 ? html`<h2 class="title">${link}</h2>` : html`<h3 class="title">${link}</h3>`
  return html`<li data-event="${event.id}" class="${eventClasses(event, 'card')}">${picture(event, site)}<div class="what"><p class="when">${near !== undefined && html`<span class="relative">${near}</span> · `}<time datetime="${machineReadableStart(event)}">${wholeHours(site.dates.brief(event, site.today), event, site)}</time>${differingZone(event, site)}</p>${heading}${
    notes.length > 0 && html`<p class="notes">${notes.map((note) => html`${note} `)}</p>`
  }</div></li>`
}

/** Returns the events as cards in the given order. `level` is the level of their headings. */
export const cardList = (events: readonly ListedEvent[], site: Site, level: 2 | 3): Markup =>
  html`<ol class="cards">${events.map((event) => card(event, site, level))}</ol>`

/** Returns the events as cards, by their first day. */
export function cardsMarkup({ events }: { readonly events: readonly ListedEvent[] }, site: Site): Markup {
  const isBefore = (a: ListedEvent, b: ListedEvent) => firstDay(a) === firstDay(b) && a.sticky && !b.sticky
  const sorted = [...events].sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0))
  return cardList(sorted, site, 2)
}
