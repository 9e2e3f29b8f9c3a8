/** The search page: form and results. */

import { plusDays } from '../../../../domain/time/timestamp.ts'
import type { ListedEvent } from '../../../json/event.ts'
import { html, type Markup } from '../../markup.ts'
import { cardsByDayMarkup, entriesInGivenOrderMarkup } from '../entries.ts'
import {
  type EventListPage,
  earlierTodayMarkup,
  emptyCalendarInvitationMarkup,
  listLinkedData,
  listOrCardsLinks,
  longRunningMarkup,
  pagerMarkup,
  timelineByDay,
} from '../event-lists.ts'
import { type ChosenFilters, filterRow, keptFilterValuesOf, searchForm, tabs } from '../filters.ts'
import { textAttributes } from '../languages.ts'
import { sitePage } from '../layout.ts'
import { icon, iconNameForCategoryName } from '../pictures.ts'
import { pathOfUrl, type Site, sitePath } from '../site.ts'
import { feedSourceOfView, type KeptViewFields, legendMarkup } from './view.ts'

interface Searched {
  readonly chosen: ChosenFilters
  /** The results; undefined if the search was invalid. */
  readonly found: EventListPage | undefined
  /** Whether the best match comes first, rather than the earliest event. */
  readonly isRanked: boolean
  readonly more: KeptViewFields
  /** Venues, organizers, categories and tags that the words name. */
  readonly items: readonly NamedItem[]
  /** The events that have some of the words, if none has all. */
  readonly some: PartlyFound | undefined
  /** The next events of the calendar, for a search without results. */
  readonly instead: readonly ListedEvent[]
  /** The rules in words of series that are there once, by id. */
  readonly rhythms: ReadonlyMap<number, string>
}

/** Events that have some of the words of a search, or are what they say. */
export interface PartlyFound {
  readonly words: string
  /** What the words say besides names: `“folk” · Cancelled`. */
  readonly sense?: string
  readonly events: readonly ListedEvent[]
}

/** An item, a day or a state, with a page of its own. */
export interface NamedItem {
  readonly kind: 'venue' | 'organizer' | 'category' | 'tag' | 'day' | 'state'
  readonly name: string
  readonly language: string
  readonly url: string
}

const signs = {
  venue: 'map-pin',
  organizer: 'users',
  tag: 'tag',
  day: 'calendar-days',
  state: 'sliders-horizontal',
} as const
const words = {
  venue: 'venue',
  organizer: 'organizer',
  category: 'category',
  tag: 'one.tag',
  day: 'site.date',
  state: 'site.filters',
} as const

/** Returns the links to the items that the words name, each with its kind. */
function itemLinks({ items }: Searched, site: Site): Markup | false {
  if (items.length === 0) return false
  const each = items.map(
    ({ kind, name, language, url }) =>
      html`<li><a class="button" href="${pathOfUrl(url)}">${icon(kind === 'category' ? iconNameForCategoryName(name) : signs[kind], site)}<span><span class="kind">${site.word(words[kind])}<span class="unseen">: </span></span><span${textAttributes(language, site)}>${name}</span></span></a></li>`,
  )
  return html`<ul class="buttons found-items">${each}</ul>`
}

const page = 'calendar/search'

/** The links that choose the order of a search by words. */
function orders({ chosen: { sent }, isRanked, more }: Searched, site: Site): Markup | false {
  if (sent.search === undefined) return false
  const fields = { ...sent, ...more }
  return tabs([
    [site.word('site.order.relevance'), sitePath(site, page, { ...fields, order: '' }), isRanked],
    [site.word('order.default'), sitePath(site, page, { ...fields, order: 'date' }), !isRanked],
  ])
}

function listOf({ isRanked, more, rhythms }: Searched, found: EventListPage, site: Site): Markup {
  if (more.as === 'cards') return cardsByDayMarkup(found, site)
  return isRanked ? entriesInGivenOrderMarkup(found.events, rhythms, site) : timelineByDay(found, site)
}

/** The next events, where the search found none. */
const nextEvents = ({ instead, rhythms }: Searched, site: Site): Markup | false =>
  instead.length > 0 &&
  html`<section><h2>${site.word('site.upcoming')}</h2>${entriesInGivenOrderMarkup(instead, rhythms, site)}</section>`

/** Returns the latest past events that a search finds which finds no others, with the link to all of them. */
function pastEvents({ chosen: { sent }, found, more, rhythms }: Searched, site: Site): Markup | false {
  const { past = [] } = found ?? {}
  if (past.length === 0) return false
  const href = sitePath(site, page, { ...sent, ...more, to: plusDays(site.today, -1) ?? site.today })
  return html`<section><h2>${site.word('site.past')}</h2>${entriesInGivenOrderMarkup(past, rhythms, site)}<p class="more"><a href="${href}">${site.word('site.past.all')}</a></p></section>`
}

function results(searched: Searched, site: Site): Markup {
  const { word } = site
  const { chosen, found, more } = searched
  const { sent } = chosen
  if (found === undefined) return html`<p class="notice" role="alert">${word('site.search.invalid')}</p>`
  const at = (number: number) =>
    sitePath(site, page, { ...sent, ...more, ...(number > 1 && { page: String(number) }) })
  const total = found.total + (found.running?.total ?? 0)
  const count = html`<p class="count" role="status">${word('site.day.count', { count: total })}</p>`
  if (found.none && sent.search === undefined) return emptyCalendarInvitationMarkup(found.none, site)
  const { some, rhythms } = searched
  if (some !== undefined)
    return html`<p class="count" role="status">${some.sense ?? word('site.search.partial', { words: some.words })}</p>${entriesInGivenOrderMarkup(some.events, rhythms, site)}`
  if (total === 0)
    return html`${count}<p class="nothing">${word('site.search.nothing')}</p>${pastEvents(searched, site)}${nextEvents(searched, site)}`
  const onMap = sitePath(site, 'calendar/map', sent)
  const running = found.running && longRunningMarkup(found.running, onMap, site)
  const places = html`<a href="${onMap}">${word(site.tiles === undefined ? 'site.places.by' : 'site.places.show')}</a>`
  return html`<div class="list-head">${count}${orders(searched, site)}<div class="forms">${places}${listOrCardsLinks(page, { ...sent, ...more }, site)}</div></div>${running}${listOf(searched, found, site)}${pagerMarkup(found, at, site)}${earlierTodayMarkup(found, site)}${legendMarkup([...found.events, ...(found.running?.events ?? [])], site, { ...sent, ...more })}`
}

export function searchPage(searched: Searched, plain: Site): string {
  const { chosen, more } = searched
  const site = { ...plain, kept: keptFilterValuesOf(chosen) }
  const { word } = site
  const title = word('site.search')
  const isChoosable = searched.found?.none === undefined || chosen.sent.search !== undefined
  const form = isChoosable && searchForm(chosen, { page, hasDays: true, more }, site)
  const use = { page, target: 'calendar/day', day: site.today, more, hasForm: true }
  const row = isChoosable && filterRow(use, chosen, site)
  const main = html`<div class="view-head"><h1>${title}</h1></div><div class="searching live">${form}${row}<div id="results">${itemLinks(searched, site)}${results(searched, site)}</div></div>`
  return sitePage(
    site,
    {
      title,
      page,
      view: 'search',
      isUnlisted: true,
      feed: feedSourceOfView(chosen, site),
      hasNothing: searched.found?.none !== undefined,
      fields: { ...chosen.sent, ...more },
      ...listLinkedData(searched.found?.events ?? [], site),
    },
    main,
  )
}
