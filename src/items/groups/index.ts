/** Groups: departments, clubs and districts that keep their own events within one calendar. The door of their room. */

import { valuesToSendAgain } from '../../actions/editing/resend.ts'
import { moveEventsOut } from '../../actions/groups.ts'
import { createGroup, groupColumnsFromArgs, requireMayEditGroup, updateGroup } from '../../actions/items.ts'
import { requireUsableImage } from '../../actions/linking/references.ts'
import { languageFilters } from '../../actions/listing/list-query.ts'
import { itemAnswer, itemsAnswer, newItemAnswer } from '../../api/answer.ts'
import { type ContextWithImages, viewerOf } from '../../api/context.ts'
import { type FoundFaults, operation, type Right } from '../../api/operation.ts'
import { mayWriteSomeItems, rightsByRole } from '../../api/policy.ts'
import { blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { valuesAfterChange } from '../../changes/history.ts'
import { markedAsExtension, optional } from '../../contract/arg.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { type GroupTarget, groupTarget } from '../../contract/kinds.ts'
import { groupFields } from '../../contract/resources/fields/item-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { parseUpdateArgs, type UpdateArgs } from '../../contract/resources/index.ts'
import { group } from '../../contract/resources/items.ts'
import { shownLanguageArgs } from '../../contract/resources/shared.ts'
import { withoutUndefined } from '../../contract/table-of.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { Problem } from '../../problem.ts'
import { representGroup } from '../../representations/json/items.ts'
import type { GroupRecord, Writing } from '../../store/store.ts'
import { changesOf, history, itemOf, revert, shownItem } from '../shared.ts'

// Groups as the interface shows them, and as they are stored.

export const groups: WrittenResource<'group'> = {
  name: 'group',
  collection: 'groups',
  schema: 'Group',
  represent: representGroup,
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

/** What a write is given that is about a group, at whatever address it is. */
interface OnOne extends ContextWithImages {
  readonly tx: Writing
  readonly item: GroupRecord
}

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

const readGroup = operation({
  route: 'GET /groups/{id}',
  of: groups,
  summary: 'Read a group',
  args: shownLanguageArgs,
  answer: itemAnswer(groups, 'The item.'),
  right: mayRead,
  run: ({ read, item, ...by }) => shownItem(read, 'group', item, by),
})

async function noteFaults({ tx, item, ...by }: OnOne, args: UpdateArgs<'group'>, faults: FoundFaults) {
  await faults.of(() => groupColumnsFromArgs(args, item, by))
  await faults.of(() => requireUsableImage(tx, args.image, item.image, by))
}

async function change({ tx, item, ...by }: OnOne, args: UpdateArgs<'group'>) {
  await updateGroup(tx, item, args, by)
  return itemOf(tx, 'group', item.id, by)
}

const changeGroup = operation({
  route: 'POST, PUT, PATCH /groups/{id}',
  of: groups,
  summary: 'Update a group',
  args: group.updateArgs,
  body: { schema: 'GroupChanges', example: { color: '#1f6f8b' } },
  answer: itemAnswer(groups, 'The updated item.'),
  right: mayChange,
  image: ({ image }) => image,
  resolve: noteFaults,
  run: change,
})

/** What becomes of the events of a group that is deleted: they move to another one, or stay without a group (0). */
const moveToArgs = { move_to: markedAsExtension(optional(groupTarget)) }

async function removed({ tx, item, ...by }: OnOne, moveTo: GroupTarget | undefined) {
  const before = await shownItem(tx, 'group', item, by)
  await moveEventsOut(tx, item.id, moveTo, by)
  await tx.remove('group', item.id, epochOfInstant(by.moment.now))
  return before
}

const removeGroup = operation({
  route: 'DELETE /groups/{id}',
  of: groups,
  summary: 'Delete a group',
  args: moveToArgs,
  answer: itemAnswer(groups, 'The item in the trash, or the item as it was before its deletion.'),
  right: mayMake,
  problems: ['group_not_empty'],
  run: (given, { move_to }) => removed(given, move_to),
})

const readGroupBySlug = operation({
  route: 'GET /groups/by-slug/{slug}',
  of: groups,
  summary: 'Read a group',
  args: shownLanguageArgs,
  answer: itemAnswer(groups, 'The item.'),
  right: mayRead,
  run: ({ read, item, ...by }) => shownItem(read, 'group', item, by),
})

const updateGroupBySlug = operation({
  route: 'POST, PUT, PATCH /groups/by-slug/{slug}',
  of: groups,
  summary: 'Update a group',
  args: group.fields,
  body: { schema: 'GroupChanges', example: { color: '#1f6f8b' } },
  answer: itemAnswer(groups, 'The updated item.'),
  right: mayChange,
  image: ({ image }) => image,
  resolve: noteFaults,
  run: change,
})

const removeGroupBySlug = operation({
  route: 'DELETE /groups/by-slug/{slug}',
  of: groups,
  summary: 'Delete a group',
  args: moveToArgs,
  answer: itemAnswer(groups, 'The item in the trash, or the item as it was before its deletion.'),
  right: mayMake,
  problems: ['group_not_empty'],
  run: (given, { move_to }) => removed(given, move_to),
})

const groupHistory = operation({
  route: 'GET /groups/{id}/history',
  of: groups,
  ...history,
  right: mayReadHistory,
  run: ({ read, item, ...by }, page) => changesOf(read, 'group', item.id, { ...by, ...page }),
})

const revertGroup = operation({
  route: 'POST /groups/{id}/revert',
  of: groups,
  ...revert,
  answer: itemAnswer(groups, 'The item as it is now.'),
  right: mayChange,
  problems: ['change-not-found', 'change-not-recorded'],
  async run(given, sent) {
    const { tx, item } = given
    const values = await valuesAfterChange(tx, 'group', item.id, sent.change)
    const args = parseUpdateArgs('group', await valuesToSendAgain(tx, item, values, given))
    return change({ ...given, restoresTranslations: true }, args)
  },
})

export const groupsRoom: Room = {
  name: 'groups',
  resources: [groups],
  operations: [
    listGroups,
    createNewGroup,
    readGroup,
    changeGroup,
    removeGroup,
    readGroupBySlug,
    updateGroupBySlug,
    removeGroupBySlug,
    groupHistory,
    revertGroup,
  ],
}
