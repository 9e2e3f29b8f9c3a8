/** The actors that the calendar follows, over one database. */
import { epochOfInstant } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { countRowsFrom, type Db, queryFirstRow, queryRows } from '../database/rows.ts'
import { insertStatement, type Sql, sql } from '../database/sql.ts'
import { addLogLine } from '../log/log.ts'
import type {
  FollowedActor,
  FollowingStore,
  NewActivity,
  NewFollowedActor,
  UnfollowRequest,
  WriteStamp,
} from '../store.ts'
import { saveFederationPlan } from './planning.ts'

const followed = (end: Sql) => sql<FollowedActor>`select * from federation_following ${end}`

async function addActor(
  db: Db,
  actor: NewFollowedActor,
  follow: NewActivity,
  writer: WriteStamp,
): Promise<FollowedActor | undefined> {
  const statement = insertStatement<FollowedActor>(
    'federation_following',
    Object.keys(actor),
    Object.values(actor),
    ' on conflict (actor) do nothing returning *',
  )
  const added = await queryFirstRow(db, statement)
  if (added === undefined) return undefined
  await saveFederationPlan(db, { activities: [follow], announced: [] }, epochOfInstant(writer.moment.now))
  const audited = {
    verb: 'create',
    resource: 'following',
    item_id: added.id,
    title: added.actor,
    slug: '',
  } as const
  await addLogLine(db, writer, audited)
  return added
}

async function removeActor(
  db: Db,
  { id, actor }: FollowedActor,
  { undo, removes }: UnfollowRequest,
  writer: WriteStamp,
): Promise<void> {
  const { changes } = await sql`delete from federation_following where id = ${id}`.execute(db)
  const gone = removes ? sql`` : sql` and event_id is null`
  await sql`delete from federation_incoming where following_id = ${id}${gone}`.execute(db)
  // Events that stay are known again if the actor is followed again.
  await sql`update federation_incoming set following_id = 0, next_utc = null where following_id = ${id}`.execute(
    db,
  )
  if (changes === 0) return
  await saveFederationPlan(db, { activities: [undo], announced: [] }, epochOfInstant(writer.moment.now))
  await addLogLine(db, writer, {
    verb: 'delete',
    resource: 'following',
    item_id: id,
    title: actor,
    slug: '',
  })
}

/** Returns the followed actors over one database. */
export function followingStore(connection: OpenDatabase): FollowingStore {
  const { reader, writer } = connection
  return {
    add: (actor, follow, by) => runTransaction(connection, (db) => addActor(db, actor, follow, by)),
    async page(page, perPage) {
      const end = sql`order by id desc limit ${perPage} offset ${(page - 1) * perPage}`
      const total = await countRowsFrom(reader, sql`federation_following`)
      return { following: await queryRows(reader, followed(end)), total }
    },
    byId: (id) => queryFirstRow(reader, followed(sql`where id = ${id}`)),
    byActor: (actor) => queryFirstRow(reader, followed(sql`where actor = ${actor}`)),
    async answer(id, state, now) {
      // Only a Follow that waits is accepted: one that was refused or ended begins anew here, never at its server.
      const change =
        state === 'accepted'
          ? sql`next_utc = ${now} where state = 'pending'`
          : sql`next_utc = null where state <> 'rejected'`
      await sql`update federation_following set state = ${state}, ${change} and id = ${id}`.execute(writer)
    },
    remove: (actor, end, by) => runTransaction(connection, (db) => removeActor(db, actor, end, by)),
    async take(now, until) {
      const due = sql`select 1 from federation_following where next_utc <= ${now} limit 1`
      if ((await queryFirstRow(reader, due)) === undefined) return undefined
      return runTransaction(connection, (db) =>
        queryFirstRow(
          db,
          sql<FollowedActor>`update federation_following set next_utc = ${until} where id = (
            select id from federation_following where next_utc <= ${now} and state = 'accepted'
            order by next_utc, id limit 1) returning *`,
        ),
      )
    },
    async settle(id, next) {
      await sql`update federation_following set next_utc = ${next}
        where id = ${id} and state = 'accepted'`.execute(writer)
    },
  }
}
