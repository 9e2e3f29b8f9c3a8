/** The migrations that a database has. Builds before the first release had 67 others instead of the baseline. */
import { type Db, queryRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { baseline } from './068-baseline.ts'

/** The last migration before the baseline. A calendar that has it has the tables of the baseline. */
const LAST_BEFORE_RELEASE = '067-reasons-of-reads'

/** The number of a migration. */
export const migrationNumber = (name: string): number => Number.parseInt(name, 10)

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

const recorded = (db: Db) => queryRows(db, sql<Applied>`select * from migrations order by name`)

/** Whether a database has the tables of a calendar. It changes nothing. */
export async function hasCalendar(db: Db): Promise<boolean> {
  const found =
    db.dialect === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' and name = 'migrations'`
      : sql`select 'migrations' as name where to_regclass('migrations') is not null`
  return (await queryRows(db, found)).length > 0
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
