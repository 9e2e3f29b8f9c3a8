/** Federation over one database: our actors, their followers, actors of other servers, and the domains that editors blocked. */
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import {
  countRowsFrom,
  type Db,
  insertOf,
  insertRows,
  oneOfSql,
  quotedName,
  replacing,
  type Sql,
  sql,
} from '../database/sql.ts'
import { addLogLine } from '../log/log.ts'
import type {
  BlockedDomain,
  FederatedItemWithoutActor,
  FederationFollower,
  FederationListQuery,
  FollowedActor,
  HostBlock,
  ListedFollower,
  ListedOwnActor,
  NewActivity,
  NewFederationFollower,
  NewOwnActor,
  OwnActor,
  OwnActorWithStanding,
  RemoteActor,
  WriteStamp,
} from '../types/index.ts'
import { federationEventStore, isFederatedOrganizerSql, isItemOfActorFederatedSql } from './events.ts'
import { followingStore, incomingEventStore, whereActorIs } from './following.ts'
import {
  dropIdleActivities,
  federationQueue,
  giveUpChosenDeliveries,
  saveFederationPlan,
  sentActivityStore,
} from './queue.ts'

// Our actors, over one database: the calendar's, and those of groups and organizers that are federated.

const standing = (moment: Moment) => sql`case when ${isItemOfActorFederatedSql('a', moment)} then 'open'
  when (a.kind = 'group' and exists (select 1 from groups where groups.id = a.item_id))
    or (a.kind = 'organizer' and exists (select 1 from organizers where organizers.id = a.item_id)) then 'closed'
  else 'gone' end`

const found = (moment: Moment, end: Sql) =>
  sql<OwnActorWithStanding>`select * from (select ${standing(moment)} as standing, a.* from federation_actors as a) as actors ${end}`

const unmadeItems = (moment: Moment, limit: number) => sql<FederatedItemWithoutActor>`select * from (
  select 'group' as kind, groups.id as item_id, groups.slug from groups where groups.federated = 1
    and not exists (select 1 from federation_actors as a where a.kind = 'group' and a.item_id = groups.id)
  union all
  select 'organizer' as kind, organizers.id as item_id, organizers.slug from organizers
    where ${isFederatedOrganizerSql(moment)}
    and not exists (select 1 from federation_actors as a where a.kind = 'organizer' and a.item_id = organizers.id)
  ) as unmade order by kind, item_id limit ${limit}`

const listedActors = (
  moment: Moment,
  limit: number,
) => sql<ListedOwnActor>`select a.id, a.name, a.kind, a.item_id,
    a.created_utc, a.state, ${standing(moment)} as standing,
    (select count(*) from federation_followers as f where f.actor_id = a.id and f.state = 'accepted') as followers
  from federation_actors as a order by a.kind, a.name limit ${limit}`

/** Returns our actors over one database. */
function ownActorStore(connection: OpenDatabase) {
  const { reader, writer } = connection
  return {
    /** The actor with a name; undefined if there is none. */
    named: (name: string, moment: Moment) => found(moment, sql`where name = ${name}`).first(reader),
    byId: (id: number) => sql<OwnActor>`select * from federation_actors where id = ${id}`.first(reader),
    /** The actor of an item, open or not; undefined if it never had one. */
    ofItem: (kind: OwnActor['kind'], id: number) =>
      sql<OwnActor>`select * from federation_actors where kind = ${kind} and item_id = ${id}`.first(reader),
    /** The calendar's actor, then those of groups and of organizers; at most `limit`. */
    list: (moment: Moment, limit: number) => listedActors(moment, limit).rows(reader),
    /** Adds an actor, unless its name is taken or its item has one. Returns whether it was added. */
    async add(actor: NewOwnActor) {
      const statement = insertOf('federation_actors', [{ ...actor }], ' on conflict do nothing')
      return (await statement.execute(writer)).changes > 0
    },
    /** Federated items without an actor, the oldest first; at most `limit`. */
    unmade: (moment: Moment, limit: number) => unmadeItems(moment, limit).rows(reader),
    /** The actors that others were told something else of than they are now. */
    changed: (moment: Moment) => found(moment, sql`where standing <> state order by id`).rows(reader),
    /** Notes how an actor stands now, and queues what tells its followers. They are dropped where it is gone. */
    settle: (actor: OwnActorWithStanding, activities: readonly NewActivity[], now: number) =>
      runTransaction(connection, async (db) => {
        await saveFederationPlan(db, { activities, announced: [] }, now)
        await sql`update federation_actors set state = ${actor.standing} where id = ${actor.id}`.execute(db)
        if (actor.standing === 'gone')
          await sql`delete from federation_followers where actor_id = ${actor.id}`.execute(db)
      }),
  }
}

// Followers of our actors, over one database.

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
  const { inboxes = 0, shared = 0, news = 0, known = 0 } = (await counted.first(db)) ?? {}
  const hasInbox = Number(shared) > 0 || Number(inboxes) < MAX_INBOXES
  return hasInbox && (Number(known) > 0 || Number(news) < MAX_NEW)
}

async function addFollower(
  db: Db,
  follower: NewFederationFollower,
): Promise<FederationFollower['state'] | undefined> {
  if (!(await hasRoom(db, follower))) return undefined
  const end = replacing('actor_id, follower', ['host', 'inbox', 'delivered_to', 'activity'])
  const statement = insertOf<Pick<FederationFollower, 'state'>>(
    'federation_followers',
    [{ ...follower }],
    `${end} returning state`,
  )
  return (await statement.first(db))?.state ?? follower.state
}

const listed = (end: Sql) => sql<ListedFollower>`select actors.name, actors.kind, followers.*
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
function followerStore(connection: OpenDatabase) {
  const { reader, writer } = connection
  return {
    /**
     * Adds a follower, or renews it: one that was accepted stays accepted. Returns its state; undefined if its host has too many inboxes
     * already, or too many new followers of that day.
     */
    add: (follower: NewFederationFollower) => runTransaction(connection, (db) => addFollower(db, follower)),
    /** A page of followers, newest first, and how many there are. */
    async page({ page, per_page, ...filter }: FederationListQuery<FederationFollower['state']>) {
      const where = whereActorIs(sql`followers.follower`, sql`followers.state`, filter, reader.dialect)
      const end = sql`${where} order by followers.id desc limit ${per_page} offset ${(page - 1) * per_page}`
      return {
        followers: await listed(end).rows(reader),
        total: await countRowsFrom(reader, sql`federation_followers as followers ${where}`),
      }
    },
    byId: (id: number) => listed(sql`where followers.id = ${id}`).first(reader),
    /** Accepts a follower that waits, and queues what tells it. Returns whether it was waiting. */
    approve: (follower: ListedFollower, accept: NewActivity, by: WriteStamp) => {
      const statement = sql`update federation_followers set state = 'accepted'
        where id = ${follower.id} and state = 'pending'`
      return decide(connection, follower, { statement, verb: 'update', activity: accept }, by)
    },
    /** Removes a follower, and queues what tells it. Returns whether it was there. */
    reject: (follower: ListedFollower, rejection: NewActivity, by: WriteStamp) => {
      const statement = sql`delete from federation_followers where id = ${follower.id}`
      return decide(connection, follower, { statement, verb: 'delete', activity: rejection }, by)
    },
    /** How many followers of an actor are accepted. */
    count: (actor: number) =>
      countRowsFrom(reader, sql`federation_followers where actor_id = ${actor} and state = 'accepted'`),
    /** Removes a follower, by the address of its Follow or by the actor of ours that it follows (undefined for none). */
    async leave(follower: string, activity: string, actor: number | undefined) {
      const isOfActor = actor === undefined ? sql`1 = 0` : sql`actor_id = ${actor}`
      await sql`delete from federation_followers
        where follower = ${follower} and (activity = ${activity} or ${isOfActor})`.execute(writer)
    },
    /** Removes everything of an actor of another server: that it follows, likes and shares, and its key. */
    forget: (follower: string) => runTransaction(connection, (db) => forgetActor(db, follower)),
    /** Removes the followers on a host, and what waits for it: it has failed for too long. */
    giveUp: (host: string, now: number) =>
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

/** Every request of another server is compared with all of them. */
const MAX_BLOCKS = 1000

/** Ends who follows from blocked hosts, and what waits for them. */
async function endHosts(db: Db, isBlocked: (host: string) => boolean, now: number): Promise<void> {
  const found = sql`select host from federation_followers
    union select host from federation_deliveries`
  const hosts = (await found.column<string>(db)).filter(isBlocked)
  if (hosts.length === 0) return
  const areTheirs = sql`host in ${oneOfSql(hosts)}`
  await sql`delete from federation_followers where ${areTheirs}`.execute(db)
  await giveUpChosenDeliveries(db, areTheirs, { reason: 'blocked', status: 0 }, now)
  await dropIdleActivities(db)
}

/** Ends whom the calendar follows on blocked hosts, and tells these. */
async function endFollowing(db: Db, { isBlocked, undoOf }: HostBlock, now: number): Promise<void> {
  const all = sql<FollowedActor>`select * from federation_following where state <> 'rejected'`
  const ended = (await all.rows(db)).filter(({ host }) => isBlocked(host))
  if (ended.length === 0) return
  await sql`update federation_following set state = 'rejected', next_utc = null
    where id in ${oneOfSql(ended.map(({ id }) => id))}`.execute(db)
  await saveFederationPlan(db, { activities: ended.map(undoOf), announced: [] }, now)
}

async function blockIn(
  db: Db,
  domain: string,
  { isBlocked, undoOf }: HostBlock,
  writer: WriteStamp,
): Promise<'blocked' | 'known' | 'too_many'> {
  if ((await countRowsFrom(db, sql`federation_blocks`)) >= MAX_BLOCKS) return 'too_many'
  const now = epochOfInstant(writer.moment.now)
  const { changes } = await sql`insert into federation_blocks (domain, created_utc)
    values (${domain}, ${now}) on conflict (domain) do nothing`.execute(db)
  await endHosts(db, isBlocked, now)
  await endFollowing(db, { isBlocked, undoOf }, now)
  if (changes === 0) return 'known'
  await addLogLine(db, writer, { verb: 'create', resource: 'block', item_id: 0, title: domain, slug: '' })
  return 'blocked'
}

async function unblockIn(db: Db, domain: string, writer: WriteStamp): Promise<BlockedDomain | undefined> {
  const found = sql<BlockedDomain>`delete from federation_blocks where domain = ${domain} returning *`
  const gone = await found.first(db)
  if (gone !== undefined)
    await addLogLine(db, writer, { verb: 'delete', resource: 'block', item_id: 0, title: domain, slug: '' })
  return gone
}

/** Returns the blocked domains over one database. */
const domainBlockStore = (connection: OpenDatabase) => ({
  all: () => sql<BlockedDomain>`select * from federation_blocks order by domain`.rows(connection.reader),
  /** Blocks a domain, and ends who follows from it and who is followed there. */
  block: (domain: string, ended: HostBlock, writer: WriteStamp) =>
    runTransaction(connection, (db) => blockIn(db, domain, ended, writer)),
  /** Returns the domain; undefined if it was not blocked. */
  unblock: (domain: string, writer: WriteStamp) =>
    runTransaction(connection, (db) => unblockIn(db, domain, writer)),
})

const peerStore = ({ reader, writer }: OpenDatabase) => ({
  byActor: (actor: string) =>
    sql<RemoteActor>`select * from federation_peers where actor = ${actor}`.first(reader),
  byKey: (keyId: string) =>
    sql<RemoteActor>`select * from federation_peers where key_id = ${keyId}`.first(reader),
  keep: (peer: RemoteActor) =>
    insertRows(writer, 'federation_peers', [{ ...peer }], replacing('actor', Object.keys(peer))),
  /** Forgets those that were fetched before an instant, and that neither follow nor are followed, like or share. */
  async prune(before: number) {
    const isNeeded = sql`exists (select 1 from federation_followers where follower = federation_peers.actor)
      or exists (select 1 from federation_following as f where f.actor = federation_peers.actor)
      or exists (select 1 from federation_reactions as r where r.actor = federation_peers.actor)`
    await sql`delete from federation_peers where fetched_utc < ${before} and not (${isNeeded})`.execute(
      writer,
    )
  },
})

/** Returns federation over one database. */
export const federationStore = (connection: OpenDatabase) => ({
  actors: ownActorStore(connection),
  followers: followerStore(connection),
  peers: peerStore(connection),
  events: federationEventStore(connection),
  queue: federationQueue(connection),
  sent: sentActivityStore(connection),
  following: followingStore(connection),
  incoming: incomingEventStore(connection),
  blocks: domainBlockStore(connection),
})
