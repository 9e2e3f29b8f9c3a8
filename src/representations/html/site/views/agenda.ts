/** The agenda: upcoming or past events by day. */
import { html } from '../../markup.ts'
import type { Chosen } from '../choosing/chosen.ts'
import { sitePage } from '../layout.ts'
import { linkedDataOf } from '../lists/listed-ld.ts'
import { type Listed, tensed } from '../lists/timeline.ts'
import type { Site } from '../site.ts'
import { legend } from './legend.ts'
import { feedOf, isSelection, keeping, type Shape, viewMain } from './view.ts'

const page = 'calendar/agenda'

/** An agenda, and the day that it begins on. */
export interface Agenda {
  readonly listed: Listed
  readonly from: string
  readonly more: Shape
}

/** Returns the agenda page. */
export function agendaPage({ listed, from, more }: Agenda, chosen: Chosen, plain: Site): string {
  const site = keeping(plain, chosen)
  const { word, name } = site
  const title = listed.isPast ? word('site.past') : word('site.agenda')
  const head = html`<div class="view-head"><h1>${title}</h1></div>`
  const main = viewMain(
    { head, page, target: page, day: from, more },
    chosen,
    site,
    html`${tensed(listed, page, site, more)}${legend([...listed.events, ...(listed.running?.events ?? [])], site)}`,
  )
  const isUnlisted = listed.page > 1 || listed.isPast || isSelection(chosen, more)
  const description = word('site.about', { name })
  return sitePage(
    site,
    {
      title,
      description,
      page,
      view: 'agenda',
      isUnlisted,
      feed: feedOf(chosen),
      fields: more,
      ...linkedDataOf(listed.events, site),
    },
    main,
  )
}
