/** The changes of venues and organizers come into the log, with what the audit and the journal have of them. */
import { takeOverIntoLog } from './log-take-over.ts'
import type { Migration } from './migration.ts'

export const placesInLog: Migration = {
  name: '078-places-in-log',
  up: (db, _dialect, now) => takeOverIntoLog(db, ['venue', 'organizer'], now),
}
