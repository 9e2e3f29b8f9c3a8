/**
 * Updates an item of any resource (contract §4.2): absent fields stay, and a change without effect writes nothing.
 */

import type { PutItem } from '../api/answer.ts'
import type { Context, ContextWithImages, PureContext } from '../api/context.ts'
import { type OwnedItem, requireMayEdit } from '../api/policy.ts'
import {
  onlyParsableCreateArgs,
  type PublishableName,
  parseCreateArgs,
  parseUpdateArgs,
  type ResourceName,
  type UpdateArgs,
} from '../contract/resources/index.ts'
import { isApprovedStatus } from '../domain/publication.ts'
import { invalidParams } from '../problem.ts'
import type {
  EventRecord,
  Item,
  ItemAddress,
  Reading,
  RecordOf,
  ResultAndRevision,
  Writing,
} from '../store/store.ts'
import { createEvent, writtenItem } from './create.ts'
import {
  requireMayEditGroup,
  updateGroup,
  updatePage,
  writeCategoryChanges,
  writeTagChanges,
  writeVenueOrOrganizerChanges,
} from './items.ts'
import { requireMayEditMedia, updateMedia } from './linking/images.ts'
import { approveSubmissionIfPublished, linkKnownItems } from './proposals.ts'
import { existingRecordAt, requireMayRead } from './read.ts'
import { updateEventOrSeries, updateSeries } from './series/update.ts'
import { faultsFoundBy, runReportingAllFaults } from './writing/faults.ts'
import { writeAfterPreparing } from './writing/preparing.ts'
import type { ItemToChange } from './writing/save.ts'
import { checksOfUpdateArgsAlone, faultChecksByResource } from './writing/write-checks.ts'

/** Checks the stored item before it is changed, in the transaction that changes it. Throws 409 or 412. */
export type CheckPrecondition = (
  kept: { readonly id: number; readonly version: number; readonly modified_utc: number },
  store: Writing,
) => Promise<void>

/** An update of one item: where it is, what changes, and what is checked before. */
interface Updating<N extends ResourceName> {
  readonly address: ItemAddress
  readonly args: UpdateArgs<N>
  readonly precondition: CheckPrecondition
}

type Updaters = {
  readonly [N in ResourceName]: (
    store: Writing,
    kept: RecordOf<N>,
    args: UpdateArgs<N>,
    context: ContextWithImages,
  ) => Promise<void>
}

const updaters: Updaters = {
  event: async (store, kept, args, context) =>
    updateEventOrSeries(store, await linkKnownItems(store, kept, args, context), args, context),
  series: updateSeries,
  venue: (store, kept, args, context) =>
    writeVenueOrOrganizerChanges(store, { name: 'venue', kept }, args, context),
  organizer: (store, kept, args, context) =>
    writeVenueOrOrganizerChanges(store, { name: 'organizer', kept }, args, context),
  category: writeCategoryChanges,
  tag: writeTagChanges,
  group: updateGroup,
  media: updateMedia,
  page: updatePage,
}

type EditChecks = { readonly [N in ResourceName]: (kept: RecordOf<N>, context: PureContext) => void }

const allowChanging = (name: PublishableName) => (kept: OwnedItem, context: PureContext) => {
  if (kept.status === 'trash') requireMayRead(name, kept, context)
  requireMayEdit(context.actor, kept)
}

/** The right to change this item. The right to change terms at all is checked before. */
const editChecks: EditChecks = {
  event: allowChanging('event'),
  series: allowChanging('series'),
  venue: allowChanging('venue'),
  organizer: allowChanging('organizer'),
  category: () => {},
  tag: () => {},
  group: requireMayEditGroup,
  media: requireMayEditMedia,
  page: allowChanging('page'),
}

/** Returns the stored item at an address, if the actor may change it. Throws 404, 410, 401 or 403. */
export async function editableRecord<N extends ResourceName>(
  store: Reading,
  name: N,
  address: ItemAddress,
  context: PureContext,
): Promise<RecordOf<N>> {
  const kept = await existingRecordAt(store, name, address, context)
  editChecks[name](kept, context)
  return kept
}

/**
 * Returns the item to change. Throws 404, 410, 401, 403 or 412; before these come the faults between the args that show without
 * the item (contract §6).
 */
async function editableBy<N extends ResourceName>(
  store: Writing,
  name: N,
  { address, args, precondition }: Updating<N>,
  context: ContextWithImages,
): Promise<RecordOf<N>> {
  try {
    const kept = await editableRecord(store, name, address, context)
    await precondition(kept, store)
    return kept
  } catch (error) {
    const faults = await faultsFoundBy(checksOfUpdateArgsAlone(name, args, context))
    throw Object.keys(faults).length === 0 ? error : invalidParams(faults)
  }
}

/** Changes an item in an open transaction. Throws all faults of its args together. */
export async function updateInTransaction<N extends ResourceName>(
  store: Writing,
  { name, kept }: ItemToChange<N>,
  args: UpdateArgs<N>,
  context: ContextWithImages,
): Promise<void> {
  await runReportingAllFaults(
    () => updaters[name](store, kept, args, context),
    () => faultChecksByResource[name](store, args, kept, context),
  )
  // Whatever publishes an event that was submitted approves it.
  if ('own_fields' in kept && !isApprovedStatus(kept.status))
    await approveSubmissionIfPublished(store, kept.id, context)
}

/** What a transaction wrote. */
interface Written {
  /** The number of items that its transaction wrote. */
  readonly touched: number
}

/** Whether a transaction wrote anything. One that did not is not kept, so that it takes no revision. */
export const hasWritten = ({ touched }: Written): boolean => touched > 0

/** An item after its update. */
interface Updated<N extends ResourceName> extends Written {
  readonly item: Item<N>
  readonly isUnchanged: boolean
}

/** Changes an item in an open transaction and returns it as its writer sees it. Throws all faults of its args together. */
async function updatedInTransaction<N extends ResourceName>(
  store: Writing,
  { name, kept }: ItemToChange<N>,
  args: UpdateArgs<N>,
  context: ContextWithImages,
): Promise<Updated<N>> {
  const before = store.touchedItems()
  await updateInTransaction(store, { name, kept }, args, context)
  const item = await writtenItem(store, name, kept.id, context)
  const touched = store.touchedItems()
  return { item, touched, isUnchanged: touched === before && item.record.version === kept.version }
}

/** Changes an item and returns it as its writer sees it. Throws 400, 401, 403, 404, 409, 410 or 412. */
export function updateItem<N extends ResourceName>(
  name: N,
  { args, ...on }: Updating<N>,
  context: Context,
): Promise<ResultAndRevision<Updated<N>>> {
  return writeAfterPreparing(
    context,
    async (store, context) => {
      const kept = await editableBy(store, name, { args, ...on }, context)
      return updatedInTransaction(store, { name, kept }, args, context)
    },
    hasWritten,
  )
}

// Creates or updates an event by the id that another system knows it by (contract §13).

/** What is put: the event that there is, the id of the other system, and what was sent. */
interface Putting {
  readonly item: EventRecord | undefined
  readonly uid: string
  readonly sent: Readonly<Record<string, unknown>>
}

/** Updates the event with this UID, or creates it if there is none, in an open transaction. Throws 400 with all faults, 401 or 403. */
export async function putEvent(
  store: Writing,
  { item, uid, sent }: Putting,
  context: ContextWithImages,
): Promise<PutItem<'event'>> {
  if (item !== undefined) {
    await updateInTransaction(
      store,
      { name: 'event', kept: item },
      parseUpdateArgs('event', sent, 'uid'),
      context,
    )
    return { item: await writtenItem(store, 'event', item.id, context), isCreated: false }
  }
  const id = await runReportingAllFaults(
    async () => createEvent(store, parseCreateArgs('event', sent), context, { uid, origins: [] }),
    () => faultChecksByResource.event(store, onlyParsableCreateArgs('event', sent), undefined, context),
  )
  return { item: await writtenItem(store, 'event', id, context), isCreated: true }
}
