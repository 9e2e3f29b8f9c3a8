/** The actors that the calendar follows, over one database. */
import { epochOfInstant } from '../../domain/time/moment.ts'
import { allOfSql, type Condition } from '../conditions/visibility.ts'
import { containsTextSql, type DialectName, type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { countRowsFrom, type Db, insertOf, insertRows, replacing, type Sql, sql } from '../database/sql.ts'
import { addLogLine } from '../log/log.ts'
import type {
  FederationListQuery,
  FollowedActor,
  IncomingEvent,
  NewActivity,
  NewFollowedActor,
  UnfollowRequest,
  WriteStamp,
} from '../types/index.ts'
import { saveFederationPlan } from './queue.ts'

// Events of other servers as far as they are known, over one database.

/** The most events of one followed actor that wait to be read for the first time. */
const MAX_WAITING = 500

const byObjectIn = (db: Db, object: string) =>
  sql<IncomingEvent>`select * from federation_incoming where object = ${object}`.first(db)

/** Returns the writing of one transaction. */
export const incomingWriteOperations = (db: Db) => ({
  byObject: (object: string) => byObjectIn(db, object),
  /** How many events are known of a followed actor. */
  countOf: (following: number) =>
    countRowsFrom(db, sql`federation_incoming where following_id = ${following} and event_id is not null`),
  keep: (event: Omit<IncomingEvent, 'next_utc' | 'is_daily'>) =>
    insertRows(
      db,
      'federation_incoming',
      [{ ...event, is_daily: 0 }],
      replacing('object', Object.keys(event)),
    ),
})

interface Asked {
  readonly object: string
  readonly following_id: number
  readonly isDaily: boolean
}

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
export function incomingEventStore(connection: OpenDatabase) {
  const { reader, writer } = connection
  return {
    byObject: (object: string) => byObjectIn(reader, object),
    /** The ids of the events that came from an actor. */
    async eventsOf(following: number) {
      const found = sql`select event_id from federation_incoming
        where following_id = ${following} and event_id is not null order by event_id`
      return await found.column<number>(reader)
    },
    /** Notes that an event is to be read at its id, now. Returns false if its host or actor has too many that wait. */
    ask: (event: Asked, now: number) => runTransaction(connection, (db) => askIn(db, event, now)),
    /** Takes events that are to be read, until `until`. */
    async take(now: number, until: number, limit: number) {
      const due = sql`select 1 from federation_incoming where next_utc <= ${now} limit 1`
      if (!(await due.exists(reader))) return []
      return runTransaction(connection, (db) =>
        sql<IncomingEvent>`update federation_incoming set next_utc = ${until} where object in (
            select object from federation_incoming where next_utc <= ${now}
            order by next_utc, object limit ${limit}) returning *`.rows(db),
      )
    },
    /** Takes an event whose image is to be fetched, until `until`; undefined if there is none. */
    async takeImage(now: number, until: number) {
      const waiting = sql<IncomingEvent>`select * from federation_incoming where image_utc <= ${now}
        order by image_utc, object limit 1`
      const due = await waiting.first(reader)
      if (due === undefined) return undefined
      // What another process has taken meanwhile has another time.
      const taken = sql<IncomingEvent>`update federation_incoming set image_utc = ${until}
        where object = ${due.object} and image_utc = ${due.image_utc} returning *`
      return runTransaction(connection, (db) => taken.first(db))
    },
    /** Notes when an event is read again; undefined: it is no event, and is forgotten. */
    async settle(object: string, next: number | null | undefined) {
      if (next !== undefined)
        await sql`update federation_incoming set next_utc = ${next} where object = ${object}`.execute(writer)
      else
        await sql`delete from federation_incoming where object = ${object} and event_id is null`.execute(
          writer,
        )
    },
  }
}

/** Returns what narrows a list of actors: their addresses have a text, and they a state. */
export function whereActorIs(
  actor: Sql<string>,
  column: Sql<string>,
  { search = '', state }: Pick<FederationListQuery<string>, 'search' | 'state'>,
  dialect: DialectName,
): Sql {
  const wanted = search.trim().toLowerCase()
  const conditions: readonly Condition[] = [
    ...(wanted === '' ? [] : [containsTextSql(dialect, sql<string>`lower(${actor})`, wanted)]),
    ...(state === undefined ? [] : [sql<boolean>`${column} = ${state}`]),
  ]
  return sql`where ${allOfSql(conditions)}`
}

const followed = (end: Sql) => sql<FollowedActor>`select * from federation_following ${end}`

async function addActor(
  db: Db,
  actor: NewFollowedActor,
  follow: NewActivity,
  writer: WriteStamp,
): Promise<FollowedActor | undefined> {
  const statement = insertOf<FollowedActor>(
    'federation_following',
    [{ ...actor }],
    ' on conflict (actor) do nothing returning *',
  )
  const added = await statement.first(db)
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
export function followingStore(connection: OpenDatabase) {
  const { reader, writer } = connection
  return {
    /** Adds an actor, and queues what asks its server. Returns it; undefined if the calendar follows it already. */
    add: (actor: NewFollowedActor, follow: NewActivity, by: WriteStamp) =>
      runTransaction(connection, (db) => addActor(db, actor, follow, by)),
    /** A page of followed actors, newest first, and how many there are. */
    async page({ page, per_page, ...filter }: FederationListQuery<FollowedActor['state']>) {
      const where = whereActorIs(sql`actor`, sql`state`, filter, reader.dialect)
      const end = sql`${where} order by id desc limit ${per_page} offset ${(page - 1) * per_page}`
      const total = await countRowsFrom(reader, sql`federation_following ${where}`)
      return { following: await followed(end).rows(reader), total }
    },
    byId: (id: number) => followed(sql`where id = ${id}`).first(reader),
    byActor: (actor: string) => followed(sql`where actor = ${actor}`).first(reader),
    /** Notes the answer of its server. Only an actor that waits is accepted, and is read at `now`. */
    async answer(id: number, state: FollowedActor['state'], now: number) {
      // Only a Follow that waits is accepted: one that was refused or ended begins anew here, never at its server.
      const change =
        state === 'accepted'
          ? sql`next_utc = ${now} where state = 'pending'`
          : sql`next_utc = null where state <> 'rejected'`
      await sql`update federation_following set state = ${state}, ${change} and id = ${id}`.execute(writer)
    },
    /** Removes an actor with what is known of its events, and queues what tells its server. */
    remove: (actor: FollowedActor, end: UnfollowRequest, by: WriteStamp) =>
      runTransaction(connection, (db) => removeActor(db, actor, end, by)),
    /** Takes an actor whose outbox is due, until `until`; undefined if there is none. */
    async take(now: number, until: number) {
      const due = sql`select 1 from federation_following where next_utc <= ${now} limit 1`
      if (!(await due.exists(reader))) return undefined
      return runTransaction(connection, (db) =>
        sql<FollowedActor>`update federation_following set next_utc = ${until} where id = (
            select id from federation_following where next_utc <= ${now} and state = 'accepted'
            order by next_utc, id limit 1) returning *`.first(db),
      )
    },
    /** Notes when an outbox is read again; null: it was read. */
    async settle(id: number, next: number | null) {
      await sql`update federation_following set next_utc = ${next}
        where id = ${id} and state = 'accepted'`.execute(writer)
    },
  }
}
