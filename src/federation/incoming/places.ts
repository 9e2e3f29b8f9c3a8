/** The places of events of other servers: a `Place`, a list of them, or a text. */
import { objectsAtKey, type RemoteObject, textAtKey } from '../remote/remote-object.ts'
import { boundedLine } from './texts.ts'

const LONGEST_NAME = 200
const LONGEST_PART = 500

/** Returns whether an object is a place where people go. */
const isPlace = (one: RemoteObject) => textAtKey(one, 'type') !== 'VirtualLocation'

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
  const { address = '', ...parts } = addressParts(place)
  const venue = boundedLine(textAtKey(place, 'name') ?? '', LONGEST_NAME) || address.slice(0, LONGEST_NAME)
  if (venue === '') return []
  const [geo_lat, geo_lng] = [coordinate(place, 'latitude', 90), coordinate(place, 'longitude', 180)]
  const isLocated = geo_lat !== undefined && geo_lng !== undefined
  return [{ venue, address, ...parts, ...(isLocated && { geo_lat, geo_lng }) }]
}

/** Returns the first place of an event as an inline venue; none where there is none. */
export function inlineVenuesOfRemoteEvent(object: RemoteObject): readonly object[] {
  const text = textAtKey(object, 'location')
  if (text !== undefined) return venueOf({ name: text })
  const [place] = objectsAtKey(object, 'location').filter(isPlace)
  return place === undefined ? [] : venueOf(place)
}
