/**
 * One index with every column that a list of events compares, other than texts and links, in the order of lists.
 * Pages are read in order and totals counted without touching the rows, which are wide.
 */
import { sql } from '../database/sql.ts'
import { createIndex, type Migration } from './migration.ts'

const columns = [
  'start_utc',
  'id',
  'end_utc',
  'status',
  'hide_from_listings',
  'date_utc',
  'featured',
  'ticketed',
  'post_parent',
] as const

export const listing: Migration = {
  name: '002-listing',
  async up(db) {
    await sql`drop index events_start_utc_id`.execute(db)
    await createIndex(db, 'events', columns, 'events_listing')
    // Every response with counts looks up scheduled events. This index is tiny and stays so.
    await sql`create index events_scheduled on events (date_utc) where status = 'future'`.execute(db)
  },
}
