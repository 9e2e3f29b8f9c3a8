/** The note of an event, and the user whom it waits for: both for those alone who may edit it. Patterns of series have them among their values. */
import { sql } from '../database/sql.ts'
import { addColumn, createIndex, type Migration, textType } from './migration.ts'

export const notesAndDuties: Migration = {
  name: '082-notes-and-duties',
  // Older programs neither show nor write them.
  forOlder: true,
  async up(db, dialect) {
    await addColumn(db, 'events', 'note', `${textType(dialect)} default '' not null`)
    await addColumn(db, 'events', 'assignee', 'bigint')
    await createIndex(db, { table: 'events', columns: ['assignee'] })
    // Changes that the public is not told of stand under another revision than those that it is.
    await sql`create index changes_internal on changes (revision)
      where is_public = 1 and revision > coalesce(public_revision, 0)`.execute(db)
  },
}
