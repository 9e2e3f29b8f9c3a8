/** The location of an event in one line. */
import { stateProvince } from '../domain/state-province.ts'
import type { RecordAndItsImage, VenueRecord } from '../store/store.ts'

function placeOf({ record }: RecordAndItsImage<VenueRecord>): string {
  const { name, address, city, zip, country } = record
  const region = record.stateprovince ?? stateProvince(record)
  return [name, address, [zip, city].filter((part) => part !== '').join(' '), region, country]
    .filter((part) => part !== '')
    .join(', ')
}

/** Returns the venues with their addresses, or "" if there are none. */
export function locationTextOfVenues(venues: readonly RecordAndItsImage<VenueRecord>[]): string {
  return venues.map(placeOf).join('; ')
}
