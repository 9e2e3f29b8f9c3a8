/** Creates or updates an event by the id that another system knows it by (contract §13). */

import type { PutItem } from '../../api/answer.ts'
import type { ContextWithImages } from '../../api/context.ts'
import { onlyParsableCreateArgs, parseCreateArgs, parseUpdateArgs } from '../../contract/resources/parse.ts'
import type { EventRecord, Writing } from '../../store/store.ts'
import { createEvent, writtenItem } from '../create.ts'
import { updateInTransaction } from '../update.ts'
import { runReportingAllFaults } from './faults.ts'
import { faultChecksByResource } from './write-checks.ts'

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
