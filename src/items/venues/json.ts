/** Venues as the interface shows them. */
import type { Resource } from '../../api/resource.ts'
import { representVenue } from '../../representations/json/venue.ts'

export const venues: Resource<'venue'> = {
  name: 'venue',
  collection: 'venues',
  schema: 'Venue',
  represent: representVenue,
}
