/**
 * On PostgreSQL, whoever listens is told of every write, by the database itself: also of those by older versions, and by
 * hand. Users are told of too, since the first one ends local mode.
 */
import { named, sql } from '../sql.ts'
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
