/** The common parts of all views: heading, links to days, filters, and links to the feeds. */

import { lastDayOf } from '../../../../domain/time/timestamp.ts'
import { quoted } from '../../../../words/languages.ts'
import type { ListedEvent } from '../../../json/event.ts'
import { html, type Markup } from '../../markup.ts'
import { firstDayOfEvent, isOver } from '../dates.ts'
import { ongoingEventLine } from '../entries.ts'
import {
  type CalendarWithoutAnyEvents,
  emptyCalendarInvitationMarkup,
  listLinkedData,
} from '../event-lists.ts'
import { type ChosenFilters, filterRow, keptFilterValuesOf, viewPath } from '../filters.ts'
import { textAttributes } from '../languages.ts'
import { type PageHead, sitePage } from '../layout.ts'
import { icon } from '../pictures.ts'
import { colorClassesOfCategory, eventClasses, type Site } from '../site.ts'

/** The path of the programme for print below the root. */
export const PROGRAMME_PATH = 'calendar/programme'

/** The most filters that the name of a feed has. */
const MAX_NAMED = 3

/** The fields in the address of a view, besides its days, that links keep. */
export type KeptViewFields = Readonly<Record<string, string>>

/** A view: its heading, its content, its page and the page that shows a chosen day. */
interface SiteView {
  readonly heading: Markup
  readonly content: Markup
  readonly page: string
  readonly target: string
  readonly day: string
  readonly more?: KeptViewFields
  /** Links to other forms of the view, such as a list or hours. */
  readonly shapes?: Markup
  readonly events: readonly ListedEvent[]
  /** Those of its events that this page of it shows, if it has several. */
  readonly shown?: readonly ListedEvent[]
  /** Set if the reader sees no events on any date: then there is nothing to choose from. */
  readonly none: CalendarWithoutAnyEvents | undefined
}

/** Returns the site with the chosen filters, so that its links keep them. */
export const siteWithKeptFilters = (site: Site, chosen: ChosenFilters): Site => ({
  ...site,
  kept: keptFilterValuesOf(chosen),
})

/** Returns the page of a view. `head` is what it says of itself besides what all views say. */
export function viewPage(
  { heading, content, none, shown, ...use }: SiteView,
  head: Pick<PageHead, 'title' | 'view' | 'day' | 'todayId' | 'isUnlisted' | 'isEmpty'>,
  chosen: ChosenFilters,
  site: Site,
): string {
  const { page, day, events, more = {} } = use
  const main =
    none === undefined
      ? html`${heading}${filterRow(use, chosen, site)}<div id="results">${content}</div><p class="for-print"><a href="${viewPath(site, PROGRAMME_PATH, { from: day })}">${site.word('site.programme.print')}</a></p>`
      : html`${heading}<div id="results">${emptyCalendarInvitationMarkup(none, site)}</div>`
  return sitePage(
    site,
    {
      ...head,
      page,
      hasNothing: none !== undefined,
      hasResults: events.length > 0,
      feed: feedSourceOfView(chosen, site),
      fields: more,
      ...listLinkedData(shown ?? events, site),
    },
    main,
  )
}

/** Returns the feed of a view, with its filters, which give it its name. */
export function feedSourceOfView({ feed, names, sent }: ChosenFilters, { name, language }: Site) {
  const words = sent.search === undefined ? [] : [quoted(sent.search, language)]
  const chosen = [...names.categories, ...names.tags, ...names.venue, ...names.organizer]
  const title = [...chosen.filter((one) => one !== '').slice(0, MAX_NAMED), ...words].join(', ')
  return { path: '/events', title: title === '' ? '' : `${title} · ${name}`, query: feed }
}

/** Whether search engines must not index a view: its filters and forms have an unlimited number of addresses. */
export const isUnlistedView = ({ sent }: ChosenFilters, more: KeptViewFields): boolean =>
  Object.keys(sent).length + Object.keys(more).length > 0

// The heading of a view, with links to the previous, current and next period.

interface ViewSteps {
  readonly title: Markup
  readonly words: { readonly before: string; readonly after: string }
  /** The page of the period before or after, under the root; undefined at the end of the calendar. */
  at(steps: 1 | -1): string | undefined
  /** The page of the current period and its name; undefined if the links to days have it. */
  readonly now?: { readonly page: string; readonly label: string }
  /** Fields of the view that stay. */
  readonly more?: KeptViewFields
}

/** Returns the heading. With JavaScript, swipes and arrow keys follow the same links. */
export function headingWithPeriodSteps(site: Site, { title, words, at, now, more = {} }: ViewSteps): Markup {
  const step = (
    page: string | undefined,
    relation: 'prev' | 'next',
    sign: Parameters<typeof icon>[0],
    label: string,
  ) =>
    page !== undefined &&
    html`<li><a class="button step" rel="${relation}" href="${viewPath(site, page, more)}" aria-label="${label}">${icon(sign, site, true)}</a></li>`
  const back = step(at(-1), 'prev', 'arrow-left', words.before)
  const ahead = step(at(1), 'next', 'arrow-right', words.after)
  return html`<div class="view-head"><h1>${title}</h1><nav aria-label="${site.word('site.steps')}"><ul class="buttons steps">${back}${now !== undefined && html`<li><a class="button" href="${viewPath(site, now.page, more)}">${now.label}</a></li>`}${ahead}</ul></nav></div>`
}

// The legend of the colours of categories.

/** One collator for each language. */
const collators = new Map<string, Intl.Collator>()

function collatorOf(language: string): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language)
  collators.set(language, collator)
  return collator
}

/** Maximum categories in a legend. */
const MAX_CATEGORIES = 20

/**
 * Returns the categories that give these events their colours, by name, each with a link to the same page with this category alone;
 * false if there are fewer than two. `fields` are those of the address that stay.
 */
export function legendMarkup(
  events: readonly ListedEvent[],
  site: Site,
  fields: KeptViewFields = {},
): Markup | false {
  const { word, language, kept } = site
  const shown = events.flatMap(({ categories }) => [
    ...categories.slice(0, 1),
    ...categories.slice(1).filter(({ color }) => color !== ''),
  ])
  const all = [...new Map(shown.map((one) => [one.id, one])).values()]
  if (all.length < 2) return false
  const { compare } = collatorOf(language)
  const each = all
    .sort((a, b) => compare(a.name, b.name))
    .slice(0, MAX_CATEGORIES)
    .map(
      ({ id, name, slug, language: own }) =>
        html`<li class="${colorClassesOfCategory(id)}"><a href="?${new URLSearchParams({ ...kept, ...fields, categories: slug }).toString()}"${textAttributes(own, site)}>${name}</a></li>`,
    )
  return html`<nav aria-label="${word('site.legend')}"><ul class="legend-of-colours">${each}</ul></nav>`
}

// The days before today on phones: events that continue, and a link to the rest.

/** The page of a whole week or month, the words of its link, and the fields that stay in its address. */
interface WholePeriod {
  readonly page: string
  readonly label: string
  readonly more?: KeptViewFields
  /** Whether windows of all widths leave something out, not only phones. */
  readonly isForAll?: boolean
}

/** Returns the link to the whole week or month. */
export function wholePeriodLink(
  { page, label, more = {}, isForAll = false }: WholePeriod,
  site: Site,
): Markup {
  return html`<p class="earlier${isForAll && ' for-all'}"><a href="${viewPath(site, page, { ...more, whole: '1' })}">${label}</a></p>`
}

/** Returns the events that began before today and continue, for phones; nothing if there are none. */
export function continuingEventsMarkup(events: readonly ListedEvent[], site: Site): Markup | false {
  const going = events.filter(
    (event) => firstDayOfEvent(event) < site.today && site.today <= lastDayOf(event) && !isOver(event, site),
  )
  if (going.length === 0) return false
  const lines = going.map(
    (event) => html`<li class="${eventClasses(event, 'line', 'bar')}">${ongoingEventLine(event, site)}</li>`,
  )
  return html`<section class="continuing" aria-labelledby="continuing"><h2 id="continuing" class="label">${site.word('site.continuing')}</h2><ol class="lines">${lines}</ol></section>`
}
