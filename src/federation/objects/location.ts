/**
 * The places of events, as other servers read them: Gancio refuses an address without a street, and takes every place for online whose address
 * has a URL.
 */
import type { Representation } from '../../contract/resources/index.ts'
import { addressOfAttendedOnline, type OnlineEvent } from '../../representations/online-address.ts'

type Event = Representation<'event'>
type Venue = Representation<'venue'>

/** The part of an event that says where it is. */
type LocatedEvent = Pick<Event, 'venue'> & OnlineEvent

const firstVenue = ({ venue }: Pick<Event, 'venue'>): Venue | undefined =>
  Array.isArray(venue) ? venue[0] : 'id' in venue ? venue : undefined

/** Returns the fields that have a text. */
const filled = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

function placeOf(venue: Venue): object {
  const { geo_lat: latitude, geo_lng: longitude } = venue
  const isLocated = latitude !== null && longitude !== null
  return {
    type: 'Place',
    name: venue.venue,
    ...filled({ url: venue.website }),
    address: {
      type: 'PostalAddress',
      ...filled({
        streetAddress: venue.address || venue.venue,
        addressLocality: venue.city,
        postalCode: venue.zip,
        addressRegion: venue.stateprovince,
        addressCountry: venue.country,
      }),
    },
    ...(isLocated && { latitude, longitude }),
  }
}

/** The name of what is online, by which Gancio and WordPress know it. */
const ONLINE = 'online'

/** Returns one place, or where an event is online alone, that; undefined where neither is known. */
export function locationOf(event: LocatedEvent): object | undefined {
  const [venue, url] = [firstVenue(event), addressOfAttendedOnline(event)]
  if (venue !== undefined && (event.attendance_mode !== 'online' || url === '')) return placeOf(venue)
  if (url === '') return undefined
  return { type: 'VirtualLocation', name: ONLINE, url, address: { streetAddress: ONLINE, url } }
}
