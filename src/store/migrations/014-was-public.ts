/**
 * Whether an event was public when it was moved to the trash: calendars announce such an event as cancelled. For
 * events trashed by an earlier version this is unknown, so calendars do not mention them.
 */
import { addColumn, type Migration } from './migration.ts'

export const wasPublic: Migration = {
  name: '014-was-public',
  async up(db) {
    await addColumn(db, 'events', 'was_public', 'integer default 0 not null')
  },
}
