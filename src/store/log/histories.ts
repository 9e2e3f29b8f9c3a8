/**
 * The histories of a database. A database that was put back counts on from an older revision, so that the revision alone names two writes:
 * with the id of its history it names one.
 */
import { randomUUID } from 'node:crypto'
import { type Db, insertRows, queryFirstRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'

/**
 * Gives what is written from now on a history of its own, in the transaction `db`; what was written keeps its own. Restoring begins one, and so
 * does every start: that a file was copied back, or a server put back to a moment, shows nowhere.
 */
export async function beginHistory(db: Db): Promise<void> {
  // Holds back every other write: none may take a revision whose history changes.
  const last = await queryFirstRow(
    db,
    sql<{ readonly value: number }>`update revision set value = value returning value`,
  )
  const since = (last?.value ?? 0) + 1
  await sql`delete from histories where since >= ${since}`.execute(db)
  await insertRows(db, 'histories', [{ since, id: randomUUID() }])
}
