/** Migrates a database to the current version, or to a given list of migrations. */
import { VERSION } from '../../contract/version.ts'
import { epochOf, type Moment } from '../../domain/time/moment.ts'
import { tablesOf } from '../database/catalog.ts'
import { type Connection, withMigrationLock } from '../database/dialects.ts'
import { NewerDatabase } from '../database/errors.ts'
import { type Db, insertRows, rows } from '../database/rows.ts'
import { joined, sql } from '../database/sql.ts'
import { schemaVersion } from './035-schema-version.ts'
import { migrations } from './index.ts'
import type { Migration } from './migration.ts'

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
  const missing = migrations.filter(({ name }) => !applied.includes(name) && wanted.includes(name))
  for (const { name, up } of missing) {
    if (applied.length > 0) onMigration(name)
    await up(db, dialect, epochOf(now))
    await insertRows(db, 'migrations', [{ name, applied_utc: epochOf(now) }])
  }
  if (missing.length > 0 && wanted.includes(schemaVersion.name)) await mark(db, missing)
}

/** Notes which programs may use a database that has these migrations now. */
async function mark(db: Db, added: readonly Migration[]): Promise<void> {
  await sql`update migrations set version = ${VERSION} where name in (${joined(added.map(({ name }) => name))})`.execute(
    db,
  )
  const open = migrations.flatMap(({ name, forOlder }) => (forOlder === true ? [name] : []))
  await sql`update migrations set for_older = 1 where name in (${joined(open)})`.execute(db)
  const needed = Math.max(...migrations.map(({ name, forOlder }) => (forOlder === true ? 0 : numberOf(name))))
  await sql`update revision set needs = ${needed} where needs < ${needed}`.execute(db)
}

/** The number of a migration. */
const numberOf = (name: string) => Number.parseInt(name, 10)

/** The number of the newest migration that this program knows. */
export const SCHEMA = Math.max(...migrations.map(({ name }) => numberOf(name)))

/** Returns the applied migrations that this program must know and does not, oldest first, with the version that applied each. */
export async function unknownIn(
  db: Db,
): Promise<readonly { readonly name: string; readonly version: string }[]> {
  const table = (await tablesOf(db, db.dialect)).find(({ name }) => name === 'migrations')
  if (table === undefined) return []
  const tells = table.columns.includes('for_older')
  const more = tells ? sql`version, for_older` : sql`'' as version, 0 as for_older`
  const found = await rows(
    db,
    sql<{
      readonly name: string
      readonly version: string
      readonly for_older: number
    }>`select name, ${more} from migrations order by name`,
  )
  return found.filter(({ name, for_older }) => for_older === 0 && !allMigrations.includes(name))
}

/** Throws `NewerDatabase` if the database has a migration that this program must know, and does not. */
export async function allowKnown(db: Db): Promise<void> {
  const last = (await unknownIn(db)).at(-1)
  if (last !== undefined) throw new NewerDatabase(`it has ${last.name}`, last.version)
}

/** Whether a database has the tables of a calendar. It changes nothing. */
export async function hasCalendar({ name, reader }: Pick<Connection, 'name' | 'reader'>): Promise<boolean> {
  const found =
    name === 'sqlite'
      ? sql<{
          readonly name: string
        }>`select name from sqlite_master where type = 'table' and name = 'migrations'`
      : sql<{
          readonly name: string
        }>`select 'migrations' as name where to_regclass('migrations') is not null`
  return (await rows(reader, found)).length > 0
}

/** Returns the names of the applied migrations, oldest first. */
export async function appliedIn(db: Db): Promise<readonly string[]> {
  const applied = await rows(db, sql<{ readonly name: string }>`select name from migrations`)
  return applied.map(({ name }) => name).sort()
}

/** The names of all migrations of this version, oldest first. */
export const allMigrations: readonly string[] = migrations.map(({ name }) => name)

/** Applies missing migrations under a lock: several instances may start at once. Throws `NewerDatabase`. */
export function migrate(connection: Connection, moment: Moment, onMigration?: OnMigration): Promise<void> {
  return withMigrationLock(connection, async (db) => {
    await allowKnown(db)
    await applyMissing(connection, db, moment, allMigrations, onMigration)
  })
}
