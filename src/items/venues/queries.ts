/** Venues as they are stored, and how one goes. */
import { type PureContext, viewerOf } from '../../actions/context.ts'
import type { RemovedItem } from '../../api/answer.ts'
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
  const { id, version } = record
  const now = epochOfInstant(by.moment.now)
  if (forGood) {
    const item = await shown(tx, record, by)
    await tx.remove('venue', id, now)
    return { item, deleted: true }
  }
  if (record.status === 'trash') throw new Problem('venue-is-in-trash')
  await tx.update('venue', id, { status: 'trash', version: version + 1, modified_utc: now })
  return { item: await venueOf(tx, id, by), deleted: false }
}
