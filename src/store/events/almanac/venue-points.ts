/** Venues with coordinates: which ones the viewer sees, and their distances. */
import { centralAngle, type Point } from '../../../domain/globe.ts'
import { scopeMayRead } from '../../../domain/publication/access.ts'
import { epochOfInstant } from '../../../domain/time/moment.ts'
import type { Circle, Viewer } from '../../store.ts'
import { type Almanac, slotsLinkedToItem, type VenuePoint } from './almanac.ts'
import type { OrderedSlots } from './ordered.ts'
import type { QueryContext } from './selection.ts'

function isShown(
  { viewer: { scope }, now }: QueryContext,
  { status, date_utc, author }: VenuePoint,
): boolean {
  if (status === 'trash') return false
  const isPublic = status === 'publish' || (status === 'future' && date_utc <= now)
  return scopeMayRead(scope, { author, isPublic })
}

export const venueAsPoint = ({ geo_lat, geo_lng }: VenuePoint): Point => ({
  lat: geo_lat,
  lng: geo_lng,
})

/** Returns the event lists of the venues that the viewer sees and that satisfy `isWanted`. */
export function slotListsAtVenuesWhere(
  looking: QueryContext,
  isWanted: (place: VenuePoint) => boolean,
): readonly OrderedSlots[] {
  const places = [...looking.almanac.places.values()].filter(
    (place) => isShown(looking, place) && isWanted(place),
  )
  return places.map(({ id }) => slotsLinkedToItem(looking.almanac, 'venue', id))
}

/**
 * Returns the distance, as an angle, from a point to an event's nearest venue that the viewer sees; infinite
 * without one.
 */
export function slotDistanceFunction(
  almanac: Almanac,
  circle: Circle,
  viewer: Viewer,
): (slot: number) => number {
  const looking = { almanac, viewer, now: epochOfInstant(viewer.moment.now) }
  const nearest = new Float64Array(almanac.columns.size).fill(Number.POSITIVE_INFINITY)
  for (const place of almanac.places.values()) {
    if (!isShown(looking, place)) continue
    const far = centralAngle(circle, venueAsPoint(place))
    const { slots, length } = slotsLinkedToItem(almanac, 'venue', place.id)
    for (let at = 0; at < length; at++)
      nearest[slots[at] ?? 0] = Math.min(nearest[slots[at] ?? 0] ?? far, far)
  }
  return (slot) => nearest[slot] ?? Number.POSITIVE_INFINITY
}
