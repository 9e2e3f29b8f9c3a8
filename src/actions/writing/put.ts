/** Creates or updates an event by the id that another system knows it by (contract §13). */
import type { CreateArgs, UpdateArgs } from '../../contract/resources/index.ts'
import type { EventRecord, Item, WriteResult, Writing } from '../../store/store.ts'
import { withHash } from '../accounts/password-hash.ts'
import type { Context } from '../context.ts'
import { createEvent, itemOf } from '../create.ts'
import { withImages } from '../linking/prepared-images.ts'
import { editable, type Precondition, updateWithin } from '../update.ts'
import { withAllFaults } from './faults.ts'
import { writeChecks } from './write-checks.ts'

/** The event, and whether it is new. */
export interface Put {
  readonly item: Item<'event'>
  readonly isNew: boolean
}

/** Reads the args of a request. Each function throws 400 with all faults of its args. */
export interface PutArgs {
  create(): CreateArgs<'event'>
  /** The args that could be parsed, for the checks that complete a problem. */
  readable(): Partial<CreateArgs<'event'>>
  update(): UpdateArgs<'event'>
}

async function add(store: Writing, uid: string, args: PutArgs, context: Context): Promise<number> {
  return withAllFaults(
    async () => createEvent(store, args.create(), context, { uid, origins: [] }),
    () => writeChecks.event(store, args.readable(), undefined, context),
  )
}

async function change(
  store: Writing,
  { id }: EventRecord,
  args: PutArgs,
  precondition: Precondition,
  context: Context,
): Promise<number> {
  const kept = await editable(store, 'event', { id }, context)
  await precondition(kept, store)
  await updateWithin(store, 'event', kept, args.update(), context)
  return id
}

/**
 * Updates the event with this UID, or creates it if there is none. `onNew` checks the preconditions of a create.
 * Throws 400, 401, 403, 410 or 412.
 */
export function put(
  uid: string,
  args: PutArgs,
  precondition: Precondition,
  onNew: () => void,
  context: Context,
): Promise<WriteResult<Put>> {
  return withHash(context, (context) =>
    withImages(context, (context) =>
      context.store.write(context, async (store) => {
        const kept = await store.eventWithUid(uid)
        if (kept === undefined) onNew()
        const id =
          kept === undefined
            ? await add(store, uid, args, context)
            : await change(store, kept, args, precondition, context)
        return { item: await itemOf(store, 'event', id, context), isNew: kept === undefined }
      }),
    ),
  )
}
