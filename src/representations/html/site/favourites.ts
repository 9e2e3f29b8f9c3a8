/** The page of favourites. Their ids are in its address, so that it works without scripts, on every device and for whoever has it. */
import type { ListedEvent } from '../../json/event.ts'
import { html, type Markup } from '../markup.ts'
import { isOver } from './dates.ts'
import { timelineByDay } from './event-lists.ts'
import { sitePage } from './layout.ts'
import { icon } from './pictures.ts'
import { type Site, sitePath } from './site.ts'

/** The reminders that the calendar of favourites may have: minutes before an event, and their names. */
export const reminderMinutesAndWordKeys = [
  { minutes: 15, key: 'site.favourites.minutes' },
  { minutes: 60, key: 'site.favourites.hour' },
  { minutes: 1440, key: 'site.favourites.day' },
] as const

/** The ids in an address, and the events of them that the reader may see. */
export interface Favourites {
  readonly ids: readonly number[]
  readonly events: readonly ListedEvent[]
}

const page = 'favourites'

function listOf(events: readonly ListedEvent[], isPast: boolean, site: Site): Markup {
  const listed = { events, total: events.length, page: 1, pages: 1, isPast }
  return timelineByDay(listed, site)
}

/** The form that downloads the calendar, and the button that copies the address. */
function takeAway({ ids }: Favourites, site: Site): Markup {
  const { word, root } = site
  const options = reminderMinutesAndWordKeys.map(
    ({ minutes, key }) => html`<option value="${minutes}">${word(key)}</option>`,
  )
  const address = new URL(sitePath(site, page, `ids=${ids.join(',')}`), root.base).href
  return html`<form class="take-away" method="get" action="${sitePath(site, page).replace(/\/$/, '.ics')}"><input type="hidden" name="ids" value="${ids.join(',')}"><button class="button strong">${icon('download', site)}${word('site.favourites.calendar')}</button> <span><label for="reminder">${word('site.favourites.reminder')}</label> <select id="reminder" name="reminder"><option value="">${word('site.favourites.none')}</option>${options}</select></span> <button class="button copy" type="button" data-copy="${address}" hidden>${icon('copy', site)}<span>${word('site.favourites.copy')}</span></button> <button class="button keep-favourites" type="button" hidden>${icon('star', site)}${word('site.favourites.keep')}</button></form>`
}

/** Returns the page. Without ids it says how favourites are made; a script then goes on to those of the browser. */
export function favouritesPage(favourites: Favourites, site: Site): string {
  const { word } = site
  const { ids, events } = favourites
  const title = word('site.favourites')
  const [past, coming] = [
    events.filter((event) => isOver(event, site)),
    events.filter((event) => !isOver(event, site)),
  ]
  const gone = ids.length - events.length
  const lists = html`${gone > 0 && html`<p class="notice" role="status">${word('site.favourites.gone', { count: gone })}</p>`}${
    coming.length > 0 && listOf(coming, false, site)
  }${past.length > 0 && html`<h2>${word('site.past')}</h2>${listOf([...past].reverse(), true, site)}`}`
  const main = html`<div class="view-head"><h1>${title}</h1></div><div class="favourites" data-ids="${ids.join(',')}">${
    ids.length === 0
      ? html`<p class="nothing">${word('site.favourites.how')}</p>`
      : html`${takeAway(favourites, site)}${lists}`
  }</div>`
  return sitePage(
    site,
    {
      title,
      page,
      isUnlisted: true,
      isEmpty: events.length === 0,
      fields: ids.length === 0 ? {} : { ids: ids.join(',') },
    },
    main,
  )
}
