/** Federation over one database: our actors, their followers, actors of other servers, and the domains that editors blocked. */

import { epochOfInstant } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { countRowsFrom, type Db, queryFirstRow, queryRows } from '../database/rows.ts'
import { insertStatement, joinedSql, sql } from '../database/sql.ts'
import { addLogLine } from '../log/log.ts'
import type {
  BlockedDomain,
  DomainBlockStore,
  FederationStore,
  FollowedActor,
  HostBlock,
  RemoteActor,
  RemoteActorStore,
  WriteStamp,
} from '../store.ts'
import { ownActorStore } from './actors.ts'
import { federationEventStore } from './events.ts'
import { followerStore } from './followers.ts'
import { followingStore } from './following.ts'
import { incomingEventStore } from './incoming.ts'
import { saveFederationPlan } from './planning.ts'
import { federationQueue } from './queue.ts'
import { dropIdleActivities, giveUpChosenDeliveries, sentActivityStore } from './sent.ts'

/** Every request of another server is compared with all of them. */
const MAX_BLOCKS = 1000

/** Ends who follows from blocked hosts, and what waits for them. */
async function endHosts(db: Db, isBlocked: (host: string) => boolean, now: number): Promise<void> {
  const found = sql<{ readonly host: string }>`select host from federation_followers
    union select host from federation_deliveries`
  const hosts = (await queryRows(db, found)).map(({ host }) => host).filter(isBlocked)
  if (hosts.length === 0) return
  const areTheirs = sql`host in (${joinedSql(hosts)})`
  await sql`delete from federation_followers where ${areTheirs}`.execute(db)
  await giveUpChosenDeliveries(db, areTheirs, { reason: 'blocked', status: 0 }, now)
  await dropIdleActivities(db)
}

/** Ends whom the calendar follows on blocked hosts, and tells these. */
async function endFollowing(db: Db, { isBlocked, undoOf }: HostBlock, now: number): Promise<void> {
  const all = sql<FollowedActor>`select * from federation_following where state <> 'rejected'`
  const ended = (await queryRows(db, all)).filter(({ host }) => isBlocked(host))
  if (ended.length === 0) return
  await sql`update federation_following set state = 'rejected', next_utc = null
    where id in (${joinedSql(ended.map(({ id }) => id))})`.execute(db)
  await saveFederationPlan(db, { activities: ended.map(undoOf), announced: [] }, now)
}

async function blockIn(
  db: Db,
  domain: string,
  { isBlocked, undoOf }: HostBlock,
  writer: WriteStamp,
): Promise<boolean> {
  if ((await countRowsFrom(db, sql`federation_blocks`)) >= MAX_BLOCKS) return false
  const now = epochOfInstant(writer.moment.now)
  const { changes } = await sql`insert into federation_blocks (domain, created_utc)
    values (${domain}, ${now}) on conflict (domain) do nothing`.execute(db)
  await endHosts(db, isBlocked, now)
  await endFollowing(db, { isBlocked, undoOf }, now)
  if (changes > 0)
    await addLogLine(db, writer, { verb: 'create', resource: 'block', item_id: 0, title: domain, slug: '' })
  return true
}

async function unblockIn(db: Db, domain: string, writer: WriteStamp): Promise<BlockedDomain | undefined> {
  const found = sql<BlockedDomain>`delete from federation_blocks where domain = ${domain} returning *`
  const gone = await queryFirstRow(db, found)
  if (gone !== undefined)
    await addLogLine(db, writer, { verb: 'delete', resource: 'block', item_id: 0, title: domain, slug: '' })
  return gone
}

/** Returns the blocked domains over one database. */
const domainBlockStore = (connection: OpenDatabase): DomainBlockStore => ({
  all: () =>
    queryRows(connection.reader, sql<BlockedDomain>`select * from federation_blocks order by domain`),
  block: (domain, ended, writer) => runTransaction(connection, (db) => blockIn(db, domain, ended, writer)),
  unblock: (domain, writer) => runTransaction(connection, (db) => unblockIn(db, domain, writer)),
})

const peerStore = ({ reader, writer }: OpenDatabase): RemoteActorStore => ({
  byActor: (actor) =>
    queryFirstRow(reader, sql<RemoteActor>`select * from federation_peers where actor = ${actor}`),
  byKey: (keyId) =>
    queryFirstRow(reader, sql<RemoteActor>`select * from federation_peers where key_id = ${keyId}`),
  async keep(peer) {
    const names = Object.keys(peer)
    const kept = names.map((name) => `${name} = excluded.${name}`)
    const end = ` on conflict (actor) do update set ${kept.join(', ')}`
    await insertStatement('federation_peers', names, Object.values(peer), end).execute(writer)
  },
  async prune(before) {
    const isNeeded = sql`exists (select 1 from federation_followers where follower = federation_peers.actor)
      or exists (select 1 from federation_following as f where f.actor = federation_peers.actor)
      or exists (select 1 from federation_reactions as r where r.actor = federation_peers.actor)`
    await sql`delete from federation_peers where fetched_utc < ${before} and not (${isNeeded})`.execute(
      writer,
    )
  },
})

/** Returns federation over one database. */
export const federationStore = (connection: OpenDatabase): FederationStore => ({
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
