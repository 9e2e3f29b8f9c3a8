/** Organizers: who makes events. The door of their room. */

import { itemAnswer, itemsAnswer, newItemAnswer } from '../../api/answer.ts'
import { atIdAndSlug, operation } from '../../api/operation.ts'
import { blankPublication, blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { organizerFields } from '../../contract/resources/fields/item-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { organizer } from '../../contract/resources/items.ts'
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

const listOrganizers = operation({
  route: 'GET /organizers',
  of: organizers,
  summary: 'List organizers',
  args: organizer.listArgs,
  answer: itemsAnswer(organizers, 'A page of the list.'),
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
  ...listing(organizers),
})

const createOrganizer = operation({
  route: 'POST /organizers',
  of: organizers,
  summary: 'Create an organizer',
  args: organizer.createArgs,
  body: {
    schema: 'NewOrganizer',
    example: { organizer: 'Market Society', email: 'hello@market.example.org' },
  },
  answer: newItemAnswer(organizers, 'The new item.'),
  right: mayWrite,
  image: ({ image }) => image,
  ...creating(organizers),
})

const updateOrganizer = operation({
  route: 'POST, PUT, PATCH /organizers/{id}',
  of: organizers,
  summary: 'Update an organizer',
  args: organizer.updateArgs,
  body: { schema: 'OrganizerChanges', example: { website: 'https://market.example.org/' } },
  answer: itemAnswer(organizers, 'The updated item.'),
  right: mayWrite,
  problems: ['organizer-no-longer-available'],
  image: ({ image }) => image,
  run: changing(organizers),
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
