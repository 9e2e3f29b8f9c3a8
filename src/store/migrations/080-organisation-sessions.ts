/** The name of a session at the issuer, by which the issuer ends it here. */
import { addColumn, type Migration } from './migration.ts'

export const organisationSessions: Migration = {
  name: '080-organisation-sessions',
  // What older programs begin, the issuer ends by the person.
  forOlder: true,
  async up(db) {
    await addColumn(db, 'sessions', 'sid', "text default '' not null")
  },
}
