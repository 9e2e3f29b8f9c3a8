/** When users were last seen. */
import type { Db } from '../database/rows.ts'
import { sql } from '../database/sql.ts'

const HOUR = 3600

/** Records that a user is here, at most once an hour. The time is in seconds since 1970 UTC. */
export const noteSeen = (db: Db, user: number, now: number) =>
  sql`update users set last_seen_utc = ${now}
    where id = ${user} and (last_seen_utc is null or last_seen_utc <= ${now - HOUR})`.execute(db)
