/** Links that add an event to calendars. The service itself never requests the external sites. */

import { textWithLinksOf } from '../../../../domain/text/text-with-links.ts'
import { lastDayOf, plusDays } from '../../../../domain/time/calendar-days.ts'
import type { Event } from '../../../json/event.ts'
import { html, type Markup } from '../../markup.ts'
import { firstDayOfEvent, isOver } from '../dates.ts'
import { icon } from '../icon.ts'
import { pathOfUrl, type Site, venuesOf } from '../site.ts'
import { copyButton } from '../subscribe-buttons.ts'
import { addressLines } from './place.ts'

/** Maximum length of the description in links to other sites, because URLs have a limited length. */
const LONGEST_TEXT = 600

const query = (pairs: Readonly<Record<string, string>>) =>
  new URLSearchParams(Object.entries(pairs).filter(([, value]) => value !== '')).toString()

const iso = (utc: string) => `${utc.replace(' ', 'T')}Z`
const basic = (text: string) => text.replace(/[-:]/g, '')

function textOf({ excerpt, description, cost, website, url }: Event): string {
  const text = textWithLinksOf(excerpt) || textWithLinksOf(description)
  const cut = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} …` : text
  const last = [cost, website, url].filter((line) => line !== '').join('\n')
  return cut === '' ? last : `${cut}\n\n${last}`
}

const whereOf = (event: Event) =>
  venuesOf(event)
    .map((venue) => [venue.venue, ...addressLines(venue, venue.venue)].join(', '))
    .join('; ')

/** Returns the exclusive end date of an all-day event: the day after its last day. */
const behind = (event: Event) => plusDays(lastDayOf(event), 1) ?? lastDayOf(event)

function google(event: Event): string {
  const { title, all_day, timezone, utc_start_date, utc_end_date } = event
  const dates = all_day ? [firstDayOfEvent(event), behind(event)] : [iso(utc_start_date), iso(utc_end_date)]
  const zone = timezone.includes('/') ? timezone : ''
  return `https://calendar.google.com/calendar/render?${query({
    action: 'TEMPLATE',
    text: title,
    dates: dates.map(basic).join('/'),
    ctz: all_day ? '' : zone,
    location: whereOf(event),
    details: textOf(event),
  })}`
}

function outlook(host: string, event: Event): string {
  const { title, all_day, utc_start_date, utc_end_date } = event
  return `https://${host}/calendar/0/deeplink/compose?${query({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: all_day ? firstDayOfEvent(event) : iso(utc_start_date),
    enddt: all_day ? behind(event) : iso(utc_end_date),
    allday: all_day ? 'true' : '',
    location: whereOf(event),
    body: textOf(event),
  })}`
}

/** Returns the button that shares the page under a title, which scripts show. */
export const shareButton = (title: string, site: Site): Markup =>
  html`<button class="button share" type="button" data-title="${title}" hidden>${icon('share-2', site)}<span>${site.word('site.share')}</span></button>`

/** Returns whether the event can still be attended: it is neither over nor cancelled. */
export const isAttendable = (event: Event, site: Site): boolean =>
  !isOver(event, site) && event.event_status !== 'cancelled'

/** Returns the menu of calendars. `level` is the level of its button: "strong", or "" for a lesser one. */
export function addToCalendarMenu(event: Event, level: 'strong' | '', site: Site): Markup {
  const { word } = site
  const ics = `${event.rest_url}.ics`
  const webcal = ics.replace(/^https?:/, 'webcal:')
  const others = [
    ['Google', google(event)],
    ['Outlook.com', outlook('outlook.live.com', event)],
    ['Microsoft 365', outlook('outlook.office.com', event)],
  ].map(([name, url]) => html`<li><a href="${url}" rel="noopener nofollow">${name}</a></li>`)
  return html`<details class="menu take"><summary class="button ${level}">${icon('calendar-plus', site)}${word('site.add')}${icon('chevron-down', site)}</summary><ul class="panel"><li><a href="${pathOfUrl(ics)}" download="${event.slug}.ics">${icon('download', site)}${word('site.add.file')}</a></li><li><a href="${webcal}">${word('site.add.program')} (Apple)</a></li>${others}<li>${copyButton(ics, site)}</li></ul></details>`
}
