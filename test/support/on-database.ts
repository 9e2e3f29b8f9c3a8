/** Statements on a database that a service also uses. */
import { type RawBuilder, sql } from 'kysely'
import { connect } from '../../src/store/dialects.ts'
import type { Database } from '../../src/store/tables.ts'

/** Runs statements, parted by `; `, one after the other. */
export async function onDatabase(url: string, statements: string): Promise<void> {
  const connection = await connect<Database>(url)
  try {
    for (const statement of statements.split('; '))
      await (sql.raw(statement) as RawBuilder<unknown>).execute(connection.writer)
  } finally {
    await connection.close()
  }
}
