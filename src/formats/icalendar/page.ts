/** Pages of the web as calendars: their events (schema.org) are written as iCalendar, and read as any other calendar. */
import { fastiPropertyOfField } from '../../contract/resources/fields/index.ts'
import { sha256Base64Url } from '../../domain/import-source.ts'
import { urlOfAnyScheme } from '../../domain/text/links.ts'
import { eventsOfPage, type SchemaNode, schemaTypes } from '../../domain/text/page-events.ts'
import { plainTextOf } from '../../domain/text/plain-text.ts'
import { plusSeconds } from '../../domain/time/timestamp.ts'
import { contentLine, escapedTextValue, quotedParameter } from '../../representations/icalendar/line.ts'
import { isJsonObject } from '../../support/json.ts'
import { basicTime } from './text.ts'

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

/** The text of a value: of a node, its name or its value; of several, the first. */
function textOf(value: unknown): string {
  let [first] = listOf(value)
  // A loop, since names may lie within each other without an end.
  while (isJsonObject(first)) [first] = listOf(first.name ?? first['@value'])
  if (typeof first === 'string') return plainTextOf(first).trim()
  return typeof first === 'number' ? String(first) : ''
}

/** The address of a value or of a node; "" if it is none of the web. */
function addressOf(value: unknown, base: string | undefined): string {
  const [first] = listOf(value)
  const written = isJsonObject(first) ? (first.url ?? first.contentUrl ?? first['@id']) : first
  const url = typeof written === 'string' ? urlOfAnyScheme(written.trim(), base) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) ? url.href : ''
}

const texts = (name: string, value: string) =>
  value === '' ? [] : [contentLine(name, escapedTextValue(value))]
const values = (name: string, value: string) => (value === '' ? [] : [contentLine(name, value)])

/** The day after a day such as `20270504`. */
const dayAfter = (day: string) =>
  plusSeconds(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)} 00:00:00`, 86_400)
    .slice(0, 10)
    .replaceAll('-', '')

const isDay = (time: string) => /^\d{8}$/.test(time)

function timeLines({ startDate, endDate, duration }: SchemaNode): readonly string[] {
  const start = basicTime(textOf(startDate)) ?? textOf(startDate)
  const end = basicTime(textOf(endDate)) ?? ''
  const begin = isDay(start) ? contentLine('DTSTART;VALUE=DATE', start) : contentLine('DTSTART', start)
  if (isDay(end)) {
    // A last day without a time includes that day; the end of an evening is not known from it.
    const isSameDay = !isDay(start) && start.startsWith(end)
    return isSameDay ? [begin] : [begin, contentLine('DTEND;VALUE=DATE', dayAfter(end))]
  }
  if (end !== '') return [begin, contentLine('DTEND', end)]
  return [begin, ...values('DURATION', textOf(duration))]
}

/** The name and the address of a place, as LOCATION has them. */
function placeText(place: unknown): string {
  if (typeof place === 'string') return plainTextOf(place).trim()
  if (!isJsonObject(place)) return ''
  const { address } = place
  const [node] = listOf(address)
  const parts = isJsonObject(node)
    ? [
        textOf(node.streetAddress),
        [textOf(node.postalCode), textOf(node.addressLocality)].filter(Boolean).join(' '),
        textOf(node.addressRegion),
        textOf(node.addressCountry),
      ]
    : [textOf(address)]
  return [textOf(place.name), ...parts].filter((part) => part !== '').join(', ')
}

function placeLines(location: unknown, base: string | undefined): readonly string[] {
  const all = listOf(location)
  const isVirtual = (one: unknown) => isJsonObject(one) && schemaTypes(one).includes('VirtualLocation')
  const place = all.find((one) => !isVirtual(one))
  const geo = isJsonObject(place) ? listOf(place.geo)[0] : undefined
  const at = isJsonObject(geo) ? [textOf(geo.latitude), textOf(geo.longitude)] : []
  return [
    ...texts('LOCATION', placeText(place)),
    ...values('CONFERENCE;VALUE=URI', addressOf(all.find(isVirtual), base)),
    ...values('GEO', at.every((one) => /^-?\d{1,3}(?:\.\d+)?$/.test(one)) ? at.join(';') : ''),
  ]
}

function organizerLines(organizer: unknown): readonly string[] {
  const [first] = listOf(organizer)
  const name = textOf(first)
  const email = isJsonObject(first) ? textOf(first.email).replace(/^mailto:/i, '') : ''
  if (name === '') return []
  return [
    contentLine(
      `ORGANIZER;CN=${quotedParameter(name)}`,
      email === '' ? 'invalid:nomail' : `mailto:${encodeURI(email)}`,
    ),
  ]
}

/** An address that an event itself names; one within the page may be secret, as that of the page. */
const ownAddress = (value: unknown, base: string | undefined) =>
  typeof value === 'string' && /^[#?]|^\s*$/.test(value) ? '' : addressOf(value, base)

/** What events may be known by: their identifier, their own page, their name, at last their name and start. */
function namesOf(event: SchemaNode, base: string | undefined): readonly string[] {
  const id = typeof event['@id'] === 'string' ? event['@id'] : ''
  const name = textOf(event.name)
  return [
    ownAddress(id, base) || (id === '' ? '' : sha256Base64Url(id)),
    ownAddress(event.url, base),
    name === '' ? '' : sha256Base64Url(name),
    sha256Base64Url(JSON.stringify([name, textOf(event.startDate), placeText(listOf(event.location)[0])])),
  ]
}

/** Returns the UIDs of events: of the names of each, the first that no other event of the page has. */
function uidsOf(events: readonly SchemaNode[], base: string | undefined): readonly string[] {
  const all = events.map((event) => namesOf(event, base))
  const counts = new Map<string, number>()
  for (const name of all.flatMap((names) => [...new Set(names)]))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  return all.map((names) => names.find((name) => name !== '' && counts.get(name) === 1) ?? names.at(-1) ?? '')
}

/** What schema.org says of an event, and our word. Of several, the first of these tells people most. */
const statusesOfPages: Readonly<Record<string, string>> = {
  EventCancelled: 'cancelled',
  EventPostponed: 'postponed',
  EventMovedOnline: 'moved_online',
  EventRescheduled: 'rescheduled',
  EventScheduled: 'scheduled',
}

function statusLines({ eventStatus }: SchemaNode): readonly string[] {
  const said = listOf(eventStatus).map((one) => textOf(isJsonObject(one) ? one['@id'] : one).toLowerCase())
  const named = Object.entries(statusesOfPages).find(([name]) =>
    said.some((one) => one.endsWith(name.toLowerCase())),
  )
  if (named === undefined) return []
  const [, status] = named
  return status === 'cancelled'
    ? [contentLine('STATUS', 'CANCELLED')]
    : [contentLine(fastiPropertyOfField('event_status'), status)]
}

function eventLines(event: SchemaNode, uid: string, base: string | undefined): readonly string[] {
  return [
    contentLine('BEGIN', 'VEVENT'),
    contentLine('UID', escapedTextValue(uid)),
    ...timeLines(event),
    ...texts('SUMMARY', textOf(event.name)),
    ...texts('DESCRIPTION', textOf(event.description)),
    ...placeLines(event.location, base),
    ...organizerLines(event.organizer),
    ...values('URL', ownAddress(event.url, base)),
    ...values('IMAGE;VALUE=URI', addressOf(event.image, base)),
    ...statusLines(event),
    contentLine('END', 'VEVENT'),
  ]
}

/**
 * Returns the events of a page as a calendar; "" if it tells programs of none. `base` is the address of the page, `zone` the one in which
 * times with an offset are shown.
 */
export function calendarOfPage(html: string, base: string | undefined, zone: string): string {
  const { events } = eventsOfPage(html)
  if (events.length === 0) return ''
  const uids = uidsOf(events, base)
  const lines = events.flatMap((event, at) => eventLines(event, uids[at] ?? '', base))
  return [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('X-WR-TIMEZONE', escapedTextValue(zone)),
    ...lines,
    contentLine('END', 'VCALENDAR'),
  ].join('')
}
