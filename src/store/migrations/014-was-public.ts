/**
 * Whether an event was public at the moment it was moved to the trash: calendars announce such an event as cancelled. Of events
 * trashed by an earlier version this is not known, so calendars stay silent about them.
 */
import { addColumn, type Migration } from './migration.ts'

export const wasPublic: Migration = {
  name: '014-was-public',
  async up(db) {
    await addColumn(db, 'events', 'was_public', 'integer default 0 not null')
  },
}
