/** Checks the stored data: files, indexes, references, counts, slugs, revision and journal. It changes no data. */
import { tableShapesOf } from '../database/catalog.ts'
import { connectDatabase, type OpenDatabase, runInSnapshot } from '../database/dialects.ts'
import { beforeFirstReleaseMessage } from '../database/errors.ts'
import type { Db } from '../database/rows.ts'
import {
  appliedMigrationsIn,
  newestPreReleaseMigration,
  unknownMigrationsWithVersions,
} from '../migrations/applied.ts'
import { allMigrationNames } from '../migrations/migrate.ts'
import { engineFaults } from './engine.ts'
import { refuseMissingSqliteFile } from './existing-database.ts'
import { allCheckRules } from './rules.ts'
import { differingTranslatedTexts } from './translated-texts.ts'

const MAX_SHOWN = 5

function shown(says: string, found: readonly { what: string | number }[]): string {
  const first = found.slice(0, MAX_SHOWN).map(({ what }) => what)
  const more = found.length > MAX_SHOWN ? ` and ${found.length - MAX_SHOWN} more` : ''
  return `${says}: ${first.join(', ')}${more}`
}

/** Reports missing and unknown migrations. They are reported before anything else is checked. */
async function migrationFaults(db: Db, tables: readonly string[]): Promise<readonly string[]> {
  if (!tables.includes('migrations'))
    return ['this database contains no calendar yet: fasti serve creates one']
  const applied = await appliedMigrationsIn(db)
  return [
    ...(await unknownMigrationsWithVersions(db, allMigrationNames)).map(
      ({ name }) => `${name} comes from a newer version of Fasti`,
    ),
    ...allMigrationNames
      .filter((name) => !applied.includes(name))
      .map((name) => `${name} is not applied yet: start Fasti once`),
  ]
}

async function rowFaults({ name }: OpenDatabase, db: Db): Promise<readonly string[]> {
  const tables = await tableShapesOf(db, name)
  const missing = await migrationFaults(
    db,
    tables.map((table) => table.name),
  )
  if (missing.length > 0) return missing
  const faults: string[] = []
  for (const { says, broken } of allCheckRules(name, tables)) {
    const { rows } = await broken.execute(db)
    if (rows.length > 0) faults.push(shown(says, rows))
  }
  for (const { says, found } of await differingTranslatedTexts(db)) faults.push(shown(says, found))
  return faults
}

/** Returns a message for every fault in the database. Throws if the database can't be reached. */
export async function databaseFaults(databaseUrl: string): Promise<readonly string[]> {
  await refuseMissingSqliteFile(databaseUrl)
  const connection = await connectDatabase(databaseUrl)
  try {
    const old = await newestPreReleaseMigration(connection.reader)
    if (old !== undefined) return [beforeFirstReleaseMessage('this database', old)]
    const rows = await runInSnapshot(connection, (db) => rowFaults(connection, db))
    return [...rows, ...(await engineFaults(connection))]
  } finally {
    await connection.close()
  }
}
