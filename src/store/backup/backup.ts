/** Backs up a whole database, and restores it into another one of either kind. */
import type { Moment } from '../../domain/time/moment.ts'
import { connectExisting } from '../check/existing.ts'
import { tablesOf } from '../database/catalog.ts'
import { type Connection, connect, snapshot, transaction, withMigrationLock } from '../database/dialects.ts'
import { indexTexts } from '../events/text-index.ts'
import { allowKnown, migrate } from '../migrations/migrate.ts'
import { dumped, rowsOf } from './dump.ts'
import type { ExtraTable, ExtraTableRestore, Line } from './format.ts'
import { type Loaded, load } from './load.ts'
import { RestoreError } from './restore-error.ts'
import { counting } from './tally.ts'

/** Passes one consistent snapshot of everything to `write`, while other processes may go on writing. */
export async function backedUp(
  databaseUrl: string,
  moment: Moment,
  extraTable: ExtraTable,
  write: (lines: AsyncIterable<Line>) => Promise<void>,
): Promise<void> {
  const connection = await connectExisting(databaseUrl)
  try {
    await snapshot(connection, async (db) => {
      await allowKnown(db)
      await write(dumped(db, connection.name, moment, extraTable))
    })
  } finally {
    await connection.close()
  }
}

/** Rereads the loaded rows. Throws `RestoreError` where they differ from the back-up. */
async function allowLoaded({ name, reader }: Connection, { tables, tallies }: Loaded): Promise<void> {
  const shapes = await tablesOf(reader, name)
  for (const { table, columns } of tables) {
    const shape = shapes.find((one) => one.name === table)
    if (shape === undefined) continue
    const { add, tally } = counting()
    for await (const row of rowsOf(reader, { ...shape, columns })) add(JSON.stringify(row))
    if (JSON.stringify(tally()) !== JSON.stringify(tallies[table]))
      throw new RestoreError(`The restored ${table} differ from those of the back-up.`)
  }
}

/** Restores into an empty database, verifies the rows, and applies missing migrations. Throws `RestoreError`. */
export async function restored(
  databaseUrl: string,
  lines: AsyncIterator<Line, undefined>,
  moment: Moment,
  extraTable: ExtraTableRestore,
): Promise<Loaded> {
  const connection = await connect(databaseUrl)
  try {
    const loaded = await withMigrationLock(connection, (db) =>
      load(connection, db, lines, moment, extraTable),
    )
    await allowLoaded(connection, loaded)
    await migrate(connection, { moment })
    await transaction(connection, indexTexts)
    return loaded
  } finally {
    await connection.close()
  }
}
