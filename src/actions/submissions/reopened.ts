/** Decisions whose writes are undone: what waits again is waiting, and nobody is told of a decision that is no more (contract §14). */
import type { AuditRow, Writing } from '../../store/store.ts'
import type { Context } from '../context.ts'

/** The image that a write added to the media; undefined for none. */
const addedImage = (rows: readonly AuditRow[]) =>
  rows.find(({ resource, verb }) => resource === 'media' && verb === 'create')?.item_id

/**
 * After a write is undone, with the rows that it left: reopens the submissions and reviews of its events that wait again. The image of an
 * approved submission is a media item since, and stays with the event.
 */
export async function reopenDecisions(
  store: Writing,
  rows: readonly AuditRow[],
  { moment }: Pick<Context, 'moment'>,
): Promise<void> {
  const ids = rows.filter(({ resource }) => resource === 'event').map(({ item_id }) => item_id)
  for (const id of new Set(ids)) {
    const event = await store.find('event', { id }, moment)
    if (event?.status !== 'pending') continue
    const isOfPublic = await store.submissions.reopen(id)
    const image = isOfPublic && event.image === null ? addedImage(rows) : undefined
    if (image !== undefined) await store.update('event', id, { image })
  }
}
