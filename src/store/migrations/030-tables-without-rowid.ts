/**
 * On SQLite, tables whose rows are found by their key alone are stored as one tree instead of two: a new event writes a fifth fewer
 * pages, and its links are read from one tree.
 */
import { named, raw, type Sql, sql } from '../database/sql.ts'
import type { Migration } from './migration.ts'

const ofLinks = raw('event_id, target_id')

/** The links of events, the journal and the newest changes, with their keys. No other table refers to them. */
const keys: Readonly<Record<string, Sql>> = {
  event_venues: ofLinks,
  event_organizers: ofLinks,
  event_categories: ofLinks,
  event_tags: ofLinks,
  journal: raw('revision, resource, item_id'),
  changes: raw('resource, item_id'),
}

export const tablesWithoutRowid: Migration = {
  name: '030-tables-without-rowid',
  async up(db, dialect) {
    if (dialect !== 'sqlite') return
    for (const [table, key] of Object.entries(keys)) {
      // The table itself is the first one; indexes of its key have no text.
      const { rows } = await sql<{ readonly sql: string }>`select sql from sqlite_schema
        where tbl_name = ${table} and sql is not null order by type = 'table' desc`.execute(db)
      const [created = '', ...indexes] = rows.map((row) => row.sql)
      const next = named(`${table}_next`)
      await raw(`${created.replace(`"${table}"`, () => next.text)} without rowid`).execute(db)
      await sql`insert into ${next} select * from ${named(table)} order by ${key}`.execute(db)
      await sql`drop table ${named(table)}`.execute(db)
      await sql`alter table ${next} rename to ${named(table)}`.execute(db)
      for (const index of indexes) await raw(index).execute(db)
    }
  },
}
