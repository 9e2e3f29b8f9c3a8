/** Venues as they are stored, and how one goes. */

import type { RemovedItem } from '../../api/answer.ts'
import { type PureContext, viewerOf } from '../../api/context.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { Problem } from '../../problem.ts'
import type { Item, Reading, VenueRecord, Writing } from '../../store/store.ts'

type By = Pick<PureContext, 'actor' | 'moment'>

/** A venue as its reader sees it. */
export async function shown(store: Reading, record: VenueRecord, by: By): Promise<Item<'venue'>> {
  const [item] = await store.items('venue', [record], viewerOf(by))
  if (item === undefined) throw new Problem('internal_server_error')
  return item
}

/** The venue with an id, which must exist, as its reader sees it. */
export async function venueOf(store: Reading, id: number, by: By): Promise<Item<'venue'>> {
  const record = await store.find('venue', { id }, by.moment)
  if (record === undefined) throw new Problem('internal_server_error')
  return shown(store, record, by)
}

/** Moves a venue to the trash, or deletes it for good. Throws 410 for one that is there already. */
export async function removed(
  tx: Writing,
  record: VenueRecord,
  forGood: boolean,
  by: By,
): Promise<RemovedItem<'venue'>> {
  const { id } = record
  if (forGood) {
    const item = await shown(tx, record, by)
    await tx.remove('venue', id, epochOfInstant(by.moment.now))
    return { item, deleted: true }
  }
  if (record.status === 'trash') throw new Problem('venue-is-in-trash')
  await tx.put('venue', id, { status: 'trash' })
  return { item: await venueOf(tx, id, by), deleted: false }
}
