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
import type { EventRecord, Item, ItemAddress, Reading, RecordOf, Writing } from '../store/store.ts'
import { createEvent, shownItem } from './create.ts'
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
import { runChecksAndThrowFaults, runReportingAllFaults } from './writing/faults.ts'
import { writeAfterPreparing } from './writing/preparing.ts'
import type { ItemToChange } from './writing/save.ts'
import { checksOfUpdateArgsAlone, faultChecksByResource } from './writing/write-checks.ts'

/** Checks the stored item before it is changed, in the transaction that changes it. Throws 409 or 412. */
export type CheckPrecondition = (
  kept: { readonly id: number; readonly version: number; readonly modified_utc: number },
  store: Writing,
) => Promise<void>

type Updaters = {
  readonly [N in ResourceName]: (
    store: Writing,
    kept: RecordOf<N>,
    args: UpdateArgs<N>,
    context: ContextWithImages,
  ) => Promise<RecordOf<N>>
}

const updaters: Updaters = {
  async event(store, kept, args, context) {
    const linked = await linkKnownItems(store, kept, args, context)
    const event = await updateEventOrSeries(store, linked, args, context)
    // Whatever publishes an event that was submitted approves it.
    return isApprovedStatus(kept.status) ? event : approveSubmissionIfPublished(store, event, context)
  },
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

/** Returns the function that throws 401, 403 or 410 unless an actor may change an item. */
export const requireMayChange = (name: PublishableName) => (kept: OwnedItem, context: PureContext) => {
  if (kept.status === 'trash') requireMayRead(name, kept, context)
  requireMayEdit(context.actor, kept)
}

/** The right to change this item. The right to change terms at all is checked before. */
const editChecks: EditChecks = {
  event: requireMayChange('event'),
  series: requireMayChange('series'),
  venue: requireMayChange('venue'),
  organizer: requireMayChange('organizer'),
  category: () => {},
  tag: () => {},
  group: requireMayEditGroup,
  media: requireMayEditMedia,
  page: requireMayChange('page'),
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

/** Changes an item in an open transaction. Returns it as it is stored then. Throws all faults of its args together. */
export function updateInTransaction<N extends ResourceName>(
  store: Writing,
  { name, kept }: ItemToChange<N>,
  args: UpdateArgs<N>,
  context: ContextWithImages,
): Promise<RecordOf<N>> {
  return runReportingAllFaults(
    () => updaters[name](store, kept, args, context),
    () => faultChecksByResource[name](store, args, kept, context),
  )
}

/** A change of an event: what changes, and what is checked before. */
interface EventChange {
  readonly args: UpdateArgs<'event'>
  readonly precondition: CheckPrecondition
}

/**
 * Changes an event and returns it as its writer sees it. Throws 400, 401, 403, 404, 409, 410 or 412; first of all the faults between the args
 * that show without the event (contract §6).
 */
export async function updateEventAt(
  address: ItemAddress,
  { args, precondition }: EventChange,
  context: Context,
): Promise<Item<'event'>> {
  const { result } = await writeAfterPreparing(context, async (store, context) => {
    const found = async () => {
      const kept = await editableRecord(store, 'event', address, context)
      await precondition(kept, store)
      return kept
    }
    const kept = await found().catch(async (error: unknown) => {
      await runChecksAndThrowFaults(checksOfUpdateArgsAlone('event', args, context))
      throw error
    })
    const changed = await updateInTransaction(store, { name: 'event', kept }, args, context)
    return shownItem(store, 'event', changed, context)
  })
  return result
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
    const args = parseUpdateArgs('event', sent, 'uid')
    const changed = await updateInTransaction(store, { name: 'event', kept: item }, args, context)
    return { item: await shownItem(store, 'event', changed, context), isCreated: false }
  }
  const created = await runReportingAllFaults(
    async () => createEvent(store, parseCreateArgs('event', sent), context, { uid, origins: [] }),
    () => faultChecksByResource.event(store, onlyParsableCreateArgs('event', sent), undefined, context),
  )
  return { item: await shownItem(store, 'event', created, context), isCreated: true }
}
