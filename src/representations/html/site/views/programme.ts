/**
 * The programme of some days as text. Every paragraph has a class, which programs for layout read as its style: `programme-event` with
 * `title`, `when`, `where` and `cost`.
 */
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import type { ChosenFilters } from '../choosing/chosen.ts'
import { filterForm } from '../choosing/form.ts'
import { firstDayOf } from '../dates.ts'
import { textAttributes } from '../languages/text-language.ts'
import { sitePage } from '../layout.ts'
import {
  attendanceText,
  differingZone,
  eventStatusMark,
  locationLine,
  machineReadableStart,
} from '../lists/entry.ts'
import { costText } from '../price.ts'
import { eventsInDayOrder, pathOfUrl, type Site } from '../site.ts'
import { PROGRAMME_PATH, viewFeed, withKeptFilters } from './view.ts'

/** The events from one day to another, and how many more there are. */
export interface Programme {
  readonly first: string
  readonly last: string
  readonly events: readonly ListedEvent[]
  readonly left: number
}

function eventText(event: ListedEvent, site: Site): Markup {
  const { title, url, cost } = event
  const [where, mode] = [locationLine(event), attendanceText(event, site)]
  const when = html`<time class="when" datetime="${machineReadableStart(event)}">${site.dates.hours(event) ?? site.word('all-day')}</time>${differingZone(event, site)}`
  const rest = [
    where !== '' && html`<span class="where" dir="auto">${where}</span>`,
    mode !== undefined && html`<span class="mode">${mode}</span>`,
    cost !== '' && html`<span class="cost">${costText(event, site)}</span>`,
  ].filter((part) => part !== false)
  return html`<p class="programme-event">${eventStatusMark(event, site)}<a class="title" href="${pathOfUrl(url)}"${textAttributes(event.language, site)}>${title}</a> ${when}${rest.map((part) => html` · ${part}`)}</p>`
}

/** The events by the day on which they begin. What began before the first day comes last. */
function daysOf({ first, events }: Programme, site: Site): Markup {
  const running = events.filter((event) => firstDayOf(event) < first)
  const days = [...new Set(events.map(firstDayOf))].filter((day) => day >= first).sort()
  const section = (heading: Markup | string, those: readonly ListedEvent[]) =>
    html`<section class="programme-day"><h2>${heading}</h2>${those.map((event) => eventText(event, site))}</section>`
  const each = days.map((day) =>
    section(
      html`<time datetime="${day}">${site.dates.full(day)}</time>`,
      eventsInDayOrder(
        day,
        events.filter((event) => firstDayOf(event) === day),
      ),
    ),
  )
  return html`<div class="programme">${each}${running.length > 0 && section(site.word('site.band'), running)}</div>`
}

function programmeText(programme: Programme, site: Site): Markup {
  const { events, left } = programme
  const { word } = site
  const count = new Intl.NumberFormat(site.language).format(left)
  return html`${left > 0 && html`<p class="notice" role="status">${word('site.programme.left', { count })}</p>`}${
    events.length === 0 ? html`<p class="nothing">${word('site.nothing')}</p>` : daysOf(programme, site)
  }`
}

/** Returns the page of a programme; `programme` is undefined where a filter is not valid. `most` is the number of days it may have. */
export function programmePage(
  programme: Programme | undefined,
  most: number,
  chosen: ChosenFilters,
  plain: Site,
): string {
  const site = withKeptFilters(plain, chosen)
  const { word, dates } = site
  const title = word('site.programme')
  const span = programme && dates.days(programme.first, programme.last)
  const days = programme && { from: programme.first, to: programme.last }
  const shown = { ...chosen, sent: { ...chosen.sent, ...days } }
  const form = filterForm(shown, { page: PROGRAMME_PATH, hasDays: true }, site)
  const isWrong = programme === undefined
  const main = html`<div class="view-head"><h1>${span === undefined ? title : `${title}: ${span}`}</h1></div><details class="filtering"${isWrong && html` open`}><summary class="button">${word('site.filters')}</summary>${form}<p class="hint">${word('site.programme.days', { count: most })}</p></details>${
    isWrong
      ? html`<p class="notice" role="alert">${word('site.search.invalid')}</p>`
      : programmeText(programme, site)
  }`
  const head = {
    title: span === undefined ? title : `${title}: ${span}`,
    page: PROGRAMME_PATH,
    isUnlisted: true,
  }
  return sitePage(site, { ...head, fields: chosen.sent, feed: viewFeed(chosen, site) }, main)
}
