/**
 * Whether an event was public at the moment it was moved to the trash: calendars announce such an event as cancelled. Of events
 * trashed by an earlier version this is not known, so calendars stay silent about them.
 */
import type { Migration } from './index.ts'

export const wasPublic: Migration = {
  name: '014-was-public',
  async up(db) {
    await db.schema
      .alterTable('events')
      .addColumn('was_public', 'integer', (of) => of.notNull().defaultTo(0))
      .execute()
  },
}
