/** Events of other servers as the args of ours. */

import { titleFieldAndColumnByResource } from '../contract/resources/fields/index.ts'
import { httpAddress } from '../domain/text/links.ts'
import { htmlOfText, plainTextOf } from '../domain/text/plain-text.ts'
import { parseDateText, resolveParsedDate } from '../domain/time/date-text.ts'
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import { storedZoneName } from '../domain/time/zones.ts'
import { labelledTitle } from '../representations/event-text.ts'
import { shareImageUrl } from '../representations/urls.ts'
import { wordingOf } from '../words/index.ts'
import { interfaceLanguageCodes } from '../words/languages.ts'
import { addressAtKey, isOneOrigin, objectsAtKey, type RemoteObject, textAtKey } from './remote-object.ts'

// The addresses in events of other servers: pages, images, and where they take place online.

/** The most parts of a list that are looked at. */
const MAX_PARTS = 50

const partsOf = (object: RemoteObject, key: string) => objectsAtKey(object, key).slice(0, MAX_PARTS)

/** Returns the address of a link or a file, which is a text, a `Link`, or a list of them; undefined if it is none. */
function addressIn(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? value : [value]
  if (typeof first === 'string') return httpAddress(first)
  const [link] = objectsAtKey({ first }, 'first')
  return httpAddress(textAtKey(link, 'href') ?? textAtKey(link, 'url') ?? '')
}

/** Returns the page of an event: of several links, the one to HTML. */
function pageAddress(object: RemoteObject): string | undefined {
  const html = partsOf(object, 'url').find((one) => textAtKey(one, 'mediaType') === 'text/html')
  return addressIn(html ?? object.url)
}

const isImage = (one: RemoteObject) =>
  textAtKey(one, 'type') === 'Image' || /^image\//i.test(textAtKey(one, 'mediaType') ?? '')

/** Returns the address of the image of an event: its own, else the first that is attached, but for the one that another Fasti draws. */
function imageAddress(object: RemoteObject): string | undefined {
  const own = typeof object.image === 'string' ? httpAddress(object.image) : undefined
  const drawn = shareImageUrl(pageAddress(object) ?? '')
  const found = [...partsOf(object, 'image'), ...partsOf(object, 'attachment').filter(isImage)]
  return (
    own ??
    found
      .map((one) => addressIn(one.url ?? one.href))
      .find((address) => address !== undefined && address !== drawn)
  )
}

/** Returns the link that Mobilizon and we attach for the online address. */
function attachedLink(object: RemoteObject): string | undefined {
  const links = partsOf(object, 'attachment').filter((one) => textAtKey(one, 'type') === 'Link')
  const named = links.find((one) => textAtKey(one, 'name') === 'Website') ?? links[0]
  return named && addressIn(named.href ?? named.url)
}

/** Returns whether a location, or the address of a place, is on the web. */
const isVirtual = (one: RemoteObject): boolean =>
  [one, ...objectsAtKey(one, 'address')].some((part) => textAtKey(part, 'type') === 'VirtualLocation')

/** Returns the online address of an event; undefined where it takes place somewhere alone. */
function onlineAddress(object: RemoteObject): string | undefined {
  const virtual = partsOf(object, 'location').find(isVirtual)
  const [address] = objectsAtKey(virtual, 'address')
  const own = virtual && (addressIn(virtual.url) ?? addressIn(address?.url))
  return own ?? (object.isOnline === true ? attachedLink(object) : undefined)
}

/** Returns how an event is attended. */
function attendanceArgs(object: RemoteObject) {
  const online_url = onlineAddress(object) ?? ''
  const isOnline = online_url !== '' || object.isOnline === true
  const hasPlace = partsOf(object, 'location').some((one) => !isVirtual(one))
  const mixed = hasPlace && object.isOnline !== true ? 'mixed' : 'online'
  return { online_url, attendance_mode: isOnline ? mixed : 'offline' }
}

/** Returns the website of an event: where one takes part, unless that is its page; else the link that it has, else its page. */
function websiteAddress(object: RemoteObject): string | undefined {
  const page = pageAddress(object)
  const outside = httpAddress(textAtKey(object, 'externalParticipationUrl') ?? '')
  const isOutside = textAtKey(object, 'joinMode') === 'external' && outside !== page
  const link = attachedLink(object)
  const isOnlineAddress = link === onlineAddress(object)
  return (isOutside ? outside : undefined) ?? (isOnlineAddress ? undefined : link) ?? page
}

// From events of other servers to the args of ours. Mobilizon, Gancio, WordPress and Mastodon-like programs each write them in their own
// way (contract §19).

// Texts of other servers.

/** Returns a text as one line without control characters, of at most so many characters. */
const boundedLine = (text: string, most: number): string =>
  [
    ...text
      .replace(/[^\P{Cc}\t\n]/gu, '')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, most)
    .join('')

// The places of events of other servers: a `Place`, a list of them, or a text.

const LONGEST_NAME = 200
const LONGEST_PART = 500

/** Returns a coordinate, as a number or as a text that is one. */
function coordinate(place: RemoteObject, key: string, most: number): number | undefined {
  const value = place[key]
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Math.abs(number) <= most ? number : undefined
}

const part = (address: RemoteObject | undefined, key: string) =>
  boundedLine(textAtKey(address, key) ?? '', LONGEST_PART)

/** Returns the parts of an address, which is a text or a `PostalAddress`. */
function addressParts(place: RemoteObject): Readonly<Record<string, string>> {
  const text = textAtKey(place, 'address')
  if (text !== undefined) return { address: boundedLine(text, LONGEST_PART) }
  const [address] = objectsAtKey(place, 'address')
  return {
    address: part(address, 'streetAddress'),
    city: part(address, 'addressLocality'),
    zip: part(address, 'postalCode'),
    province: part(address, 'addressRegion'),
    country: part(address, 'addressCountry'),
  }
}

function venueOf(place: RemoteObject): readonly object[] {
  const { address: street = '', ...parts } = addressParts(place)
  const venue = boundedLine(textAtKey(place, 'name') ?? '', LONGEST_NAME) || street.slice(0, LONGEST_NAME)
  if (venue === '') return []
  // Where the street is not known, its name stands there, as Gancio needs one.
  const address = street === venue ? '' : street
  const [geo_lat, geo_lng] = [coordinate(place, 'latitude', 90), coordinate(place, 'longitude', 180)]
  const isLocated = geo_lat !== undefined && geo_lng !== undefined
  return [{ venue, address, ...parts, ...(isLocated && { geo_lat, geo_lng }) }]
}

/** Returns the first place of an event as an inline venue; none where there is none. */
function inlineVenuesOfRemoteEvent(object: RemoteObject): readonly object[] {
  const text = textAtKey(object, 'location')
  if (text !== undefined) return venueOf({ name: text })
  const [place] = objectsAtKey(object, 'location').filter((one) => !isVirtual(one))
  return place === undefined ? [] : venueOf(place)
}

/** Hashtags that are read of an event. */
const MAX_HASHTAGS = 20
const LONGEST_TERM = 100

const ISO = /^\d{4}-\d\d-\d\d(?:t\d\d:\d\d(?::\d\d)?(?:z|[+-]\d\d:?\d\d)?)?$/i

/** Returns a time as the API reads it; undefined for another text, such as one relative to now. */
function timeOf(object: RemoteObject, key: string): string | undefined {
  const text = textAtKey(object, key)?.replace(/\.\d{1,9}(?=z|[+-]|$)/i, '')
  return text !== undefined && ISO.test(text) ? text : undefined
}

/** Returns the instant of a time, in seconds since 1970 UTC; undefined if there is none. */
function instantOf(text: string | undefined, zone: string, { now }: Moment): number | undefined {
  const parsed = text === undefined ? undefined : parseDateText(text)
  return parsed && resolveParsedDate(parsed, zone, now)?.epoch
}

/** Returns whether times are those of whole days, as we send them. */
const areDays = (start: string, end: string) => /t00:00:00/i.test(start) && /t23:59:59/i.test(end)

/** Returns when an event is; undefined where it does not say. One without an end ends when it starts. */
function timesOf(object: RemoteObject, moment: Moment) {
  const zone = storedZoneName(textAtKey(object, 'timezone') ?? '')
  const start = timeOf(object, 'startTime')
  if (start === undefined) return undefined
  const [startsAt, sentEnd] = [
    instantOf(start, zone ?? moment.zone, moment),
    instantOf(timeOf(object, 'endTime'), zone ?? moment.zone, moment),
  ]
  if (startsAt === undefined) return undefined
  const hasEnd = sentEnd !== undefined && sentEnd >= startsAt
  const end = hasEnd ? (timeOf(object, 'endTime') ?? start) : start
  const args = {
    start_date: start,
    end_date: end,
    timezone: zone ?? moment.zone,
    all_day: areDays(start, end),
  }
  return { args, end: hasEnd ? sentEnd : startsAt }
}

/** schema.org's names, which FEP-8a8e has, and ours. */
const statuses: Readonly<Record<string, string>> = {
  EventScheduled: 'scheduled',
  EventCancelled: 'cancelled',
  EventPostponed: 'postponed',
  EventRescheduled: 'rescheduled',
  EventMovedOnline: 'moved_online',
}

/** Returns the outcome: what is tentative is postponed only where `eventStatus` says so. */
function statusOf(object: RemoteObject): string {
  const name = textAtKey(object, 'eventStatus')?.replace(/^https?:\/\/schema\.org\//, '') ?? ''
  const known = Object.hasOwn(statuses, name) ? statuses[name] : undefined
  if (textAtKey(object, 'status')?.toUpperCase() === 'CANCELLED') return 'cancelled'
  return known ?? 'scheduled'
}

const hasMarkup = (text: string) => /<\/?[a-z][^<>]*>/i.test(text)

/** Returns a title without the state that other calendars of this kind say before it, as `eventStatus` says it, too. */
function titleWithoutLabel(title: string, status: string): string {
  const label = status === 'cancelled' || status === 'postponed' ? status : undefined
  const own = interfaceLanguageCodes
    .map((language) => label && labelledTitle('', label, wordingOf(language)))
    .find((beginning) => beginning !== undefined && title.startsWith(beginning))
  return title.slice(own?.length ?? 0) || title
}

/** Returns a text as HTML; what it has is cleaned as that of any event. */
function htmlAtKey(object: RemoteObject, key: string): string {
  const text = textAtKey(object, key) ?? ''
  const isPlain = !hasMarkup(text) || /^text\/(?:plain|markdown)$/i.test(textAtKey(object, 'mediaType') ?? '')
  return isPlain ? htmlOfText(text) : text
}

/** Returns the names of hashtags, each once. Those of digits only would be read as ids. */
function hashtagsOf(object: RemoteObject): readonly string[] {
  const names = objectsAtKey(object, 'tag')
    .filter((one) => textAtKey(one, 'type') === 'Hashtag')
    .map((one) => boundedLine((textAtKey(one, 'name') ?? '').replace(/^#+/, ''), LONGEST_TERM))
  return [...new Set(names)].filter((name) => /\D/.test(name)).slice(0, MAX_HASHTAGS)
}

/** Returns the actor that an object is attributed to, if it is of the same host: the group before the person, as Mobilizon sends both. */
export function attributedActorOf(object: RemoteObject): string | undefined {
  const [id, listed] = [addressAtKey(object, 'id'), objectsAtKey(object, 'attributedTo')[0]]
  const first = Array.isArray(object.attributedTo) ? object.attributedTo[0] : undefined
  const author =
    addressAtKey(object, 'attributedTo') ??
    addressAtKey({ first }, 'first') ??
    addressAtKey({ listed }, 'listed')
  const actor = author ?? addressAtKey(object, 'actor')
  return id !== undefined && actor !== undefined && isOneOrigin(id, actor) ? actor : undefined
}

/** Returns an event as it is read; undefined if an object is none, or says not when it is. */
export function remoteEventFromObject(object: RemoteObject, moment: Moment) {
  const [id, actor] = [addressAtKey(object, 'id'), attributedActorOf(object)]
  const status = statusOf(object)
  const name = titleWithoutLabel(plainTextOf(textAtKey(object, 'name') ?? ''), status)
  const title = boundedLine(name, titleFieldAndColumnByResource.event.most)
  const times = timesOf(object, moment)
  if (textAtKey(object, 'type') !== 'Event' || id === undefined || actor === undefined) return undefined
  if (title === '' || times === undefined) return undefined
  const changed = instantOf(timeOf(object, 'updated') ?? timeOf(object, 'published'), 'UTC', moment)
  const image = imageAddress(object)
  return {
    object: id,
    /** The actor that it is attributed to, of its own host. */
    actor,
    url: pageAddress(object) ?? id,
    // A time to come would make every later change an older one.
    updated: Math.min(changed ?? 0, epochOfInstant(moment.now)),
    end: times.end,
    /** Field → args as the API takes them. */
    fields: {
      title: { title },
      // A summary is most often made of date and place: it is no description.
      description: { description: htmlAtKey(object, 'content') },
      times: times.args,
      status: { event_status: status },
      website: { website: httpAddress(websiteAddress(object) ?? '') ?? '' },
      attendance: attendanceArgs(object),
      venue: { venue: inlineVenuesOfRemoteEvent(object) },
      image: { image: image ?? false },
    },
    hashtags: hashtagsOf(object),
    /** As args of the description, as which earlier versions read it where there was no other. */
    summary: { description: htmlAtKey(object, 'summary') },
  }
}

/** An event of another server, as far as it is read. */
export type RemoteEvent = NonNullable<ReturnType<typeof remoteEventFromObject>>
