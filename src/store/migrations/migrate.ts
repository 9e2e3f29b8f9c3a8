/** Migrates a database to the current version, or to a given list of migrations. */
import { VERSION } from '../../contract/version.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { type OpenDatabase, withMigrationLock } from '../database/dialects.ts'
import { DatabaseBeforeFirstReleaseError, NewerDatabaseError } from '../database/errors.ts'
import { type Db, insertRows, joinedSql, quotedName, sql } from '../database/sql.ts'
import { baseline } from './068-baseline.ts'
import { acts } from './069-acts.ts'
import { formerSlugs } from './071-former-slugs.ts'
import { foldedSigns } from './073-folded-signs.ts'
import { ownPages } from './083-own-pages.ts'
import { proposals } from './090-proposals.ts'
import {
  countsOfGroups,
  fewerIndexes,
  histories,
  membersByRule,
  namesOfSubscriptions,
  notesAndDuties,
  organisationSessions,
  usedAssertions,
} from './columns-and-indexes.ts'
import {
  factsOfChangesets,
  followersByJournal,
  logOfChanges,
  oneLog,
  placesInLog,
  termsInLog,
  undoByLog,
} from './log.ts'
import type { Migration } from './migration.ts'

// The migrations that a database has. Builds before the first release had 67 others instead of the baseline.

/** The last migration before the baseline. A calendar that has it has the tables of the baseline. */
const LAST_BEFORE_RELEASE = '067-reasons-of-reads'

const migrationNumber = (name: string): number => Number.parseInt(name, 10)

/** Whether a migration of this name was part of a build before the first release. */
export const isPreReleaseMigration = (name: string): boolean =>
  migrationNumber(name) < migrationNumber(baseline.name)

/** Returns these names of migrations with the baseline in place of all those before it; as they are if one of those is missing. */
export const replacePreReleaseMigrationNames = (names: readonly string[]): readonly string[] =>
  names.includes(LAST_BEFORE_RELEASE)
    ? [baseline.name, ...names.filter((name) => !isPreReleaseMigration(name))]
    : names

interface Applied {
  readonly name: string
  /** Databases of builds before the first release may lack the others. */
  readonly version?: string
  readonly for_older?: number
}

const recorded = (db: Db) => sql<Applied>`select * from migrations order by name`.rows(db)

/** Whether a database has the tables of a calendar. It changes nothing. */
export async function hasCalendar(db: Db): Promise<boolean> {
  const found =
    db.dialect === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' and name = 'migrations'`
      : sql`select 'migrations' as name where to_regclass('migrations') is not null`
  return await found.exists(db)
}

/** Returns the names of the applied migrations, oldest first. */
export async function appliedMigrationsIn(db: Db): Promise<readonly string[]> {
  return replacePreReleaseMigrationNames((await recorded(db)).map(({ name }) => name))
}

/** Returns the name of the newest migration of a database that a build before the first release made and that lacks some; otherwise undefined. */
export async function newestPreReleaseMigration(db: Db): Promise<string | undefined> {
  return (await hasCalendar(db))
    ? (await appliedMigrationsIn(db)).filter(isPreReleaseMigration).at(-1)
    : undefined
}

/** Returns the applied migrations that a program with those of `known` must know and does not, oldest first, with the version that applied each. */
export async function unknownMigrationsWithVersions(
  db: Db,
  known: readonly string[],
): Promise<readonly { readonly name: string; readonly version: string }[]> {
  if (!(await hasCalendar(db))) return []
  const all = await recorded(db)
  return all.flatMap(({ name, version = '', for_older = 0 }) =>
    for_older === 0 && !isPreReleaseMigration(name) && !known.includes(name) ? [{ name, version }] : [],
  )
}

// The migrations, oldest first. Never edit a released one: databases already have its result.

export const migrations: readonly Migration[] = [
  baseline,
  acts,
  fewerIndexes,
  formerSlugs,
  membersByRule,
  foldedSigns,
  histories,
  countsOfGroups,
  logOfChanges,
  termsInLog,
  placesInLog,
  factsOfChangesets,
  organisationSessions,
  notesAndDuties,
  ownPages,
  usedAssertions,
  oneLog,
  undoByLog,
  proposals,
  followersByJournal,
  namesOfSubscriptions,
]

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
  // Every write begins so: those of older programs are over before tables are locked, and later ones wait with nothing locked themselves.
  if (before.length > 0 && missing.length > 0) await sql`update revision set value = value`.execute(db)
  for (const { name, up, forOlder, takes = [] } of missing) {
    if (before.length > 0) onMigration(name)
    if (db.dialect === 'postgres' && takes.length > 0)
      await sql`lock table ${joinedSql(takes.map(quotedName))} in access exclusive mode`.execute(db)
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
