/**
 * Which programs may use this database: the version that applied each migration, whether older programs may go on without it, and the number of
 * the newest one that a program must know to write.
 */
import { addColumn, type Migration } from './migration.ts'

export const schemaVersion: Migration = {
  name: '035-schema-version',
  forOlder: true,
  async up(db) {
    await addColumn(db, 'migrations', 'version', "text not null default ''")
    await addColumn(db, 'migrations', 'for_older', 'smallint not null default 0')
    await addColumn(db, 'revision', 'needs', 'bigint not null default 0')
  },
}
