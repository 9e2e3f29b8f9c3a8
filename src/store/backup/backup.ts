/** Backs up a whole database, and restores it into another one of either kind. */
import type { Moment } from '../../domain/time/moment.ts'
import { pageFaults } from '../check/engine.ts'
import { connectExisting } from '../check/existing-database.ts'
import { tableShapesOf } from '../database/catalog.ts'
import {
  connectDatabase,
  type OpenDatabase,
  runInSnapshot,
  runTransaction,
  withMigrationLock,
} from '../database/dialects.ts'
import { indexNewestEventTexts } from '../events/text-indexing.ts'
import { migrate, requireKnownMigrations } from '../migrations/migrate.ts'
import { dumpLines, tableRows } from './dump.ts'
import type { BackupLine, BackupRowsOutsideDatabase, ExtraTableRestore } from './format.ts'
import { RestoreError } from './head.ts'
import { type LoadedBackup, loadBackup } from './load.ts'
import { makeRowTallier } from './tally.ts'

/**
 * Passes one consistent snapshot of everything to `write`, while other processes may go on writing. Returns the faults of the database's pages and
 * indexes: of a row that no index leads to any more, a copy shows nothing.
 */
export async function streamBackup(
  databaseUrl: string,
  moment: Moment,
  extraTable: BackupRowsOutsideDatabase,
  write: (lines: AsyncIterable<BackupLine>) => Promise<void>,
): Promise<readonly string[]> {
  const connection = await connectExisting(databaseUrl)
  try {
    const faults = await pageFaults(connection)
    await runInSnapshot(connection, async (db) => {
      await requireKnownMigrations(db)
      await write(dumpLines(db, connection.name, moment, extraTable))
    })
    return faults
  } finally {
    await connection.close()
  }
}

/** Rereads the loaded rows. Throws `RestoreError` where they differ from the back-up. */
async function allowLoaded({ name, reader }: OpenDatabase, { tables, tallies }: LoadedBackup): Promise<void> {
  const shapes = await tableShapesOf(reader, name)
  for (const { table, columns } of tables) {
    const shape = shapes.find((one) => one.name === table)
    if (shape === undefined) continue
    const { add, tally } = makeRowTallier()
    for await (const row of tableRows(reader, { ...shape, columns })) add(JSON.stringify(row))
    if (JSON.stringify(tally()) !== JSON.stringify(tallies[table]))
      throw new RestoreError(`The restored ${table} differ from those of the back-up.`)
  }
}

/** Restores into an empty database, verifies the rows, and applies missing migrations. Throws `RestoreError`. */
export async function restoreBackup(
  databaseUrl: string,
  lines: AsyncIterator<BackupLine, undefined>,
  moment: Moment,
  extraTable: ExtraTableRestore,
): Promise<LoadedBackup> {
  const connection = await connectDatabase(databaseUrl)
  try {
    const loaded = await withMigrationLock(connection, (db) =>
      loadBackup({ connection, db, moment }, lines, extraTable),
    )
    await allowLoaded(connection, loaded)
    await migrate(connection, { moment })
    // Of a large back-up, more is to be indexed than by any write.
    await runTransaction(connection, indexNewestEventTexts, { isLong: true })
    return loaded
  } finally {
    await connection.close()
  }
}
