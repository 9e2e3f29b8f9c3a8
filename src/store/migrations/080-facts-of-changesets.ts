/** The log of changes loses what nothing reads of its writes: the operation, the act that a write is a part of, and the write that it undoes. */
import { quotedName, sql } from '../database/sql.ts'
import type { Migration } from './migration.ts'

export const factsOfChangesets: Migration = {
  name: '080-facts-of-changesets',
  async up(db) {
    for (const column of ['operation', 'act', 'undoes'])
      await sql`alter table changesets drop column ${quotedName(column)}`.execute(db)
  },
}
