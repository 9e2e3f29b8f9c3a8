/** The state of series before an act changed them as a whole, so that it can be undone. */
import { createIndex, createTable, type Migration, primaryKeyConstraint, textType } from './migration.ts'

export const seriesUndo: Migration = {
  name: '063-series-undo',
  forOlder: true,
  async up(db) {
    await createTable(db, {
      name: 'series_undo',
      columns: {
        revision: 'bigint not null',
        series_id: 'bigint not null',
        at_utc: 'bigint not null',
        state: `${textType(db.dialect)} not null`,
      },
      constraints: [primaryKeyConstraint('series_undo_key', ['revision', 'series_id'])],
    })
    await createIndex(db, { table: 'series_undo', columns: ['at_utc'] })
  },
}
