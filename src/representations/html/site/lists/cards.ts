/** Events as cards with their pictures. */

import type { Image } from '../../../json/image.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { firstDay } from '../dates.ts'
import { focusClass } from '../focus.ts'
import { classesOf, pathOfUrl, type Site } from '../site.ts'
import { costText, instantOf, locationLine, outcomeMark, zoneOf } from './entry.ts'

/** Returns the picture in the smallest size that fills a card; without one, the day as a sheet of a calendar. */
function picture({ image, ...event }: ListedEvent, { dates }: Site): Markup {
  const day = event.start_date.slice(0, 10)
  if (image === false)
    return html`<span class="sheet" aria-hidden="true"><span class="numeral">${dates.numeral(day)}</span><span class="weekday">${dates.shortWeekday(day)}</span></span>`
  const shown: Pick<Image, 'url' | 'width' | 'height'> =
    image.sizes.medium_large ?? image.sizes.medium ?? image
  return html`<img class="${focusClass(image)}" src="${pathOfUrl(shown.url)}" alt="" width="${shown.width}" height="${shown.height}" loading="lazy" decoding="async">`
}

function card(event: ListedEvent, site: Site): Markup {
  const { title, url, cost } = event
  const where = locationLine(event)
  const notes = [
    where !== '' && html`<span class="where" dir="auto">${where}</span>`,
    cost !== '' && html`<span class="cost">${costText(event, site)}</span>`,
    event.featured && html`<span class="mark">${site.word('site.featured')}</span>`,
    event.password_protected && html`<span class="mark">${site.word('site.protected')}</span>`,
  ].filter((note) => note !== false)
  return html`<li data-event="${event.id}" class="${classesOf(event, 'card')}">${picture(event, site)}<div class="what"><p class="when"><time datetime="${instantOf(event)}">${site.dates.brief(event, site.today)}</time>${zoneOf(event, site)}</p><h2 class="title">${outcomeMark(event, site)}<a href="${pathOfUrl(url)}" dir="auto">${title}</a></h2>${
    notes.length > 0 && html`<p class="notes">${notes.map((note) => html`${note} `)}</p>`
  }</div></li>`
}

/** Returns the events as cards, by their first day. */
export function cardsMarkup({ events }: { readonly events: readonly ListedEvent[] }, site: Site): Markup {
  const isBefore = (a: ListedEvent, b: ListedEvent) => firstDay(a) === firstDay(b) && a.sticky && !b.sticky
  const sorted = [...events].sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0))
  return html`<ol class="cards">${sorted.map((event) => card(event, site))}</ol>`
}
