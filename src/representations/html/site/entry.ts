/** An event in a list: a line of the month, an entry of all other lists. */
import type { Event } from '../../json/event.ts'
import { html, type Markup } from '../markup.ts'
import { firstDay, lastDay } from './dates.ts'
import { classesOf, inDay, pathOf, type Site, venuesOf } from './site.ts'

/** The zone of an event where it is another one than the site's: else every time would bear the same three letters. */
export function zoneOf({ timezone, timezone_abbr, all_day }: Event, site: Site): Markup | false {
  if (all_day || timezone === site.zone) return false
  return html` <abbr class="zone" title="${timezone}">${timezone_abbr}</abbr>`
}

/** An instant for programs: a day, or a moment in UTC. */
export function instantOf({ all_day, start_date, utc_start_date }: Event): string {
  return all_day ? start_date.slice(0, 10) : `${utc_start_date.replace(' ', 'T')}Z`
}

function whenOf(event: Event, site: Site): Markup {
  const hours = site.dates.hours(event) ?? site.word('site.all_day')
  return html`<p class="when"><time datetime="${instantOf(event)}">${hours}</time>${zoneOf(event, site)}</p>`
}

/** Where it takes place, in a line: names, and cities where the name does not say them. */
export function placesOf(event: Event): string {
  return venuesOf(event)
    .map(({ venue, city }) =>
      venue.includes(city) ? venue : [venue, city].filter((part) => part !== '').join(', '),
    )
    .join('; ')
}

/** The smallest size that fills so many pixels, or the image itself. */
function picture(event: Event): Markup | false {
  const { image } = event
  if (image === false) return false
  const { url, width, height } = image.sizes.thumbnail ?? image
  return html`<img src="${pathOf(url)}" alt="" width="${width}" height="${height}" loading="lazy" decoding="async">`
}

/** How deep a heading stands below that of the page. */
type Level = 2 | 3 | 4

/** An entry of a list; `level` is that of its heading. */
export function entry(event: Event, site: Site, level: Level): Markup {
  const { title, url, cost, password_protected, featured, categories } = event
  const where = placesOf(event)
  const notes = [
    where !== '' && html`<span class="where" dir="auto">${where}</span>`,
    cost !== '' && html`<span class="cost">${cost}</span>`,
    featured && html`<span class="mark">${site.word('site.featured')}</span>`,
    password_protected && html`<span class="mark">${site.word('site.protected')}</span>`,
    ...categories.map((one) => html`<a class="term" href="${pathOf(one.url)}" dir="auto">${one.name}</a>`),
  ].filter((note) => note !== false)
  const link = html`<a href="${pathOf(url)}" dir="auto">${title}</a>`
  const headings = {
    2: html`<h2 class="title">${link}</h2>`,
    3: html`<h3 class="title">${link}</h3>`,
    4: html`<h4 class="title">${link}</h4>`,
  } as const
  return html`<li class="${classesOf(event, 'entry')}">${whenOf(event, site)}<div class="what">${headings[level]}${
    notes.length > 0 && html`<p class="notes">${notes.map((note) => html`${note} `)}</p>`
  }</div>${picture(event)}</li>`
}

/** Events of one day as a list. */
export function entries(day: string, events: readonly Event[], site: Site, level: Level = 3): Markup {
  return html`<ol class="entries">${inDay(day, events).map((event) => entry(event, site, level))}</ol>`
}

/** A line of the month: when it begins, and what it is. */
export function line(event: Event, site: Site): Markup {
  const { title, url, all_day, start_date } = event
  const time = !all_day && html`<span class="time">${site.dates.clock(start_date)}</span> `
  const until =
    firstDay(event) !== lastDay(event) &&
    html`<span class="until">– ${site.dates.short(lastDay(event))}</span>`
  return html`<a href="${pathOf(url)}">${time}<span class="name" dir="auto">${title}</span> ${until}</a>`
}
