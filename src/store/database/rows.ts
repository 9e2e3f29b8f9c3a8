/** Reads and inserts rows. */

import type { DatabaseTables } from '../tables.ts'
import { type Db, insertStatement, joinedSql, quotedName, type Sql, type SqlParameter, sql } from './sql.ts'

export type { Db } from './sql.ts'

type Row = Readonly<Record<string, SqlParameter>>

/** Runs a statement and returns its rows. */
export async function queryRows<R>(db: Db, statement: Sql<R>): Promise<readonly R[]> {
  return (await statement.execute(db)).rows
}

/** Runs a statement and returns its first row; undefined if there is none. */
export async function queryFirstRow<R>(db: Db, statement: Sql<R>): Promise<R | undefined> {
  return (await statement.execute(db)).rows[0]
}

/** Counts rows; `from` is what a statement says after this word: tables, and conditions if any. */
export async function countRowsFrom(db: Db, from: Sql): Promise<number> {
  const counted = sql<{ readonly total: number }>`select count(*) as total from ${from}`
  return Number((await queryFirstRow(db, counted))?.total ?? 0)
}

/** Builds an insert. All rows have the columns of the first one, in any order. */
function insertOf<R>(table: keyof DatabaseTables, all: readonly Row[], end?: string): Sql<R> {
  const columns = Object.keys(all[0] ?? {})
  const values = all.flatMap((row) => columns.map((column) => row[column] ?? null))
  return insertStatement(table, columns, values, end)
}

const BATCH = 500

/** Inserts rows in batches. All rows have the columns of the first one, in any order. */
export async function insertRows(db: Db, table: keyof DatabaseTables, all: readonly Row[]): Promise<void> {
  for (let at = 0; at < all.length; at += BATCH) await insertOf(table, all.slice(at, at + BATCH)).execute(db)
}

/** Inserts one row and returns its id. */
export async function insertRow(db: Db, table: keyof DatabaseTables, row: Row): Promise<number> {
  const inserted = await queryFirstRow(db, insertOf<{ readonly id: number }>(table, [row], ' returning id'))
  if (inserted === undefined) throw new Error(`No row was inserted into ${table}.`)
  return inserted.id
}

/** Updates columns of the row with that id. */
export async function updateRow(
  db: Db,
  table: keyof DatabaseTables,
  id: number,
  changes: Row,
): Promise<void> {
  const set = Object.entries(changes).map(([column, value]) => sql`${quotedName(column)} = ${value}`)
  await sql`update ${quotedName(table)} set ${joinedSql(set)} where id = ${id}`.execute(db)
}
