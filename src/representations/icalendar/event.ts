/** VEVENTs (RFC 5545 §3.6.1, RFC 7986). Password-protected content is left out. */

import { eventFields, type WritableEventFieldName } from '../../contract/resources/fields/event-fields.ts'
import {
  eventFieldsWithXProperties,
  fastiPropertyOfField,
  translatableFieldsAndColumnsByResource,
} from '../../contract/resources/fields/index.ts'
import {
  fieldNamesSortedInColumnOrder,
  organizerFields,
  venueFields,
} from '../../contract/resources/fields/item-fields.ts'
import { type FieldRow, rowNamesWhere } from '../../contract/resources/fields/row.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { recordFromNames } from '../../contract/table-of.ts'
import type { TranslatedItem } from '../../domain/languages.ts'
import { shownCostFromSent } from '../../domain/money/cost.ts'
import { htmlOfText, textWithLinksOf } from '../../domain/text/plain-text.ts'
import { fixedOffset } from '../../domain/time/fixed-offset.ts'
import { basicTimestamp, plusSeconds, utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { isWallClockAtEpochRepeated } from '../../domain/time/zones.ts'
import type { EventItem, EventRecord, OrganizerRecord, VenueRecord } from '../../store/store.ts'
import { locationTextOfVenues } from '../event-text.ts'
import { eventChangeTime } from '../feeds.ts'
import { representImage } from '../json/items.ts'
import { eventWithShownTexts, languageOfText } from '../shown-language.ts'
import { type Root, urlOfItemPage } from '../urls.ts'
import { contentLine, escapedTextValue, quotedParameter } from './line.ts'
import { zoneId } from './time-zone.ts'

// X- properties for fields that iCalendar has no property for. Another Fasti instance can import them.

/** A property and its serialized value. */
export type FastiProperty = readonly [name: string, value: string]

const given = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null))

const isInCalendars = (row: FieldRow) => row.isOutOfCalendars !== true
const venueNames = fieldNamesSortedInColumnOrder(rowNamesWhere(venueFields, isInCalendars))
const organizerNames = fieldNamesSortedInColumnOrder(rowNamesWhere(organizerFields, isInCalendars))

const venueOf = (record: VenueRecord) =>
  given({ venue: record.name, ...recordFromNames(venueNames, (name) => record[name]) })
const organizerOf = (record: OrganizerRecord) =>
  given({ organizer: record.name, ...recordFromNames(organizerNames, (name) => record[name]) })

const json = (value: unknown) => escapedTextValue(JSON.stringify(value))
const unless = (none: string, name: string, value: string): readonly FastiProperty[] =>
  value === none ? [] : [[name, escapedTextValue(value)]]

const truth = (value: number) => (value === 1 ? 'TRUE' : 'FALSE')
const defaults = defaultColumnsOfRows(eventFields)

/** Whether another property tells of a value: STATUS of a cancelled event, and X-FASTI-FEATURED is always there. */
const isTold = (name: WritableEventFieldName, value: string | number) =>
  name === 'featured' || (name === 'event_status' && value === 'cancelled')

/** The fields that differ from their default. */
const fieldExtras = (
  record: EventRecord,
  names: readonly WritableEventFieldName[],
): readonly FastiProperty[] =>
  names.flatMap((name): readonly FastiProperty[] => {
    const value = record[name]
    if (value === defaults[name] || isTold(name, value)) return []
    return [[fastiPropertyOfField(name), typeof value === 'number' ? truth(value) : escapedTextValue(value)]]
  })

/** Returns the X- properties of an event in a fixed order. X-FASTI-FEATURED is always present, so an import knows that absent fields are empty. */
export function fastiPropertiesOfEvent(item: EventItem): readonly FastiProperty[] {
  const { record, tags, venues, organizers } = item
  const names = tags.map((tag) => escapedTextValue(tag.record.name)).join(',')
  return [
    ['X-FASTI-FEATURED', truth(record.featured)],
    ...fieldExtras(record, eventFieldsWithXProperties.flags),
    ...(names === '' ? [] : [['X-FASTI-TAGS', names] as const]),
    ...fieldExtras(record, eventFieldsWithXProperties.texts),
    ...unless('null', 'X-FASTI-COST', JSON.stringify(record.cost)),
    ...fieldExtras(record, eventFieldsWithXProperties.others),
    ...unless('[]', 'X-FASTI-TICKETS', JSON.stringify(record.tickets)),
    ...unless('{}', 'X-FASTI-CUSTOM-FIELDS', JSON.stringify(record.custom_fields)),
    ...venues.map((venue): FastiProperty => ['X-FASTI-VENUE', json(venueOf(venue.record))]),
    ...organizers.map((one): FastiProperty => ['X-FASTI-ORGANIZER', json(organizerOf(one.record))]),
  ]
}

/** Returns the value of the property of the description as HTML, or "" if an import can reconstruct it from the plain text. */
function htmlDescriptionValue({ record: { description, excerpt } }: EventItem): string {
  return excerpt === '' && htmlOfText(textWithLinksOf(description)) === description ? '' : description
}

/** Called with each zone that a time is written in, and its years. */
export type OnZoneUsed = (zone: string, years: readonly number[]) => void

const DAY = 86_400

const inUtc = (epoch: number) => `${basicTimestamp(utcTimestampOfEpoch(epoch))}Z`
const dayOf = (timestamp: string) => basicTimestamp(timestamp).slice(0, 8)

/** The additional parts of the VEVENT of a series, or of one of its occurrences. */
interface SeriesLines {
  /** Content lines that follow the times. */
  readonly lines: readonly string[]
  /** Whether the start is written in local time, also if the clocks repeat it: the rule follows the wall clock. */
  readonly isLocal: boolean
  readonly url: string
}

/**
 * Whether a zone is an offset such as `UTC+2`. Its times are written in UTC: POSIX gives such names the opposite sign, and programs
 * that know zones by their names follow it.
 */
const isOffset = (zone: string) => fixedOffset(zone) !== undefined

/** Writes local time with its zone. A repeated local time is written in UTC, because clients disagree about which occurrence it means. */
function timeLine(name: string, timestamp: string, epoch: number, zone: string): string {
  if (isOffset(zone) || isWallClockAtEpochRepeated(epoch, zone)) return contentLine(name, inUtc(epoch))
  return contentLine(`${name};TZID=${zoneId(zone)}`, basicTimestamp(timestamp))
}

function times(record: EventRecord, useZone: OnZoneUsed, isLocal = false): readonly string[] {
  const { start_date, end_date, start_utc, end_utc, timezone } = record
  if (record.all_day === 1) {
    const dayAfter = plusSeconds(`${end_date.slice(0, 10)} 00:00:00`, DAY)
    return [
      contentLine('DTSTART;VALUE=DATE', dayOf(start_date)),
      contentLine('DTEND;VALUE=DATE', dayOf(dayAfter)),
    ]
  }
  if (isLocal ? timezone !== 'UTC' : !isOffset(timezone))
    useZone(
      timezone,
      [start_date, end_date].map((date) => Number(date.slice(0, 4))),
    )
  const start =
    isLocal && timezone !== 'UTC'
      ? contentLine(`DTSTART;TZID=${zoneId(timezone)}`, basicTimestamp(start_date))
      : timeLine('DTSTART', start_date, start_utc, timezone)
  return end_utc === start_utc ? [start] : [start, timeLine('DTEND', end_date, end_utc, timezone)]
}

function identity(item: EventItem): readonly string[] {
  const changed = inUtc(eventChangeTime(item))
  return [
    contentLine('UID', escapedTextValue(item.record.uid)),
    contentLine('DTSTAMP', changed),
    contentLine('LAST-MODIFIED', changed),
    contentLine('SEQUENCE', String(item.record.version - 1)),
  ]
}

function geo({ venues }: EventItem): readonly string[] {
  const found = venues.find(({ record }) => record.geo_lat !== null && record.geo_lng !== null)
  return found === undefined ? [] : [contentLine('GEO', `${found.record.geo_lat};${found.record.geo_lng}`)]
}

/** Writes the first organizer as ORGANIZER, which may occur only once, and the others as CONTACT. */
function organizers({ organizers }: EventItem, own: EventItem, root: Root): readonly string[] {
  return organizers.map(({ record: { name, email, slug } }, at) => {
    const language = nameLanguage('organizer', own.organizers.slice(at, at + 1), root)
    const called = email === '' ? name : `${name} <${email}>`
    if (at > 0) return contentLine(`CONTACT${language}`, escapedTextValue(called))
    const address = email === '' ? urlOfItemPage(root, 'organizer', slug) : `mailto:${encodeURI(email)}`
    return contentLine(`ORGANIZER${language};CN=${quotedParameter(name)}`, address)
  })
}

function picture(item: EventItem, root: Root): readonly string[] {
  const shown = representImage(item.image, root)
  if (shown === false) return []
  return [contentLine(`IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=${shown.mime_type}`, shown.url)]
}

/** Writes the zone of an event whose times don't name it, because they are dates or in UTC. */
function unnamedZone({ all_day, start_utc, timezone }: EventRecord): readonly string[] {
  const isNamed = all_day === 0 && !isOffset(timezone) && !isWallClockAtEpochRepeated(start_utc, timezone)
  return isNamed ? [] : [contentLine('X-FASTI-TIMEZONE', escapedTextValue(timezone))]
}

const texted = (name: string, value: string) => (value === '' ? [] : [contentLine(name, value)])
const texts = (name: string, value: string) => texted(name, escapedTextValue(value))

const parameter = (language: string | undefined) => (language === undefined ? '' : `;LANGUAGE=${language}`)

/** The parameter with the language of the names of items, if they have one in common. */
function nameLanguage(
  kind: 'venue' | 'organizer' | 'category',
  items: readonly { readonly record: TranslatedItem & object }[],
  root: Root,
): string {
  const [field = ''] = translatableFieldsAndColumnsByResource[kind].map((one) => one.field)
  const [language, ...others] = new Set(items.map(({ record }) => languageOfText(kind, record, field, root)))
  return others.length > 0 ? '' : parameter(language)
}

/**
 * Returns the description as text. It ends with the price, the website and the page, which calendar programs show nowhere else, and
 * X-FASTI-LINES says how many lines these are, so that an import takes them off.
 */
function descriptionLines({ record }: EventItem, language: string, page: string): readonly string[] {
  const { description, excerpt, cost, website } = record
  const text = textWithLinksOf(description === '' ? excerpt : description)
  const known = [shownCostFromSent(cost, undefined).display, website === page ? '' : website, page]
  const last = known.filter((line) => line !== '').join('\n')
  return [
    ...texts(`DESCRIPTION${language}`, text === '' ? last : `${text}\n${last}`),
    contentLine('X-FASTI-LINES', String(last.split('\n').length)),
  ]
}

/** Returns the lines of what a password hides. `own` has the texts as stored, which tell the language of those of `item`. */
function unprotected(item: EventItem, own: EventItem, page: string, root: Root): readonly string[] {
  const described = item.record.description === '' ? 'excerpt' : 'description'
  const language = parameter(languageOfText('event', own.record, described, root))
  const place = locationTextOfVenues(item.venues)
  const categories = item.categories.map(({ record }) => escapedTextValue(record.name)).join(',')
  return [
    ...descriptionLines(item, language, page),
    ...texts(`X-ALT-DESC${language};FMTTYPE=text/html`, htmlDescriptionValue(item)),
    ...texts(`LOCATION${nameLanguage('venue', own.venues, root)}`, place || item.record.online_url),
    ...conference(item.record),
    ...geo(item),
    ...organizers(item, own, root),
    ...texted(`CATEGORIES${nameLanguage('category', own.categories, root)}`, categories),
    ...picture(item, root),
    ...fastiPropertiesOfEvent(item).map(([name, value]) => contentLine(name, value)),
  ]
}

/** Writes where the event is attended online (RFC 7986 §5.11). */
function conference({ online_url }: EventRecord): readonly string[] {
  return online_url === '' ? [] : [contentLine('CONFERENCE;VALUE=URI', encodedUri(online_url))]
}

/** Encodes characters that a property of type URI may not contain: spaces, control characters and quotes. */
const encodedUri = (url: string) => url.replace(/[\s\p{Cc}"]/gu, encodeURIComponent)

const statuses: Readonly<Record<EventRecord['status'], string>> = {
  publish: 'CONFIRMED',
  future: 'CONFIRMED',
  private: 'CONFIRMED',
  draft: 'TENTATIVE',
  pending: 'TENTATIVE',
  trash: 'CANCELLED',
}

/** A cancelled event stays in the calendar as cancelled; a postponed one is uncertain (contract §11). */
function statusLine({ event_status, status }: EventRecord): string {
  const isOff = event_status === 'cancelled' && status !== 'trash'
  const isUnsure = event_status === 'postponed' && statuses[status] === 'CONFIRMED'
  return contentLine('STATUS', isOff ? 'CANCELLED' : isUnsure ? 'TENTATIVE' : statuses[status])
}

/** Returns the VEVENT of an event, or with `series` that of a series or one of its occurrences. */
export function vevent(own: EventItem, root: Root, useZone: OnZoneUsed, series?: SeriesLines): string {
  const item = eventWithShownTexts(own, root)
  const { record } = item
  const language = parameter(languageOfText('event', own.record, 'title', root))
  const page = series?.url ?? urlOfItemPage(root, 'event', record.slug)
  return [
    contentLine('BEGIN', 'VEVENT'),
    ...identity(item),
    ...times(record, useZone, series?.isLocal),
    ...(series?.lines ?? []),
    ...unnamedZone(record),
    contentLine(`SUMMARY${language}`, escapedTextValue(record.title)),
    ...(item.isProtected ? [] : unprotected(item, own, page, root)),
    contentLine('URL', page),
    statusLine(record),
    ...(record.status === 'publish' ? [] : [contentLine('CLASS', 'PRIVATE')]),
    contentLine('END', 'VEVENT'),
  ].join('')
}

/**
 * Returns the cancellation of a trashed event: enough for clients to remove it, without its content. It has a SUMMARY, but
 * an empty one: calcurse 4.7 crashes on a VEVENT without it.
 */
export function veventOfTrashedEvent(item: EventItem, useZone: OnZoneUsed): string {
  return [
    contentLine('BEGIN', 'VEVENT'),
    ...identity(item),
    ...times(item.record, useZone),
    contentLine('SUMMARY', ''),
    contentLine('STATUS', 'CANCELLED'),
    contentLine('END', 'VEVENT'),
  ].join('')
}
