import type { Image } from '../../../../contract/resources/shared.ts'
import { licenceAddress } from '../../../../domain/text/links.ts'
import { sanitizeForPage } from '../../../../domain/text/page-html.ts'
import { plainTextOf, textWithLinksOf } from '../../../../domain/text/plain-text.ts'
import { isSoldOut } from '../../../../domain/tickets.ts'
import { lastDayOf, plusDays } from '../../../../domain/time/timestamp.ts'
import {
  eventStatusLabel,
  labelledTitle,
  onlineWebAddress,
  websiteBesidesOnlineUrl,
} from '../../../event-text.ts'
import type { Event, ListedEvent } from '../../../json/event.ts'
import type { ItemLanguages } from '../../../shown-language.ts'
import { shareImageUrl, urlOfMediaFileName } from '../../../urls.ts'
import { html, type Markup } from '../../markup.ts'
import { firstDayInSiteZone, firstDayOfEvent, isOver } from '../dates.ts'
import {
  attendanceText,
  costText,
  datesWithUnbrokenHours,
  machineReadableStart,
  textWithDifferingZone,
  ticketPriceText,
  venuesAndCitiesText,
} from '../entries.ts'
import { dayPagePath, timelineByDay } from '../event-lists.ts'
import { canonicalUrl, languagesLine, textAttributes } from '../languages.ts'
import { copyButton, sitePage } from '../layout.ts'
import { icon, iconNameForCategoryName, pictureMarkup } from '../pictures.ts'
import { colorClassesOfCategory, eventClasses, pathOfUrl, type Site, sitePath, venuesOf } from '../site.ts'
import { addressLines, directionsUrl, placeMarkup } from './places.ts'

// Lists of names and values.

/** Returns a name and its value for a description list. */
const factMarkup = (name: string, value: Markup): Markup => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

/** Returns a link to an external URL, labelled with its host. URLs that are not http(s) are shown unchanged. */
export function webLink(address: string): Markup {
  const isWeb = /^https?:/i.test(address) && URL.canParse(address)
  const shown = isWeb ? new URL(address).host.replace(/^www\./, '') : address.replace(/^(mailto|tel):/i, '')
  return html`<a href="${address}" rel="noopener nofollow" dir="ltr">${shown}</a>`
}

// The image at the head of a page.

/** Returns who made an image and its licence, below it. */
function creditMarkup({ credit = '', license = '' }: Image, { word }: Site): Markup | false {
  if (credit === '' && license === '') return false
  const address = licenceAddress(license)
  const name = license === address ? word('license') : license
  const licence =
    address === undefined ? license : html`<a href="${address}" rel="license noopener nofollow">${name}</a>`
  const by = credit !== '' && html`<span dir="auto">${word('site.picture.credit', { credit })}</span>`
  return html`<figcaption>${by}${credit !== '' && license !== '' && ' · '}${licence}</figcaption>`
}

/** Returns the image at the head of a page, with who made it. */
export function headImageMarkup({ image }: Pick<Event, 'image'>, site: Site): Markup | false {
  if (image === false) return false
  const use = {
    sizes: '(min-width: 60rem) 40rem, 100vw',
    alt: image.alt_text ?? '',
    loading: 'first' as const,
  }
  return html`<figure class="poster">${pictureMarkup(image, use)}${creditMarkup(image, site)}</figure>`
}

// Links that add an event to calendars. The service itself never requests the external sites.

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
const isAttendable = (event: Event, site: Site): boolean =>
  !isOver(event, site) && event.event_status !== 'cancelled'

/** Returns the menu of calendars. `level` is the level of its button: "strong", or "" for a lesser one. */
function addToCalendarMenu(event: Event, level: 'strong' | '', site: Site): Markup {
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

// The section about the series on the page of an occurrence (contract §10.4).

/** A series around one of its occurrences, as the reader sees it. */
interface SeriesOfOccurrence {
  /** The rule in words, in the language of the page. */
  readonly text: string
  readonly url: string
  readonly previous: ListedEvent | undefined
  /** The occurrences after this one that are ahead, soonest first. */
  readonly next: readonly ListedEvent[]
  /** The first of them that one can go to. */
  readonly following: ListedEvent | undefined
}

/** The date of an occurrence in short, without the times if they equal those of the occurrence that the page shows. */
function dateOf(event: ListedEvent, shown: ListedEvent, site: Site): string {
  const { dates, today, word } = site
  const isOneDay = firstDayOfEvent(event) === lastDayOf(event)
  const isUsual = isOneDay && dates.hours(event) === dates.hours(shown)
  const date = dates.brief({ ...event, all_day: event.all_day || isUsual }, today)
  const text = isUsual ? date : textWithDifferingZone(date, event, site)
  return labelledTitle(text, event.event_status, word)
}

/** Returns the button that leads to the next date that one can go to, for the page of a date that is over or cancelled. */
function followingDateButton(
  { following }: SeriesOfOccurrence,
  shown: ListedEvent,
  site: Site,
): Markup | false {
  return (
    following !== undefined &&
    html`<p class="following"><a class="button strong" href="${pathOfUrl(following.url)}"><span>${site.word('site.series.following', { date: dateOf(following, shown, site) })}</span></a></p>`
  )
}

/** Returns the previous and the next dates, and the link to all of them. The rule in words stands below the date. */
function seriesNote({ url, previous, next }: SeriesOfOccurrence, shown: ListedEvent, site: Site): Markup {
  const { word } = site
  const dateLink = (event: ListedEvent, rel?: 'prev' | 'next') =>
    html`<a class="chip" href="${pathOfUrl(event.url)}"${rel !== undefined && html` rel="${rel}"`}><time datetime="${machineReadableStart(event)}">${dateOf(event, shown, site)}</time></a>`
  const [first] = next
  const heading = word(first === undefined ? 'one.series' : 'site.series.next')
  const dates =
    first !== undefined &&
    html`<ul class="next-dates">${next.map((one) => html`<li>${dateLink(one, one === first ? 'next' : undefined)}</li>`)}</ul>`
  const before =
    previous !== undefined && html`<p>${word('site.series.before')} ${dateLink(previous, 'prev')}</p>`
  return html`<section class="series"><h2 class="label">${heading}</h2>${dates}${before}<p><a href="${pathOfUrl(url)}">${word('site.series.all')}</a></p></section>`
}

// The decisive parts of an event: categories, date, place, price, and what to do next.

/** The days ahead that are also said as a distance: “in 3 days”. */
const MAX_NEAR = 6

/** Returns the categories of an event, each with its icon in its colour, and whether the event is featured. */
function heroCategories({ categories, featured }: Event, site: Site): Markup | false {
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
function decisiveFactsMarkup(event: Event, series: SeriesOfOccurrence | undefined, site: Site): Markup {
  const price =
    event.cost !== '' &&
    event.event_status !== 'cancelled' &&
    html`<p class="event-price">${icon('ticket', site)}<span dir="auto"><span class="unseen">${site.word('site.cost')}: </span>${costText(event, site)}</span></p>`
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
function eventButtons(event: Event, edit: Markup | false, site: Site): Markup {
  if (!isAttendable(event, site))
    return html`<div class="actions">${shareButton(event.title, site)}${edit}</div>`
  const { word } = site
  const tickets = ticketsUrl(event)
  const isFirst = tickets === undefined && event.event_status !== 'postponed' && !isSoldOut(event)
  const [to] = event.show_map_link ? venuesOf(event).flatMap((venue) => directionsUrl(venue) ?? []) : []
  const buy =
    tickets !== undefined &&
    html`<a class="button strong" href="${tickets}" rel="noopener nofollow">${icon('ticket', site)}${word('tickets')}</a>`
  const go =
    to !== undefined &&
    html`<a class="button" href="${to}" rel="noopener nofollow">${icon('navigation', site)}${word('site.directions')}</a>`
  return html`<div class="actions">${buy}${addToCalendarMenu(event, isFirst ? 'strong' : '', site)}${go}${shareButton(event.title, site)}${edit}</div>`
}

// The tickets of an event.

/** Returns a table of the tickets with price and link, or false if there are none. */
function ticketTable({ tickets, cost_details }: Event, site: Site): Markup | false {
  if (tickets.length === 0) return false
  const { word } = site
  const rows = tickets.map(({ name, price, currency, url, availability }) => {
    const get = url !== '' && availability !== 'sold_out'
    const state =
      availability === 'in_stock' ? '' : word(availability === 'sold_out' ? 'sold-out' : 'site.pre_order')
    return html`<tr><th scope="row" dir="auto">${name}</th><td>${ticketPriceText(price, currency || (cost_details.currency_code ?? ''), site)}</td><td>${state} ${
      get &&
      html`<a class="button" href="${url}" rel="noopener nofollow">${word('site.ticket.get')}<span class="unseen">: ${name}</span></a>`
    }</td></tr>`
  })
  return html`<section class="tickets" aria-labelledby="tickets"><h2 id="tickets">${word('tickets')}</h2><table>${rows}</table></section>`
}

/** Maximum length of summaries for search engines and messengers, in characters. */
const LONGEST_SUMMARY = 300

/** Returns the beginning of the text of some HTML, cut between words. */
export const summaryOfHtml = (markup: string): string =>
  cutBetweenWords(plainTextOf(markup).replace(/\s+/g, ' '))

/** Returns the beginning of a text, cut between words. */
export function cutBetweenWords(text: string): string {
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

/** Returns the banner of an event that is cancelled, postponed, changed or sold out; where nobody can go, with the way to others of the day. */
function outcomeBanner(event: Event, site: Site): Markup | false {
  const { word } = site
  const isGone = isSoldOut(event) && !isOver(event, site)
  const labels = [eventStatusLabel(event.event_status, word), isGone && word('sold-out')].filter(Boolean)
  const before = event.previous_start_date.slice(0, 10)
  const previous = before !== '' && html` ${word('site.outcome.previous', { day: site.dates.full(before) })}`
  const others =
    (isGone || (event.event_status === 'cancelled' && !isOver(event, site))) &&
    html` <a href="${sitePath(site, dayPagePath(firstDayOfEvent(event)))}">${word('site.outcome.else')}</a>`
  return (
    labels.length > 0 &&
    html`<p class="notice outcome-notice" role="note"><strong>${labels.join(' · ')}</strong>${event.status_reason !== '' && html` ${event.status_reason}`}${previous}${others}</p>`
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

/** Returns upcoming events under a heading, with the class of what it names. */
function others(
  events: readonly ListedEvent[],
  heading: string,
  named: 'of-venue' | 'of-category',
  site: Site,
): Markup | false {
  if (events.length === 0) return false
  const listed = { events, total: events.length, page: 1, pages: 1, isPast: false }
  return html`<section class="events around ${named}"><h2>${heading}</h2>${timelineByDay(listed, site, 3)}</section>`
}

function around({ there, alike }: RelatedEvents, event: Event, site: Site): Markup {
  const [venue] = venuesOf(event)
  const [category] = event.categories
  const { word } = site
  return html`${others(there, word('site.there', { name: venue?.venue ?? '' }), 'of-venue', site)}${others(alike, word('site.alike', { name: category?.name ?? '' }), 'of-category', site)}`
}

const editLink = ({ id }: Event, { isEditable }: RelatedEvents, site: Site): Markup | false =>
  isEditable &&
  html`<a class="button plain edit" href="${sitePath(site, `desk/events/${id}`).replace(/\/$/, '')}">${site.word('edit')}</a>`

/** The parts of a site that a summary needs. */
type SummarySetting = Pick<Site, 'word' | 'dates' | 'zone'>

/** Returns when an event is and where, with “Sold out” before and what it is about after it, in one line. */
export function eventSummary(
  event: Event,
  site: SummarySetting,
  { where, about }: Readonly<Record<'where' | 'about', string>>,
): string {
  const { word, dates } = site
  const span = textWithDifferingZone(dates.span(event), event, site)
  const when = event.event_status === 'postponed' ? `${word('site.outcome.planned')} ${span}` : span
  return [isSoldOut(event) ? word('sold-out') : '', when, where, about]
    .filter((part) => part !== '')
    .join(' · ')
}

/** Returns what search engines and messengers show of an event: its date and place, then its text. */
const summaryFor = (event: Event, site: Site): string =>
  eventSummary(event, site, {
    where: venuesAndCitiesText(event),
    about: summaryOfHtml(event.excerpt) || summaryOfHtml(event.description),
  })

/** The least width of a picture that messengers show large. */
const LEAST_SHARED = 600

/** The image that messengers show: that of the event if it is large enough, otherwise one that the service draws for a public event. */
function sharedImage({ image, status, password_protected, url }: Event) {
  const isDrawn = status === 'publish' && !password_protected
  // Messengers refuse large files.
  if (image !== false && (image.width >= LEAST_SHARED || !isDrawn))
    return { alt_text: image.alt_text ?? '', ...(image.sizes.large ?? image) }
  if (!isDrawn) return image
  return { url: shareImageUrl(url), width: 1200, height: 630 }
}

/** The most characters of a title that is set in the size of titles. */
const MAX_TITLE = 90

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
    ...(event.json_ld && {
      jsonLd: { ...event.json_ld, url: canonicalUrl(page, family.languages, site) },
    }),
  }
  return sitePage(site, head, main)
}
