/** The agenda: upcoming or past events by day. */
import { html } from '../markup.ts'
import { sitePage } from './layout.ts'
import type { Site } from './site.ts'
import { type Listed, tensed } from './timeline.ts'

const page = 'calendar/agenda'

/** Returns the agenda page. */
export function agendaPage(listed: Listed, site: Site): string {
  const { word, name } = site
  const title = listed.isPast ? word('site.past') : word('site.agenda')
  const main = html`<div class="view-head"><h1>${title}</h1></div>${tensed(listed, page, site)}`
  const isUnlisted = listed.page > 1 || listed.isPast
  return sitePage(
    site,
    { title, description: word('site.about', { name }), page, view: 'agenda', isUnlisted },
    main,
  )
}
