/** The almanac's index holds all columns that the almanac reads again: what became of an event, and more flags, came since. */
import { sql } from '../database/sql.ts'
import { createIndex, type Migration } from './migration.ts'

const columns = [
  'start_utc',
  'id',
  'end_utc',
  'date_utc',
  'modified_utc',
  'author',
  'status',
  'event_status',
  'attendance_mode',
  'post_parent',
  'hide_from_listings',
  'password_hash',
  'featured',
  'ticketed',
  'free',
  'sticky',
] as const

export const almanacIndex: Migration = {
  name: '028-almanac-index',
  async up(db) {
    await sql`drop index events_almanac`.execute(db)
    await createIndex(db, 'events', columns, 'events_almanac')
  },
}
