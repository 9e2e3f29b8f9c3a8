/** The rows of a statement. */
import type { Kysely, RawBuilder } from 'kysely'
import type { Database } from './tables.ts'

export type Db = Kysely<Database>

/** Runs a statement, and returns its rows alone. */
export async function rows<R>(db: Db, statement: RawBuilder<R>): Promise<readonly R[]> {
  return (await statement.execute(db)).rows
}
