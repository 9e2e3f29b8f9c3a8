/** The names of the histories of a database, so that a revision of one that was put back names no other write. */
import { randomUUID } from 'node:crypto'
import { insertRows, queryFirstRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { createTable, type Migration, textType } from './migration.ts'

export const histories: Migration = {
  name: '074-histories',
  // Older programs go on naming messages without a history.
  forOlder: true,
  async up(db) {
    await createTable(db, {
      name: 'histories',
      columns: { since: 'bigint primary key', id: `${textType(db.dialect)} not null` },
    })
    const last = await queryFirstRow(db, sql<{ readonly value: number }>`select value from revision`)
    await insertRows(db, 'histories', [{ since: (last?.value ?? 0) + 1, id: randomUUID() }])
  },
}
