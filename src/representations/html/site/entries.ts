/** An event in a list: entry, line, card. */
import { costOfEventInWords, moneyFormat } from '../../../domain/money/cost-words.ts'
import { lastDayOf, plusDays } from '../../../domain/time/timestamp.ts'
import { memoizedByText } from '../../../support/remembered.ts'
import { eventLabels } from '../../event-text.ts'
import type { ListedEvent } from '../../json/event.ts'
import { html, type Markup } from '../markup.ts'
import { firstDayInSiteZone, firstDayOfEvent, isOverToday, type StartEndAndAllDay } from './dates.ts'
import { languageLabelIfForeign, textAttributes } from './languages.ts'
import { dateCoverMarkup, initialsCoverMarkup, pictureMarkup } from './pictures.ts'
import { eventClasses, eventsInDayOrder, pathOfUrl, type Site, venuesOf } from './site.ts'

// Prices as all pages write them: in the language of the reader, without decimals that say nothing.

/** The most formats of currencies that are known. */
const MAX_FORMATS = 100

const formats = memoizedByText(MAX_FORMATS, (name) => {
  const [locale = '', currency = ''] = name.split(' ')
  return moneyFormat(locale, currency)
})

const formatOf = (locale: string, currency: string) => formats(`${locale} ${currency}`, 0)

/** Returns the cost in the form of the reader's language, with its word for “free”; unchanged if it has other words. */
export const costText = (event: ListedEvent, { word, locale }: Pick<Site, 'word' | 'locale'>): string =>
  costOfEventInWords(event, word('free'), (currency) => formatOf(locale, currency))

/** Returns a price of a ticket, in the form of the reader's language. */
export function ticketPriceText(
  price: string,
  currency: string,
  { word, locale }: Pick<Site, 'word' | 'locale'>,
): string {
  if (Number(price) === 0) return word('free')
  return currency === '' ? price : formatOf(locale, currency).format(Number(price))
}

// Events in lists: a line in the month view, an entry in all other lists.

/** Returns whether the hours of an event are those of another zone than the site's. Otherwise every time would repeat the same abbreviation. */
const isOfOtherZone = ({ timezone, all_day }: ListedEvent, { zone }: Pick<Site, 'zone'>): boolean =>
  !all_day && timezone !== zone

/** Returns the zone of an event if it differs from the site's. */
export const differingZoneMarkup = (event: ListedEvent, site: Pick<Site, 'zone'>): Markup | false =>
  isOfOtherZone(event, site) &&
  html` <abbr class="zone" title="${event.timezone}">${event.timezone_abbr}</abbr>`

/** Returns the hours or dates of an event with its zone if it differs from the site's, for places that show only text. */
export const textWithDifferingZone = (text: string, event: ListedEvent, site: Pick<Site, 'zone'>): string =>
  isOfOtherZone(event, site) ? `${text} ${event.timezone_abbr}` : text

/** Returns the machine-readable start: a date, or a time in UTC. */
export function machineReadableStart({ all_day, start_date, utc_start_date }: ListedEvent): string {
  return all_day ? start_date.slice(0, 10) : `${utc_start_date.replace(' ', 'T')}Z`
}

function whenOf(event: ListedEvent, site: Setting): Markup {
  const hours = site.dates.hours(event) ?? site.word('all-day')
  return html`<p class="when"><time datetime="${machineReadableStart(event)}">${hours}</time>${differingZoneMarkup(event, site)}</p>`
}

/** Returns the location in one line: names, and cities that the names don't mention. */
export function venuesAndCitiesText(event: ListedEvent): string {
  return venuesOf(event)
    .map(({ venue, city }) =>
      venue.includes(city) ? venue : [venue, city].filter((part) => part !== '').join(', '),
    )
    .join('; ')
}

/** Returns the location as text of a list: narrow lists leave out cities, and pages of a venue leave out an only venue. */
function whereMarkup(event: ListedEvent): Markup | false {
  const venues = venuesOf(event)
  if (venuesAndCitiesText(event) === '') return false
  const each = venues.map(({ venue, city }, at) => {
    const isCityApart = venue !== '' && city !== '' && !venue.includes(city)
    return html`${at > 0 && '; '}${venue === '' ? city : venue}${isCityApart && html`<span class="city">, ${city}</span>`}`
  })
  return html`<span class="where${venues.length > 1 && ' several'}" dir="auto">${each}</span>`
}

/** Returns the picture of an entry; without one, the initials of the event. */
const picture = (event: ListedEvent): Markup =>
  event.image === false
    ? initialsCoverMarkup(event)
    : pictureMarkup(event.image, { sizes: '6rem', loading: 'late' })

/** Returns the labels that precede the title, such as “Cancelled” or “Sold out”; nothing for a scheduled event (contract §11). */
export function eventStatusMark(event: ListedEvent, { word }: Pick<Site, 'word'>): Markup | false {
  const labels = eventLabels(event, word)
  return labels.length > 0 && html`${labels.map((label) => html`<span class="outcome">${label}</span> `)}`
}

/** Returns how an event is attended in words; undefined if it takes place on site only. */
export function attendanceText(
  { attendance_mode }: ListedEvent,
  { word }: Pick<Site, 'word'>,
): string | undefined {
  if (attendance_mode === 'offline') return undefined
  return word(attendance_mode === 'online' ? 'attendance_mode.online' : 'attendance_mode.mixed')
}

/** Returns the dates of an event, of which no line break takes the hours apart. */
export function datesWithUnbrokenHours(
  text: string,
  event: StartEndAndAllDay,
  { dates }: Pick<Site, 'dates'>,
): Markup {
  const hours = dates.hours(event)
  if (hours === undefined || !text.endsWith(hours)) return html`${text}`
  return html`${text.slice(0, -hours.length)}<span class="whole">${hours}</span>`
}

/** Heading level. */
type Level = 2 | 3 | 4

/** The parts of the site that an entry shows besides its event. All pages of a language have the same. */
type Setting = Pick<Site, 'word' | 'dates' | 'zone' | 'locale' | 'root' | 'language'>

/** The parts of an entry that depend on its list. */
interface Around {
  readonly when: Markup
  /** The level of its heading. */
  readonly level: Level
  /** The rule in words, where the entry stands for a series. */
  readonly rhythm?: string | undefined
  /** Whether it stands before the others of its day, whatever its hour: it says why. */
  readonly isPinned?: boolean
}

function entryWith(
  { when, level, rhythm = '', isPinned = false }: Around,
  event: ListedEvent,
  site: Setting,
): Markup {
  const { id, title, url, cost, password_protected, featured, categories } = event
  const where = whereMarkup(event)
  const mode = attendanceText(event, site)
  const notes = [
    rhythm !== '' && html`<span class="rhythm">${rhythm}</span>`,
    where,
    cost !== '' && html`<span class="cost">${costText(event, site)}</span>`,
    mode !== undefined && html`<span class="mark">${mode}</span>`,
    featured && html`<span class="mark">${site.word('site.featured')}</span>`,
    isPinned && html`<span class="pinned"><span class="mark">${site.word('site.pinned')}</span></span>`,
    languageLabelIfForeign(event, site),
    password_protected && html`<span class="mark">${site.word('site.protected')}</span>`,
    ...categories.map(
      (one) =>
        html`<a class="term" href="${pathOfUrl(one.url)}"${textAttributes(one.language, site)}>${one.name}</a>`,
    ),
  ].filter((note) => note !== false)
  const link = html`${eventStatusMark(event, site)}<a href="${pathOfUrl(url)}"${textAttributes(event.language, site)}>${title}</a>`
  const headings = {
    2: html`<h2 class="title">${link}</h2>`,
    3: html`<h3 class="title">${link}</h3>`,
    4: html`<h4 class="title">${link}</h4>`,
  } as const
  return html`<li data-event="${id}" class="${eventClasses(event, 'entry')}">${when}<div class="what">${headings[level]}${
    notes.length > 0 && html`<p class="notes">${notes.map((note) => html`${note} `)}</p>`
  }</div>${picture(event)}</li>`
}

/** Returns the events of a day as a list; those of today that are over as another one below. */
export function entriesMarkup(
  day: string,
  events: readonly ListedEvent[],
  site: Site,
  level: Level = 3,
): Markup {
  const isEarlier = (event: ListedEvent) => day === site.today && isOverToday(event, site)
  const entry = (event: ListedEvent) =>
    entryWith({ when: whenOf(event, site), level, isPinned: event.sticky }, event, site)
  const all = eventsInDayOrder(day, events)
  const earlier = all.filter(isEarlier).map(entry)
  const rest = all.filter((event) => !isEarlier(event)).map(entry)
  return html`${rest.length > 0 && html`<ol class="entries">${rest}</ol>`}${
    earlier.length > 0 &&
    html`<p class="label" aria-hidden="true">${site.word('site.earlier')}</p><ol class="entries ended" aria-label="${site.word('site.earlier')}">${earlier}</ol>`
  }`
}

/**
 * Returns events in the given order, each with its date in short, since its column is narrow, and with the rule in words of its series, by
 * the ids of these.
 */
export function entriesInGivenOrderMarkup(
  events: readonly ListedEvent[],
  rhythms: ReadonlyMap<number, string>,
  site: Site,
): Markup {
  const each = events.map((event) => {
    const span = lastDayIfBegun(event, site) ?? site.dates.brief(event, site.today)
    const when = html`<p class="when"><time datetime="${machineReadableStart(event)}">${datesWithUnbrokenHours(span, event, site)}</time>${differingZoneMarkup(event, site)}</p>`
    const rhythm = event.series === null ? undefined : rhythms.get(event.series.id)
    return entryWith({ when, level: 2, rhythm }, event, site)
  })
  return html`<div class="one-day"><ol class="entries ranked">${each}</ol></div>`
}

type Speech = Pick<Site, 'word' | 'dates' | 'zone' | 'root' | 'language'>

/** The days ahead of which a date without its year is clear. */
const CLEAR_DAYS = 300

/** Returns until when an event of several days goes on that began before today: `until 2 Jan`; undefined for others. */
export function lastDayIfBegun(
  event: StartEndAndAllDay,
  { dates, today, word }: Pick<Site, 'dates' | 'today' | 'word'>,
): string | undefined {
  const [first, last] = [firstDayOfEvent(event), lastDayOf(event)]
  if (first >= today || last < today || first === last) return undefined
  const isClear = last <= (plusDays(today, CLEAR_DAYS) ?? last)
  return word('site.until', { day: isClear ? dates.short(last) : dates.shortWithYear(last) })
}

/** Returns the last day of an event in short, with its year if the event began in another. */
function lastDayText(event: ListedEvent, { dates }: Pick<Site, 'dates'>): string {
  const last = lastDayOf(event)
  return firstDayOfEvent(event).startsWith(last.slice(0, 4)) ? dates.short(last) : dates.shortWithYear(last)
}

function lineAfter(time: Markup | false, event: ListedEvent, site: Speech): Markup {
  const until =
    firstDayOfEvent(event) !== lastDayOf(event) &&
    html`<span class="until">– ${lastDayText(event, site)}</span>`
  return html`<a href="${pathOfUrl(event.url)}">${time}${eventStatusMark(event, site)}<span class="name"${textAttributes(event.language, site)}>${event.title}</span> ${until}</a>`
}

/** Returns a line of an event that began earlier, with its end instead of its time. */
export const ongoingEventLine = (event: ListedEvent, site: Speech): Markup => lineAfter(false, event, site)

/** Returns a line of the month view: start time and title. */
export function monthViewEventLine(event: ListedEvent, site: Speech): Markup {
  const { all_day, start_date } = event
  const time =
    !all_day &&
    html`<span class="time">${site.dates.clock(start_date)}${differingZoneMarkup(event, site)}</span> `
  return lineAfter(time, event, site)
}

// Events as cards with their pictures.

/** The width of a picture: most of the screen, that of two columns, or of more. */
const SIZES = '(max-width: 37rem) 60vw, (max-width: 58rem) 47vw, 18rem'

/** The width of the picture of an event that leads a page. */
const LEAD_SIZES = '(max-width: 37rem) 80vw, (max-width: 80rem) 55vw, 42rem'

/** The first cards of a list are in view when the page opens. */
const IN_VIEW = 2

/** Returns the picture of a card; without one, a drawn cover. */
function cardPicture(event: ListedEvent, isInView: boolean, site: Site): Markup {
  if (event.image === false) return dateCoverMarkup(event, site)
  return pictureMarkup(event.image, { sizes: SIZES, ...(!isInView && { loading: 'late' }) })
}

/** Returns the date and hours of an event; the hours alone where `near` or its heading names its only day. */
function dateAndHours(event: ListedEvent, near: string | undefined, site: Site): string {
  const { dates, today } = site
  const isNamed =
    (near !== undefined || isOverToday(event, site)) &&
    firstDayOfEvent(event) === lastDayOf(event) &&
    !event.all_day
  return (
    (isNamed ? dates.hours(event) : undefined) ?? lastDayIfBegun(event, site) ?? dates.brief(event, today)
  )
}

/** The date and hours of an event above its title, from now: `tomorrow · 7 PM`. */
function whenOfCard(event: ListedEvent, isEarlier: boolean, site: Site): Markup {
  const isDated = !isEarlier && event.event_status !== 'postponed'
  const near = isDated ? site.dates.near(firstDayInSiteZone(event, site), site.today, 1) : undefined
  return html`<p class="when">${near !== undefined && html`<span class="relative">${near}</span> · `}<time datetime="${machineReadableStart(event)}">${datesWithUnbrokenHours(dateAndHours(event, near, site), event, site)}</time>${differingZoneMarkup(event, site)}</p>`
}

function linkTo(event: ListedEvent, site: Site): Markup {
  return html`${eventStatusMark(event, site)}<a href="${pathOfUrl(event.url)}"${textAttributes(event.language, site)}>${event.title}</a>`
}

/** Returns an event as a card. `level` is the level of its heading, `isInView` whether it is in view when the page opens. */
function card(event: ListedEvent, isInView: boolean, level: 2 | 3, site: Site): Markup {
  const { cost } = event
  const isEarlier = isOverToday(event, site)
  const notes = [
    whereMarkup(event),
    cost !== '' && html`<span class="cost">${costText(event, site)}</span>`,
    event.featured && html`<span class="mark">${site.word('site.featured')}</span>`,
    languageLabelIfForeign(event, site),
    event.password_protected && html`<span class="mark">${site.word('site.protected')}</span>`,
  ].filter((note) => note !== false)
  const link = linkTo(event, site)
  const heading = level === 2 ? html`<h2 class="title">${link}</h2>` : html`<h3 class="title">${link}</h3>`
  return html`<li data-event="${event.id}" class="${eventClasses(event, 'card', isEarlier && 'ended')}">${cardPicture(event, isInView, site)}<div class="what">${whenOfCard(event, isEarlier, site)}${heading}${
    notes.length > 0 && html`<p class="notes">${notes.map((note) => html`${note} `)}</p>`
  }</div></li>`
}

/** Returns the event that leads the front page, with a wide picture. */
export function leadingEventMarkup(event: ListedEvent, site: Site): Markup {
  const { image, cost } = event
  const shown =
    image === false
      ? dateCoverMarkup(event, site)
      : pictureMarkup(image, { sizes: LEAD_SIZES, loading: 'first' })
  const facts = [venuesAndCitiesText(event), cost === '' ? '' : costText(event, site)].filter(Boolean)
  return html`<article data-event="${event.id}" class="${eventClasses(event, 'card', 'lead-event')}">${shown}<div class="what">${whenOfCard(event, false, site)}<h2 class="title">${linkTo(event, site)}</h2>${
    facts.length > 0 && html`<p class="notes"><span dir="auto">${facts.join(' · ')}</span></p>`
  }</div></article>`
}

/** Returns the events as cards in the given order, the first of which are `inView` when the page opens. `level` is the level of their headings. */
export const cardList = (
  events: readonly ListedEvent[],
  site: Site,
  level: 2 | 3,
  inView = IN_VIEW,
): Markup => html`<ol class="cards">${events.map((event, at) => card(event, at < inView, level, site))}</ol>`

/** Returns the events as cards, by their first day. */
export function cardsByDayMarkup(
  { events }: { readonly events: readonly ListedEvent[] },
  site: Site,
): Markup {
  const isBefore = (a: ListedEvent, b: ListedEvent) =>
    firstDayOfEvent(a) === firstDayOfEvent(b) && a.sticky && !b.sticky
  const sorted = [...events].sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0))
  return cardList(sorted, site, 2)
}
