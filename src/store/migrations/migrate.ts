/** Migrates a database to the current version, or to a given list of migrations. */
import { VERSION } from '../../contract/version.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { type OpenDatabase, withMigrationLock } from '../database/dialects.ts'
import { DatabaseBeforeFirstReleaseError, NewerDatabaseError } from '../database/errors.ts'
import { type Db, insertRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import {
  appliedMigrationsIn,
  migrationNumber,
  newestPreReleaseMigration,
  unknownMigrationsWithVersions,
} from './applied.ts'
import { migrations } from './index.ts'
import type { Migration } from './migration.ts'

/** Called with the name of each migration before it is applied to a database that has some. */
export type OnMigrationStart = (name: string) => void

/** How a database is migrated. */
interface Migrating {
  readonly moment: Moment
  readonly onMigration?: OnMigrationStart | undefined
  /** The migrations of the program, oldest first: by default those of this version. */
  readonly known?: readonly Migration[]
}

const namesOf = (all: readonly Migration[]) => all.map(({ name }) => name)

/** The names of all migrations of this version, oldest first. */
export const allMigrationNames: readonly string[] = namesOf(migrations)

/** The number of the newest migration that this program knows. */
export const SCHEMA_NUMBER = Math.max(...allMigrationNames.map(migrationNumber))

/** Applies those of `wanted` that are missing, oldest first, in the transaction `db`. */
export async function applyMissingMigrations(
  db: Db,
  { moment, onMigration = () => {}, known = migrations }: Migrating,
  wanted: readonly string[] = namesOf(known),
): Promise<void> {
  await sql`create table if not exists migrations (name varchar(200) primary key, applied_utc bigint not null,
    version text default '' not null, for_older smallint default 0 not null)`.execute(db)
  const before = await appliedMigrationsIn(db)
  const missing = known.filter(({ name }) => !before.includes(name) && wanted.includes(name))
  const now = epochOfInstant(moment.now)
  for (const { name, up, forOlder } of missing) {
    if (before.length > 0) onMigration(name)
    await up(db, db.dialect, now)
    const for_older = forOlder === true ? 1 : 0
    await insertRows(db, 'migrations', [{ name, applied_utc: now, version: VERSION, for_older }])
  }
  const needed = Math.max(
    0,
    ...missing.map(({ name, forOlder }) => (forOlder === true ? 0 : migrationNumber(name))),
  )
  if (needed > 0) await sql`update revision set needs = ${needed} where needs < ${needed}`.execute(db)
}

/**
 * Throws a `NewerDatabaseError` if the database has a migration that this program must know and does not, and an `DatabaseBeforeFirstReleaseError` if a build before
 * the first release made it and this program can't update it.
 */
export async function requireKnownMigrations(
  db: Db,
  known: readonly string[] = allMigrationNames,
): Promise<void> {
  const old = await newestPreReleaseMigration(db)
  if (old !== undefined) throw new DatabaseBeforeFirstReleaseError(old)
  const last = (await unknownMigrationsWithVersions(db, known)).at(-1)
  if (last !== undefined) throw new NewerDatabaseError(`it has ${last.name}`, last.version)
}

/** Applies missing migrations under a lock: several instances may start at once. Throws a `NewerDatabaseError` and an `DatabaseBeforeFirstReleaseError`. */
export function migrate(connection: OpenDatabase, migrating: Migrating): Promise<void> {
  return withMigrationLock(connection, async (db) => {
    await requireKnownMigrations(db, namesOf(migrating.known ?? migrations))
    await applyMissingMigrations(db, migrating)
  })
}
