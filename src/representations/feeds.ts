/** Feeds of events for readers of news: Atom, RSS and JSON Feed. */

import { httpDateOfSeconds, utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import { zoneAbbreviation } from '../domain/time/zones.ts'
import type { EventItem, EventRecord } from '../store/store.ts'
import type { FindPageText } from '../words/index.ts'
import { labelledTitle, locationTextOfVenues } from './event-text.ts'
import { representImage } from './json/items.ts'
import { contentLanguageOfRoot, eventWithShownTexts } from './shown-language.ts'
import { baseUrlOfPages, type Root, urlOfItemPage } from './urls.ts'

// XML text and elements.

/** Escapes text for XML, and removes characters that XML forbids or discourages (XML 1.0 §2.2). */
export function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fdcf}\u{fdf0}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}

/** Returns an element with text content. `attributes` must already be escaped. */
export function xmlElement(name: string, text: string, attributes = ''): string {
  return `<${name}${attributes && ` ${attributes}`}>${xmlText(text)}</${name}>\n`
}

// The common parts of all news feed formats.

/** The root, title and URL of a feed, and the words of its language. */
export interface NewsFeedContext {
  readonly root: Root
  readonly title: string
  readonly address: string
  readonly word: FindPageText
}

/** Formats an epoch time in seconds as ISO 8601 in UTC. */
const isoUtcTime = (epoch: number) => `${utcTimestampOfEpoch(epoch).replace(' ', 'T')}Z`

function when({ all_day, start_date, end_date, start_utc, timezone }: EventRecord): string {
  const [startDay, endDay] = [start_date.slice(0, 10), end_date.slice(0, 10)]
  if (all_day === 1) return startDay === endDay ? startDay : `${startDay} – ${endDay}`
  const end = startDay === endDay ? end_date.slice(11, 16) : end_date.slice(0, 16)
  const start = start_date.slice(0, 16)
  const span = start_date === end_date ? start : `${start} – ${end}`
  return `${span} ${zoneAbbreviation(timezone, start_utc)}`
}

/** Returns HTML with date, location and description. The stored description was sanitised on write. */
function entryHtml(item: EventItem): string {
  const { record } = item
  if (item.isProtected) return `<p>${xmlText(when(record))}</p>`
  const where = locationTextOfVenues(item.venues)
  const first = where === '' ? when(record) : `${when(record)}, ${where}`
  return `<p>${xmlText(first)}</p>\n${record.description === '' ? record.excerpt : record.description}`
}

// The time of the last change of an event and its embedded items.

/** Returns the epoch time in seconds. For protected events, changes of embedded items are not revealed. */
export function eventChangeTime({ record, isProtected, venues, organizers, categories }: EventItem): number {
  const embedded = isProtected ? [] : [...venues, ...organizers, ...categories]
  return Math.max(record.modified_utc, ...embedded.map((one) => one.record.modified_utc))
}

/** Returns what an entry says of an event, in the language that its reader is shown; `updated` is in seconds since 1970 UTC. */
function newsEntry(own: EventItem, { root, word }: NewsFeedContext) {
  const event = eventWithShownTexts(own, root)
  const { record, isProtected, categories, image } = event
  return {
    record,
    /** The permanent id of the event, as a URN. */
    id: `urn:x-uid:${encodeURIComponent(record.uid)}`,
    /** With the label of the event, such as “Cancelled” (contract §11). */
    title: labelledTitle(record.title, record.event_status, word),
    url: urlOfItemPage(root, 'event', record.slug),
    markup: entryHtml(event),
    categories: isProtected ? [] : categories.map((one) => one.record.name),
    image: isProtected ? false : representImage(image, root),
    updated: Math.max(record.date_utc, eventChangeTime(event)),
  }
}

// Atom feeds of newly published events (RFC 4287).

const atomEntry = ({ record, id, title, url, markup, categories, updated }: ReturnType<typeof newsEntry>) =>
  [
    '<entry>\n',
    xmlElement('title', title),
    `<link href="${xmlText(url)}" />\n`,
    xmlElement('id', id),
    xmlElement('published', isoUtcTime(record.date_utc)),
    xmlElement('updated', isoUtcTime(updated)),
    ...categories.map((name) => `<category term="${xmlText(name)}" />\n`),
    xmlElement('content', markup, 'type="html"'),
    '</entry>\n',
  ].join('')

/** Returns the Atom feed of the events, in the given order. An empty feed has the update time 1970-01-01. */
export function atomFeed(events: readonly EventItem[], view: NewsFeedContext): string {
  const language = contentLanguageOfRoot(view.root)
  const entries = events.map((one) => newsEntry(one, view))
  const updated = Math.max(0, ...entries.map((entry) => entry.updated))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<feed xmlns="http://www.w3.org/2005/Atom"${language === undefined ? '' : ` xml:lang="${language}"`}>\n`,
    xmlElement('title', view.title),
    xmlElement('id', view.address),
    xmlElement('updated', isoUtcTime(updated)),
    xmlElement('generator', 'Fasti'),
    `<author>\n${xmlElement('name', 'Fasti')}</author>\n`,
    `<link href="${xmlText(view.address)}" rel="self" type="application/atom+xml" />\n`,
    `<link href="${xmlText(baseUrlOfPages(view.root))}" />\n`,
    ...entries.map(atomEntry),
    '</feed>\n',
  ].join('')
}

// JSON feeds of newly published events (JSON Feed 1.1, jsonfeed.org).

function jsonFeedItem(event: EventItem, view: NewsFeedContext): object {
  const { record, id, url, title, markup, categories, image, updated } = newsEntry(event, view)
  return {
    id,
    url,
    title,
    content_html: markup,
    date_published: isoUtcTime(record.date_utc),
    date_modified: isoUtcTime(updated),
    ...(image !== false && { image: image.url }),
    ...(categories.length > 0 && { tags: categories }),
  }
}

/** Returns the JSON feed of the events, in the given order. */
export function jsonFeed(events: readonly EventItem[], view: NewsFeedContext): string {
  const language = contentLanguageOfRoot(view.root)
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: view.title,
    home_page_url: baseUrlOfPages(view.root),
    feed_url: view.address,
    ...(language !== undefined && { language }),
    items: events.map((one) => jsonFeedItem(one, view)),
  })
}

// RSS 2.0 feeds of newly published events.

/** Formats an epoch time in seconds as an RFC 822 date with a four-digit year: `04 May 2027 18:00:00 +0000`. */
const mailDate = (epoch: number): string =>
  httpDateOfSeconds(epoch).slice('Tue, '.length).replace('GMT', '+0000')

/** Escapes `<`, because RSS does not define whether titles are text or HTML; readers of both kinds then show a bracket. */
const titleOf = (title: string) => title.replaceAll('<', '&lt;')

function rssItem(event: EventItem, view: NewsFeedContext): string {
  const { record, id, url, title, markup, categories } = newsEntry(event, view)
  return [
    '<item>\n',
    xmlElement('title', titleOf(title)),
    xmlElement('link', url),
    xmlElement('guid', id, 'isPermaLink="false"'),
    // The plugin's clients read the start of an event from it.
    xmlElement('pubDate', mailDate(view.root.dialect === undefined ? record.date_utc : record.start_utc)),
    ...categories.map((name) => xmlElement('category', name)),
    xmlElement('description', markup),
    '</item>\n',
  ].join('')
}

/** Returns the RSS feed of the events, in the given order. */
export function rssFeed(events: readonly EventItem[], view: NewsFeedContext): string {
  const language = contentLanguageOfRoot(view.root)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>\n',
    xmlElement('title', titleOf(view.title)),
    xmlElement('link', baseUrlOfPages(view.root)),
    xmlElement('description', titleOf(view.title)),
    ...(language === undefined ? [] : [xmlElement('language', language)]),
    xmlElement('generator', 'Fasti'),
    `<atom:link href="${xmlText(view.address)}" rel="self" type="application/rss+xml" />\n`,
    ...events.map((one) => rssItem(one, view)),
    '</channel>\n</rss>\n',
  ].join('')
}
