/** Migrates a database to the current version, or to a given list of migrations. */
import { epochOf, type Moment } from '../../domain/time/moment.ts'
import { type Connection, withMigrationLock } from '../database/dialects.ts'
import { type Db, insertRows, rows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { migrations } from './index.ts'

/** Called with the name of each migration before it is applied to a database that has some. */
export type OnMigration = (name: string) => void

/** Applies those of `wanted` that are missing, oldest first, in the transaction `db`. */
export async function applyMissing(
  { name: dialect }: Connection,
  db: Db,
  { now }: Moment,
  wanted: readonly string[],
  onMigration: OnMigration = () => {},
): Promise<void> {
  await sql`create table if not exists migrations (name varchar(200) primary key, applied_utc bigint not null)`.execute(
    db,
  )
  const applied = await appliedIn(db)
  for (const { name, up } of migrations) {
    if (applied.includes(name) || !wanted.includes(name)) continue
    if (applied.length > 0) onMigration(name)
    await up(db, dialect, epochOf(now))
    await insertRows(db, 'migrations', [{ name, applied_utc: epochOf(now) }])
  }
}

/** Returns the names of the applied migrations, oldest first. */
export async function appliedIn(db: Db): Promise<readonly string[]> {
  const applied = await rows(db, sql<{ readonly name: string }>`select name from migrations`)
  return applied.map(({ name }) => name).sort()
}

/** The names of all migrations of this version, oldest first. */
export const allMigrations: readonly string[] = migrations.map(({ name }) => name)

/** Applies missing migrations under a lock: several instances may start at once. */
export function migrate(connection: Connection, moment: Moment, onMigration?: OnMigration): Promise<void> {
  return withMigrationLock(connection, (db) =>
    applyMissing(connection, db, moment, allMigrations, onMigration),
  )
}
