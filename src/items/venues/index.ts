/** Venues: where events take place. The door of their room. */

import { atIdAndSlug } from '../../api/operation.ts'
import { blankPublication, blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { venueFields } from '../../contract/resources/fields/item-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import {
  creatingOne,
  history,
  listingAll,
  merging,
  reading,
  reverting,
  rightsOnAuthored,
  translating,
  trashing,
  updating,
} from '../shared.ts'

// Venues as the interface shows them, and as they are stored.

export const venues: WrittenResource<'venue'> = {
  name: 'venue',
  blank: {
    ...defaultColumnsOfRows(venueFields),
    ...blankTexts,
    ...blankPublication,
    name: '',
    origins: [],
    readable_in: '',
    stateprovince: null,
  },
  derive: derivedColumns.venue,
}

const { mayRead, mayWrite, mayReadHistory, mayMerge } = rightsOnAuthored('venue')

/** What an operation on one that is in the trash responds with. */
const IN_TRASH = ['venue-no-longer-available'] as const

// What can be done with venues, in the order of the index.

const listVenues = listingAll(venues, 'List venues', {
  right: mayRead,
  // `unused` is for editors.
  problems: ['venue-archive-page-not-found', 'rest_forbidden_status', 'rest_not_logged_in', 'rest_forbidden'],
  opens: ({ event }) => event,
  dependsOnClock: ({ only_with_upcoming }) => only_with_upcoming,
})

const createVenue = creatingOne(venues, 'Create a venue', {
  body: {
    schema: 'NewVenue',
    example: { venue: 'Porta Palazzo', city: 'Turin', country: 'Italy', geo_lat: 45.0764, geo_lng: 7.6833 },
  },
  right: mayWrite,
  image: ({ image }) => image,
})

const updateVenue = updating(venues, 'Update a venue', {
  body: { schema: 'VenueChanges', example: { phone: '+39 011 123456', show_map: true } },
  right: mayWrite,
  problems: ['venue-no-longer-available'],
  image: ({ image }) => image,
})

export const venuesRoom: Room = {
  name: 'venues',
  resources: [venues],
  operations: [
    listVenues,
    createVenue,
    ...atIdAndSlug(
      reading(venues, 'Read a venue', { right: mayRead, problems: ['venue-not-accessible', ...IN_TRASH] }),
    ),
    ...atIdAndSlug(updateVenue),
    ...atIdAndSlug(
      trashing(venues, 'Move a venue to the trash, or delete it permanently', {
        right: mayWrite,
        problems: [...IN_TRASH, 'venue-is-in-trash'],
      }),
    ),
    history(venues, { right: mayReadHistory, problems: IN_TRASH }),
    reverting(venues, { right: mayWrite, problems: IN_TRASH }),
    merging(venues, { right: mayMerge, problems: IN_TRASH }),
    translating(venues, { right: mayWrite, problems: IN_TRASH }),
  ],
}
