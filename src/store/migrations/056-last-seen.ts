/** When users were last seen: their sessions and tokens say it, but sessions end. */
import { sql } from '../database/sql.ts'
import { addColumn, type Migration } from './migration.ts'

export const lastSeen: Migration = {
  name: '056-last-seen',
  forOlder: true,
  async up(db) {
    await addColumn(db, 'users', 'last_seen_utc', 'bigint')
    await sql`update users set last_seen_utc = (select max(at) from (
      select used_utc as at from sessions where user_id = users.id
      union all select last_used_utc from tokens where user_id = users.id) as uses)`.execute(db)
  },
}
