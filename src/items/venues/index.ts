/** Venues: where events take place. The door of their room. */
import type { Room } from '../../api/room.ts'
import { venues } from './json.ts'
import {
  createVenue,
  listVenues,
  mergeVenues,
  readVenue,
  readVenueBySlug,
  removeVenue,
  removeVenueBySlug,
  revertVenue,
  translateVenue,
  updateVenue,
  updateVenueBySlug,
  venueHistory,
} from './operations.ts'

export const venuesRoom: Room = {
  name: 'venues',
  resources: [venues],
  operations: [
    listVenues,
    createVenue,
    readVenue,
    updateVenue,
    removeVenue,
    readVenueBySlug,
    updateVenueBySlug,
    removeVenueBySlug,
    venueHistory,
    revertVenue,
    mergeVenues,
    translateVenue,
  ],
}
