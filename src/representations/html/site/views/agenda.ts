/** The agenda: upcoming or past events by day. */
import { html } from '../../markup.ts'
import type { ChosenFilters } from '../choosing/chosen.ts'
import { firstDayOfEvent } from '../dates.ts'
import { sitePage } from '../layout.ts'
import { dayAnchor } from '../lists/days.ts'
import { listLinkedData } from '../lists/listed-ld.ts'
import { type EventListPage, timelineMarkup } from '../lists/timeline.ts'
import type { Site } from '../site.ts'
import { legendMarkup } from './legend.ts'
import {
  feedSourceOfView,
  isUnlistedView,
  type KeptViewFields,
  siteWithKeptFilters,
  viewMain,
} from './view.ts'

const page = 'calendar/agenda'

/** An agenda, and the day that it begins on. */
interface Agenda {
  readonly listed: EventListPage
  readonly from: string
  readonly more: KeptViewFields
}

/** Returns the agenda page. */
export function agendaPage({ listed, from, more }: Agenda, chosen: ChosenFilters, plain: Site): string {
  const site = siteWithKeptFilters(plain, chosen)
  const { word } = site
  const title = listed.isPast ? word('site.past') : word('site.agenda')
  const head = html`<div class="view-head"><h1>${title}</h1></div>`
  const main = viewMain(
    { head, page, target: page, day: from, more, none: listed.none },
    chosen,
    site,
    html`${timelineMarkup(listed, page, site, more)}${legendMarkup([...listed.events, ...(listed.running?.events ?? [])], site, more)}`,
  )
  const isUnlisted = listed.page > 1 || listed.isPast || isUnlistedView(chosen, more)
  const hasToday = more.as !== 'cards' && listed.events.some((event) => firstDayOfEvent(event) === site.today)
  return sitePage(
    site,
    {
      title,
      page,
      view: 'agenda',
      todayId: hasToday ? dayAnchor(site.today) : undefined,
      isUnlisted,
      hasNothing: listed.none !== undefined,
      hasResults: listed.events.length > 0,
      feed: feedSourceOfView(chosen, site),
      fields: more,
      ...listLinkedData(listed.events, site),
    },
    main,
  )
}
