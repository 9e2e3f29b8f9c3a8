/** The tables of the first release, which every calendar begins with. */
import { type Db, quotedName, sql } from '../database/sql.ts'
import { makeAccountTables } from './baseline/accounts.ts'
import { columnTypesOfColumnGroups, dialectTypesOf } from './baseline/columns.ts'
import { makeExchangeTables } from './baseline/exchange.ts'
import { makeFederationTables } from './baseline/federation.ts'
import { createIndexes } from './baseline/indexes.ts'
import { makeCalendarTables } from './baseline/items.ts'
import { createLongTextTriggers } from './baseline/long-texts.ts'
import { createPostgresTextIndexes, createSqliteTextIndexes } from './baseline/searching.ts'
import { makeWriteLogTables } from './baseline/writes.ts'
import { createTable, type Migration } from './migration.ts'

/** Makes PostgreSQL notify listeners of every write, also of manual SQL. The first user ends local mode. */
async function notifyOfWrites(db: Db): Promise<void> {
  await sql`create function fasti_notice() returns trigger language plpgsql
    as 'begin perform pg_notify(''fasti'', ''''); return null; end'`.execute(db)
  for (const table of ['revision', 'users'])
    await sql`create trigger ${quotedName(`${table}_notice`)} after insert or update or delete on ${quotedName(table)}
      for each statement execute function fasti_notice()`.execute(db)
}

export const baseline: Migration = {
  name: '068-baseline',
  async up(db, dialect) {
    const types = dialectTypesOf(dialect)
    const tables = [
      makeCalendarTables,
      makeWriteLogTables,
      makeAccountTables,
      makeExchangeTables,
      makeFederationTables,
    ].flatMap((of) => of(types))
    for (const table of tables)
      await createTable(db, { ...table, columns: columnTypesOfColumnGroups(table.columns) })
    await createIndexes(db)
    await sql`insert into revision (id, value) values (1, 0)`.execute(db)
    if (dialect === 'sqlite') {
      await createSqliteTextIndexes(db)
      return createLongTextTriggers(db)
    }
    await createLongTextTriggers(db)
    await createPostgresTextIndexes(db)
    await notifyOfWrites(db)
  },
}
