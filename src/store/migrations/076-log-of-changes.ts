/**
 * The log of changes: what each write changed, with the values before and after. It begins with tags, and takes over what the audit and the
 * journal have of them.
 */
import type { Db } from '../database/rows.ts'
import { takeOverIntoLog } from './log-take-over.ts'
import { createIndex, createTable, type Migration, primaryKeyConstraint, textType } from './migration.ts'

async function createTables(db: Db): Promise<void> {
  const text = `${textType(db.dialect)} not null`
  await createTable(db, {
    name: 'changesets',
    columns: {
      revision: 'bigint primary key',
      at_utc: 'bigint not null',
      user_id: 'bigint not null',
      login: text,
      via: text,
      operation: text,
      act: 'bigint not null',
      undoes: 'bigint not null',
    },
  })
  await createIndex(db, { table: 'changesets', columns: ['at_utc'] })
  await createTable(db, {
    name: 'item_changes',
    columns: {
      revision: 'bigint not null',
      position: 'integer not null',
      line: 'bigint',
      resource: text,
      item_id: 'bigint not null',
      version: 'bigint not null',
      verb: text,
      title: text,
      slug: text,
      touched: 'bigint not null',
      fields: text,
      before: text,
      after: text,
      change: text,
      public_change: text,
    },
    constraints: [primaryKeyConstraint('item_changes_key', ['revision', 'position'])],
    isTree: true,
  })
  await createIndex(db, { table: 'item_changes', columns: ['line'] })
  await createIndex(db, { table: 'item_changes', columns: ['resource', 'item_id', 'line'] })
}

export const logOfChanges: Migration = {
  name: '076-log-of-changes',
  async up(db, _dialect, now) {
    await createTables(db)
    await takeOverIntoLog(db, ['tag'], now)
  },
}
