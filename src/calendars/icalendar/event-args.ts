/** A VEVENT → an event as it is sent to be created. What is not read is noted. */
import { zoneNamed } from '../../domain/time-zone.ts'
import { utcTimestamp } from '../../domain/timestamp.ts'
import type { Sent } from '../sent-line.ts'
import { type Component, type Property, propertyNamed, textOf, textsOf } from './content-lines.ts'
import type { Occurrence } from './occurrences.ts'

const LONGEST_TITLE = 500
const LONGEST_NAME = 200

const read = [
  ...['UID', 'DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'SEQUENCE', 'RECURRENCE-ID', 'RRULE', 'RDATE', 'EXDATE'],
  ...['DTSTART', 'DTEND', 'DURATION', 'SUMMARY', 'DESCRIPTION', 'LOCATION', 'GEO', 'ORGANIZER', 'CATEGORIES'],
  ...['URL', 'STATUS', 'CLASS', 'X-FASTI-TIMEZONE'],
]

const clean = (text: string) => text.replace(/[^\P{Cc}\t\n]/gu, '').trim()
const cut = (text: string, most: number) => [...text].slice(0, most).join('')

/** The text of the first property of that name; "" where there is none. */
export function textNamed(component: Component, name: string): string {
  return clean(textOf(propertyNamed(component, name)?.value ?? ''))
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Plain text as HTML; some programs send HTML in its place. */
function htmlOf(text: string): string {
  if (text === '' || /<(?:p|br|a|b|i|u|ul|ol|div|span)\b[^<>]*>/i.test(text)) return text
  const paragraphs = text.replace(/[&<>]/g, (mark) => marks[mark] ?? mark).split(/\n\s*\n/)
  return paragraphs.map((one) => `<p>${one.replaceAll('\n', '<br>')}</p>`).join('\n')
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
  if (name.trim() === '') return []
  const lines = rest.split('\n').map((line) => line.trim())
  const address = lines.filter((line) => line !== '').join(', ')
  return [{ venue: cut(name, LONGEST_NAME), address, ...coordinates(propertyNamed(component, 'GEO')) }]
}

function organizers(component: Component): readonly Sent[] {
  const organizer = propertyNamed(component, 'ORGANIZER')
  const email = /^mailto:([^\s@?]+@[^\s@?]+)/i.exec(organizer?.value ?? '')?.[1] ?? ''
  const name = cut(clean(organizer?.params.get('CN') ?? '') || email, LONGEST_NAME)
  return name === '' ? [] : [{ organizer: name, email: decodeURI(email) }]
}

/** A name of digits alone would be an id. */
function categories({ properties }: Component): readonly string[] {
  const names = properties.filter(({ name }) => name === 'CATEGORIES').flatMap(({ value }) => textsOf(value))
  return names.map((name) => cut(clean(name), LONGEST_NAME)).filter((name) => /\D/.test(name))
}

/** Notes what stands in the component and is not read. */
export function noteUnread({ properties, components }: Component, note: (what: string) => void): void {
  for (const { name } of properties) if (!read.includes(name)) note(name)
  for (const { name } of components) note(name)
}

/** What a component says of an event besides its dates; what it does not have is there too, to be cleared. */
export function describedArgs(component: Component): Sent {
  const url = propertyNamed(component, 'URL')?.value.trim() ?? ''
  return {
    title: cut(textNamed(component, 'SUMMARY').replace(/\s+/g, ' '), LONGEST_TITLE) || 'Untitled',
    description: htmlOf(textNamed(component, 'DESCRIPTION')),
    website: /^https?:\/\/\S+$/i.test(url) ? url : '',
    venue: venues(component),
    organizer: organizers(component),
    categories: categories(component),
  }
}

/** The status of a new event: what is not for the public is private here too. */
export function statusOf(component: Component): string {
  return /^(?:PRIVATE|CONFIDENTIAL)$/i.test(textNamed(component, 'CLASS')) ? 'private' : 'publish'
}

/** Whether the event is off. */
export function isCancelled(component: Component): boolean {
  return textNamed(component, 'STATUS').toUpperCase() === 'CANCELLED'
}
