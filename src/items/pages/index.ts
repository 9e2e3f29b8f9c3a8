/** Own pages: imprint, about, contact, accessibility. The door of their room. */

import { requireMayRead } from '../../actions/read.ts'
import { atIdAndSlug, type Right } from '../../api/operation.ts'
import { type OwnedItem, rightsByRole } from '../../api/policy.ts'
import { blankPublication, blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { pageFields } from '../../contract/resources/fields/other-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import {
  creatingOne,
  history,
  listingAll,
  reading,
  reverting,
  translating,
  trashing,
  updating,
} from '../shared.ts'

// Own pages as the interface shows them, and as they are stored.

const { status, date_utc, date_set } = blankPublication

export const pages: WrittenResource<'page'> = {
  name: 'page',
  blank: {
    ...defaultColumnsOfRows(pageFields),
    ...blankTexts,
    status,
    date_utc,
    date_set,
    title: '',
    origins: [],
  },
  derive: derivedColumns.page,
}

// Who may do what with own pages: administrators keep them, everybody reads what is published.

const mayRead: Right<OwnedItem> = {
  scope: 'read',
  allows: () => true,
  requireOn: (item, by) => requireMayRead('page', item, by),
}
const mayWrite: Right = {
  scope: 'write:pages',
  allows: ({ role }) => rightsByRole[role].administers,
}
const mayReadHistory: Right = { ...mayWrite, scope: 'audit' }

// What can be done with own pages, in the order of the index.

const listPages = listingAll(pages, 'List own pages', {
  right: mayRead,
  problems: ['page-archive-page-not-found', 'rest_forbidden_status'],
})

const createNewPage = creatingOne(pages, 'Create an own page', {
  body: {
    schema: 'NewPage',
    example: { title: 'Imprint', content: '<p>Ada Lovelace, 1 Market Street, Turin</p>', in_footer: true },
  },
  right: mayWrite,
  problems: ['too_many_pages'],
})

const changePage = updating(pages, 'Update an own page', {
  body: { schema: 'PageChanges', example: { menu_order: 2, in_footer: true } },
  right: mayWrite,
  problems: ['too_many_pages'],
})

export const pagesRoom: Room = {
  name: 'pages',
  resources: [pages],
  operations: [
    listPages,
    createNewPage,
    ...atIdAndSlug(reading(pages, 'Read an own page', { right: mayRead })),
    ...atIdAndSlug(changePage),
    ...atIdAndSlug(
      trashing(pages, 'Move an own page to the trash, or delete it permanently', {
        right: mayWrite,
        problems: ['page-is-in-trash'],
      }),
    ),
    history(pages, { right: mayReadHistory }),
    reverting(pages, { right: mayWrite, problems: ['too_many_pages'] }),
    translating(pages, { right: mayWrite }),
  ],
}
