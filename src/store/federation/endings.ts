/** The end of events that are deleted for good: nothing else is left of what others could read. */
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { type Db, queryFirstRow } from '../database/rows.ts'
import { insertStatement, sql } from '../database/sql.ts'
import type { WritingAuditedPerItem } from '../store.ts'
import type { FederationToldEventTable } from '../tables.ts'
import { senderActorsByEventId } from './events.ts'

/** Events that are looked at together. */
const TOGETHER = 500

/** Notes of those events that others may read that they were told of: so their end is, too, and their addresses say that they are gone. */
async function noteEndings(db: Db, ids: readonly number[], moment: Moment): Promise<void> {
  const begun = sql`select 1 as begun from federation_cursor`
  if (ids.length === 0 || (await queryFirstRow(db, begun)) === undefined) return
  for (let at = 0; at < ids.length; at += TOGETHER) {
    const senders = await senderActorsByEventId(db, ids.slice(at, at + TOGETHER), moment)
    const tellings = [...senders].flatMap(([event_id, actors]) =>
      actors.map(
        ({ id: actor_id }): FederationToldEventTable => ({
          event_id,
          actor_id,
          state: 'announced',
          fingerprint: '',
          changed_utc: epochOfInstant(moment.now),
        }),
      ),
    )
    for (const telling of tellings)
      await insertStatement(
        'federation_tellings',
        Object.keys(telling),
        Object.values(telling),
        ' on conflict (event_id, actor_id) do nothing',
      ).execute(db)
  }
}

type Removals = Pick<WritingAuditedPerItem, 'remove' | 'removeEvents'>

/** Returns the deletions of a transaction, which note the ends of events. `momentNow` returns the moment of the transaction. */
export const removalsNotingEventEndings = (store: Removals, db: Db, momentNow: () => Moment): Removals => ({
  async remove(name, id, now) {
    if (name === 'event') await noteEndings(db, [id], momentNow())
    await store.remove(name, id, now)
  },
  async removeEvents(ids) {
    await noteEndings(db, ids, momentNow())
    return store.removeEvents(ids)
  },
})
