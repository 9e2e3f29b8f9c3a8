/** Groups: departments, clubs and districts that keep their own events within one calendar. The door of their room. */

import { moveEventsOut } from '../../actions/groups.ts'
import { requireMayEditGroup } from '../../actions/items.ts'
import { atIdAndSlug, type Right } from '../../api/operation.ts'
import { mayWriteSomeItems, rightsByRole } from '../../api/policy.ts'
import { blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { markedAsExtension, optional } from '../../contract/arg.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { groupTarget } from '../../contract/kinds.ts'
import { groupFields } from '../../contract/resources/fields/other-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import type { GroupRecord } from '../../store/store.ts'
import { creatingOne, deleting, history, listingAll, reading, reverting, updating } from '../shared.ts'

// Groups as the interface shows them, and as they are stored.

export const groups: WrittenResource<'group'> = {
  name: 'group',
  blank: { ...defaultColumnsOfRows(groupFields), ...blankTexts, name: '', origins: [], image: null },
  derive: derivedColumns.group,
}

// Who may do what with groups: administrators make and delete them; managers and editors of the whole site change them.

const mayRead: Right = { scope: 'read', allows: () => true }
const mayMake: Right = { scope: 'write:groups', allows: ({ role }) => rightsByRole[role].administers }
const mayChange: Right<GroupRecord> = {
  scope: 'write:groups',
  allows: (actor) => mayWriteSomeItems(actor, 'group'),
  requireOn: requireMayEditGroup,
}
const mayReadHistory: Right<GroupRecord> = { ...mayChange, scope: 'audit' }

// What can be done with groups, in the order of the index. Their members and templates have operations of their own.

const listGroups = listingAll(groups, 'List groups', {
  right: mayRead,
  problems: ['group-archive-page-not-found'],
})

const createNewGroup = creatingOne(groups, 'Create a group', {
  body: { schema: 'NewGroup', example: { name: 'Music school', main: 'review' } },
  right: mayMake,
  image: ({ image }) => image,
})

const changeGroup = updating(groups, 'Update a group', {
  body: { schema: 'GroupChanges', example: { color: '#1f6f8b' } },
  right: mayChange,
  image: ({ image }) => image,
})

/** What becomes of the events of a group that is deleted: they move to another one, or stay without a group (0). */
const moveToArgs = { move_to: markedAsExtension(optional(groupTarget)) }

const removeGroup = deleting(groups, 'Delete a group', {
  right: mayMake,
  problems: ['group_not_empty'],
  args: moveToArgs,
  before: ({ tx, item, ...by }, { move_to }) => moveEventsOut(tx, item, move_to, by),
})

export const groupsRoom: Room = {
  name: 'groups',
  resources: [groups],
  operations: [
    listGroups,
    createNewGroup,
    ...atIdAndSlug(reading(groups, 'Read a group', { right: mayRead })),
    ...atIdAndSlug(changeGroup),
    ...atIdAndSlug(removeGroup),
    history(groups, { right: mayReadHistory }),
    reverting(groups, { right: mayChange }),
  ],
}
