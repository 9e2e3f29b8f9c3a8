/** The front page: the search, what is on from now, and the ways to everything else. */
import type { Image } from '../../../../contract/resources/shared.ts'
import { plusDays } from '../../../../domain/time/timestamp.ts'
import type { ListedEvent } from '../../../json/event.ts'
import { html, type Markup } from '../../markup.ts'
import { firstDayOfEvent } from '../dates.ts'
import { cardList, leadingEventMarkup } from '../entries.ts'
import { dayPagePath, type EventsToListByDay, emptyMessage, listLinkedData } from '../event-lists.ts'
import { type ChosenFilters, filterRow, largeSearchField, viewPath } from '../filters.ts'
import { textAttributes } from '../languages.ts'
import { sitePage } from '../layout.ts'
import { categorySign, icon, pictureMarkup } from '../pictures.ts'
import { colorClassesOfCategory, pathOfUrl, type Site, sitePath } from '../site.ts'
import { feedSourceOfView } from './view.ts'

/** A link from the front page to the page of a category or venue, with the number of its events to come and the picture of one of them. */
export interface CategoryOrVenueLink {
  readonly id: number
  readonly name: string
  readonly language: string
  readonly url: string
  readonly count: number
  readonly image: Image | undefined
}

/** The content of the front page. No event is in two of its parts. */
export interface FrontContent {
  /** The next event that one can go to. */
  readonly lead: ListedEvent | undefined
  readonly today: readonly ListedEvent[]
  readonly tomorrow: readonly ListedEvent[]
  /** The first day of the weekend, and what is on from then, or after tomorrow; undefined once the weekend has begun. */
  readonly weekend: { readonly saturday: string; readonly events: readonly ListedEvent[] } | undefined
  readonly coming: readonly ListedEvent[]
  readonly featured: readonly ListedEvent[]
  /** What began earlier and goes on. */
  readonly running: readonly ListedEvent[]
  /** What was on today and is over. */
  readonly earlier: readonly ListedEvent[]
  readonly categories: readonly CategoryOrVenueLink[]
  readonly venues: readonly CategoryOrVenueLink[]
  /** The next event, or the message of an empty calendar, for when there is nothing else. */
  readonly around: Pick<EventsToListByDay, 'next' | 'none' | 'isOver'>
}

function section(heading: Markup, id: string, content: Markup): Markup {
  return html`<section class="front-part" aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>${content}</section>`
}

/** Returns a heading that leads to the page with all of it. */
const leading = (label: string, page: string, site: Site): Markup =>
  html`<a href="${viewPath(site, page)}">${label}${icon('arrow-right', site, true)}</a>`

/** Cards below the event that leads the page, whose picture comes first. */
const cards = (label: Markup, id: string, events: readonly ListedEvent[], site: Site): Markup | false =>
  events.length > 0 && section(label, id, cardList(events, site, 3, 0))

/** The width of the picture of a tile. */
const TILE_SIZES = '10rem'

/** Returns the tile of a category or venue: its picture, or else its sign in the same place. */
function tile(link: CategoryOrVenueLink, sign: Markup, classes: string, site: Site): Markup {
  const { name, language, url, count, image } = link
  const picture =
    image === undefined
      ? html`<span class="sheet">${sign}</span>`
      : pictureMarkup(image, { sizes: TILE_SIZES, loading: 'late' })
  return html`<li class="${classes}"><a class="tile pictured" href="${pathOfUrl(url)}">${picture}<span><span${textAttributes(language, site)}>${name}</span> <span class="ahead">${site.word('site.index.events', { count })}</span></span></a></li>`
}

function categoryTiles({ categories }: FrontContent, site: Site): Markup | false {
  if (categories.length === 0) return false
  const each = categories.map((one) =>
    tile(one, categorySign(one.name, site), colorClassesOfCategory(one.id), site),
  )
  const heading = leading(site.word('categories'), 'categories', site)
  return section(heading, 'front-categories', html`<ul class="tile-row">${each}</ul>`)
}

function venueTiles({ venues }: FrontContent, site: Site): Markup | false {
  if (venues.length === 0) return false
  const each = venues.map((one) => tile(one, icon('map-pin', site), 'place-tile', site))
  return section(
    leading(site.word('venues'), 'venues', site),
    'front-places',
    html`<ul class="tile-row">${each}</ul>`,
  )
}

/** What comes next, for parts without events. */
function nextLink(event: ListedEvent, site: Site): Markup {
  const day = site.dates.full(firstDayOfEvent(event))
  return html`<a href="${pathOfUrl(event.url)}">${site.word('site.nothing.next', { day, title: event.title })}</a>`
}

/** The words for a day whose last event is over. */
function restOfToday(front: FrontContent, site: Site): Markup | false {
  const { lead, today, tomorrow, weekend, coming, earlier } = front
  if (lead === undefined || earlier.length === 0 || today.length > 0) return false
  if (firstDayOfEvent(lead) <= site.today) return false
  // A picture may lead before what comes next.
  const others = [tomorrow[0], weekend?.events[0], coming[0]].filter((event) => event !== undefined)
  const next = others.reduce((one, other) => (other.utc_start_date < one.utc_start_date ? other : one), lead)
  return html`<p class="none">${site.word('site.nothing.rest')} ${nextLink(next, site)}</p>`
}

const isOfWeekend = (event: ListedEvent, saturday: string) =>
  [saturday, plusDays(saturday, 1)].includes(firstDayOfEvent(event))

/** The weekend; one without events says what comes next. */
function weekendPart({ weekend, lead, coming }: FrontContent, site: Site): Markup | false {
  if (weekend === undefined) return false
  const { word } = site
  const { saturday, events } = weekend
  const heading = leading(word('site.weekend'), `calendar/weekend/${saturday}`, site)
  if (events.length > 0) return cards(heading, 'front-weekend', events, site)
  const [next] = coming
  // What leads the page may be of the weekend.
  const isLed = lead !== undefined && isOfWeekend(lead, saturday)
  if (next === undefined || isLed) return false
  const nothing = html`<p class="none">${word('site.weekend.nothing')} ${nextLink(next, site)}</p>`
  return section(heading, 'front-weekend', nothing)
}

function invitation(site: Site): Markup | false {
  if (!site.submits) return false
  const { word } = site
  return html`<section class="front-submit"><div><h2>${word('site.submit.title')}</h2><p>${word('site.submit.intro')}</p></div><p><a class="button" href="${sitePath(site, 'submit')}">${icon('plus', site)}${word('site.submit.title')}</a></p></section>`
}

export function frontPage(front: FrontContent, chosen: ChosenFilters, site: Site): string {
  const { word, today, dates, name } = site
  const { lead } = front
  const title = word('site.front')
  const events = [
    ...(lead === undefined ? [] : [lead]),
    ...front.today,
    ...front.tomorrow,
    ...(front.weekend?.events ?? []),
    ...front.coming,
    ...front.featured,
    ...front.running,
  ]
  const tomorrow = plusDays(today, 1) ?? today
  const lists = html`${restOfToday(front, site)}${lead !== undefined && leadingEventMarkup(lead, site)}${cards(leading(word('site.front.today'), dayPagePath(today), site), 'front-today', front.today, site)}${cards(leading(word('site.tomorrow'), dayPagePath(tomorrow), site), 'front-tomorrow', front.tomorrow, site)}${weekendPart(front, site)}${cards(leading(word('site.front.coming'), 'calendar/agenda', site), 'front-coming', front.coming, site)}${cards(html`${word('site.featured')}`, 'front-featured', front.featured, site)}${cards(leading(word('calendar.long-running'), 'calendar/agenda', site), 'front-running', front.running, site)}`
  const hasNothing = front.around.none !== undefined
  const use = { page: '', results: 'calendar/search', target: 'calendar/day', day: today, hasDays: true }
  const main = html`<div class="front"><header class="front-head"><h1>${title}</h1><p class="small"><time datetime="${today}">${dates.full(today)}</time></p>${!hasNothing && largeSearchField(site)}</header>${!hasNothing && filterRow(use, chosen, site)}<div id="results">${events.length === 0 ? emptyMessage(site, front.around) : lists}${cards(html`${word('site.earlier')}`, 'front-earlier', front.earlier, site)}</div>${categoryTiles(front, site)}${venueTiles(front, site)}${!hasNothing && invitation(site)}</div>`
  return sitePage(
    site,
    {
      title,
      description: word('site.about.front', { name }),
      page: '',
      todayId: front.today.length > 0 ? 'front-today' : undefined,
      feed: feedSourceOfView(chosen, site),
      hasNothing,
      hasResults: events.length > 0,
      ...listLinkedData(events, site),
    },
    main,
  )
}
