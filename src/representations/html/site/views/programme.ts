/**
 * The programme of some days as text. Every paragraph has a class, which programs for layout read as its style: `programme-event` with
 * `title`, `when`, `where` and `cost`.
 */
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import type { ChosenFilters } from '../choosing/chosen.ts'
import { filterForm } from '../choosing/form.ts'
import { textAttributes } from '../languages/text-language.ts'
import { sitePage } from '../layout.ts'
import {
  attendanceText,
  differingZoneMarkup,
  eventStatusMark,
  machineReadableStart,
  venuesAndCitiesText,
} from '../lists/entry.ts'
import { type Programme, programmeParts } from '../lists/programme-parts.ts'
import { costText } from '../price.ts'
import { pathOfUrl, type Site, sitePath } from '../site.ts'
import { feedSourceOfView, PROGRAMME_PATH, siteWithKeptFilters } from './view.ts'

/** Each point stays with what it follows, at the end of a line. */
function eventText(event: ListedEvent, site: Site): Markup {
  const { title, url, cost } = event
  const [where, mode] = [venuesAndCitiesText(event), attendanceText(event, site)]
  const when = html`<time class="when" datetime="${machineReadableStart(event)}">${site.dates.hours(event) ?? site.word('all-day')}</time>${differingZoneMarkup(event, site)}`
  const rest = [
    where !== '' && html`<span class="where" dir="auto">${where}</span>`,
    mode !== undefined && html`<span class="mode">${mode}</span>`,
    cost !== '' && html`<span class="cost">${costText(event, site)}</span>`,
  ].filter((part) => part !== false)
  return html`<p class="programme-event">${eventStatusMark(event, site)}<a class="title" href="${pathOfUrl(url)}"${textAttributes(event.language, site)}>${title}</a> ${when}${rest.map((part) => html`\u00a0· ${part}`)}</p>`
}

function daysOf(programme: Programme, site: Site): Markup {
  const each = programmeParts(programme).map(({ day, events }) => {
    const heading =
      day === undefined
        ? site.word('site.band')
        : html`<time datetime="${day}">${site.dates.full(day)}</time>`
    return html`<section class="programme-day"><h2>${heading}</h2>${events.map((event) => eventText(event, site))}</section>`
  })
  return html`<div class="programme">${each}</div>`
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
  const site = siteWithKeptFilters(plain, chosen)
  const { word, dates } = site
  const title = word('site.programme')
  const span = programme && dates.days(programme.first, programme.last)
  const days = programme && { from: programme.first, to: programme.last }
  const shown = { ...chosen, sent: { ...chosen.sent, ...days } }
  const form = filterForm(shown, { page: PROGRAMME_PATH, hasDays: true }, site)
  const isWrong = programme === undefined
  const styled =
    days !== undefined &&
    html`<p class="small"><a href="${sitePath(site, PROGRAMME_PATH, new URLSearchParams({ ...chosen.sent, ...days }).toString()).replace('/?', '.rtf?')}" rel="nofollow">${word('site.programme.rtf')}</a></p>`
  const main = html`<div class="view-head"><h1>${span === undefined ? title : `${title}: ${span}`}</h1></div><details class="filtering"${isWrong && html` open`}><summary class="button">${word('site.filters')}</summary>${form}<p class="hint">${word('site.programme.days', { count: most })}</p></details>${
    isWrong
      ? html`<p class="notice" role="alert">${word('site.search.invalid')}</p>`
      : html`${programmeText(programme, site)}${styled}`
  }`
  const head = {
    title: span === undefined ? title : `${title}: ${span}`,
    page: PROGRAMME_PATH,
    isUnlisted: true,
  }
  return sitePage(site, { ...head, fields: chosen.sent, feed: feedSourceOfView(chosen, site) }, main)
}
