/** Undoing reads the log alone: what was kept beside it goes. What was done before can't be undone any more. */
import { quotedName, sql } from '../database/sql.ts'
import type { Migration } from './migration.ts'

export const undoByLog: Migration = {
  name: '087-undo-by-log',
  async up(db) {
    await sql`drop table series_undo`.execute(db)
    for (const column of ['events', 'series', 'children', 'imports'])
      await sql`alter table merges drop column ${quotedName(column)}`.execute(db)
  },
}
