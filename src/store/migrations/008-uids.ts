/** A name of its own for every event (RFC 5545 §3.8.4.7): random, so that it is the same in every export, for ever. */
import { sql } from 'kysely'
import type { Migration } from './index.ts'

export const uids: Migration = {
  name: '008-uids',
  async up(db, dialect) {
    const random =
      dialect === 'postgres' ? sql`cast(gen_random_uuid() as text)` : sql`lower(hex(randomblob(16)))`
    await db.schema
      .alterTable('events')
      .addColumn('uid', 'text', (of) => of.notNull().defaultTo(''))
      .execute()
    await sql`update events set uid = ${random}`.execute(db)
    await db.schema.createIndex('events_uid').on('events').column('uid').execute()
  },
}
