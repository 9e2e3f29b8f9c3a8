/** Checks the stored data: files, indexes, references, counts, slugs, revision and journal. It changes no data. */
import { tablesOf } from '../database/catalog.ts'
import { type Connection, connect, snapshot } from '../database/dialects.ts'
import { olderThanRelease } from '../database/errors.ts'
import type { Db } from '../database/rows.ts'
import { appliedIn, newestBeforeRelease, unknownIn } from '../migrations/applied.ts'
import { allMigrations } from '../migrations/migrate.ts'
import { engineFaults } from './engine.ts'
import { allowExisting } from './existing.ts'
import { rulesOf } from './rules.ts'

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
  const applied = await appliedIn(db)
  return [
    ...(await unknownIn(db, allMigrations)).map(({ name }) => `${name} comes from a newer version of Fasti`),
    ...allMigrations
      .filter((name) => !applied.includes(name))
      .map((name) => `${name} is not applied yet: start Fasti once`),
  ]
}

async function rowFaults({ name }: Connection, db: Db): Promise<readonly string[]> {
  const tables = await tablesOf(db, name)
  const missing = await migrationFaults(
    db,
    tables.map((table) => table.name),
  )
  if (missing.length > 0) return missing
  const faults: string[] = []
  for (const { says, broken } of rulesOf(name, tables)) {
    const { rows } = await broken.execute(db)
    if (rows.length > 0) faults.push(shown(says, rows))
  }
  return faults
}

/** Returns a message for every fault in the database. Throws if the database can't be reached. */
export async function databaseFaults(databaseUrl: string): Promise<readonly string[]> {
  await allowExisting(databaseUrl)
  const connection = await connect(databaseUrl)
  try {
    const old = await newestBeforeRelease(connection.reader)
    if (old !== undefined) return [olderThanRelease('this database', old)]
    const rows = await snapshot(connection, (db) => rowFaults(connection, db))
    return [...rows, ...(await engineFaults(connection))]
  } finally {
    await connection.close()
  }
}
