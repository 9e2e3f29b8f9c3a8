/** The front page: the search, what is on today and this weekend, and the ways to everything else. */
import type { Image } from '../../../../contract/resources/represented.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { iconNameForCategoryName } from '../category-icon.ts'
import { type ChosenFilters, viewPath } from '../choosing/chosen.ts'
import { filterRow } from '../choosing/filter-row.ts'
import { largeSearchField } from '../choosing/form.ts'
import { icon } from '../icon.ts'
import { textAttributes } from '../languages/text-language.ts'
import { sitePage } from '../layout.ts'
import { cardList } from '../lists/cards.ts'
import { dayPagePath, type EventsToListByDay, emptyMessage } from '../lists/days.ts'
import { listLinkedData } from '../lists/listed-ld.ts'
import { pictureMarkup } from '../picture.ts'
import { colorClassesOfCategory, pathOfUrl, type Site, sitePath } from '../site.ts'
import { feedSourceOfView } from './view.ts'

/** A link from the front page to the page of a category or venue. */
export interface CategoryOrVenueLink {
  readonly id: number
  readonly name: string
  readonly language: string
  readonly url: string
}

/** The page of a category, with the picture of one of its next events. */
export interface PicturedCategory extends CategoryOrVenueLink {
  readonly image: Image | undefined
}

/** The content of the front page. No event is in two of its lists. */
export interface FrontContent {
  readonly today: readonly ListedEvent[]
  /** The first day of the weekend, and its events. */
  readonly saturday: string
  readonly weekend: readonly ListedEvent[]
  readonly featured: readonly ListedEvent[]
  /** What was on today and is over. */
  readonly earlier: readonly ListedEvent[]
  readonly categories: readonly PicturedCategory[]
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

const cards = (label: Markup, id: string, events: readonly ListedEvent[], site: Site): Markup | false =>
  events.length > 0 && section(label, id, cardList(events, site, 3))

/** The width of the picture of a tile. */
const TILE_SIZES = '(max-width: 37rem) 47vw, 14rem'

/** Returns the tile of a category: among others with pictures, one without has its icon in the same place. */
function tile({ id, name, language, url, image }: PicturedCategory, isPictured: boolean, site: Site): Markup {
  const sign = icon(iconNameForCategoryName(name), site)
  const picture =
    image === undefined
      ? html`<span class="sheet">${sign}</span>`
      : pictureMarkup(image, { sizes: TILE_SIZES, loading: 'late' })
  return html`<li class="${colorClassesOfCategory(id)}"><a class="tile${isPictured && ' pictured'}" href="${pathOfUrl(url)}">${isPictured ? picture : sign}<span${textAttributes(language, site)}>${name}</span></a></li>`
}

function tiles({ categories }: FrontContent, site: Site): Markup | false {
  if (categories.length === 0) return false
  const isPictured = categories.some(({ image }) => image !== undefined)
  const each = categories.map((category) => tile(category, isPictured, site))
  return section(
    leading(site.word('categories'), 'categories', site),
    'front-categories',
    html`<ul class="tiles">${each}</ul>`,
  )
}

function places({ venues }: FrontContent, site: Site): Markup | false {
  if (venues.length === 0) return false
  const each = venues.map(
    ({ name, language, url }) =>
      html`<li><a class="button" href="${pathOfUrl(url)}">${icon('map-pin', site)}<span${textAttributes(language, site)}>${name}</span></a></li>`,
  )
  const heading = leading(site.word('venues'), 'venues', site)
  return section(heading, 'front-places', html`<ul class="buttons">${each}</ul>`)
}

function invitation(site: Site): Markup | false {
  if (!site.submits) return false
  const { word } = site
  return html`<section class="front-submit"><div><h2>${word('site.submit.title')}</h2><p>${word('site.submit.intro')}</p></div><p><a class="button" href="${sitePath(site, 'submit')}">${icon('plus', site)}${word('site.submit.title')}</a></p></section>`
}

/** Returns the front page. */
export function frontPage(front: FrontContent, chosen: ChosenFilters, site: Site): string {
  const { word, today, dates, name } = site
  const { saturday, weekend, featured } = front
  const title = word('site.front')
  const events = [...front.today, ...weekend, ...featured]
  const lists = html`${cards(leading(word('site.front.today'), dayPagePath(today), site), 'front-today', front.today, site)}${cards(leading(word('site.weekend'), `calendar/weekend/${saturday}`, site), 'front-weekend', weekend, site)}${cards(html`${word('site.featured')}`, 'front-featured', featured, site)}`
  const hasNothing = front.around.none !== undefined
  const use = { page: '', results: 'calendar/search', target: 'calendar/day', day: today, hasDays: true }
  const main = html`<div class="front"><header class="front-head"><h1>${title}</h1><p class="small"><time datetime="${today}">${dates.full(today)}</time></p>${!hasNothing && largeSearchField(site)}</header>${!hasNothing && filterRow(use, chosen, site)}<div id="results">${events.length === 0 ? emptyMessage(site, front.around) : lists}${cards(html`${word('site.earlier')}`, 'front-earlier', front.earlier, site)}</div>${tiles(front, site)}${places(front, site)}${!hasNothing && invitation(site)}</div>`
  return sitePage(
    site,
    {
      title,
      description: word('site.about', { name }),
      page: '',
      todayId: front.today.length > 0 ? 'front-today' : undefined,
      feed: feedSourceOfView(chosen, site),
      hasNothing,
      ...listLinkedData(events, site),
    },
    main,
  )
}
