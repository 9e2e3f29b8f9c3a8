/** Federation over one database: our actors, their followers, and actors of other servers. */
import { type Connection, transaction } from '../database/dialects.ts'
import { type Db, queryFirstRow } from '../database/rows.ts'
import { insertStatement, type Parameter, quotedName, sql } from '../database/sql.ts'
import type {
  FederationActors,
  FederationFollower,
  FederationFollowers,
  FederationPeer,
  FederationPeers,
  FederationStore,
  NewFederationFollower,
  OwnActor,
} from '../store.ts'
import { federationEvents } from './events.ts'
import { dropIdleActivities, federationQueue } from './queue.ts'

/** Inserts a row. Returns whether there was none that it would conflict with. */
async function isInserted(
  db: Db,
  table: 'federation_actors',
  row: Readonly<Record<string, Parameter>>,
): Promise<boolean> {
  const end = ' on conflict do nothing'
  const { changes } = await insertStatement(table, Object.keys(row), Object.values(row), end).execute(db)
  return changes > 0
}

const actorStore = ({ reader, writer }: Connection): FederationActors => ({
  named: (name) => queryFirstRow(reader, sql<OwnActor>`select * from federation_actors where name = ${name}`),
  byId: (id) => queryFirstRow(reader, sql<OwnActor>`select * from federation_actors where id = ${id}`),
  add: (actor) => isInserted(writer, 'federation_actors', { ...actor }),
})

/** Distinct inboxes that a host may have: each costs a delivery. Servers with many users share one. */
const MAX_INBOXES = 100

async function hasRoom(db: Db, { host, delivered_to }: NewFederationFollower): Promise<boolean> {
  const counted = sql<{ readonly inboxes: number; readonly known: number }>`select
    count(distinct delivered_to) as inboxes, count(case when delivered_to = ${delivered_to} then 1 end) as known
    from federation_followers where host = ${host}`
  const { inboxes = 0, known = 0 } = (await queryFirstRow(db, counted)) ?? {}
  return Number(known) > 0 || Number(inboxes) < MAX_INBOXES
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

const followerStore = (connection: Connection): FederationFollowers => {
  const { reader, writer } = connection
  return {
    add: (follower) => transaction(connection, (db) => addFollower(db, follower)),
    async count(actor) {
      const counted = sql<{ readonly total: number }>`select count(*) as total from federation_followers
        where actor_id = ${actor} and state = 'accepted'`
      return Number((await queryFirstRow(reader, counted))?.total ?? 0)
    },
    async leave(follower, activity, actor) {
      const isOfActor = actor === undefined ? sql`1 = 0` : sql`actor_id = ${actor}`
      await sql`delete from federation_followers
        where follower = ${follower} and (activity = ${activity} or ${isOfActor})`.execute(writer)
    },
    forget: (follower) =>
      transaction(connection, async (db) => {
        await sql`delete from federation_followers where follower = ${follower}`.execute(db)
        await sql`delete from federation_reactions where actor = ${follower}`.execute(db)
        await sql`delete from federation_peers where actor = ${follower}`.execute(db)
      }),
    removeHost: (host) =>
      transaction(connection, async (db) => {
        for (const table of ['federation_followers', 'federation_deliveries', 'federation_hosts'] as const)
          await sql`delete from ${quotedName(table)} where host = ${host}`.execute(db)
        await dropIdleActivities(db)
      }),
  }
}

const peerStore = ({ reader, writer }: Connection): FederationPeers => ({
  byActor: (actor) =>
    queryFirstRow(reader, sql<FederationPeer>`select * from federation_peers where actor = ${actor}`),
  byKey: (keyId) =>
    queryFirstRow(reader, sql<FederationPeer>`select * from federation_peers where key_id = ${keyId}`),
  async keep(peer) {
    const names = Object.keys(peer)
    const kept = names.map((name) => `${name} = excluded.${name}`)
    const end = ` on conflict (actor) do update set ${kept.join(', ')}`
    await insertStatement('federation_peers', names, Object.values(peer), end).execute(writer)
  },
})

/** Returns federation over one database. */
export const federationStore = (connection: Connection): FederationStore => ({
  actors: actorStore(connection),
  followers: followerStore(connection),
  peers: peerStore(connection),
  events: federationEvents(connection),
  queue: federationQueue(connection),
})
