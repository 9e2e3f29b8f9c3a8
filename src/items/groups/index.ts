/** Groups: departments, clubs and districts that keep their own events within one calendar. The door of their room. */

import { moveEventsOut } from '../../actions/groups.ts'
import { createGroup, groupColumnsFromArgs, requireMayEditGroup, updateGroup } from '../../actions/items.ts'
import { requireUsableImage } from '../../actions/linking/references.ts'
import { languageFilters } from '../../actions/listing/list-query.ts'
import { itemAnswer, itemsAnswer, newItemAnswer } from '../../api/answer.ts'
import { viewerOf } from '../../api/context.ts'
import { atIdAndSlug, operation, type Right } from '../../api/operation.ts'
import { mayWriteSomeItems, rightsByRole } from '../../api/policy.ts'
import { blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { markedAsExtension, optional } from '../../contract/arg.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { groupTarget } from '../../contract/kinds.ts'
import { groupFields } from '../../contract/resources/fields/other-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { group } from '../../contract/resources/items.ts'
import { withoutUndefined } from '../../contract/table-of.ts'
import { Problem } from '../../problem.ts'
import { representGroup } from '../../representations/json/items.ts'
import type { GroupRecord } from '../../store/store.ts'
import { changing, deleting, history, itemOf, reading, reverting } from '../shared.ts'

// Groups as the interface shows them, and as they are stored.

export const groups: WrittenResource<'group'> = {
  name: 'group',
  collection: 'groups',
  schema: 'Group',
  represent: representGroup,
  blank: { ...defaultColumnsOfRows(groupFields), ...blankTexts, name: '', origins: [], image: null },
  derive: derivedColumns.group,
  update: updateGroup,
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

const listGroups = operation({
  route: 'GET /groups',
  of: groups,
  summary: 'List groups',
  args: group.listArgs,
  answer: itemsAnswer(groups, 'A page of the list.'),
  right: mayRead,
  problems: ['group-archive-page-not-found'],
  async resolve(by, args, faults) {
    await faults.of(() => languageFilters(args, by))
  },
  async run({ read, ...by }, args) {
    const query = withoutUndefined({ ...args, ...languageFilters(args, by) })
    const page = await read.list('group', query, viewerOf(by))
    if (args.page > 1 && page.items.length === 0) throw new Problem('group-archive-page-not-found')
    return page
  },
})

const createNewGroup = operation({
  route: 'POST /groups',
  of: groups,
  summary: 'Create a group',
  args: group.createArgs,
  body: { schema: 'NewGroup', example: { name: 'Music school', main: 'review' } },
  answer: newItemAnswer(groups, 'The new item.'),
  right: mayMake,
  image: ({ image }) => image,
  async resolve({ tx, ...by }, args, faults) {
    await faults.of(() => groupColumnsFromArgs(args, undefined, by))
    await faults.of(() => requireUsableImage(tx, args.image, null, by))
  },
  run: async ({ tx, ...by }, args) => itemOf(tx, 'group', await createGroup(tx, args, by), by),
})

const changeGroup = operation({
  route: 'POST, PUT, PATCH /groups/{id}',
  of: groups,
  summary: 'Update a group',
  args: group.updateArgs,
  body: { schema: 'GroupChanges', example: { color: '#1f6f8b' } },
  answer: itemAnswer(groups, 'The updated item.'),
  right: mayChange,
  image: ({ image }) => image,
  async resolve({ tx, item, ...by }, args, faults) {
    await faults.of(() => groupColumnsFromArgs(args, item, by))
    await faults.of(() => requireUsableImage(tx, args.image, item.image, by))
  },
  run: changing(groups),
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
