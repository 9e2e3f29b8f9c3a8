/** The actors that the calendar follows, over one database. */
import { epochOfInstant } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import {
  countRowsFrom,
  type Db,
  insertStatement,
  queryFirstRow,
  queryRows,
  type Sql,
  sql,
} from '../database/sql.ts'
import { addLogLine } from '../log/log.ts'
import type {
  FollowedActor,
  FollowingStore,
  IncomingEvent,
  IncomingEventStore,
  IncomingWriting,
  NewActivity,
  NewFollowedActor,
  UnfollowRequest,
  WriteStamp,
} from '../store.ts'
import { saveFederationPlan } from './queue.ts'

// Events of other servers as far as they are known, over one database.

/** The most events of one followed actor that wait to be read for the first time. */
const MAX_WAITING = 500

const byObjectIn = (db: Db, object: string) =>
  queryFirstRow(db, sql<IncomingEvent>`select * from federation_incoming where object = ${object}`)

/** Returns the writing of one transaction. */
export const incomingWriteOperations = (db: Db): IncomingWriting => ({
  byObject: (object) => byObjectIn(db, object),
  countOf: (following) =>
    countRowsFrom(db, sql`federation_incoming where following_id = ${following} and event_id is not null`),
  async keep(event) {
    const names = Object.keys(event)
    const kept = names.map((name) => `${name} = excluded.${name}`)
    await insertStatement(
      'federation_incoming',
      [...names, 'is_daily'],
      [...Object.values(event), 0],
      ` on conflict (object) do update set ${kept.join(', ')}`,
    ).execute(db)
  },
})

type Asked = Parameters<IncomingEventStore['ask']>[0]

async function askIn(db: Db, { object, following_id, isDaily }: Asked, now: number): Promise<boolean> {
  const waiting = sql`federation_incoming where following_id = ${following_id} and event_id is null`
  const isNew = (await byObjectIn(db, object)) === undefined
  if (isNew && (await countRowsFrom(db, waiting)) >= MAX_WAITING) return false
  const daily = isDaily ? 1 : 0
  await sql`insert into federation_incoming
      (object, event_id, actor, following_id, updated_utc, sent, next_utc, is_daily)
    values (${object}, null, '', ${following_id}, ${now}, '{}', ${now}, ${daily})
    on conflict (object) do update set next_utc = ${now}`.execute(db)
  return true
}

/** Returns what is known of events of other servers over one database. */
export function incomingEventStore(connection: OpenDatabase): IncomingEventStore {
  const { reader, writer } = connection
  return {
    byObject: (object) => byObjectIn(reader, object),
    async eventsOf(following) {
      const found = sql<{ readonly event_id: number }>`select event_id from federation_incoming
        where following_id = ${following} and event_id is not null order by event_id`
      return (await queryRows(reader, found)).map(({ event_id }) => event_id)
    },
    ask: (event, now) => runTransaction(connection, (db) => askIn(db, event, now)),
    async take(now, until, limit) {
      const due = sql`select 1 from federation_incoming where next_utc <= ${now} limit 1`
      if ((await queryFirstRow(reader, due)) === undefined) return []
      return runTransaction(connection, (db) =>
        queryRows(
          db,
          sql<IncomingEvent>`update federation_incoming set next_utc = ${until} where object in (
            select object from federation_incoming where next_utc <= ${now}
            order by next_utc, object limit ${limit}) returning *`,
        ),
      )
    },
    async takeImage(now, until) {
      const first = sql<IncomingEvent>`select * from federation_incoming where image_utc <= ${now}
        order by image_utc, object limit 1`
      const due = await queryFirstRow(reader, first)
      if (due === undefined) return undefined
      // What another process has taken meanwhile has another time.
      const taken = sql<IncomingEvent>`update federation_incoming set image_utc = ${until}
        where object = ${due.object} and image_utc = ${due.image_utc} returning *`
      return runTransaction(connection, (db) => queryFirstRow(db, taken))
    },
    async settle(object, next) {
      if (next !== undefined)
        await sql`update federation_incoming set next_utc = ${next} where object = ${object}`.execute(writer)
      else
        await sql`delete from federation_incoming where object = ${object} and event_id is null`.execute(
          writer,
        )
    },
  }
}

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
