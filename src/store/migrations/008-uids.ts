/** A random UID for every event (RFC 5545 §3.8.4.7): the same in every export, permanently. */
import { sql } from '../database/sql.ts'
import { addColumn, createIndex, type Migration } from './migration.ts'

export const uids: Migration = {
  name: '008-uids',
  async up(db, dialect) {
    const random =
      dialect === 'postgres' ? sql`cast(gen_random_uuid() as text)` : sql`lower(hex(randomblob(16)))`
    await addColumn(db, 'events', 'uid', "text default '' not null")
    await sql`update events set uid = ${random}`.execute(db)
    await createIndex(db, 'events', ['uid'])
  },
}
