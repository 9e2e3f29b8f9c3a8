/** schema.org for search engines (contract §1.8). Empty values are left out. */
import { plainTextOf } from '../../domain/plain-text.ts'
import { epochOfWall, offsetAt, wallAt } from '../../domain/time-zone.ts'
import { epochOfUtc } from '../../domain/timestamp.ts'
import type { Image } from './image.ts'

type Ld = Readonly<Record<string, unknown>>

/** What only the answer about one item has. */
export interface LinkedData {
  readonly json_ld?: Ld
}

/** The linked data of a venue or an organizer by itself. */
export const alone = (ld: Ld): LinkedData => ({ json_ld: { '@context': 'https://schema.org', ...ld } })

/** Leaves out what is empty: schema.org has no empty values. */
function present(values: Ld): Ld {
  const isEmpty = (value: unknown) =>
    value === undefined ||
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
}

interface Named {
  readonly url: string
  readonly description: string
  readonly image: Image | false
  readonly website: string
}
interface Place extends Named {
  readonly venue: string
  readonly address: string
  readonly city: string
  readonly stateprovince: string
  readonly zip: string
  readonly country: string
  readonly phone: string
  readonly geo_lat: number | null
  readonly geo_lng: number | null
}
interface Organization extends Named {
  readonly organizer: string
  readonly phone: string
  readonly email: string
}

const imageUrl = ({ image }: Pick<Named, 'image'>) => (image === false ? undefined : image.url)
const webOnly = (website: string) => (/^https?:/i.test(website) ? website : undefined)

/** A venue as a schema.org Place. */
export function placeLd(venue: Place): Ld {
  const address = present({
    streetAddress: venue.address,
    addressLocality: venue.city,
    addressRegion: venue.stateprovince,
    postalCode: venue.zip,
    addressCountry: venue.country,
  })
  const isLocated = venue.geo_lat !== null && venue.geo_lng !== null
  return present({
    '@type': 'Place',
    '@id': venue.url,
    name: venue.venue,
    description: plainTextOf(venue.description),
    url: venue.url,
    image: imageUrl(venue),
    address: Object.keys(address).length > 0 ? { '@type': 'PostalAddress', ...address } : undefined,
    telephone: venue.phone,
    sameAs: webOnly(venue.website),
    geo: isLocated
      ? { '@type': 'GeoCoordinates', latitude: venue.geo_lat, longitude: venue.geo_lng }
      : undefined,
  })
}

/** An organizer as a schema.org Organization. */
export function organizationLd(organizer: Organization): Ld {
  return present({
    '@type': 'Organization',
    '@id': organizer.url,
    name: organizer.organizer,
    description: plainTextOf(organizer.description),
    url: organizer.url,
    image: imageUrl(organizer),
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: webOnly(organizer.website),
  })
}

export interface Ticket {
  readonly name: string
  readonly price: string
  readonly currency: string
  readonly url: string
  readonly availability: 'in_stock' | 'sold_out' | 'pre_order'
  readonly valid_from: string
  readonly valid_through: string
}

interface EventLd extends Named {
  readonly title: string
  readonly excerpt: string
  readonly all_day: boolean
  readonly start_date: string
  readonly end_date: string
  readonly utc_start_date: string
  readonly utc_end_date: string
  readonly timezone: string
  readonly cost_details: { readonly currency_code: string; readonly values: readonly string[] }
  readonly tickets: readonly Ticket[]
}

function moment(wall: string, utc: string, { all_day, timezone }: EventLd): string {
  return all_day ? wall.slice(0, 10) : `${wall.replace(' ', 'T')}${offsetAt(timezone, epochOfUtc(utc))}`
}

const availability = { in_stock: 'InStock', sold_out: 'SoldOut', pre_order: 'PreOrder' } as const

function validity(wall: string, { timezone }: EventLd): string {
  if (wall === '') return ''
  const epoch = epochOfWall(wall, timezone)
  return `${wallAt(epoch, timezone).replace(' ', 'T')}${offsetAt(timezone, epoch)}`
}

function offers(event: EventLd): readonly Ld[] | Ld | undefined {
  if (event.tickets.length > 0) {
    return event.tickets.map((ticket) =>
      present({
        '@type': 'Offer',
        name: ticket.name,
        price: ticket.price,
        priceCurrency: ticket.currency,
        url: ticket.url || event.url,
        availability: `https://schema.org/${availability[ticket.availability]}`,
        validFrom: validity(ticket.valid_from, event),
        validThrough: validity(ticket.valid_through, event),
      }),
    )
  }
  const { values, currency_code } = event.cost_details
  const [low, high] = [values[0], values.at(-1)]
  if (low === undefined) return undefined
  const common = { url: event.url, priceCurrency: currency_code }
  return low === high
    ? present({ '@type': 'Offer', price: low, ...common })
    : present({
        '@type': 'AggregateOffer',
        lowPrice: low,
        highPrice: high,
        offerCount: values.length,
        ...common,
      })
}

function isFree({ tickets, cost_details: { values } }: EventLd): boolean | undefined {
  const prices = tickets.length > 0 ? tickets.map(({ price }) => price) : values
  return prices.length > 0 && prices.every((price) => Number(price) === 0) ? true : undefined
}

/** What an event is linked to, for its linked data. */
export interface EventLinks {
  readonly venues: readonly Place[]
  readonly organizers: readonly Organization[]
  readonly parentUrl: string | undefined
}

function location(event: EventLd, venues: readonly Place[]) {
  const website = webOnly(event.website)
  if (venues.length === 0)
    return website === undefined ? undefined : { '@type': 'VirtualLocation', url: website }
  const places = venues.map(placeLd)
  return places.length === 1 ? places[0] : places
}

/** An event as a schema.org Event. */
export function eventLd(event: EventLd, { venues, organizers, parentUrl }: EventLinks): Ld {
  const isOnline = venues.length === 0 && webOnly(event.website) !== undefined
  return present({
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': event.url,
    url: event.url,
    name: event.title,
    description: plainTextOf(event.excerpt) || plainTextOf(event.description),
    image: imageUrl(event),
    startDate: moment(event.start_date, event.utc_start_date, event),
    endDate: moment(event.end_date, event.utc_end_date, event),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${isOnline ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: location(event, venues),
    organizer: organizers.map(organizationLd),
    offers: offers(event),
    isAccessibleForFree: isFree(event),
    superEvent: parentUrl === undefined ? undefined : { '@type': 'Event', '@id': parentUrl, url: parentUrl },
  })
}
