/** Drafts of changes that their author sent to review. */
import { addColumn, type Migration } from './migration.ts'

export const sentDrafts: Migration = {
  name: '066-sent-drafts',
  // Older programs keep drafts that are not sent.
  forOlder: true,
  async up(db) {
    await addColumn(db, 'event_drafts', 'sent_utc', 'bigint default 0 not null')
  },
}
