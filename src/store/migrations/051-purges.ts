/** How far caches in front of the service were told of writes (contract §22). */
import { createTable, type Migration, textType } from './migration.ts'

export const purges: Migration = {
  name: '051-purges',
  forOlder: true,
  async up(db) {
    await createTable(db, {
      name: 'purge_cursor',
      columns: {
        name: 'varchar(20) primary key',
        revision: 'bigint not null',
        state: `${textType(db.dialect)} not null`,
      },
    })
  },
}
