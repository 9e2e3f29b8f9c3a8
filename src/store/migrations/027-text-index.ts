/**
 * An index of the texts of events by trigrams on PostgreSQL, where its extension pg_trgm is there and may be created. Without it,
 * searches read the texts. SQLite has such an index from the first migration on.
 */
import { sql } from '../database/sql.ts'
import type { Migration } from './migration.ts'

export const textIndex: Migration = {
  name: '027-text-index',
  async up(db, dialect) {
    if (dialect === 'sqlite') return
    await sql`savepoint before_text_index`.execute(db)
    try {
      await sql`create extension if not exists pg_trgm`.execute(db)
      await sql`create index events_trigrams on events using gin (search_text gin_trgm_ops)`.execute(db)
    } catch {
      // The extension is missing, or only a superuser may create it. The documentation says how to add the index later.
      await sql`rollback to savepoint before_text_index`.execute(db)
    }
    await sql`release savepoint before_text_index`.execute(db)
  },
}
