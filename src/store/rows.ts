/** The rows of a statement. */
import type { Kysely } from 'kysely'
import type { Sql } from './sql.ts'
import type { Database } from './tables.ts'

export type Db = Kysely<Database>

/** Runs a statement, and returns its rows alone. */
export async function rows<R>(db: Db, statement: Sql<R>): Promise<readonly R[]> {
  return (await statement.execute(db)).rows
}
