/** The events that other servers are told of, and their likes and shares. The rule which ones is here alone. */
import { epochOf, type Moment } from '../../domain/time/moment.ts'
import { isInMainSql, isPublicSql } from '../conditions/visibility.ts'
import { type Connection, transaction } from '../database/dialects.ts'
import { type Db, queryFirstRow, queryRows } from '../database/rows.ts'
import { joinedSql, type Sql, sql } from '../database/sql.ts'
import type { AnnouncedEvent, FederationEvents, OrganizerActor, ReactionCounts } from '../store.ts'

/** Seconds ahead within which occurrences of series are told of: 90 days. */
const AHEAD = 90 * 86_400

/** Public, in the lists of the calendar, without a password; an occurrence only when it is near. */
export function isAnnouncedSql(moment: Moment): Sql {
  const scope = { user: undefined, reads: 'none', edits: 'none' } as const
  return sql`${isPublicSql('events', { scope, moment })} and events.password_hash is null
    and events.hide_from_listings = 0 and ${isInMainSql}
    and (events.series is null or events.start_utc <= ${epochOf(moment.now) + AHEAD})`
}

type PageQuery = Parameters<FederationEvents['page']>[0]

async function pageOf(db: Db, { organizer, isUpcoming, page, perPage, moment }: PageQuery) {
  const link =
    organizer === undefined
      ? sql``
      : sql` join event_organizers as l on l.event_id = events.id and l.target_id = ${organizer}`
  const begins = isUpcoming ? sql` and events.start_utc >= ${epochOf(moment.now)}` : sql``
  const order = isUpcoming ? sql`events.start_utc, events.id` : sql`events.date_utc desc, events.id desc`
  const from = sql`from events${link} where ${isAnnouncedSql(moment)}${begins}`
  const found = await queryRows(
    db,
    sql<{ readonly id: number }>`select events.id ${from} order by ${order}
      limit ${perPage} offset ${(page - 1) * perPage}`,
  )
  const counted = await queryFirstRow(db, sql<{ readonly total: number }>`select count(*) as total ${from}`)
  return { ids: found.map(({ id }) => id), total: Number(counted?.total ?? 0) }
}

async function openAmong(db: Db, ids: readonly number[], moment: Moment): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const found = sql<{ readonly id: number }>`select id from events
    where id in (${joinedSql(ids)}) and ${isAnnouncedSql(moment)}`
  return new Set((await queryRows(db, found)).map(({ id }) => id))
}

async function announcedAmong(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, AnnouncedEvent>> {
  if (ids.length === 0) return new Map()
  const found = sql<AnnouncedEvent>`select * from federation_events where event_id in (${joinedSql(ids)})`
  return new Map((await queryRows(db, found)).map((one) => [one.event_id, one]))
}

async function reactionsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, ReactionCounts>> {
  if (ids.length === 0) return new Map()
  const found = sql<{
    readonly event_id: number
    readonly likes: number
    readonly shares: number
  }>`select event_id, count(case when kind = 'like' then 1 end) as likes,
      count(case when kind = 'share' then 1 end) as shares
    from federation_reactions where event_id in (${joinedSql(ids)}) group by event_id`
  return new Map(
    (await queryRows(db, found)).map(({ event_id, likes, shares }) => [
      event_id,
      { likes: Number(likes), shares: Number(shares) },
    ]),
  )
}

async function organizersIn(db: Db, events: readonly number[]) {
  const byEvent = new Map<number, readonly OrganizerActor[]>()
  if (events.length === 0) return byEvent
  const found = sql<OrganizerActor & { readonly event_id: number }>`select l.event_id, a.id, a.kind, a.name
    from event_organizers as l
    join federation_actors as a on a.kind = 'organizer' and a.item_id = l.target_id
    where l.event_id in (${joinedSql(events)}) order by l.event_id, l.position`
  for (const { event_id, ...actor } of await queryRows(db, found))
    byEvent.set(event_id, [...(byEvent.get(event_id) ?? []), actor])
  return byEvent
}

/** Returns what is known of the events over one database. */
export function federationEvents(connection: Connection): FederationEvents {
  const { reader, writer } = connection
  return {
    page: (query) => pageOf(reader, query),
    open: (ids, moment) => openAmong(reader, ids, moment),
    announced: (ids) => announcedAmong(reader, ids),
    organizersOf: (events) => organizersIn(reader, events),
    reactions: (ids) => reactionsOf(reader, ids),
    async react({ event_id, kind, actor, activity }) {
      await sql`insert into federation_reactions (event_id, kind, actor, activity)
        values (${event_id}, ${kind}, ${actor}, ${activity})
        on conflict (event_id, kind, actor) do update set activity = excluded.activity`.execute(writer)
    },
    async unreact(actor, activity, kind, event) {
      const isOfEvent = event === undefined ? sql`1 = 0` : sql`(event_id = ${event} and kind = ${kind})`
      await sql`delete from federation_reactions
        where actor = ${actor} and (activity = ${activity} or ${isOfEvent})`.execute(writer)
    },
    async isSeen(activity) {
      const found = sql`select 1 as seen from federation_seen where activity = ${activity}`
      return (await queryFirstRow(reader, found)) !== undefined
    },
    noteSeen: (activity, at, forgotten) =>
      transaction(connection, async (db) => {
        await sql`delete from federation_seen where at_utc < ${forgotten}`.execute(db)
        await sql`insert into federation_seen (activity, at_utc)
          values (${activity}, ${at}) on conflict (activity) do nothing`.execute(db)
      }),
  }
}
