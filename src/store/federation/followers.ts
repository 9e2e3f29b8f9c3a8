/** Followers of our actors, over one database. */
import { epochOfInstant } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { countRowsFrom, type Db, queryFirstRow, queryRows } from '../database/rows.ts'
import { insertStatement, quotedName, type Sql, sql } from '../database/sql.ts'
import { addLogLine } from '../log/log.ts'
import type {
  FederationFollower,
  FollowerStore,
  ListedFollower,
  NewActivity,
  NewFederationFollower,
  WriteStamp,
} from '../store.ts'
import { saveFederationPlan } from './planning.ts'
import { dropIdleActivities, giveUpChosenDeliveries } from './sent.ts'

/** Distinct inboxes that a host may have: each costs a delivery. Servers with many users share one. */
const MAX_INBOXES = 100

/** New followers from a host within a day: nobody may fill the database with actors that a program makes. */
const MAX_NEW = 1000
const DAY = 86_400

async function hasRoom(db: Db, follower: NewFederationFollower): Promise<boolean> {
  const { host, delivered_to, actor_id, follower: actor, created_utc } = follower
  const total = (where: Sql) => sql`count(case when ${where} then 1 end)`
  const counted = sql<Readonly<Record<'inboxes' | 'shared' | 'news' | 'known', number>>>`select
    count(distinct delivered_to) as inboxes, ${total(sql`delivered_to = ${delivered_to}`)} as shared,
    ${total(sql`created_utc > ${created_utc - DAY}`)} as news,
    ${total(sql`actor_id = ${actor_id} and follower = ${actor}`)} as known
    from federation_followers where host = ${host}`
  const { inboxes = 0, shared = 0, news = 0, known = 0 } = (await queryFirstRow(db, counted)) ?? {}
  const hasInbox = Number(shared) > 0 || Number(inboxes) < MAX_INBOXES
  return hasInbox && (Number(known) > 0 || Number(news) < MAX_NEW)
}

async function addFollower(
  db: Db,
  follower: NewFederationFollower,
): Promise<FederationFollower['state'] | undefined> {
  if (!(await hasRoom(db, follower))) return undefined
  const names = Object.keys(follower)
  const kept = ['host', 'inbox', 'delivered_to', 'activity'].map((name) => `${name} = excluded.${name}`)
  const end = ` on conflict (actor_id, follower) do update set ${kept.join(', ')} returning state`
  const statement = insertStatement<Pick<FederationFollower, 'state'>>(
    'federation_followers',
    names,
    Object.values(follower),
    end,
  )
  return (await queryFirstRow(db, statement))?.state ?? follower.state
}

const listed = (end: Sql) => sql<ListedFollower>`select followers.*, actors.name, actors.kind
  from federation_followers as followers join federation_actors as actors on actors.id = followers.actor_id ${end}`

/** The decision of an editor about a follower: the statement that carries it out, its name in the audit, and what tells its server. */
interface Decision {
  readonly statement: Sql
  readonly verb: 'update' | 'delete'
  readonly activity: NewActivity
}

/** Saves a decision, if it changes something. Returns whether it did. */
const decide = (
  connection: OpenDatabase,
  { id, follower }: ListedFollower,
  { statement, verb, activity }: Decision,
  writer: WriteStamp,
) =>
  runTransaction(connection, async (db) => {
    const { changes } = await statement.execute(db)
    if (changes === 0) return false
    await saveFederationPlan(db, { activities: [activity], announced: [] }, epochOfInstant(writer.moment.now))
    await addLogLine(db, writer, { verb, resource: 'follower', item_id: id, title: follower, slug: '' })
    return true
  })

async function forgetActor(db: Db, actor: string): Promise<void> {
  await sql`delete from federation_followers where follower = ${actor}`.execute(db)
  await sql`delete from federation_reactions where actor = ${actor}`.execute(db)
  await sql`delete from federation_peers where actor = ${actor}`.execute(db)
}

/** Returns the followers over one database. */
export function followerStore(connection: OpenDatabase): FollowerStore {
  const { reader, writer } = connection
  const counted = (where: Sql) => countRowsFrom(reader, sql`federation_followers ${where}`)
  return {
    add: (follower) => runTransaction(connection, (db) => addFollower(db, follower)),
    async page(page, perPage) {
      const end = sql`order by followers.id desc limit ${perPage} offset ${(page - 1) * perPage}`
      return { followers: await queryRows(reader, listed(end)), total: await counted(sql``) }
    },
    byId: (id) => queryFirstRow(reader, listed(sql`where followers.id = ${id}`)),
    approve: (follower, accept, by) => {
      const statement = sql`update federation_followers set state = 'accepted'
        where id = ${follower.id} and state = 'pending'`
      return decide(connection, follower, { statement, verb: 'update', activity: accept }, by)
    },
    reject: (follower, rejection, by) => {
      const statement = sql`delete from federation_followers where id = ${follower.id}`
      return decide(connection, follower, { statement, verb: 'delete', activity: rejection }, by)
    },
    count: (actor) => counted(sql`where actor_id = ${actor} and state = 'accepted'`),
    async leave(follower, activity, actor) {
      const isOfActor = actor === undefined ? sql`1 = 0` : sql`actor_id = ${actor}`
      await sql`delete from federation_followers
        where follower = ${follower} and (activity = ${activity} or ${isOfActor})`.execute(writer)
    },
    forget: (follower) => runTransaction(connection, (db) => forgetActor(db, follower)),
    giveUp: (host, now) =>
      runTransaction(connection, async (db) => {
        await giveUpChosenDeliveries(db, sql`host = ${host}`, { reason: 'given-up', status: 0 }, now)
        await sql`update federation_outcomes set reason = 'given-up', status = 0, failed_utc = ${now}
          where host = ${host}`.execute(db)
        for (const table of ['federation_followers', 'federation_hosts'] as const)
          await sql`delete from ${quotedName(table)} where host = ${host}`.execute(db)
        await dropIdleActivities(db)
      }),
  }
}
