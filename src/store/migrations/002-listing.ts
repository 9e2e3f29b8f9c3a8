/**
 * One index that holds everything a list of events compares but texts and links, in the order that lists have:
 * pages are read in order and totals counted without touching the rows, which are wide.
 */
import { sql } from 'kysely'
import type { Migration } from './index.ts'

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
    await db.schema.dropIndex('events_start_utc_id').execute()
    await db.schema
      .createIndex('events_listing')
      .on('events')
      .columns([...columns])
      .execute()
    // What is scheduled is looked for with every answer that shows counts: it is next to nothing, and stays so.
    await sql`create index events_scheduled on events (date_utc) where status = 'future'`.execute(db)
  },
}
