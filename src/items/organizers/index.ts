/** Organizers: who makes events. The door of their room. */

import { mergeInTransaction } from '../../actions/editing/merge.ts'
import { valuesToSendAgain } from '../../actions/editing/resend.ts'
import {
  createVenueOrOrganizer,
  organizerColumnsFromArgs,
  writeVenueOrOrganizerChanges,
} from '../../actions/items.ts'
import { requireUsableImage, resolveAuthorId } from '../../actions/linking/references.ts'
import { allowUnused, linkedListArgReaders, linkedQueryOf } from '../../actions/listing/list-query.ts'
import { requireMayRead } from '../../actions/read.ts'
import { requireDraftOfTexts, warningsOfDraft } from '../../actions/translating/translate.ts'
import {
  itemAnswer,
  itemsAnswer,
  newItemAnswer,
  removedItemAnswer,
  translatedItemAnswer,
} from '../../api/answer.ts'
import { type ContextWithImages, type PureContext, viewerOf } from '../../api/context.ts'
import { type FoundFaults, operation, type Right } from '../../api/operation.ts'
import { mayWriteSomeItems, type OwnedItem, requireMayEdit, rightsByRole } from '../../api/policy.ts'
import { blankPublication, blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { valuesAfterChange } from '../../changes/history.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { forceArgs } from '../../contract/operations/editing.ts'
import { organizerFields } from '../../contract/resources/fields/item-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { parseUpdateArgs, type UpdateArgs } from '../../contract/resources/index.ts'
import { organizer } from '../../contract/resources/items.ts'
import { shownLanguageArgs } from '../../contract/resources/shared.ts'
import { Problem } from '../../problem.ts'
import { representOrganizer } from '../../representations/json/items.ts'
import type { OrganizerRecord, Writing } from '../../store/store.ts'
import {
  changesOf,
  history,
  itemOf,
  merge,
  revert,
  shownItem,
  TRANSLATED,
  toTrash,
  translate,
} from '../shared.ts'

// Organizers as the interface shows them, and as they are stored.

export const organizers: WrittenResource<'organizer'> = {
  name: 'organizer',
  collection: 'organizers',
  schema: 'Organizer',
  represent: representOrganizer,
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

// Who may do what with organizers: who may edit one is decided by its author and whether it is public.

function mayEditOne(item: OwnedItem, by: PureContext): void {
  if (item.status === 'trash') requireMayRead('organizer', item, by)
  requireMayEdit(by.actor, item)
}

const mayRead: Right<OwnedItem> = {
  scope: 'read',
  allows: () => true,
  requireOn: (item, by) => requireMayRead('organizer', item, by),
}
const mayWrite: Right<OwnedItem> = {
  scope: 'write:organizers',
  allows: (actor) => mayWriteSomeItems(actor, 'organizer'),
  requireOn: mayEditOne,
}
const mayReadHistory: Right<OwnedItem> = { ...mayWrite, scope: 'audit' }
/** Merging changes events of others, too. */
const mayMerge: Right<OwnedItem> = {
  ...mayWrite,
  allows: ({ role }) => rightsByRole[role].edits === 'all',
}

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
  check: (by, args) => allowUnused(args, by),
  opens: ({ event }) => event,
  dependsOnClock: ({ only_with_upcoming }) => only_with_upcoming,
  async resolve({ read, ...by }, args, faults) {
    for (const find of Object.values(linkedListArgReaders(read, args, by))) await faults.of<unknown>(find)
  },
  async run({ read, ...by }, args) {
    const page = await read.list('organizer', linkedQueryOf(args, by), viewerOf(by))
    if (args.page > 1 && page.items.length === 0) throw new Problem('organizer-archive-page-not-found')
    return page
  },
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
  async resolve({ tx, ...by }, args, faults) {
    await faults.of(() => resolveAuthorId(tx, args.author, undefined, by))
    await faults.of(() => requireUsableImage(tx, args.image, null, by))
    await faults.of(() => organizerColumnsFromArgs(args, undefined, by))
  },
  run: async ({ tx, ...by }, args) =>
    itemOf(tx, 'organizer', await createVenueOrOrganizer(tx, 'organizer', args, by), by),
})

const readOrganizer = operation({
  route: 'GET /organizers/{id}',
  of: organizers,
  summary: 'Read an organizer',
  args: shownLanguageArgs,
  answer: itemAnswer(organizers, 'The item.'),
  right: mayRead,
  problems: ['organizer-not-accessible', 'organizer-no-longer-available'],
  run: ({ read, item, ...by }) => shownItem(read, 'organizer', item, by),
})

/** What changing an organizer is given, at whatever address it is. */
interface OnOne extends ContextWithImages {
  readonly tx: Writing
  readonly item: OrganizerRecord
}

async function noteFaults(
  { tx, item, ...by }: OnOne,
  args: UpdateArgs<'organizer'>,
  faults: FoundFaults,
): Promise<void> {
  await faults.of(() => organizerColumnsFromArgs(args, item, by))
  await faults.of(() => resolveAuthorId(tx, args.author, item.author, by))
  await faults.of(() => requireUsableImage(tx, args.image, item.image, by))
}

async function change({ tx, item, ...by }: OnOne, args: UpdateArgs<'organizer'>) {
  await writeVenueOrOrganizerChanges(tx, { name: 'organizer', kept: item }, args, by)
  return itemOf(tx, 'organizer', item.id, by)
}

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
  resolve: noteFaults,
  run: change,
})

const removeOrganizer = operation({
  route: 'DELETE /organizers/{id}',
  of: organizers,
  summary: 'Move an organizer to the trash, or delete it permanently',
  args: forceArgs,
  answer: removedItemAnswer(organizers, 'The item in the trash, or the item as it was before its deletion.'),
  right: mayWrite,
  problems: ['organizer-no-longer-available', 'organizer-is-in-trash'],
  run: ({ tx, item, ...by }, { force = false }) => toTrash(tx, 'organizer', item, force, by),
})

const readOrganizerBySlug = operation({
  route: 'GET /organizers/by-slug/{slug}',
  of: organizers,
  summary: 'Read an organizer',
  args: shownLanguageArgs,
  answer: itemAnswer(organizers, 'The item.'),
  right: mayRead,
  problems: ['organizer-not-accessible'],
  run: ({ read, item, ...by }) => shownItem(read, 'organizer', item, by),
})

const updateOrganizerBySlug = operation({
  route: 'POST, PUT, PATCH /organizers/by-slug/{slug}',
  of: organizers,
  summary: 'Update an organizer',
  args: organizer.fields,
  body: { schema: 'OrganizerChanges', example: { website: 'https://market.example.org/' } },
  answer: itemAnswer(organizers, 'The updated item.'),
  right: mayWrite,
  image: ({ image }) => image,
  resolve: noteFaults,
  run: change,
})

const removeOrganizerBySlug = operation({
  route: 'DELETE /organizers/by-slug/{slug}',
  of: organizers,
  summary: 'Move an organizer to the trash, or delete it permanently',
  args: forceArgs,
  answer: removedItemAnswer(organizers, 'The item in the trash, or the item as it was before its deletion.'),
  right: mayWrite,
  run: ({ tx, item, ...by }, { force = false }) => toTrash(tx, 'organizer', item, force, by),
})

const organizerHistory = operation({
  route: 'GET /organizers/{id}/history',
  of: organizers,
  ...history,
  right: mayReadHistory,
  problems: ['organizer-no-longer-available'],
  run: ({ read, item, ...by }, paging) => changesOf(read, 'organizer', item.id, { ...by, ...paging }),
})

const revertOrganizer = operation({
  route: 'POST /organizers/{id}/revert',
  of: organizers,
  ...revert,
  answer: itemAnswer(organizers, 'The item as it is now.'),
  right: mayWrite,
  problems: ['organizer-no-longer-available', 'change-not-found', 'change-not-recorded'],
  async run(given, sent) {
    const { tx, item } = given
    const values = await valuesAfterChange(tx, 'organizer', item.id, sent.change)
    const args = parseUpdateArgs('organizer', await valuesToSendAgain(tx, item, values, given))
    return change({ ...given, restoresTranslations: true }, args)
  },
})

const mergeOrganizers = operation({
  route: 'POST /organizers/{id}/merge',
  of: organizers,
  ...merge,
  answer: itemAnswer(organizers, 'The item that the others were merged into.'),
  right: mayMerge,
  problems: ['organizer-no-longer-available'],
  async run({ tx, item, ...by }, { items }) {
    await mergeInTransaction(tx, 'organizer', { into: item, items }, by)
    return itemOf(tx, 'organizer', item.id, by)
  },
})

const translateOrganizer = operation({
  route: 'POST /organizers/{id}/translate',
  of: organizers,
  ...translate('organizer'),
  answer: translatedItemAnswer(organizers, TRANSLATED),
  right: mayWrite,
  problems: ['organizer-no-longer-available', 'rest_no_route', 'translation_exists', 'translation_failed'],
  async run({ ready, ...given }, { replace = false }) {
    requireDraftOfTexts('organizer', given.item, ready, replace)
    const translated = await change({ ...given, isMachine: true }, ready.args)
    return { item: translated, warnings: warningsOfDraft(ready, translated.record) }
  },
})

export const organizersRoom: Room = {
  name: 'organizers',
  resources: [organizers],
  operations: [
    listOrganizers,
    createOrganizer,
    readOrganizer,
    updateOrganizer,
    removeOrganizer,
    readOrganizerBySlug,
    updateOrganizerBySlug,
    removeOrganizerBySlug,
    organizerHistory,
    revertOrganizer,
    mergeOrganizers,
    translateOrganizer,
  ],
}
