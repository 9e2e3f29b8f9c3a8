/** Venues: where events take place. The door of their room. */

import { mergeInTransaction } from '../../actions/editing/merge.ts'
import { valuesToSendAgain } from '../../actions/editing/resend.ts'
import {
  createVenueOrOrganizer,
  venueColumnsFromArgs,
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
import { venueFields } from '../../contract/resources/fields/item-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { parseUpdateArgs, type UpdateArgs } from '../../contract/resources/index.ts'
import { venue } from '../../contract/resources/items.ts'
import { shownLanguageArgs } from '../../contract/resources/shared.ts'
import { Problem } from '../../problem.ts'
import { representVenue } from '../../representations/json/items.ts'
import type { VenueRecord, Writing } from '../../store/store.ts'
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

// Venues as the interface shows them, and as they are stored.

export const venues: WrittenResource<'venue'> = {
  name: 'venue',
  collection: 'venues',
  schema: 'Venue',
  represent: representVenue,
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

// Who may do what with venues: who may edit one is decided by its author and whether it is public.

function mayEditOne(item: OwnedItem, by: PureContext): void {
  if (item.status === 'trash') requireMayRead('venue', item, by)
  requireMayEdit(by.actor, item)
}

const mayRead: Right<OwnedItem> = {
  scope: 'read',
  allows: () => true,
  requireOn: (item, by) => requireMayRead('venue', item, by),
}
const mayWrite: Right<OwnedItem> = {
  scope: 'write:venues',
  allows: (actor) => mayWriteSomeItems(actor, 'venue'),
  requireOn: mayEditOne,
}
const mayReadHistory: Right<OwnedItem> = { ...mayWrite, scope: 'audit' }
/** Merging changes events of others, too. */
const mayMerge: Right<OwnedItem> = {
  ...mayWrite,
  allows: ({ role }) => rightsByRole[role].edits === 'all',
}

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
  check: (by, args) => allowUnused(args, by),
  opens: ({ event }) => event,
  dependsOnClock: ({ only_with_upcoming }) => only_with_upcoming,
  async resolve({ read, ...by }, args, faults) {
    for (const find of Object.values(linkedListArgReaders(read, args, by))) await faults.of<unknown>(find)
  },
  async run({ read, ...by }, args) {
    const page = await read.list('venue', linkedQueryOf(args, by), viewerOf(by))
    if (args.page > 1 && page.items.length === 0) throw new Problem('venue-archive-page-not-found')
    return page
  },
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
  async resolve({ tx, ...by }, args, faults) {
    await faults.of(() => resolveAuthorId(tx, args.author, undefined, by))
    await faults.of(() => requireUsableImage(tx, args.image, null, by))
    await faults.of(() => venueColumnsFromArgs(args, undefined, by))
  },
  run: async ({ tx, ...by }, args) =>
    itemOf(tx, 'venue', await createVenueOrOrganizer(tx, 'venue', args, by), by),
})

const readVenue = operation({
  route: 'GET /venues/{id}',
  of: venues,
  summary: 'Read a venue',
  args: shownLanguageArgs,
  answer: itemAnswer(venues, 'The item.'),
  right: mayRead,
  problems: ['venue-not-accessible', 'venue-no-longer-available'],
  run: ({ read, item, ...by }) => shownItem(read, 'venue', item, by),
})

/** What changing a venue is given, at whatever address it is. */
interface OnOne extends ContextWithImages {
  readonly tx: Writing
  readonly item: VenueRecord
}

async function noteFaults(
  { tx, item, ...by }: OnOne,
  args: UpdateArgs<'venue'>,
  faults: FoundFaults,
): Promise<void> {
  await faults.of(() => venueColumnsFromArgs(args, item, by))
  await faults.of(() => resolveAuthorId(tx, args.author, item.author, by))
  await faults.of(() => requireUsableImage(tx, args.image, item.image, by))
}

async function change({ tx, item, ...by }: OnOne, args: UpdateArgs<'venue'>) {
  await writeVenueOrOrganizerChanges(tx, { name: 'venue', kept: item }, args, by)
  return itemOf(tx, 'venue', item.id, by)
}

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
  resolve: noteFaults,
  run: change,
})

const removeVenue = operation({
  route: 'DELETE /venues/{id}',
  of: venues,
  summary: 'Move a venue to the trash, or delete it permanently',
  args: forceArgs,
  answer: removedItemAnswer(venues, 'The item in the trash, or the item as it was before its deletion.'),
  right: mayWrite,
  problems: ['venue-no-longer-available', 'venue-is-in-trash'],
  run: ({ tx, item, ...by }, { force = false }) => toTrash(tx, 'venue', item, force, by),
})

const readVenueBySlug = operation({
  route: 'GET /venues/by-slug/{slug}',
  of: venues,
  summary: 'Read a venue',
  args: shownLanguageArgs,
  answer: itemAnswer(venues, 'The item.'),
  right: mayRead,
  problems: ['venue-not-accessible'],
  run: ({ read, item, ...by }) => shownItem(read, 'venue', item, by),
})

const updateVenueBySlug = operation({
  route: 'POST, PUT, PATCH /venues/by-slug/{slug}',
  of: venues,
  summary: 'Update a venue',
  args: venue.fields,
  body: { schema: 'VenueChanges', example: { phone: '+39 011 123456', show_map: true } },
  answer: itemAnswer(venues, 'The updated item.'),
  right: mayWrite,
  image: ({ image }) => image,
  resolve: noteFaults,
  run: change,
})

const removeVenueBySlug = operation({
  route: 'DELETE /venues/by-slug/{slug}',
  of: venues,
  summary: 'Move a venue to the trash, or delete it permanently',
  args: forceArgs,
  answer: removedItemAnswer(venues, 'The item in the trash, or the item as it was before its deletion.'),
  right: mayWrite,
  run: ({ tx, item, ...by }, { force = false }) => toTrash(tx, 'venue', item, force, by),
})

const venueHistory = operation({
  route: 'GET /venues/{id}/history',
  of: venues,
  ...history,
  right: mayReadHistory,
  problems: ['venue-no-longer-available'],
  run: ({ read, item, ...by }, paging) => changesOf(read, 'venue', item.id, { ...by, ...paging }),
})

const revertVenue = operation({
  route: 'POST /venues/{id}/revert',
  of: venues,
  ...revert,
  answer: itemAnswer(venues, 'The item as it is now.'),
  right: mayWrite,
  problems: ['venue-no-longer-available', 'change-not-found', 'change-not-recorded'],
  async run(given, sent) {
    const { tx, item } = given
    const values = await valuesAfterChange(tx, 'venue', item.id, sent.change)
    const args = parseUpdateArgs('venue', await valuesToSendAgain(tx, item, values, given))
    return change({ ...given, restoresTranslations: true }, args)
  },
})

const mergeVenues = operation({
  route: 'POST /venues/{id}/merge',
  of: venues,
  ...merge,
  answer: itemAnswer(venues, 'The item that the others were merged into.'),
  right: mayMerge,
  problems: ['venue-no-longer-available'],
  async run({ tx, item, ...by }, { items }) {
    await mergeInTransaction(tx, 'venue', { into: item, items }, by)
    return itemOf(tx, 'venue', item.id, by)
  },
})

const translateVenue = operation({
  route: 'POST /venues/{id}/translate',
  of: venues,
  ...translate('venue'),
  answer: translatedItemAnswer(venues, TRANSLATED),
  right: mayWrite,
  problems: ['venue-no-longer-available', 'rest_no_route', 'translation_exists', 'translation_failed'],
  async run({ ready, ...given }, { replace = false }) {
    requireDraftOfTexts('venue', given.item, ready, replace)
    const translated = await change({ ...given, isMachine: true }, ready.args)
    return { item: translated, warnings: warningsOfDraft(ready, translated.record) }
  },
})

export const venuesRoom: Room = {
  name: 'venues',
  resources: [venues],
  operations: [
    listVenues,
    createVenue,
    readVenue,
    updateVenue,
    removeVenue,
    readVenueBySlug,
    updateVenueBySlug,
    removeVenueBySlug,
    venueHistory,
    revertVenue,
    mergeVenues,
    translateVenue,
  ],
}
