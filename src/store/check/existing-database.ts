/** Connecting to a database only if it has a calendar: a wrong folder or address is refused, and nothing is made there. */
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { connectDatabase, type OpenDatabase } from '../database/dialects.ts'
import { beforeFirstReleaseMessage } from '../database/errors.ts'
import { sql } from '../database/sql.ts'
import {
  allMigrationNames,
  appliedMigrationsIn,
  hasCalendar,
  newestPreReleaseMigration,
  unknownMigrationsWithVersions,
} from '../migrations/migrate.ts'

/** Returns the path of the file in a `DATABASE_URL`; undefined if it names none. */
export const sqliteFileOf = (databaseUrl: string) => /^sqlite:(?!:memory:)(.+)$/.exec(databaseUrl)?.[1]

const ELSEWHERE = 'FASTI_DATA_DIR or DATABASE_URL names that of another folder or server.'
const REMEDY = `fasti serve makes one. ${ELSEWHERE}`

/** Throws if the SQLite file is missing or empty, since connecting would create it. `making` says what makes a calendar. */
export async function refuseMissingSqliteFile(
  databaseUrl: string,
  making = 'fasti serve makes one.',
): Promise<void> {
  const file = sqliteFileOf(databaseUrl)
  if (file === undefined) return
  const found = await stat(file).catch(() => undefined)
  if (found === undefined || (found.isFile() && found.size === 0))
    throw new Error(`There is no database at ${resolve(file)}. ${making} ${ELSEWHERE}`)
}

/** For commands, whose memory is small beside that of the service (`npm run trial large`): few of them read most of a file. */
const MAPPED = 4 * 1024 * 1024

/** Connects to a database that has a calendar. Throws if it has none, or can't be reached. */
export async function connectExisting(databaseUrl: string): Promise<OpenDatabase> {
  await refuseMissingSqliteFile(databaseUrl)
  const connection = await connectDatabase(databaseUrl, { mapped: MAPPED })
  // A database in memory begins empty each time.
  const has = databaseUrl === 'sqlite::memory:' || (await hasCalendar(connection.reader).catch(() => true))
  if (has) return connection
  await connection.close()
  throw new Error(`The database${named(databaseUrl)} contains no calendar. ${REMEDY}`)
}

/** The file or the PostgreSQL database in messages, without a login. */
function named(databaseUrl: string): string {
  const file = sqliteFileOf(databaseUrl)
  if (file !== undefined) return ` ${resolve(file)}`
  return URL.canParse(databaseUrl) ? ` ${new URL(databaseUrl).host}${new URL(databaseUrl).pathname}` : ''
}

// Facts about a database that can be read without migrating it.

interface Facts {
  readonly version: string
  /** The server's clock in seconds since 1970 UTC; undefined on SQLite. */
  readonly now: number | undefined
  /** The message for a database of a build before the first release that this version can't update; otherwise undefined. */
  readonly beforeRelease: string | undefined
  readonly pending: readonly string[]
  /** Applied migrations that this version must know and does not. */
  readonly unknown: readonly string[]
}

/** Reads the facts. Throws if the database can't be reached. */
export async function databaseFacts(databaseUrl: string): Promise<Facts> {
  await refuseMissingSqliteFile(databaseUrl)
  const connection = await connectDatabase(databaseUrl)
  try {
    const { name, reader } = connection
    const statement =
      name === 'sqlite'
        ? sql<{ version: string; now: null }>`select 'SQLite ' || sqlite_version() as version, null as now`
        : sql<{
            version: string
            now: number
          }>`select 'PostgreSQL ' || current_setting('server_version') as version,
            extract(epoch from clock_timestamp())::float8 as now`
    const { rows } = await statement.execute(reader)
    const applied = (await hasCalendar(reader)) ? await appliedMigrationsIn(reader) : []
    const old = await newestPreReleaseMigration(reader)
    return {
      version: rows[0]?.version ?? '',
      now: rows[0]?.now ?? undefined,
      beforeRelease: old === undefined ? undefined : beforeFirstReleaseMessage('it', old),
      pending: allMigrationNames.filter((one) => old === undefined && !applied.includes(one)),
      unknown: (await unknownMigrationsWithVersions(reader, allMigrationNames)).map((one) => one.name),
    }
  } finally {
    await connection.close()
  }
}

/**
 * Returns the first damage that SQLite reports in the pages of its file; undefined if there is none, and on
 * PostgreSQL.
 */
export async function firstFileDamage(databaseUrl: string): Promise<string | undefined> {
  const connection = await connectDatabase(databaseUrl)
  try {
    if (connection.name !== 'sqlite') return undefined
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(connection.reader)
    const damage = rows.map(({ quick_check }) => quick_check).find((said) => said !== 'ok')
    return damage?.replace(/^\*\*\* in database main \*\*\*\s*/, '').replaceAll('\n', '; ')
  } finally {
    await connection.close()
  }
}
