/** Adds the point of an image that crops keep in view, and what reviewers decided on events of users. */
import { addColumn, createTable, type Migration, ownedBy, primaryKey } from './migration.ts'

export const focusAndReviews: Migration = {
  name: '025-focus-and-reviews',
  async up(db) {
    for (const name of ['focus_x', 'focus_y'])
      await addColumn(db, 'media', name, 'integer default 50 not null')
    await createTable(
      db,
      'event_reviews',
      {
        event_id: ownedBy('events'),
        decision: 'varchar(20) not null',
        message: "text default '' not null",
        user_id: 'bigint not null',
        decided_utc: 'bigint not null',
      },
      [primaryKey('event_reviews_key', ['event_id'])],
    )
  },
}
