/** The data of an actor of another server (contract §19, §22). */
import { type Db, queryRows } from '../database/rows.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { KeptPersonData } from '../store.ts'

/** Returns the data of an actor as one that follows, is followed, likes and shares. */
export async function dataOfActor(
  db: Db,
  actor: string,
): Promise<Pick<KeptPersonData, 'followers' | 'following' | 'reactions'>> {
  const rows = (statement: Sql<Readonly<Record<string, unknown>>>) => queryRows(db, statement)
  return {
    followers: await rows(sql`select id, follower as actor, inbox, state, created_utc
      from federation_followers where follower = ${actor} order by id`),
    following: await rows(sql`select id, actor, inbox, state, status, created_utc
      from federation_following where actor = ${actor} order by id`),
    reactions: await rows(sql`select event_id, kind, activity
      from federation_reactions where actor = ${actor} order by event_id, kind`),
  }
}

/** Erases an actor. Events that came from it stay. */
export async function eraseFederationActorData(db: Db, actor: string): Promise<void> {
  const followed = sql`following_id in (select id from federation_following where actor = ${actor})`
  await sql`delete from federation_incoming where event_id is null and ${followed}`.execute(db)
  await sql`update federation_incoming set following_id = 0, next_utc = null where ${followed}`.execute(db)
  await sql`delete from federation_following where actor = ${actor}`.execute(db)
  await sql`delete from federation_followers where follower = ${actor}`.execute(db)
  await sql`delete from federation_reactions where actor = ${actor}`.execute(db)
  await sql`delete from federation_peers where actor = ${actor}`.execute(db)
  await sql`update audit set title = '' where resource in ('follower', 'following')
    and title = ${actor}`.execute(db)
}
