/** Converts a VEVENT to the args of a create. Notes the properties that it does not read. */

import { eventFields, type WritableEventFieldName } from '../../contract/resources/fields/event-fields.ts'
import {
  eventFieldsWithXProperties,
  fastiPropertyOfField,
  hasStandardProperty,
} from '../../contract/resources/fields/index.ts'
import { defaultValueOf } from '../../contract/resources/fields/values.ts'
import { recordFromNames } from '../../contract/table-of.ts'
import type { CustomFields } from '../../contract/tickets-and-custom-fields.ts'
import { htmlOfText, plainTextOf } from '../../domain/text/plain-text.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { storedZoneName } from '../../domain/time/zones.ts'
import { because, type RefusalReason } from '../../problem.ts'
import { type FastiProperty, fastiPropertiesOfEvent } from '../../representations/icalendar/event.ts'
import type { EventItem, EventRecord } from '../../store/store.ts'
import { isJsonObject } from '../../support/json.ts'
import type { NoteFunction } from '../format.ts'
import type { SentObject } from '../jsonl/lines.ts'
import type { CalendarOccurrence, TimesContext } from './occurrences.ts'
import { type Component, propertyNamed, unescapedText, unescapedTexts } from './text.ts'

// Reads the X- properties of another Fasti: the values for which iCalendar has no property.

const fieldNames: readonly WritableEventFieldName[] = Object.values(eventFieldsWithXProperties).flat()

const argNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(fieldNames.map((name) => [fastiPropertyOfField(name), name])),
  'X-FASTI-TAGS': 'tags',
  'X-FASTI-COST': 'cost',
  'X-FASTI-TICKETS': 'tickets',
  'X-FASTI-CUSTOM-FIELDS': 'custom_fields',
  'X-FASTI-VENUE': 'venue',
  'X-FASTI-ORGANIZER': 'organizer',
}

/** The properties that are read here. */
const fastiPropertyNames: readonly string[] = Object.keys(argNames)

/** The extras of a component as text; none if another program wrote it. */
export function fastiPropertiesOfComponent(component: Component): readonly FastiProperty[] {
  if (propertyNamed(component, 'X-FASTI-FEATURED') === undefined) return []
  return component.properties.flatMap(({ name, value }) =>
    fastiPropertyNames.includes(name) ? [[name, value] as const] : [],
  )
}

function jsonIn(value: string): unknown {
  try {
    return JSON.parse(unescapedText(value))
  } catch {
    return undefined
  }
}

/** The arg of a field. */
function fieldIn(name: WritableEventFieldName, value: string): unknown {
  if (value === '') return defaultValueOf(eventFields[name])
  return eventFields[name].type === 'flag' ? value.toUpperCase() === 'TRUE' : unescapedText(value)
}

/**
 * Returns the args of extras, including empty ones. Venues, organizers and fields that other properties tell of are included only if
 * they are not empty.
 */
function argsOfFastiProperties(extras: readonly FastiProperty[]): SentObject {
  if (extras.length === 0) return {}
  const values = (name: string) => extras.flatMap(([own, value]) => (own === name ? [value] : []))
  const first = (name: string) => values(name)[0] ?? ''
  const many = (name: string, arg: string) => {
    const found = values(name).flatMap((value) => jsonIn(value) ?? [])
    return found.length === 0 ? {} : { [arg]: found }
  }
  const fields = fieldNames.filter(
    (name) => !hasStandardProperty(name) || first(fastiPropertyOfField(name)) !== '',
  )
  return {
    ...recordFromNames(fields, (name) => fieldIn(name, first(fastiPropertyOfField(name)))),
    tags: unescapedTexts(first('X-FASTI-TAGS')),
    cost: jsonIn(first('X-FASTI-COST')) ?? null,
    tickets: jsonIn(first('X-FASTI-TICKETS')) ?? [],
    custom_fields: jsonIn(first('X-FASTI-CUSTOM-FIELDS')) ?? {},
    ...many('X-FASTI-VENUE', 'venue'),
    ...many('X-FASTI-ORGANIZER', 'organizer'),
  }
}

/** The website: of an event of another Fasti that has none, URL is only its page there. */
export function websiteArg(website: unknown, extras: readonly FastiProperty[]): unknown {
  const isPage = extras.length > 0 && !extras.some(([name]) => name === 'X-FASTI-WEBSITE')
  return isPage && website !== undefined ? '' : website
}

/** Returns the names of the args for which the stored event has the same extras. */
export function argNamesFastiPropertiesLeaveUnchanged(
  extras: readonly FastiProperty[],
  item: EventItem,
): readonly string[] {
  if (extras.length === 0) return []
  const own = fastiPropertiesOfEvent(item)
  const said = (list: readonly FastiProperty[], name: string) =>
    JSON.stringify(list.filter(([one]) => one === name).map(([, value]) => value))
  const isSaid = (name: string) => extras.some(([one]) => one === name)
  return Object.entries(argNames).flatMap(([name, arg]) => {
    const decides = isSaid(name) || !(arg === 'venue' || arg === 'organizer' || hasStandardProperty(arg))
    return decides && said(extras, name) === said(own, name) ? [arg] : []
  })
}

/** Returns custom fields that replace all stored ones: fields that are no longer present are removed. */
export function customFieldsReplacingAllStored(sent: unknown, kept: CustomFields): unknown {
  if (!isJsonObject(sent)) return sent
  const removed = Object.keys(kept).map((name) => [name, null] as const)
  return { ...Object.fromEntries(removed), ...sent }
}

/** What LOCATION says: a place, the address of a meeting, or that an event is online. */

const LINK = /\bhttps?:\/\/[^\s<>"]+/gi

/** Hosts of maps, with the path that their maps have. */
const maps =
  /^(?:www\.)?(?:maps\.app\.goo\.gl\/|goo\.gl\/maps\/|maps\.google\.|google\.[a-z.]+\/maps|maps\.apple\.com|maps\.apple\/|openstreetmap\.org|osm\.org|bing\.com\/maps|waze\.com|ul\.waze\.com|what3words\.com|w3w\.co|share\.here\.com|wego\.here\.com|yandex\.[a-z.]+\/maps|mapy\.(?:cz|com)|g\.page\/)/i

/** Whether a link leads to a map. */
const isMap = (link: string) => maps.test(link.replace(/^https?:\/\//i, ''))

/** Services for meetings, and what their links have. */
const meetings =
  /^(?:[\w.-]*\.)?(?:zoom\.us|zoomgov\.com|teams\.microsoft\.com|teams\.live\.com|meet\.google\.com|hangouts\.google\.com|webex\.com|gotomeeting\.com|gotomeet\.me|goto\.com|meet\.jit\.si|whereby\.com|skype\.com|bluejeans\.com|ringcentral\.com|gather\.town|wonder\.me|edudip\.com|twitch\.tv|discord\.gg)(?:[/:?#]|$)|[?&](?:pwd|passcode|password)=|^(?:meet|bbb|jitsi|conference|webinar|live|stream)[\w-]*\./i

const isMeeting = (link: string) => meetings.test(link.replace(/^https?:\/\//i, ''))

const service =
  'zoom|(?:microsoft|ms)[ -]?teams|teams|google[ -]?(?:meet|hangouts?)|(?:cisco )?webex|skype|jitsi(?: meet)?|bigbluebutton|bbb|gotomeeting|go to meeting'
const remote =
  'online|on-line|virtual|virtually|virtuell|virtuel|virtuelle|virtuale|virtueel|en ligne|en línea|in linea|オンライン(?:開催)?|webinaire|livestream|live stream|videokonferenz|visioconférence|videoconferenza|videoconferencia|videoconferência|videoconferentie|ビデオ会議'
const kind =
  'meetings?|events?|call|video|conference|webinar|session|only|link|veranstaltung|treffen|besprechung|réunion|événement|évènement|riunione|evento|reunión|reunião|vergadering|bijeenkomst|evenement|会議|ミーティング'
/** Words that tell it although they are made of kinds: behind others these are read as kinds, so that each text is read in one way. */
const remoteKinds = 'webinar|video ?call|video ?conference'
const before = 'via|per|über|on|by|en|par|sur|su|por|pelo|op|als|join|in'
/** Words that tell that an event is online, without an address. */
const onlineWords = new RegExp(
  `^(?:(?:${before}) )?(?:(?:${kind})(?: (?:de|di|do|du|d'|su|no|en))? )?(?:${service}|${remote}|${remoteKinds})(?:[ -]*(?:${kind}|${service}|${remote}))*$`,
  'iu',
)

const signsBefore = ' \t\n,;:|/–—-'
const signsAfter = ' \t\n,;:|/–—<([-'

/** Where a text ends if these signs at its end are left out. */
function endWithout(text: string, signs: string): number {
  let end = text.length
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1
  return end
}

/** The text without the signs and brackets that stood around a link. */
function trimmed(text: string): string {
  const plain = text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .replace(/[([<{]\s*[)\]>}]/g, '')
  const end = endWithout(plain, signsAfter)
  let from = 0
  while (from < end && signsBefore.includes(plain.charAt(from))) from += 1
  return plain.slice(from, end)
}

/** Longer than any name and address of a place. */
const LONGEST = 20_000

/** What a text of LOCATION means. */
interface ReadLocation {
  /** The name and the address of the place; "" if it names none. */
  readonly place: string
  /** The address of the meeting; "" if there is none. */
  readonly meeting: string
  /** The page of the place; "" if there is none. */
  readonly page: string
  /** The link to a map that stands for the place; "" if there is none. */
  readonly map: string
  /** Whether it says that the event is online. */
  readonly isOnline: boolean
}

/** Reads a text of LOCATION. The address of a meeting may hold its password, so it is never part of a place. */
export function readLocation(whole: string): ReadLocation {
  const text = whole.slice(0, LONGEST)
  const links: string[] = []
  const rest = trimmed(
    text.replace(LINK, (link) => {
      const end = endWithout(link, '),.;]')
      links.push(link.slice(0, end))
      return ` ${link.slice(end)}`
    }),
  )
  const parts = rest.split(/[;|]|\s\/(?=\s)/).map((part) => part.trim())
  const places = parts.filter((part) => !onlineWords.test(trimmed(part)))
  const isWord = places.length < parts.length
  const place = isWord ? places.join(', ') : rest
  const maps = links.filter(isMap)
  const others = links.filter((link) => !isMap(link))
  // A link alone, or with a word such as “Zoom” or “Link”, is where the event is.
  const isAlone = place === '' || /^(?:link|url|join|meeting)$/i.test(place)
  const meeting = others.find(isMeeting) ?? (isAlone || isWord ? others[0] : undefined) ?? ''
  return {
    place: isAlone ? '' : place,
    meeting,
    page: meeting === '' ? (others[0] ?? '') : '',
    map: isAlone && meeting === '' ? (maps[0] ?? '') : '',
    isOnline: meeting !== '' || isWord,
  }
}

// The image of an event in a calendar.

const isImage = (type: string, address: string) =>
  /^image\//i.test(type) || (type === '' && /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i.test(address))

/** The URL of the image of a component: IMAGE, otherwise ATTACH with an image; undefined without both. */
function imageAddress({ properties }: Pick<Component, 'properties'>): string | undefined {
  const found = properties.flatMap(({ name, params, value }) => {
    const address = unescapedText(value).trim()
    const type = params.get('FMTTYPE') ?? ''
    const isMeant = name === 'IMAGE' || (name === 'ATTACH' && isImage(type, address))
    return isMeant && /^https?:\/\/\S{1,1990}$/i.test(address) ? [{ name, address }] : []
  })
  return (found.find(({ name }) => name === 'IMAGE') ?? found[0])?.address
}

// The properties of a VEVENT that an import reads. The others are noted.

/** Properties with the address of an online event. */
const meetingUrlProperties = ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL']

/** The names of the properties that an import reads. */
const propertiesRead = [
  'UID',
  'DTSTAMP',
  'CREATED',
  'LAST-MODIFIED',
  'SEQUENCE',
  'RECURRENCE-ID',
  'RRULE',
  'RDATE',
  'EXDATE',
  'DTSTART',
  'DTEND',
  'DURATION',
  'SUMMARY',
  'DESCRIPTION',
  'LOCATION',
  'GEO',
  'ORGANIZER',
  'CATEGORIES',
  'URL',
  'STATUS',
  'CLASS',
  'X-FASTI-TIMEZONE',
  'X-FASTI-LINES',
  'X-APPLE-STRUCTURED-LOCATION',
  'X-MICROSOFT-CDO-ALLDAYEVENT',
  'X-ALT-DESC',
  ...meetingUrlProperties,
  ...fastiPropertyNames,
]

/** Parts of calendars that people know by other names than those in the file. */
const knownParts = new Map([
  ['VALARM', because('reminders_left_out')],
  ['ATTENDEE', because('attendees_left_out')],
  ['ATTACH', because('attachments_left_out')],
  ['VTODO', because('tasks_left_out')],
  ['VJOURNAL', because('journal_left_out')],
  ['VFREEBUSY', because('busy_times_left_out')],
])

/** Returns the note on a part of a calendar that is not read, such as `VALARM`. */
export const calendarPartLeftOutReason = (part: string): RefusalReason =>
  knownParts.get(part) ?? because('part_left_out', { part })

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
