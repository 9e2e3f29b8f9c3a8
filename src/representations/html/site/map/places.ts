/** The places of events: venues, each with its events. */
import type { Point } from '../../../../domain/globe.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import type { Venue } from '../../../json/venue.ts'
import { venuesOf } from '../site.ts'

export interface VenueWithPointAndEvents {
  readonly venue: Venue
  /** Where it is on a map; undefined where it has no coordinates, or the venue or the events show no map (contract §2.2). */
  readonly point: Point | undefined
  readonly events: readonly ListedEvent[]
}

/** Returns the places of events, in the order of their first events. A venue of which only some events show a map is there twice. */
export function placesOfEvents(events: readonly ListedEvent[]): readonly VenueWithPointAndEvents[] {
  const places = new Map<string, VenueWithPointAndEvents & { readonly events: ListedEvent[] }>()
  for (const event of events)
    for (const venue of venuesOf(event)) {
      const { id, geo_lat, geo_lng } = venue
      const isMapped = event.show_map && venue.show_map && geo_lat !== null && geo_lng !== null
      const point = isMapped ? { lat: geo_lat, lng: geo_lng } : undefined
      const key = `${id} ${isMapped}`
      const place = places.get(key) ?? { venue, point, events: [] }
      place.events.push(event)
      places.set(key, place)
    }
  return [...places.values()]
}
