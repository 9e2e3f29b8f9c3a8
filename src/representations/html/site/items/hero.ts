/** The decisive parts of an event: categories, date, place, price, and what to do next. */
import type { Event } from '../../../json/event.ts'
import { onlineWebAddress } from '../../../online-address.ts'
import { isSoldOut } from '../../../outcome.ts'
import { html, type Markup } from '../../markup.ts'
import { iconNameForCategoryName } from '../category-icon.ts'
import { firstDayInSiteZone, isOver } from '../dates.ts'
import { icon } from '../icon.ts'
import { textAttributes } from '../languages/text-language.ts'
import {
  attendanceText,
  datesWithUnbrokenHours,
  machineReadableStart,
  venuesAndCitiesText,
} from '../lists/entry.ts'
import { costText } from '../price.ts'
import { colorClassesOfCategory, pathOfUrl, type Site, venuesOf } from '../site.ts'
import { addToCalendarMenu, isAttendable, shareButton } from './add-to-calendar.ts'
import { directionsUrl } from './place.ts'
import type { SeriesOfOccurrence } from './series.ts'

/** The days ahead that are also said as a distance: “in 3 days”. */
const MAX_NEAR = 6

/** Returns the categories of an event, each with its icon in its colour, and whether the event is featured. */
export function heroCategories({ categories, featured }: Event, site: Site): Markup | false {
  if (categories.length === 0 && !featured) return false
  const each = categories.map(
    ({ id, name, url, language }) =>
      html`<li class="${colorClassesOfCategory(id)}"><a href="${pathOfUrl(url)}">${icon(iconNameForCategoryName(name), site)}<span${textAttributes(language, site)}>${name}</span></a></li>`,
  )
  const mark =
    featured &&
    html`<li><span class="mark">${icon('sparkles', site)} ${site.word('site.featured')}</span></li>`
  return html`<ul class="terms">${each}${mark}</ul>`
}

function when(event: Event, site: Site): Markup {
  const { word, dates, today } = site
  const isPostponed = event.event_status === 'postponed'
  const { all_day, timezone, timezone_abbr, utc_start_date, utc_end_date } = event
  const utc = (text: string) => `${text.replace(' ', 'T')}Z`
  const near =
    isAttendable(event, site) && !isPostponed
      ? dates.near(firstDayInSiteZone(event, site), today, MAX_NEAR)
      : undefined
  const isElsewhere = !all_day && timezone !== site.zone
  const zone =
    isElsewhere &&
    html` <span class="zone"><abbr title="${timezone}">${timezone_abbr}</abbr>${timezone_abbr !== timezone && html` <span class="zone-name">${timezone.replaceAll('_', ' ')}</span>`}</span>`
  const own =
    !all_day &&
    !isPostponed &&
    html`<span class="own-time" lang="${site.locale}" data-start="${utc(utc_start_date)}" data-end="${utc(utc_end_date)}" data-zone="${timezone}" hidden></span>`
  const date = html`<time datetime="${machineReadableStart(event)}">${datesWithUnbrokenHours(dates.span(event), event, site)}</time>`
  return html`<p class="event-when">${icon('calendar', site)}<span>${isPostponed ? html`${word('site.outcome.planned')} <s>${date}</s>` : date}${near !== undefined && html` <span class="relative">· ${near}</span>`}${all_day && html` <span class="zone">${word('all-day')}</span>`}${zone}</span>${own}</p>`
}

function where(event: Event, site: Site): Markup {
  const address = onlineWebAddress(event)
  const places = venuesAndCitiesText(event)
  const mode = attendanceText(event, site)
  const join =
    address !== undefined &&
    html` <a class="join" href="${address}" rel="noopener nofollow">${site.word('site.online.join')}</a>`
  return html`${places !== '' && html`<p class="event-where">${icon('map-pin', site)}<span dir="auto">${places}</span></p>`}${
    (mode !== undefined || address !== undefined) &&
    html`<p class="event-online">${icon('video', site)}<span>${mode !== undefined && html`<span class="mark">${mode}</span>`}${join}</span></p>`
  }`
}

/** Returns date, rhythm, place and price of an event, each in a line with an icon. */
export function decisiveFactsMarkup(
  event: Event,
  series: SeriesOfOccurrence | undefined,
  site: Site,
): Markup {
  const isGone = isSoldOut(event) && !isOver(event, site)
  const sold = isGone && html`<strong class="outcome">${site.word('sold-out')}</strong>`
  const cost =
    event.cost !== '' &&
    html`<span dir="auto"><span class="unseen">${site.word('site.cost')}: </span>${costText(event, site)}</span>`
  const price =
    (sold || cost) &&
    event.event_status !== 'cancelled' &&
    html`<p class="event-price">${icon('ticket', site)}<span>${sold}${sold && cost && ' · '}${cost}</span></p>`
  const rhythm =
    series !== undefined &&
    html`<p class="event-rhythm">${icon('repeat', site)}<span>${series.text}</span></p>`
  return html`<div class="decides">${when(event, site)}${rhythm}${where(event, site)}${price}</div>`
}

/** Returns where tickets are sold; undefined where none can be had. */
function ticketsUrl({ tickets }: Event): string | undefined {
  return tickets.find(({ url, availability }) => url !== '' && availability !== 'sold_out')?.url
}

/** Returns the buttons of an event, with those of editors behind. One that is over or cancelled can only be shared. */
export function eventButtons(event: Event, edit: Markup | false, site: Site): Markup {
  if (!isAttendable(event, site))
    return html`<div class="actions">${shareButton(event.title, site)}${edit}</div>`
  const { word } = site
  const tickets = ticketsUrl(event)
  const isFirst = tickets === undefined && event.event_status !== 'postponed'
  const [to] = event.show_map_link ? venuesOf(event).flatMap((venue) => directionsUrl(venue) ?? []) : []
  const buy =
    tickets !== undefined &&
    html`<a class="button strong" href="${tickets}" rel="noopener nofollow">${icon('ticket', site)}${word('tickets')}</a>`
  const go =
    to !== undefined &&
    html`<a class="button" href="${to}" rel="noopener nofollow">${icon('navigation', site)}${word('site.directions')}</a>`
  return html`<div class="actions">${buy}${addToCalendarMenu(event, isFirst ? 'strong' : '', site)}${go}${shareButton(event.title, site)}${edit}</div>`
}
