/** What every view of the calendar has around its events: heading, days to go to, filters, and the links to its feeds. */
import { html, type Markup } from '../../markup.ts'
import { type Chosen, keptOf } from '../choosing/chosen.ts'
import { filterPanel } from '../choosing/form.ts'
import { whenLinks } from '../choosing/when.ts'
import type { Site } from '../site.ts'

/** How a view is shown besides its days: the values of fields in its address that stay. */
export type Shape = Readonly<Record<string, string>>

/** A view: its heading, its page and the page that shows a chosen day. */
export interface View {
  readonly head: Markup
  readonly page: string
  readonly target: string
  readonly day: string
  readonly more: Shape
  /** Links to other shapes of the view. */
  readonly shapes?: Markup
}

/** Returns the site with the chosen filters, so that its links keep them. */
export const keeping = (site: Site, chosen: Chosen): Site => ({ ...site, kept: keptOf(chosen) })

/** Returns the main part of a view. */
export function viewMain(view: View, chosen: Chosen, site: Site, content: Markup): Markup {
  const { head, page, target, day, more, shapes } = view
  return html`${head}<div class="tools">${whenLinks({ page, target, day, more }, site)}${shapes}${filterPanel(chosen, { page, hasDays: false, more }, site)}</div><div id="results">${content}</div>`
}

/** Returns the feed of a view: that of its filters. */
export const feedOf = ({ feed }: Chosen) => ({ path: '/events', title: '', query: feed })

/** Whether search engines leave a view out: its filters and shapes have addresses without end. */
export const isSelection = ({ asked }: Chosen, more: Shape): boolean =>
  Object.keys(asked).length + Object.keys(more).length > 0
