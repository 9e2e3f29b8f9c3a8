/** Creates or updates an event by the id that another system knows it by (contract §13). */
import type { CreateArgs, UpdateArgs } from '../../contract/resources/index.ts'
import type { EventRecord, Item, ResultAndRevision, Writing } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { createEvent, writtenItem } from '../create.ts'
import { type CheckPrecondition, editableRecord, updateInTransaction } from '../update.ts'
import { runReportingAllFaults } from './faults.ts'
import { writeAfterPreparing } from './preparing.ts'
import { faultChecksByResource } from './write-checks.ts'

/** The event, and whether it is new. */
interface PutEvent {
  readonly item: Item<'event'>
  readonly isNew: boolean
}

/** Reads the args of a request. Each function throws 400 with all faults of its args. */
interface PutArgs {
  create(): CreateArgs<'event'>
  /** The args that could be parsed, for the checks that complete a problem. */
  readable(): Partial<CreateArgs<'event'>>
  update(): UpdateArgs<'event'>
}

async function add(store: Writing, uid: string, args: PutArgs, context: Context): Promise<number> {
  return runReportingAllFaults(
    async () => createEvent(store, args.create(), context, { uid, origins: [] }),
    () => faultChecksByResource.event(store, args.readable(), undefined, context),
  )
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
): Promise<number> {
  const kept = await editableRecord(store, 'event', { id }, context)
  await precondition(kept, store)
  await updateInTransaction(store, { name: 'event', kept }, args.update(), context)
  return id
}

async function putWithin(store: Writing, putting: Putting, context: Context): Promise<PutEvent> {
  const { uid, args, onNew } = putting
  const kept = await store.eventWithUid(uid)
  if (kept === undefined) onNew()
  const id =
    kept === undefined ? await add(store, uid, args, context) : await change(store, kept, putting, context)
  return { item: await writtenItem(store, 'event', id, context), isNew: kept === undefined }
}

/** Updates the event with this UID, or creates it if there is none. Throws 400, 401, 403, 410 or 412. */
export function putByUid(putting: Putting, context: Context): Promise<ResultAndRevision<PutEvent>> {
  return writeAfterPreparing(context, (store, context) => putWithin(store, putting, context))
}
