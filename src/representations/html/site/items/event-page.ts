/** The page of an event. */

import { sanitizeForPage } from '../../../../domain/text/page-html.ts'
import { plainTextOf } from '../../../../domain/text/plain-text.ts'
import type { ItemLanguages } from '../../../item-languages.ts'
import type { Event } from '../../../json/event.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { websiteBesidesOnlineUrl } from '../../../online-address.ts'
import { eventStatusLabel, isSoldOut, labelledTitle } from '../../../outcome.ts'
import { shareImageUrl, urlOfMediaFileName } from '../../../urls.ts'
import { html, type Markup } from '../../markup.ts'
import { firstDayOfEvent, isOver } from '../dates.ts'
import { languagesLine } from '../languages/addresses.ts'
import { textAttributes } from '../languages/text-language.ts'
import { sitePage } from '../layout.ts'
import { dayPagePath } from '../lists/days.ts'
import { textWithDifferingZone, venuesAndCitiesText } from '../lists/entry.ts'
import { timelineByDay } from '../lists/timeline.ts'
import { eventClasses, pathOfUrl, type Site, sitePath, venuesOf } from '../site.ts'
import { isAttendable } from './add-to-calendar.ts'
import { factMarkup, webLink } from './facts.ts'
import { headImageMarkup } from './head-image.ts'
import { decisiveFactsMarkup, eventButtons, heroCategories } from './hero.ts'
import { placeMarkup } from './place.ts'
import { followingDateButton, type SeriesOfOccurrence, seriesNote } from './series.ts'
import { ticketTable } from './tickets.ts'

/** Maximum length of summaries for search engines and messengers, in characters. */
const LONGEST_SUMMARY = 300

/** Returns the beginning of the text of some HTML, cut between words. */
export function summaryOfHtml(markup: string): string {
  const text = plainTextOf(markup).replace(/\s+/g, ' ')
  if (text.length <= LONGEST_SUMMARY) return text
  const cut = text.slice(0, LONGEST_SUMMARY)
  const end = cut.lastIndexOf(' ')
  return `${end > 0 ? cut.slice(0, end) : cut} …`
}

/** Returns a description, which users wrote as HTML, of an item with these languages. */
export function descriptionMarkup(
  written: string,
  languages: ItemLanguages | undefined,
  site: Site,
): Markup | false {
  if (written === '') return false
  const markup = sanitizeForPage(written, urlOfMediaFileName(site.root, ''))
  return html`<div class="written"${textAttributes(languages?.written, site)}>${{ markup }}</div>`
}

/** Returns the banner of an event that is cancelled, postponed or changed; of one cancelled with the way to others of the day. */
function outcomeBanner(event: Event, site: Site): Markup | false {
  const { word } = site
  const label = eventStatusLabel(event.event_status, word)
  const before = event.previous_start_date.slice(0, 10)
  const previous = before !== '' && html` ${word('site.outcome.previous', { day: site.dates.full(before) })}`
  const day = firstDayOfEvent(event)
  const others =
    event.event_status === 'cancelled' &&
    !isOver(event, site) &&
    html` <a href="${sitePath(site, dayPagePath(day))}">${word('site.outcome.else')}</a>`
  return (
    label !== undefined &&
    html`<p class="notice outcome-notice" role="note"><strong>${label}</strong>${event.status_reason !== '' && html` ${event.status_reason}`}${previous}${others}</p>`
  )
}

function notices(event: Event, series: SeriesOfOccurrence | undefined, site: Site): Markup {
  const { word } = site
  const isPublic = event.status === 'publish'
  return html`${!isPublic && html`<p class="notice" role="note">${word('site.unpublished')}</p>`}${
    isPublic && isOver(event, site) && html`<p class="notice" role="note">${word('site.over')}</p>`
  }${series !== undefined && !isAttendable(event, site) && followingDateButton(series, event, site)}`
}

const whole = ({ parent }: RelatedEvents, site: Site) =>
  parent !== undefined &&
  html`<p class="kicker">${site.word('site.part_of')} <a href="${pathOfUrl(parent.url)}"${textAttributes(parent.language, site)}>${labelledTitle(parent.title, parent.event_status, site.word)}</a></p>`

const terms = (of: Event['tags'], site: Site) =>
  html`<ul class="terms">${of.map((one) => html`<li><a class="term" href="${pathOfUrl(one.url)}"${textAttributes(one.language, site)}>${one.name}</a></li>`)}</ul>`

/** Returns the display value of a custom field. */
function shownValue(value: string | number | boolean, { word, language }: Site): string {
  if (typeof value === 'boolean') return word(value ? 'site.yes' : 'site.no')
  return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value
}

function facts(event: Event, site: Site): Markup {
  const { word } = site
  const { organizer, group, tags, custom_fields } = event
  const website = websiteBesidesOnlineUrl(event)
  const organizers = organizer.map(
    (one) =>
      html`<li><a href="${pathOfUrl(one.url)}"${textAttributes(one.language, site)}>${one.organizer}</a></li>`,
  )
  const own = Object.values(custom_fields).map(({ label, value }) =>
    factMarkup(label, html`<span dir="auto">${shownValue(value, site)}</span>`),
  )
  return html`<dl class="facts">${[
    organizers.length > 0 && factMarkup(word('organizer'), html`<ul>${organizers}</ul>`),
    group !== null &&
      factMarkup(word('one.group'), html`<a href="${pathOfUrl(group.url)}" dir="auto">${group.name}</a>`),
    website !== '' && factMarkup(word('site.website'), webLink(website)),
    ...own,
    tags.length > 0 && factMarkup(word('tags'), terms(tags, site)),
  ]}</dl>`
}

/** The events around an event, as the reader sees them. */
export interface RelatedEvents {
  readonly parent: Event | undefined
  /** Its children. */
  readonly parts: readonly ListedEvent[]
  /** Upcoming events at its venues, and in its categories. */
  readonly there: readonly ListedEvent[]
  readonly alike: readonly ListedEvent[]
  /** The series of which it is an occurrence. */
  readonly series: SeriesOfOccurrence | undefined
  /** Undefined on a site with one language. */
  readonly languages: ItemLanguages | undefined
  /** Whether the reader may edit the event. */
  readonly isEditable: boolean
}

function programme({ parts }: RelatedEvents, site: Site): Markup | false {
  if (parts.length === 0) return false
  const listed = { events: parts, total: parts.length, page: 1, pages: 1, isPast: false }
  return html`<section class="events"><h2>${site.word('site.parts')}</h2>${timelineByDay(listed, site, 3)}</section>`
}

/** Returns upcoming events under a heading. */
function others(events: readonly ListedEvent[], heading: string, site: Site): Markup | false {
  if (events.length === 0) return false
  const listed = { events, total: events.length, page: 1, pages: 1, isPast: false }
  return html`<section class="events around"><h2>${heading}</h2>${timelineByDay(listed, site, 3)}</section>`
}

function around({ there, alike }: RelatedEvents, event: Event, site: Site): Markup {
  const [venue] = venuesOf(event)
  const [category] = event.categories
  const { word } = site
  return html`${others(there, word('site.there', { name: venue?.venue ?? '' }), site)}${others(alike, word('site.alike', { name: category?.name ?? '' }), site)}`
}

const editLink = ({ id }: Event, { isEditable }: RelatedEvents, site: Site): Markup | false =>
  isEditable &&
  html`<a class="button plain edit" href="${sitePath(site, `desk/events/${id}`).replace(/\/$/, '')}">${site.word('edit')}</a>`

/** Returns what search engines and messengers show of an event: its date and place, then its text. */
function summaryFor(event: Event, site: Site): string {
  const { word, dates } = site
  const about = summaryOfHtml(event.excerpt) || summaryOfHtml(event.description)
  const where = venuesAndCitiesText(event)
  const span = textWithDifferingZone(dates.span(event), event, site)
  const when = event.event_status === 'postponed' ? `${word('site.outcome.planned')} ${span}` : span
  return [isSoldOut(event) ? word('sold-out') : '', when, where, about]
    .filter((part) => part !== '')
    .join(' · ')
}

/** The image that messengers show: that of the event, otherwise one that the service draws for a public event. */
function sharedImage({ image, status, password_protected, url }: Event) {
  // Messengers refuse large files.
  if (image !== false) return { alt_text: image.alt_text ?? '', ...(image.sizes.large ?? image) }
  if (status !== 'publish' || password_protected) return image
  return { url: shareImageUrl(url), width: 1200, height: 630 }
}

/** The most characters of a title that is set in the size of titles. */
const MAX_TITLE = 90

/** Returns the page of an event. */
export function eventPage(event: Event, family: RelatedEvents, site: Site): string {
  const { title, excerpt, slug, status } = event
  const text = event.description === '' ? excerpt : event.description
  const { image } = event
  const isCancelled = event.event_status === 'cancelled'
  const page = `event/${encodeURIComponent(slug)}`
  const places = venuesOf(event).map((venue) => placeMarkup(venue, event, site))
  const classes = eventClasses(
    event,
    'event',
    image !== false && 'pictured',
    title.length > MAX_TITLE && 'long',
  )
  const main = html`<article data-event="${event.id}" class="${classes}"><header class="hero">${outcomeBanner(event, site)}${headImageMarkup(event, site)}<div class="hero-text">${notices(event, family.series, site)}${whole(family, site)}${heroCategories(event, site)}<h1${textAttributes(event.language, site)}>${title}</h1>${languagesLine(page, family.languages, site)}${decisiveFactsMarkup(event, family.series, site)}${eventButtons(event, editLink(event, family, site), site)}</div></header><div class="about">${descriptionMarkup(text, family.languages, site)}${!isCancelled && ticketTable(event, site)}</div><aside class="side" aria-label="${site.word('site.details')}">${family.series !== undefined && seriesNote(family.series, event, site)}${places}${facts(event, site)}</aside></article>${programme(family, site)}${around(family, event, site)}`
  const head = {
    title: labelledTitle(title, event.event_status, site.word),
    description: summaryFor(event, site),
    page,
    languages: family.languages,
    image: sharedImage(event),
    day: event.start_date.slice(0, 10),
    hasMap: event.show_map,
    // With the password, the page shows more than without it.
    isWatched: !event.password_protected,
    isUnlisted: status !== 'publish' || event.hide_from_listings,
    ...('json_ld' in event && { jsonLd: event.json_ld }),
  }
  return sitePage(site, head, main)
}
