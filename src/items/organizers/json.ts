/** Organizers as the interface shows them. */
import type { Resource } from '../../api/resource.ts'
import { representOrganizer } from '../../representations/json/organizer.ts'

export const organizers: Resource<'organizer'> = {
  name: 'organizer',
  collection: 'organizers',
  schema: 'Organizer',
  represent: representOrganizer,
}
