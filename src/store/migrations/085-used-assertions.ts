/** The names of assertions of an organisation that were used, each of which counts once in all processes. */
import { createIndex, createTable, type Migration, textType } from './migration.ts'

export const usedAssertions: Migration = {
  name: '085-used-assertions',
  // Older programs know no assertions.
  forOlder: true,
  async up(db) {
    await createTable(db, {
      name: 'used_assertions',
      columns: { name: `${textType(db.dialect)} primary key not null`, until_utc: 'bigint not null' },
      isTree: true,
    })
    await createIndex(db, { table: 'used_assertions', columns: ['until_utc'] })
  },
}
