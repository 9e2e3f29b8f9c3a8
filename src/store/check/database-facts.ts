/** Facts about a database that can be read without migrating it. */

import { connectDatabase } from '../database/dialects.ts'
import { beforeFirstReleaseMessage } from '../database/errors.ts'
import { sql } from '../database/sql.ts'
import {
  appliedMigrationsIn,
  hasCalendar,
  newestPreReleaseMigration,
  unknownMigrationsWithVersions,
} from '../migrations/applied.ts'
import { allMigrationNames } from '../migrations/migrate.ts'
import { refuseMissingSqliteFile } from './existing-database.ts'

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
