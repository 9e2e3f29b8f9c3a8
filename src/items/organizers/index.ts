/** Organizers: who makes events. The door of their room. */

import { atIdAndSlug } from '../../api/operation.ts'
import { blankPublication, blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { organizerFields } from '../../contract/resources/fields/item-fields.ts'
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

// Organizers as the interface shows them, and as they are stored.

export const organizers: WrittenResource<'organizer'> = {
  name: 'organizer',
  blank: {
    ...defaultColumnsOfRows(organizerFields),
    ...blankTexts,
    ...blankPublication,
    name: '',
    origins: [],
    readable_in: '',
  },
  derive: derivedColumns.organizer,
  personal: ['phone', 'email'],
}

const { mayRead, mayWrite, mayReadHistory, mayMerge } = rightsOnAuthored('organizer')

/** What an operation on one that is in the trash responds with. */
const IN_TRASH = ['organizer-no-longer-available'] as const

// What can be done with organizers, in the order of the index.

const listOrganizers = listingAll(organizers, 'List organizers', {
  right: mayRead,
  // `unused` is for editors.
  problems: [
    'organizer-archive-page-not-found',
    'rest_forbidden_status',
    'rest_not_logged_in',
    'rest_forbidden',
  ],
  opens: ({ event }) => event,
  dependsOnClock: ({ only_with_upcoming }) => only_with_upcoming,
})

const createOrganizer = creatingOne(organizers, 'Create an organizer', {
  body: {
    schema: 'NewOrganizer',
    example: { organizer: 'Market Society', email: 'hello@market.example.org' },
  },
  right: mayWrite,
  image: ({ image }) => image,
})

const updateOrganizer = updating(organizers, 'Update an organizer', {
  body: { schema: 'OrganizerChanges', example: { website: 'https://market.example.org/' } },
  right: mayWrite,
  problems: ['organizer-no-longer-available'],
  image: ({ image }) => image,
})

export const organizersRoom: Room = {
  name: 'organizers',
  resources: [organizers],
  operations: [
    listOrganizers,
    createOrganizer,
    ...atIdAndSlug(
      reading(organizers, 'Read an organizer', {
        right: mayRead,
        problems: ['organizer-not-accessible', ...IN_TRASH],
      }),
    ),
    ...atIdAndSlug(updateOrganizer),
    ...atIdAndSlug(
      trashing(organizers, 'Move an organizer to the trash, or delete it permanently', {
        right: mayWrite,
        problems: [...IN_TRASH, 'organizer-is-in-trash'],
      }),
    ),
    history(organizers, { right: mayReadHistory, problems: IN_TRASH }),
    reverting(organizers, { right: mayWrite, problems: IN_TRASH }),
    merging(organizers, { right: mayMerge, problems: IN_TRASH }),
    translating(organizers, { right: mayWrite, problems: IN_TRASH }),
  ],
}
