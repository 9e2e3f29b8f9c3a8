/** Events, series and places as linked data of schema.org (contract §10.4, §11). */

import type { costDetailShapes } from '../../contract/resources/event.ts'
import {
  type AttendanceMode,
  type EventFieldName,
  type EventFlagName,
  type EventStatus,
  eventFieldsByPart,
} from '../../contract/resources/fields/event-fields.ts'
import { valuesShownWhileHidden } from '../../contract/resources/fields/values.ts'
import type { Representation } from '../../contract/resources/index.ts'
import type { ObjectOf } from '../../contract/shape.ts'
import type { PlainPrice } from '../../domain/money/cost.ts'
import { licenceAddress } from '../../domain/text/links.ts'
import { plainTextOf } from '../../domain/text/plain-text.ts'
import { epochOfUtc } from '../../domain/time/timestamp.ts'
import { epochOfWall, isoOffsetAt, wallAt } from '../../domain/time/zones.ts'
import { onlineWebAddress } from '../event-text.ts'

/** A schema.org thing, or a part of one. */
export type SchemaOrgThing = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Removes empty values, because schema.org has none. */
export function withoutEmpty(values: SchemaOrgThing): SchemaOrgThing {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) if (!isEmpty(value)) kept[name] = value
  return kept
}

// The fields that linked data is built from.

type Event = Representation<'event'>

/** The fields that an event's linked data is built from. Unlike a representation, it always has the details of the cost. */
interface EventLdFields
  extends Pick<
    Event,
    | Exclude<EventFieldName, EventFlagName>
    | ('url' | 'title' | 'image' | 'all_day' | 'no_end_time' | 'timezone' | 'tickets')
    | ('start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date')
  > {
  readonly cost_details: Pick<ObjectOf<typeof costDetailShapes>, 'currency_code' | 'values'>
}

const { event_status, attendance_mode, ...unlistedOutcome } = valuesShownWhileHidden(
  eventFieldsByPart.outcome,
)

/** The plain fields that lists on pages do not show, as empty. */
export const emptyValuesOfUnlistedFields = {
  ...valuesShownWhileHidden(eventFieldsByPart.text),
  ...valuesShownWhileHidden(eventFieldsByPart.main),
  ...unlistedOutcome,
}

// schema.org offers of events (contract §1.8).

const availability = { in_stock: 'InStock', sold_out: 'SoldOut', pre_order: 'PreOrder' } as const

const isZero = (price: string) => Number(price) === 0

function validity(wall: string, { timezone }: EventLdFields): string {
  if (wall === '') return ''
  const epoch = epochOfWall(wall, timezone)
  return `${wallAt(epoch, timezone).replace(' ', 'T')}${isoOffsetAt(timezone, epoch)}`
}

/**
 * Returns the offers of an event, from its tickets or from its cost. `apart` are the prices of a cost with several currencies; `site` is
 * the currency of the site, in which a ticket without its own is sold, and in which something is free where no other is named.
 */
function offersLd(
  event: EventLdFields,
  apart: readonly PlainPrice[],
  site: string | undefined,
): readonly SchemaOrgThing[] | SchemaOrgThing | undefined {
  const { values, currency_code } = event.cost_details
  if (event.tickets.length > 0) {
    return event.tickets.map((ticket) =>
      withoutEmpty({
        '@type': 'Offer',
        name: ticket.name,
        price: ticket.price,
        priceCurrency: ticket.currency || currency_code || site,
        url: ticket.url || event.url,
        availability: `https://schema.org/${availability[ticket.availability]}`,
        validFrom: validity(ticket.valid_from, event),
        validThrough: validity(ticket.valid_through, event),
      }),
    )
  }
  if (apart.length > 0)
    return apart.map(({ value, code }) =>
      withoutEmpty({
        '@type': 'Offer',
        price: value,
        priceCurrency: code || (isZero(value) ? site : undefined),
        url: event.url,
      }),
    )
  const [low, high] = [values[0], values.at(-1)]
  if (low === undefined) return undefined
  const isFree = values.every(isZero)
  const common = { url: event.url, priceCurrency: currency_code || (isFree ? site : undefined) }
  return low === high
    ? withoutEmpty({ '@type': 'Offer', price: low, ...common })
    : withoutEmpty({
        '@type': 'AggregateOffer',
        lowPrice: low,
        highPrice: high,
        offerCount: values.length,
        ...common,
      })
}

/** Returns true if all prices are 0, and undefined if the prices are unknown. */
function isFreeOfCharge({ tickets, cost_details: { values } }: EventLdFields): boolean | undefined {
  const prices = tickets.length > 0 ? tickets.map(({ price }) => price) : values
  return prices.length > 0 && prices.every(isZero) ? true : undefined
}

/** The part that only responses with a single item have. */
export interface WithLinkedData {
  readonly json_ld?: SchemaOrgThing
}

/** Returns the linked data of a standalone venue or organizer. */
export const wrapAsJsonLdWithContext = (ld: SchemaOrgThing): WithLinkedData => ({
  json_ld: { '@context': 'https://schema.org', ...ld },
})

/** The fields of venues and organizers. */
type Place = Omit<Representation<'venue'>, 'json_ld'>
type Organization = Omit<Representation<'organizer'>, 'json_ld'>

/** Returns an image as its address, or with who made it and its licence as a schema.org ImageObject. */
function imageLd({ image }: Pick<EventLdFields, 'image'>): string | SchemaOrgThing | undefined {
  if (image === false) return undefined
  const { url, credit = '', license = '' } = image
  if (credit === '' && license === '') return url
  return withoutEmpty({
    '@type': 'ImageObject',
    url,
    contentUrl: url,
    creditText: credit,
    license: licenceAddress(license),
  })
}

const webOnly = (website: string) => (/^https?:/i.test(website) ? website : undefined)

/** Returns a venue as a schema.org Place. */
export function placeLd(venue: Place): SchemaOrgThing {
  const address = withoutEmpty({
    streetAddress: venue.address,
    addressLocality: venue.city,
    addressRegion: venue.stateprovince,
    postalCode: venue.zip,
    addressCountry: venue.country,
  })
  const isLocated = venue.geo_lat !== null && venue.geo_lng !== null
  return withoutEmpty({
    '@type': 'Place',
    '@id': venue.url,
    name: venue.venue,
    description: plainTextOf(venue.description),
    url: venue.url,
    image: imageLd(venue),
    address: Object.keys(address).length > 0 ? { '@type': 'PostalAddress', ...address } : undefined,
    telephone: venue.phone,
    sameAs: webOnly(venue.website),
    geo: isLocated
      ? { '@type': 'GeoCoordinates', latitude: venue.geo_lat, longitude: venue.geo_lng }
      : undefined,
  })
}

/** Returns an organizer as a schema.org Organization. */
export const organizationLd = (organizer: Organization): SchemaOrgThing =>
  withoutEmpty({
    '@type': 'Organization',
    '@id': organizer.url,
    name: organizer.organizer,
    description: plainTextOf(organizer.description),
    url: organizer.url,
    image: imageLd(organizer),
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: webOnly(organizer.website),
  })

function moment(wall: string, utc: string, { all_day, timezone }: EventLdFields): string {
  return all_day ? wall.slice(0, 10) : `${wall.replace(' ', 'T')}${isoOffsetAt(timezone, epochOfUtc(utc))}`
}

/** The linked items and site data for an event's linked data. */
interface EventLinks {
  readonly venues: readonly Place[]
  readonly organizers: readonly Organization[]
  /** The URL of the parent's page, if the viewer may see the parent. */
  readonly parentUrl: string | undefined
  /** The series of an occurrence, as an EventSeries. */
  readonly series: SchemaOrgThing | undefined
  /** The currency of the site, for prices without their own: an ISO 4217 code, if any. */
  readonly currency: string | undefined
  /** The prices of a cost that has several currencies. */
  readonly apart: readonly PlainPrice[]
  /** The address of the image that the service draws of an event without one; undefined if it is not public. */
  readonly drawn: string | undefined
}

/** Search engines require an address for every place: a venue without one uses its name. */
function located(place: SchemaOrgThing): SchemaOrgThing {
  return { ...place, address: place.address ?? { '@type': 'PostalAddress', name: place.name } }
}

/** An event that was moved online takes place online, whatever its attendance mode is (contract §11). */
const modeOf = ({ attendance_mode, event_status }: EventLdFields): AttendanceMode =>
  event_status === 'moved_online' && attendance_mode === 'offline' ? 'online' : attendance_mode

/**
 * Returns the location: the venues, the address of an online event, or both of a mixed one; undefined for an event on site without a
 * venue. An online event without an address has that of its own page.
 */
function location(event: EventLdFields, { venues }: EventLinks) {
  const mode = modeOf(event)
  const url = onlineWebAddress(event) ?? webOnly(event.website) ?? event.url
  const places = mode === 'online' ? [] : venues.map((venue) => located(placeLd(venue)))
  const all = [...places, ...(mode === 'offline' ? [] : [{ '@type': 'VirtualLocation', url }])]
  return all.length < 2 ? all[0] : all
}

const statusNames: Readonly<Record<EventStatus, string>> = {
  scheduled: 'EventScheduled',
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
  rescheduled: 'EventRescheduled',
  moved_online: 'EventMovedOnline',
}

const modeNames: Readonly<Record<AttendanceMode, string>> = {
  offline: 'OfflineEventAttendanceMode',
  online: 'OnlineEventAttendanceMode',
  mixed: 'MixedEventAttendanceMode',
}

/** Returns the oldest start of a rescheduled event, with the offset of the zone at that time; undefined if there is none. */
function previousStart(event: EventLdFields): string | undefined {
  const { previous_start_date: wall, all_day, timezone } = event
  if (wall === '') return undefined
  return all_day
    ? wall.slice(0, 10)
    : `${wall.replace(' ', 'T')}${isoOffsetAt(timezone, epochOfWall(wall, timezone))}`
}

/** Returns the parent, the series, or both. */
function superEvent({ parentUrl, series }: EventLinks) {
  const parent = parentUrl === undefined ? [] : [{ '@type': 'Event', '@id': parentUrl, url: parentUrl }]
  const all = [...(series === undefined ? [] : [series]), ...parent]
  return all.length < 2 ? all[0] : all
}

/** Returns an event as a schema.org Event. */
export function eventLd(event: EventLdFields, links: EventLinks): SchemaOrgThing {
  const { organizers, apart, drawn, currency } = links
  return withoutEmpty({
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': event.url,
    url: event.url,
    name: event.title,
    description: plainTextOf(event.excerpt) || plainTextOf(event.description),
    image: imageLd(event) ?? drawn,
    startDate: moment(event.start_date, event.utc_start_date, event),
    endDate: event.no_end_time ? undefined : moment(event.end_date, event.utc_end_date, event),
    previousStartDate: previousStart(event),
    eventStatus: `https://schema.org/${statusNames[event.event_status]}`,
    eventAttendanceMode: `https://schema.org/${modeNames[modeOf(event)]}`,
    location: location(event, links),
    organizer: organizers.map(organizationLd),
    offers: offersLd(event, apart, currency),
    isAccessibleForFree: isFreeOfCharge(event),
    superEvent: superEvent(links),
  })
}
