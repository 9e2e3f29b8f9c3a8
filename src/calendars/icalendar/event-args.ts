/** A VEVENT → an event as it is sent to be created. What is not read is noted. */
import { htmlOfText } from '../../domain/text/html-of-text.ts'
import { plainTextOf } from '../../domain/text/plain-text.ts'
import { utcTimestamp } from '../../domain/time/timestamp.ts'
import { zoneNamed } from '../../domain/time/zones.ts'
import type { Sent } from '../import/sent-line.ts'
import { extraArgs, extraNames, writtenExtras } from './extras.ts'
import type { Occurrence } from './occurrences.ts'
import { imageAddress } from './pictures.ts'
import { type Component, type Property, propertyNamed, textOf, textsOf } from './text/content-lines.ts'
import type { Times } from './zones/times.ts'

/** The title of an event that has none. */
export const UNTITLED = 'Untitled'
const LONGEST_TITLE = 500
const LONGEST_NAME = 200

/** Properties that say where an event is attended online. */
const meetings = ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL']

const read = [
  ...['UID', 'DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'SEQUENCE', 'RECURRENCE-ID', 'RRULE', 'RDATE', 'EXDATE'],
  ...['DTSTART', 'DTEND', 'DURATION', 'SUMMARY', 'DESCRIPTION', 'LOCATION', 'GEO', 'ORGANIZER', 'CATEGORIES'],
  ...['URL', 'STATUS', 'CLASS', 'X-FASTI-TIMEZONE'],
  ...['X-ALT-DESC', ...meetings, ...extraNames],
]

const clean = (text: string) => text.replace(/[^\P{Cc}\t\n]/gu, '').trim()
const cut = (text: string, most: number) => [...text].slice(0, most).join('')

/** The text of the first property of that name; "" where there is none. */
export function textNamed(component: Component, name: string): string {
  return clean(textOf(propertyNamed(component, name)?.value ?? ''))
}

/** Plain text as HTML; some programs send HTML in its place. */
function htmlOf(text: string): string {
  return /<(?:p|br|a|b|i|u|ul|ol|div|span)\b[^<>]*>/i.test(text) ? text : htmlOfText(text)
}

const LONGEST_DESCRIPTION = 262_144

/** The description as HTML (X-ALT-DESC): what stands in the body of a whole document; "" where there is none. */
export function formattedText(component: Component): string {
  const property = propertyNamed(component, 'X-ALT-DESC')
  if (property === undefined || /^text\/plain$/i.test(property.params.get('FMTTYPE') ?? '')) return ''
  const html = textOf(property.value).replace(/[^\P{Cc}\t\n]/gu, '')
  const body = html.slice(html.search(/<body\b/i) < 0 ? 0 : html.search(/<body\b/i))
  const inner = body
    .replace(/^<body\b[^<>]*>/i, '')
    .replace(/<\/body>[\s\S]*$/i, '')
    .trim()
  return inner.length > LONGEST_DESCRIPTION || plainTextOf(inner) === '' ? '' : inner
}

/** What it is about; a service of this kind writes its excerpt in place of a description that is empty. */
function description(component: Component, extras: Sent): string {
  const isExcerpt = typeof extras.excerpt === 'string' && extras.excerpt !== ''
  return formattedText(component) || (isExcerpt ? '' : htmlOf(textNamed(component, 'DESCRIPTION')))
}

const isWeb = (address: string) => /^https?:\/\/\S+$/i.test(address)

/** Where the event is attended online: its conference, else a location that is an address; "" if neither is there. */
function onlineUrl(component: Component): string {
  const addresses = component.properties
    .filter(({ name }) => meetings.includes(name))
    .map(({ value }) => textOf(value).trim())
  const location = textNamed(component, 'LOCATION')
  return addresses.find(isWeb) ?? (isWeb(location) ? location : '')
}

/** How the event is attended, as far as its online address and its location say. */
function attendanceArgs(component: Component): Sent {
  const online_url = onlineUrl(component)
  if (online_url === '') return { online_url }
  return { online_url, attendance_mode: venues(component).length > 0 ? 'mixed' : 'online' }
}

/** Its page, else where it meets online; a page that is no web address where it has nothing better. */
function website(component: Component): string {
  const names = ['URL', ...meetings]
  const found = component.properties
    .filter(({ name }) => names.includes(name))
    .map(({ name, value }) => ({ name, address: textOf(value).trim() }))
    .filter(({ address }) => isWeb(address))
  return (found.find(({ name }) => name === 'URL') ?? found[0])?.address ?? textNamed(component, 'URL')
}

/** When an occurrence takes place, as args. A service of this kind says the zone of what it writes in UTC, or as days. */
export function dateArgs({ component, span }: Occurrence): Sent {
  const { isDate, start, end, zone } = span
  const timezone = zoneNamed(textNamed(component, 'X-FASTI-TIMEZONE')) ?? zone.nameAt(start)
  if (isDate) {
    const [first, last] = [start, end - 1].map((epoch) => utcTimestamp(epoch).slice(0, 10))
    return { all_day: true, start_date: first, end_date: last, timezone }
  }
  const [start_date, end_date] = [start, end].map((epoch) => `${utcTimestamp(epoch)}Z`)
  return { all_day: false, start_date, end_date, timezone }
}

function coordinates(geo: Property | undefined): Sent {
  const [, lat, lng] =
    /^\s*([+-]?[\d.]+)\s*[;,]\s*([+-]?[\d.]+)\s*$/.exec(geo?.value.replaceAll('\\', '') ?? '') ?? []
  return lat === undefined ? {} : { geo_lat: Number(lat), geo_lng: Number(lng) }
}

/** Its name is what stands before the first comma or line break. */
function venues(component: Component): readonly Sent[] {
  const [, name = '', rest = ''] = /^([^,\n]*)[,\n]?([\s\S]*)$/.exec(textNamed(component, 'LOCATION')) ?? []
  if (name.trim() === '' || isWeb(textNamed(component, 'LOCATION'))) return []
  const lines = rest.split('\n').map((line) => line.trim())
  const address = lines.filter((line) => line !== '').join(', ')
  return [{ venue: cut(name, LONGEST_NAME), address, ...coordinates(propertyNamed(component, 'GEO')) }]
}

/** An address as `mailto:` encodes it (RFC 6068 §2); one that is encoded wrongly stays as it is, and is no e-mail address. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return `mailto:${address}`
  }
}

function organizers(component: Component): readonly Sent[] {
  const organizer = propertyNamed(component, 'ORGANIZER')
  const address = /^mailto:([^\s@?]+(?:@|%40)[^\s@?]+)/i.exec(organizer?.value ?? '')?.[1] ?? ''
  const email = decoded(address)
  const name = cut(clean(organizer?.params.get('CN') ?? '') || email.replace(/^mailto:/, ''), LONGEST_NAME)
  return name === '' ? [] : [{ organizer: name, email }]
}

/** A name of digits alone would be an id. */
function categories({ properties }: Component): readonly string[] {
  const names = properties.filter(({ name }) => name === 'CATEGORIES').flatMap(({ value }) => textsOf(value))
  return names.map((name) => cut(clean(name), LONGEST_NAME)).filter((name) => /\D/.test(name))
}

/** Notes what stands in the component and is not read. */
export function noteUnread({ properties, components }: Component, note: (what: string) => void): void {
  const image = imageAddress({ properties })
  for (const { name, value } of properties) {
    const isTaken =
      image !== undefined && (name === 'IMAGE' || name === 'ATTACH') && textOf(value).trim() === image
    if (!isTaken && !read.includes(name)) note(name)
  }
  for (const { name } of components) note(name)
}

/** What a component says of an event besides its dates; what it does not have is there too, to be cleared. */
export function describedArgs(component: Component): Sent {
  const extras = extraArgs(writtenExtras(component))
  return {
    title: cut(textNamed(component, 'SUMMARY').replace(/\s+/g, ' '), LONGEST_TITLE) || UNTITLED,
    description: description(component, extras),
    website: website(component),
    venue: venues(component),
    organizer: organizers(component),
    categories: categories(component),
    ...attendanceArgs(component),
    ...extras,
    image: imageAddress(component),
  }
}

/** The status of a new event: what is not for the public is private here too. */
export function statusOf(component: Component): string {
  return /^(?:PRIVATE|CONFIDENTIAL)$/i.test(textNamed(component, 'CLASS')) ? 'private' : 'publish'
}

/** Whether a component cancels its event; `bare` if it says nothing else about the event. */
export type Cancellation = false | 'whole' | 'bare'

/** A message that cancels (RFC 5546 §3.2.5), and a component without a title, say nothing else about the event. */
export function cancellationOf(
  component: Component,
  { isCancelling }: Pick<Times, 'isCancelling'>,
): Cancellation {
  if (isCancelling) return 'bare'
  if (textNamed(component, 'STATUS').toUpperCase() !== 'CANCELLED') return false
  return textNamed(component, 'SUMMARY') === '' ? 'bare' : 'whole'
}
