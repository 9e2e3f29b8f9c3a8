/** Venues: where events take place. The door of their room. */

import { itemAnswer, itemsAnswer, newItemAnswer } from '../../api/answer.ts'
import { atIdAndSlug, operation } from '../../api/operation.ts'
import { blankPublication, blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { venueFields } from '../../contract/resources/fields/item-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { venue } from '../../contract/resources/items.ts'
import {
  changing,
  creating,
  history,
  listing,
  merging,
  reading,
  reverting,
  rightsOnAuthored,
  translating,
  trashing,
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

const listVenues = operation({
  route: 'GET /venues',
  of: venues,
  summary: 'List venues',
  args: venue.listArgs,
  answer: itemsAnswer(venues, 'A page of the list.'),
  right: mayRead,
  // `unused` is for editors.
  problems: ['venue-archive-page-not-found', 'rest_forbidden_status', 'rest_not_logged_in', 'rest_forbidden'],
  opens: ({ event }) => event,
  dependsOnClock: ({ only_with_upcoming }) => only_with_upcoming,
  ...listing(venues),
})

const createVenue = operation({
  route: 'POST /venues',
  of: venues,
  summary: 'Create a venue',
  args: venue.createArgs,
  body: {
    schema: 'NewVenue',
    example: { venue: 'Porta Palazzo', city: 'Turin', country: 'Italy', geo_lat: 45.0764, geo_lng: 7.6833 },
  },
  answer: newItemAnswer(venues, 'The new item.'),
  right: mayWrite,
  image: ({ image }) => image,
  ...creating(venues),
})

const updateVenue = operation({
  route: 'POST, PUT, PATCH /venues/{id}',
  of: venues,
  summary: 'Update a venue',
  args: venue.updateArgs,
  body: { schema: 'VenueChanges', example: { phone: '+39 011 123456', show_map: true } },
  answer: itemAnswer(venues, 'The updated item.'),
  right: mayWrite,
  problems: ['venue-no-longer-available'],
  image: ({ image }) => image,
  run: changing(venues),
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
