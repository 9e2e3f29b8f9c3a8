/** Executes SQL on a database that a service also uses. */

import { connectDatabase } from '../../src/store/database/dialects.ts'
import { rawSql } from '../../src/store/database/sql.ts'

/** Runs statements separated by `; `, in order. */
export async function onDatabase(url: string, statements: string): Promise<void> {
  const connection = await connectDatabase(url)
  try {
    for (const statement of statements.split('; ')) await rawSql(statement).execute(connection.writer)
  } finally {
    await connection.close()
  }
}
