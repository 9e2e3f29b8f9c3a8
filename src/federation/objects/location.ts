/** The places of events, as other servers read them. */
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
    address: {
      type: 'PostalAddress',
      ...filled({
        streetAddress: venue.address,
        addressLocality: venue.city,
        postalCode: venue.zip,
        addressRegion: venue.stateprovince,
        addressCountry: venue.country,
        url: venue.website,
      }),
    },
    ...(isLocated && { latitude, longitude }),
  }
}

/** Returns one place, or where an event is online alone, that; undefined where neither is known. */
export function locationOf(event: LocatedEvent): object | undefined {
  const [venue, url] = [firstVenue(event), addressOfAttendedOnline(event)]
  if (venue !== undefined && (event.attendance_mode !== 'online' || url === '')) return placeOf(venue)
  if (url === '') return undefined
  // Gancio reads the address alone.
  return {
    type: 'VirtualLocation',
    name: new URL(url).host || url,
    url,
    address: { type: 'PostalAddress', url },
  }
}
