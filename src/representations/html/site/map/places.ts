/** The places of events: venues with coordinates, each with its events. */
import type { Point } from '../../../../domain/globe.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import type { Venue } from '../../../json/venue.ts'
import { venuesOf } from '../site.ts'

export interface MapPlace {
  readonly venue: Venue
  readonly point: Point
  readonly events: readonly ListedEvent[]
}

/** Returns the places of events, in the order of their first events. Only places with maps enabled are included (contract §2.2). */
export function mapPlaces(events: readonly ListedEvent[]): readonly MapPlace[] {
  const places = new Map<number, { venue: Venue; point: Point; events: ListedEvent[] }>()
  for (const event of events)
    for (const venue of venuesOf(event)) {
      const { id, geo_lat, geo_lng } = venue
      if (!event.show_map || !venue.show_map || geo_lat === null || geo_lng === null) continue
      const place = places.get(id) ?? { venue, point: { lat: geo_lat, lng: geo_lng }, events: [] }
      place.events.push(event)
      places.set(id, place)
    }
  return [...places.values()]
}
