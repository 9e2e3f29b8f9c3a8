/** The events that other servers are told of, and their likes and shares. The rule which ones is here alone. */

import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { slicesOf } from '../../support/slices.ts'
import { isInMainCalendarSql, isPublicSql } from '../conditions/visibility.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import {
  countRowsFrom,
  type Db,
  insertRows,
  oneOfSql,
  quotedName,
  type Sql,
  type SqlBool,
  sql,
} from '../database/sql.ts'
import type {
  EventActor,
  LastTellingOfEventByOwnActor,
  OwnActor,
  ReactionCounts,
  ReceivedReaction,
} from '../types/index.ts'

// Which of our actors are open: those whose items are federated, and public.

/** Whether an organizer is public and federated. */
export function isFederatedOrganizerSql(moment: Moment): Sql<SqlBool> {
  const scope = { user: undefined, reads: 'none', edits: 'none' } as const
  return sql`organizers.federated = 1 and ${isPublicSql('organizers', { scope, moment })}`
}

/** Whether the item of an actor, a row of `table`, is federated. */
export function isItemOfActorFederatedSql(table: string, moment: Moment): Sql<SqlBool> {
  const [kind, item] = [quotedName(`${table}.kind`), quotedName(`${table}.item_id`)]
  return sql`(${kind} = 'calendar'
    or (${kind} = 'group' and exists (select 1 from groups where groups.id = ${item} and groups.federated = 1))
    or (${kind} = 'organizer' and exists (select 1 from organizers
      where organizers.id = ${item} and ${isFederatedOrganizerSql(moment)})))`
}

/** Likes and shares of an event that are counted, of each: more only fill the database. */
const MAX_REACTIONS = 10_000

/** Seconds ahead within which occurrences of series are told of: 90 days. */
const AHEAD = 90 * 86_400

/** In lists once it is public, without a password, and of this calendar; an occurrence only when it is near. */
const isListedSql = (moment: Moment) => sql`events.password_hash is null
  and events.hide_from_listings = 0 and events.origin = 'null'
  and (events.series is null or events.start_utc <= ${epochOfInstant(moment.now) + AHEAD})`

/** In the lists of the main calendar once it is public. */
export const isListedInMainCalendarSql = (moment: Moment): Sql =>
  sql`${isListedSql(moment)} and ${isInMainCalendarSql}`

/** Public and in lists. Whose lists, the actors below say. */
function isTellableSql(moment: Moment): Sql {
  const scope = { user: undefined, reads: 'none', edits: 'none' } as const
  return sql`${isPublicSql('events', { scope, moment })} and ${isListedSql(moment)}`
}

/** May be told of by some actor: tellable, and in the main calendar or of a group that is federated. */
export const mayBeAnnouncedSql = (
  moment: Moment,
): Sql => sql`${isTellableSql(moment)} and (${isInMainCalendarSql}
  or exists (select 1 from groups where groups.id = events.group_id and groups.federated = 1))`

interface PageQuery {
  readonly of: Pick<OwnActor, 'kind' | 'item_id'>
  readonly isUpcoming: boolean
  readonly page: number
  readonly perPage: number
  readonly moment: Moment
}

/** The events of an actor: those of the main calendar, of the organizer there, or of the group. */
function eventsOf({ kind, item_id }: PageQuery['of']): { readonly link: Sql; readonly where: Sql } {
  if (kind === 'group') return { link: sql``, where: sql`events.group_id = ${item_id}` }
  if (kind === 'calendar') return { link: sql``, where: isInMainCalendarSql }
  const link = sql` join event_organizers as l on l.event_id = events.id and l.target_id = ${item_id}`
  return { link, where: isInMainCalendarSql }
}

type FoundSender = EventActor & { readonly event_id: number }

const ofOrganizers = (ids: readonly number[], moment: Moment) => sql<FoundSender>`select l.event_id,
    a.id, a.kind, a.name, l.position as place
  from event_organizers as l join federation_actors as a on a.kind = 'organizer' and a.item_id = l.target_id
  where l.event_id in ${oneOfSql(ids)} and ${isItemOfActorFederatedSql('a', moment)}`

const ofGroups = (ids: readonly number[], moment: Moment) => sql<FoundSender>`select events.id as event_id,
    a.id, a.kind, a.name, -1 as place
  from events join federation_actors as a on a.kind = 'group' and a.item_id = events.group_id
  where events.id in ${oneOfSql(ids)} and ${isItemOfActorFederatedSql('a', moment)}`

/** Returns the actors of events, in the order of their places. */
async function actorsByEvent(db: Db, found: Sql<FoundSender>) {
  const byEvent = new Map<number, readonly EventActor[]>()
  const rows =
    await sql<FoundSender>`select event_id, id, kind, name from (${found}) as found order by event_id, place`.rows(
      db,
    )
  for (const { event_id, ...actor } of rows) byEvent.set(event_id, [...(byEvent.get(event_id) ?? []), actor])
  return byEvent
}

/** Returns the actors that may tell of events, in the order of their places. */
function senderActorsByEventId(db: Db, ids: readonly number[], moment: Moment) {
  if (ids.length === 0) return Promise.resolve(new Map<number, readonly EventActor[]>())
  const among = (where: Sql) =>
    sql`exists (select 1 from events where events.id = one.event_id and ${isTellableSql(moment)} and ${where})`
  const calendar = sql`select events.id as event_id, a.id, a.kind, a.name, -2 as place
    from events join federation_actors as a on a.kind = 'calendar' where events.id in ${oneOfSql(ids)}`
  const all = sql<FoundSender>`select one.* from (
      ${calendar} union all ${ofGroups(ids, moment)} union all ${ofOrganizers(ids, moment)}) as one
    where (one.kind = 'group' and ${among(sql`1 = 1`)}) or (one.kind <> 'group' and ${among(isInMainCalendarSql)})`
  return actorsByEvent(db, all)
}

/** Returns what is known of the events over one database. */
export function federationEventStore(connection: OpenDatabase) {
  const { reader, writer } = connection
  return {
    /**
     * The ids of the events that an actor may tell of, newest first, and how many there are. `isUpcoming`: only those that have not begun,
     * in the order of their start.
     */
    async page({ of, isUpcoming, page, perPage, moment }: PageQuery) {
      const { link, where } = eventsOf(of)
      const begins = isUpcoming ? sql` and events.start_utc >= ${epochOfInstant(moment.now)}` : sql``
      const order = isUpcoming ? sql`events.start_utc, events.id` : sql`events.date_utc desc, events.id desc`
      const from = sql`events${link} where ${isTellableSql(moment)} and ${where}${begins}`
      const found = await sql`select events.id from ${from} order by ${order}
          limit ${perPage} offset ${(page - 1) * perPage}`.column<number>(reader)
      return { ids: found, total: await countRowsFrom(reader, from) }
    },
    /** Those of these events that may be told of. */
    async open(ids: readonly number[], moment: Moment) {
      if (ids.length === 0) return new Set<number>()
      const found = sql`select id from events
        where id in ${oneOfSql(ids)} and ${mayBeAnnouncedSql(moment)}`
      return new Set(await found.column<number>(reader))
    },
    /** The last news of these events that our actors told. */
    async tellings(ids: readonly number[]) {
      if (ids.length === 0) return []
      return sql<LastTellingOfEventByOwnActor>`select * from federation_tellings where event_id in ${oneOfSql(ids)}`.rows(
        reader,
      )
    },
    /** The actors that may tell of these events: the calendar's, the group's, and those of the organizers in their order. */
    senders: (ids: readonly number[], moment: Moment) => senderActorsByEventId(reader, ids, moment),
    /** The actors of the organizers of these events, in their order. */
    organizersOf: async (ids: readonly number[], moment: Moment) =>
      ids.length === 0
        ? new Map<number, readonly EventActor[]>()
        : actorsByEvent(reader, ofOrganizers(ids, moment)),
    /** The actors of the groups of these events. */
    async groupsOf(ids: readonly number[], moment: Moment) {
      if (ids.length === 0) return new Map<number, EventActor>()
      const found = await actorsByEvent(reader, ofGroups(ids, moment))
      return new Map(
        [...found].flatMap(([id, [actor]]) => (actor === undefined ? [] : [[id, actor] as const])),
      )
    },
    async reactions(ids: readonly number[]) {
      if (ids.length === 0) return new Map<number, ReactionCounts>()
      const found = sql<{
        readonly event_id: number
        readonly likes: number
        readonly shares: number
      }>`select event_id, count(case when kind = 'like' then 1 end) as likes,
          count(case when kind = 'share' then 1 end) as shares
        from federation_reactions where event_id in ${oneOfSql(ids)} group by event_id`
      return new Map(
        (await found.rows(reader)).map(({ event_id, likes, shares }) => [
          event_id,
          { likes: Number(likes), shares: Number(shares) },
        ]),
      )
    },
    async react({ event_id, kind, actor, activity }: ReceivedReaction) {
      const count = sql`select count(*) from federation_reactions where event_id = ${event_id} and kind = ${kind}`
      await sql`insert into federation_reactions (event_id, kind, actor, activity)
        select ${event_id}, ${kind}, ${actor}, ${activity} where (${count}) < ${MAX_REACTIONS}
        on conflict (event_id, kind, actor) do update set activity = excluded.activity`.execute(writer)
    },
    /** Takes back a reaction, by the address of its activity, or by its kind and event (undefined for none). */
    async unreact(
      actor: string,
      activity: string,
      kind: ReceivedReaction['kind'],
      event: number | undefined,
    ) {
      const isOfEvent = event === undefined ? sql`1 = 0` : sql`(event_id = ${event} and kind = ${kind})`
      await sql`delete from federation_reactions
        where actor = ${actor} and (activity = ${activity} or ${isOfEvent})`.execute(writer)
    },
    /** Returns whether an activity came in lately. */
    async isSeen(activity: string) {
      const found = sql`select 1 as seen from federation_seen where activity = ${activity}`
      return await found.exists(reader)
    },
    /** Notes that an activity came in. Notes from before `forgotten` are deleted. */
    noteSeen: (activity: string, at: number, forgotten: number) =>
      runTransaction(connection, async (db) => {
        await sql`delete from federation_seen where at_utc < ${forgotten}`.execute(db)
        await sql`insert into federation_seen (activity, at_utc)
          values (${activity}, ${at}) on conflict (activity) do nothing`.execute(db)
      }),
  }
}

// The end of events that are deleted for good: nothing else is left of what others could read.

/** Notes of those events that others may read that they were told of: so their end is, too, and their addresses say that they are gone. */
export async function noteEventEndings(db: Db, ids: readonly number[], moment: Moment): Promise<void> {
  const begun = sql`select 1 as begun from federation_cursor`
  if (ids.length === 0 || !(await begun.exists(db))) return
  const changed_utc = epochOfInstant(moment.now)
  for (const some of slicesOf(ids)) {
    const senders = await senderActorsByEventId(db, some, moment)
    const tellings = [...senders].flatMap(([event_id, actors]) =>
      actors.map(({ id: actor_id }) => ({
        event_id,
        actor_id,
        state: 'announced',
        fingerprint: '',
        changed_utc,
      })),
    )
    await insertRows(db, 'federation_tellings', tellings, ' on conflict (event_id, actor_id) do nothing')
  }
}
