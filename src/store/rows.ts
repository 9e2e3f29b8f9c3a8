/** The rows of a statement, and rows that are put into a table. */
import type { Kysely } from 'kysely'
import { joined, named, type Parameter, type Sql, sql } from './sql.ts'
import type { Database } from './tables.ts'

export type Db = Kysely<Database>

/** Runs a statement, and returns its rows alone. */
export async function rows<R>(db: Db, statement: Sql<R>): Promise<readonly R[]> {
  return (await statement.execute(db)).rows
}

const BATCH = 500

/** Puts rows into a table, some hundreds at a time; all have the columns of the first, in any order. */
export async function insertRows(
  db: Db,
  table: keyof Database,
  all: readonly Readonly<Record<string, Parameter>>[],
): Promise<void> {
  const columns = Object.keys(all[0] ?? {})
  for (let at = 0; at < all.length; at += BATCH) {
    const values = all
      .slice(at, at + BATCH)
      .map((row) => sql`(${joined(columns.map((column) => row[column] ?? null))})`)
    await sql`insert into ${named(table)} (${joined(columns.map(named))}) values ${joined(values)}`.execute(
      db,
    )
  }
}
