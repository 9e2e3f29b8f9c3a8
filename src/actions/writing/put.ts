/** Creates or updates an event by the id that another system knows it by (contract §13). */

import type { Context } from '../../api/context.ts'
import type { CreateArgs, UpdateArgs } from '../../contract/resources/index.ts'
import type { EventRecord, Item, ResultAndRevision, Writing } from '../../store/store.ts'
import { createEvent, writtenItem } from '../create.ts'
import { type CheckPrecondition, editableRecord, hasWritten, updatedInTransaction } from '../update.ts'
import { runReportingAllFaults } from './faults.ts'
import { writeAfterPreparing } from './preparing.ts'
import { faultChecksByResource } from './write-checks.ts'

/** The event, whether it is new or as it was, and the number of items that the transaction wrote. */
interface PutEvent {
  readonly item: Item<'event'>
  readonly isNew: boolean
  readonly isUnchanged: boolean
  readonly touched: number
}

/** Reads the args of a request. Each function throws 400 with all faults of its args. */
interface PutArgs {
  create(): CreateArgs<'event'>
  /** The args that could be parsed, for the checks that complete a problem. */
  readable(): Partial<CreateArgs<'event'>>
  update(): UpdateArgs<'event'>
}

async function add(store: Writing, uid: string, args: PutArgs, context: Context): Promise<PutEvent> {
  const id = await runReportingAllFaults(
    async () => createEvent(store, args.create(), context, { uid, origins: [] }),
    () => faultChecksByResource.event(store, args.readable(), undefined, context),
  )
  const item = await writtenItem(store, 'event', id, context)
  return { item, isNew: true, isUnchanged: false, touched: store.touchedItems() }
}

/** A put: the id of the other system, the args, and the preconditions of an update and of a create. */
interface Putting {
  readonly uid: string
  readonly args: PutArgs
  readonly precondition: CheckPrecondition
  /** Throws where nothing may be created. */
  onNew(): void
}

async function change(
  store: Writing,
  { id }: EventRecord,
  { args, precondition }: Putting,
  context: Context,
): Promise<PutEvent> {
  const kept = await editableRecord(store, 'event', { id }, context)
  await precondition(kept, store)
  const updated = await updatedInTransaction(store, { name: 'event', kept }, args.update(), context)
  return { ...updated, isNew: false }
}

async function putWithin(store: Writing, putting: Putting, context: Context): Promise<PutEvent> {
  const { uid, args, onNew } = putting
  const kept = await store.eventWithUid(uid)
  if (kept !== undefined) return change(store, kept, putting, context)
  onNew()
  return add(store, uid, args, context)
}

/** Updates the event with this UID, or creates it if there is none. Throws 400, 401, 403, 410 or 412. */
export function putByUid(putting: Putting, context: Context): Promise<ResultAndRevision<PutEvent>> {
  return writeAfterPreparing(context, (store, context) => putWithin(store, putting, context), hasWritten)
}
