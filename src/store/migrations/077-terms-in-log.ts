/** The changes of categories, groups and media come into the log, with what the audit and the journal have of them. */
import { takeOverIntoLog } from './log-take-over.ts'
import type { Migration } from './migration.ts'

export const termsInLog: Migration = {
  name: '077-terms-in-log',
  up: (db, _dialect, now) => takeOverIntoLog(db, ['category', 'group', 'media'], now),
}
