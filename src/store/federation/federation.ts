/** Federation over one database: our actors, their followers, and actors of other servers. */
import type { Connection } from '../database/dialects.ts'
import { type Db, queryFirstRow } from '../database/rows.ts'
import { insertStatement, type Parameter, sql } from '../database/sql.ts'
import type {
  FederationActors,
  FederationPeer,
  FederationPeers,
  FederationStore,
  OwnActor,
} from '../store.ts'
import { federationEvents } from './events.ts'
import { followerStore } from './followers.ts'
import { federationQueue } from './queue.ts'

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
