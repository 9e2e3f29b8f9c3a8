/** The name of a session at the issuer, by which the issuer ends it here. */
import { queryFirstRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { addColumn, type Migration } from './migration.ts'

export const organisationSessions: Migration = {
  name: '081-organisation-sessions',
  // What older programs begin, the issuer ends by the person.
  forOlder: true,
  async up(db) {
    // Builds before the release had it with a number that another migration has, too.
    const former = sql`select name from migrations where name = '080-organisation-sessions'`
    if ((await queryFirstRow(db, former)) === undefined)
      await addColumn(db, 'sessions', 'sid', "text default '' not null")
  },
}
