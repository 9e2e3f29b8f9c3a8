/** The common parts of all views: heading, links to days, filters, and links to the feeds. */
import { quoted } from '../../../../words/languages.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { type ChosenFilters, keptFilterValuesOf, viewPath } from '../choosing/chosen.ts'
import { filterRow } from '../choosing/filter-row.ts'
import { type CalendarWithoutAnyEvents, emptyCalendarInvitationMarkup } from '../lists/no-events.ts'
import type { Site } from '../site.ts'

/** The path of the programme for print below the root. */
export const PROGRAMME_PATH = 'calendar/programme'

/** The most filters that the name of a feed has. */
const MAX_NAMED = 3

/** The fields in the address of a view, besides its days, that links keep. */
export type KeptViewFields = Readonly<Record<string, string>>

/** A view: its heading, its page and the page that shows a chosen day. */
interface SiteView {
  readonly head: Markup
  readonly page: string
  readonly target: string
  readonly day: string
  readonly more: KeptViewFields
  /** Links to other forms of the view, such as a list or hours. */
  readonly shapes?: Markup
  /** The events of chosen days. */
  readonly events?: readonly ListedEvent[]
  /** Set if the reader sees no events on any date: then there is nothing to choose from. */
  readonly none: CalendarWithoutAnyEvents | undefined
}

/** Returns the site with the chosen filters, so that its links keep them. */
export const siteWithKeptFilters = (site: Site, chosen: ChosenFilters): Site => ({
  ...site,
  kept: keptFilterValuesOf(chosen),
})

/** Returns the main part of a view. */
export function viewMain(view: SiteView, chosen: ChosenFilters, site: Site, content: Markup): Markup {
  const { head, none, ...use } = view
  if (none !== undefined)
    return html`${head}<div id="results">${emptyCalendarInvitationMarkup(none, site)}</div>`
  return html`${head}${filterRow(use, chosen, site)}<div id="results">${content}</div><p class="for-print"><a href="${viewPath(site, PROGRAMME_PATH, { from: view.day })}">${site.word('site.programme.print')}</a></p>`
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
