/**
 * On PostgreSQL, triggers notify listeners of every write, including those of older versions and of manual SQL.
 * They also fire for users, since the first user ends local mode.
 */
import { named, sql } from '../database/sql.ts'
import type { Migration } from './migration.ts'

export const notices: Migration = {
  name: '012-notices',
  async up(db, dialect) {
    if (dialect !== 'postgres') return
    await sql`create function fasti_notice() returns trigger language plpgsql
      as 'begin perform pg_notify(''fasti'', ''''); return null; end'`.execute(db)
    for (const table of ['revision', 'users'])
      await sql`create trigger ${named(`${table}_notice`)} after insert or update or delete on ${named(table)}
        for each statement execute function fasti_notice()`.execute(db)
  },
}
