/** The days before today on phones: events that continue, and a link to the rest. */

import { lastDayOf } from '../../../../domain/time/calendar-days.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { viewPath } from '../choosing/chosen.ts'
import { firstDayOfEvent, isOver } from '../dates.ts'
import { ongoingEventLine } from '../lists/entry.ts'
import { eventClasses, type Site } from '../site.ts'
import type { KeptViewFields } from './view.ts'

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
