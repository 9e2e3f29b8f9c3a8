/** The location of an event in one line. */
import { stateProvince } from '../domain/state-province.ts'
import type { RecordWithImage, VenueRecord } from '../store/store.ts'

function placeOf({ record }: RecordWithImage<VenueRecord>): string {
  const { name, address, city, zip, country } = record
  const region = record.stateprovince ?? stateProvince(record)
  return [name, address, [zip, city].filter((part) => part !== '').join(' '), region, country]
    .filter((part) => part !== '')
    .join(', ')
}

/** Returns the venues with their addresses, or "" if there are none. */
export function locationTextOfVenues(venues: readonly RecordWithImage<VenueRecord>[]): string {
  return venues.map(placeOf).join('; ')
}
