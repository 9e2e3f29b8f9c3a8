/** Federation over one database: our actors, their followers, and actors of other servers. */
import type { Connection } from '../database/dialects.ts'
import { queryFirstRow } from '../database/rows.ts'
import { insertStatement, sql } from '../database/sql.ts'
import type { FederationStore, RemoteActor, RemoteActorStore } from '../store.ts'
import { ownActorStore } from './actors.ts'
import { domainBlockStore } from './blocks.ts'
import { federationEventStore } from './events.ts'
import { followerStore } from './followers.ts'
import { followingStore } from './following.ts'
import { incomingEventStore } from './incoming.ts'
import { federationQueue } from './queue.ts'
import { sentActivityStore } from './sent.ts'

const peerStore = ({ reader, writer }: Connection): RemoteActorStore => ({
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
export const federationStore = (connection: Connection): FederationStore => ({
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
