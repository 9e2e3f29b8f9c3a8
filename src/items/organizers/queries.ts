/** Organizers as they are stored, and how one goes. */

import type { RemovedItem } from '../../api/answer.ts'
import { type PureContext, viewerOf } from '../../api/context.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { Problem } from '../../problem.ts'
import type { Item, OrganizerRecord, Reading, Writing } from '../../store/store.ts'

type By = Pick<PureContext, 'actor' | 'moment'>

/** An organizer as its reader sees it. */
export async function shown(store: Reading, record: OrganizerRecord, by: By): Promise<Item<'organizer'>> {
  const [item] = await store.items('organizer', [record], viewerOf(by))
  if (item === undefined) throw new Problem('internal_server_error')
  return item
}

/** The organizer with an id, which must exist, as its reader sees it. */
export async function organizerOf(store: Reading, id: number, by: By): Promise<Item<'organizer'>> {
  const record = await store.find('organizer', { id }, by.moment)
  if (record === undefined) throw new Problem('internal_server_error')
  return shown(store, record, by)
}

/** Moves an organizer to the trash, or deletes it for good. Throws 410 for one that is there already. */
export async function removed(
  tx: Writing,
  record: OrganizerRecord,
  forGood: boolean,
  by: By,
): Promise<RemovedItem<'organizer'>> {
  const { id } = record
  if (forGood) {
    const item = await shown(tx, record, by)
    await tx.remove('organizer', id, epochOfInstant(by.moment.now))
    return { item, deleted: true }
  }
  if (record.status === 'trash') throw new Problem('organizer-is-in-trash')
  await tx.put('organizer', id, { status: 'trash' })
  return { item: await organizerOf(tx, id, by), deleted: false }
}
