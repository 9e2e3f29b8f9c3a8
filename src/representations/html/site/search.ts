/** The search page: form and results. */

import { html, type Markup } from '../markup.ts'
import { type Asked, filterForm } from './filters.ts'
import { sitePage } from './layout.ts'
import { type Site, sitePath } from './site.ts'
import { type Listed, pager, timeline } from './timeline.ts'

export interface Searched extends Asked {
  /** The results; undefined if the search was invalid. */
  readonly found: Listed | undefined
}

const page = 'calendar/search'

function results({ asked, found }: Searched, site: Site): Markup {
  const { word } = site
  if (found === undefined) return html`<p class="notice" role="alert">${word('site.search.invalid')}</p>`
  const at = (number: number) => {
    const query = new URLSearchParams({ ...asked, ...(number > 1 && { page: String(number) }) })
    return sitePath(site, page, query.toString())
  }
  const count = html`<p class="count" role="status">${word('site.search.found', { count: new Intl.NumberFormat(site.language).format(found.total) })}</p>`
  if (found.total === 0) return html`${count}<p class="nothing">${word('site.search.nothing')}</p>`
  const onMap = sitePath(site, 'calendar/map', new URLSearchParams(asked).toString())
  return html`<div class="found">${count}<a href="${onMap}">${word('site.places.show')}</a></div>${timeline(found, site)}${pager(found, at, site)}`
}

/** Returns the search page. */
export function searchPage(searched: Searched, site: Site): string {
  const { word } = site
  const title = word('site.search')
  const main = html`<div class="view-head"><h1>${title}</h1></div><div class="searching">${filterForm(searched, page, site)}<div id="results">${results(searched, site)}</div></div>`
  return sitePage(site, { title, page, view: 'search', isUnlisted: true }, main)
}
