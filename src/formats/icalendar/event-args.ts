/** Converts a VEVENT to the args of a create. Notes the properties that it does not read. */
import { fastiPropertyOfField } from '../../contract/resources/fields/calendar.ts'
import { htmlOfText } from '../../domain/text/html-of-text.ts'
import { plainTextOf } from '../../domain/text/plain-text.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { storedZoneName } from '../../domain/time/zones.ts'
import { because } from '../../problem.ts'
import type { EventRecord } from '../../store/store.ts'
import type { SentObject } from '../jsonl/sent-line.ts'
import type { NoteFunction } from '../notes.ts'
import { argsOfFastiProperties, fastiPropertiesOfComponent } from './extras.ts'
import { readLocation } from './location.ts'
import type { CalendarOccurrence } from './occurrences.ts'
import { imageAddress } from './pictures.ts'
import { calendarPartLeftOutReason, meetingUrlProperties, propertiesRead } from './properties-read.ts'
import { type Component, propertyNamed, unescapedText, unescapedTexts } from './text/content-lines.ts'
import type { TimesContext } from './zones/event-times.ts'

/** The title of an event that has none. */
export const UNTITLED = 'Untitled'
const LONGEST_TITLE = 500
const LONGEST_NAME = 200

const clean = (text: string) => text.replace(/[^\P{Cc}\t\n]/gu, '').trim()
const cut = (text: string, most: number) => [...text].slice(0, most).join('')

/** The text of the first property with that name; "" if there is none. */
export function propertyText(component: Component, name: string): string {
  return clean(unescapedText(propertyNamed(component, name)?.value ?? ''))
}

/** Converts plain text to HTML. Some programs send HTML instead of plain text. */
function htmlOf(text: string): string {
  return /<(?:p|br|a|b|i|u|ul|ol|div|span)\b[^<>]*>/i.test(text) ? text : htmlOfText(text)
}

const LONGEST_DESCRIPTION = 262_144

/** The description as HTML (X-ALT-DESC). Of a whole document only the body. "" if there is none. */
export function htmlDescription(component: Component): string {
  const property = propertyNamed(component, 'X-ALT-DESC')
  if (property === undefined || /^text\/plain$/i.test(property.params.get('FMTTYPE') ?? '')) return ''
  const html = unescapedText(property.value).replace(/[^\P{Cc}\t\n]/gu, '')
  const body = html.slice(html.search(/<body\b/i) < 0 ? 0 : html.search(/<body\b/i))
  const inner = body
    .replace(/^<body\b[^<>]*>/i, '')
    .replace(/<\/body>[\s\S]*$/i, '')
    .trim()
  return inner.length > LONGEST_DESCRIPTION || plainTextOf(inner) === '' ? '' : inner
}

/** The text of DESCRIPTION, without the last lines that another Fasti added: they are of other fields. */
function describedText(component: Component): string {
  const text = propertyText(component, 'DESCRIPTION')
  const added = Number(propertyText(component, 'X-FASTI-LINES') || 0)
  return added > 0 ? text.split('\n').slice(0, -added).join('\n') : text
}

/** The description. Another Fasti writes the excerpt if the description is empty. */
function description(component: Component, extras: SentObject): string {
  const isExcerpt = typeof extras.excerpt === 'string' && extras.excerpt !== ''
  return htmlDescription(component) || (isExcerpt ? '' : htmlOf(describedText(component)))
}

const isWeb = (address: string) => /^https?:\/\/\S+$/i.test(address)

/** The address of an online event: of its conference, otherwise of a meeting in its location; "" without both. */
function onlineUrl(component: Component): string {
  const addresses = component.properties
    .filter(({ name }) => meetingUrlProperties.includes(name))
    .map(({ value }) => unescapedText(value).trim())
  return addresses.find(isWeb) ?? locationOf(component).meeting
}

const locationOf = (component: Component) => readLocation(propertyText(component, 'LOCATION'))

/** The attendance mode, derived from the online address and the location. */
function attendanceArgs(component: Component): SentObject {
  const online_url = onlineUrl(component)
  if (online_url === '' && !locationOf(component).isOnline) return { online_url }
  return { online_url, attendance_mode: venues(component).length > 0 ? 'mixed' : 'online' }
}

/** If the source removed the online address, or names a place instead of a word such as “Online”, the attendance mode derived from that is removed, too. */
export function argsUndoingDerivedAttendanceMode(
  { online_url, attendance_mode, venue }: SentObject,
  event: EventRecord,
  hasNoVenue: boolean,
): SentObject {
  if (online_url !== '' || attendance_mode !== undefined) return {}
  const isPlaced =
    hasNoVenue && event.attendance_mode === 'online' && Array.isArray(venue) && venue.length > 0
  return event.online_url !== '' || isPlaced ? { attendance_mode: 'offline' } : {}
}

/** The URL of its page, otherwise its online address. A page that is no web address is used only without both. */
function website(component: Component): string {
  const names = ['URL', ...meetingUrlProperties]
  const found = component.properties
    .filter(({ name }) => names.includes(name))
    .map(({ name, value }) => ({ name, address: unescapedText(value).trim() }))
    .filter(({ address }) => isWeb(address))
  return (found.find(({ name }) => name === 'URL') ?? found[0])?.address ?? propertyText(component, 'URL')
}

/** Returns the times of an occurrence as args. Another Fasti names the zone of times in UTC and of days. */
export function occurrenceDateArgs({ component, span }: CalendarOccurrence): SentObject {
  const { isDate, start, end, zone } = span
  const timezone = storedZoneName(propertyText(component, 'X-FASTI-TIMEZONE')) ?? zone.nameAt(start)
  if (isDate) {
    const [first, last] = [start, end - 1].map((epoch) => utcTimestampOfEpoch(epoch).slice(0, 10))
    return { all_day: true, start_date: first, end_date: last, timezone }
  }
  const [start_date, end_date] = [start, end].map((epoch) => `${utcTimestampOfEpoch(epoch)}Z`)
  return { all_day: false, start_date, end_date, timezone }
}

/** The place as Apple's programs write it: `geo:45.07,7.68` (RFC 5870 §3.3), with the name and the address as parameters. */
const APPLE_PLACE = 'X-APPLE-STRUCTURED-LOCATION'

function coordinates(component: Component): SentObject {
  const written = [propertyNamed(component, 'GEO'), propertyNamed(component, APPLE_PLACE)]
  for (const property of written) {
    const value = property?.value.replaceAll('\\', '') ?? ''
    const [, lat, lng] = /^\s*(?:geo:)?([+-]?[\d.]+)\s*[;,]\s*([+-]?[\d.]+)\s*(?:[;,].*)?$/i.exec(value) ?? []
    if (lat !== undefined) return { geo_lat: Number(lat), geo_lng: Number(lng) }
  }
  return {}
}

/** The venue's name is the text before the first comma or line break. */
function venues(component: Component): readonly SentObject[] {
  const { place, page } = locationOf(component)
  const [, name = '', rest = ''] = /^([^,\n]*)[,\n]?([\s\S]*)$/.exec(place) ?? []
  if (name.trim() === '') return []
  const lines = rest.split('\n').map((line) => line.trim())
  const address = lines.filter((line) => line !== '').join(', ')
  const website = page === '' ? {} : { website: page }
  return [{ venue: cut(name, LONGEST_NAME), address, ...website, ...coordinates(component) }]
}

/** Decodes an address of a `mailto:` URL (RFC 6068 §2). A malformed address stays unchanged, and is no e-mail address. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return `mailto:${address}`
  }
}

function organizers(component: Component): readonly SentObject[] {
  const organizer = propertyNamed(component, 'ORGANIZER')
  const address = /^mailto:([^\s@?]+(?:@|%40)[^\s@?]+)/i.exec(organizer?.value ?? '')?.[1] ?? ''
  const email = decoded(address)
  const name = cut(clean(organizer?.params.get('CN') ?? '') || email.replace(/^mailto:/, ''), LONGEST_NAME)
  return name === '' ? [] : [{ organizer: name, email }]
}

function categories({ properties }: Component): readonly string[] {
  const names = properties
    .filter(({ name }) => name === 'CATEGORIES')
    .flatMap(({ value }) => unescapedTexts(value))
  return names.map((name) => cut(clean(name), LONGEST_NAME)).filter((name) => name !== '')
}

/** Notes the properties of the component that are not read. */
export function noteUnreadProperties({ properties, components }: Component, note: NoteFunction): void {
  const image = imageAddress({ properties })
  for (const { name, value, written } of properties) {
    if (written !== undefined)
      note(because('value_repaired', { part: name, text: written.slice(0, 100), read: value.slice(0, 100) }))
    const isTaken =
      image !== undefined && (name === 'IMAGE' || name === 'ATTACH') && unescapedText(value).trim() === image
    if (!isTaken && !propertiesRead.includes(name)) note(calendarPartLeftOutReason(name))
  }
  const { map } = readLocation(unescapedText(propertyNamed({ properties }, 'LOCATION')?.value ?? ''))
  if (map !== '') note(because('location_link_left_out', { text: map.slice(0, 100) }))
  for (const { name } of components) note(calendarPartLeftOutReason(name))
}

/** Returns the args of a component except its dates. Missing values are included, so that an update clears them. */
export function argsOfComponentWithoutDates(component: Component): SentObject {
  const extras = argsOfFastiProperties(fastiPropertiesOfComponent(component))
  // Of an event of a page, which has no other extras.
  const event_status = propertyText(component, fastiPropertyOfField('event_status'))
  return {
    title: cut(propertyText(component, 'SUMMARY').replace(/\s+/g, ' '), LONGEST_TITLE) || UNTITLED,
    description: description(component, extras),
    website: website(component),
    venue: venues(component),
    organizer: organizers(component),
    categories: categories(component),
    ...attendanceArgs(component),
    ...(event_status !== '' && { event_status }),
    ...extras,
    image: imageAddress(component),
  }
}

/** The status that the calendar gives a new event: private if it marks it so; "" if it says nothing, so that the import decides. */
export function statusFromClass(component: Component): string {
  return /^(?:PRIVATE|CONFIDENTIAL)$/i.test(propertyText(component, 'CLASS')) ? 'private' : ''
}

/** Whether a component cancels its event; `bare` if it has no other information about the event. */
export type BareOrWholeCancellation = false | 'whole' | 'bare'

/** A cancellation message (RFC 5546 §3.2.5), and a component without a title, have no other information about the event. */
export function cancellationKindOrFalse(
  component: Component,
  { isCancelling }: Pick<TimesContext, 'isCancelling'>,
): BareOrWholeCancellation {
  if (isCancelling) return 'bare'
  if (propertyText(component, 'STATUS').toUpperCase() !== 'CANCELLED') return false
  return propertyText(component, 'SUMMARY') === '' ? 'bare' : 'whole'
}
