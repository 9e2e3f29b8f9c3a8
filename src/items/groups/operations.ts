/** What can be done with groups, in the order of the index. Their members and templates have operations of their own. */
import { groupColumnsFromArgs } from '../../actions/compose/group.ts'
import { valuesToSendAgain } from '../../actions/editing/resend.ts'
import { createGroup, updateGroup } from '../../actions/groups/groups.ts'
import { moveEventsOut } from '../../actions/groups/moving.ts'
import { requireUsableImage } from '../../actions/linking/references.ts'
import { languageFilters } from '../../actions/listing/list-query.ts'
import { itemAnswer, itemsAnswer, newItemAnswer } from '../../api/answer.ts'
import { type ContextWithImages, viewerOf } from '../../api/context.ts'
import { type FoundFaults, operation } from '../../api/operation.ts'
import { valuesAfterChange } from '../../changes/revert.ts'
import { markedAsExtension, optional } from '../../contract/arg.ts'
import { type GroupTarget, groupTarget } from '../../contract/kinds.ts'
import { shownLanguageArgs } from '../../contract/resources/content.ts'
import { group } from '../../contract/resources/group.ts'
import type { UpdateArgs } from '../../contract/resources/index.ts'
import { parseUpdateArgs } from '../../contract/resources/parse.ts'
import { withoutUndefined } from '../../contract/table-of.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { Problem } from '../../problem.ts'
import type { GroupRecord, Writing } from '../../store/store.ts'
import { changesOf, itemOf, shownItem } from '../queries.ts'
import { history, revert } from '../shared-operations.ts'
import { groups } from './json.ts'
import { mayChange, mayMake, mayRead, mayReadHistory } from './rules.ts'

/** What a write is given that is about a group, at whatever address it is. */
interface OnOne extends ContextWithImages {
  readonly tx: Writing
  readonly item: GroupRecord
}

export const listGroups = operation({
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

export const createNewGroup = operation({
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

export const readGroup = operation({
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

export const changeGroup = operation({
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

export const removeGroup = operation({
  route: 'DELETE /groups/{id}',
  of: groups,
  summary: 'Delete a group',
  args: moveToArgs,
  answer: itemAnswer(groups, 'The item in the trash, or the item as it was before its deletion.'),
  right: mayMake,
  problems: ['group_not_empty'],
  run: (given, { move_to }) => removed(given, move_to),
})

export const readGroupBySlug = operation({
  route: 'GET /groups/by-slug/{slug}',
  of: groups,
  summary: 'Read a group',
  args: shownLanguageArgs,
  answer: itemAnswer(groups, 'The item.'),
  right: mayRead,
  run: ({ read, item, ...by }) => shownItem(read, 'group', item, by),
})

export const updateGroupBySlug = operation({
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

export const removeGroupBySlug = operation({
  route: 'DELETE /groups/by-slug/{slug}',
  of: groups,
  summary: 'Delete a group',
  args: moveToArgs,
  answer: itemAnswer(groups, 'The item in the trash, or the item as it was before its deletion.'),
  right: mayMake,
  problems: ['group_not_empty'],
  run: (given, { move_to }) => removed(given, move_to),
})

export const groupHistory = operation({
  route: 'GET /groups/{id}/history',
  of: groups,
  ...history,
  right: mayReadHistory,
  run: ({ read, item, ...by }, page) => changesOf(read, 'group', item.id, { ...by, ...page }),
})

export const revertGroup = operation({
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
