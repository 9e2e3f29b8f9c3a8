/** What each database can say of its own files: pages, indexes, and on SQLite the index of texts. */
import { type Connection, transaction } from '../dialects.ts'
import type { Db } from '../rows.ts'
import { sql } from '../sql.ts'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function sqliteFile(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  return rows
    .map(({ integrity_check }) => integrity_check)
    .filter((text) => text !== 'ok')
    .map((text) => `the file: ${text}`)
}

/** Compares the index of texts with the texts; told to the index as if it were a row, it writes nothing. */
async function sqliteTexts(connection: Connection): Promise<readonly string[]> {
  try {
    await transaction(connection, (db) =>
      sql`insert into events_text (events_text, rank) values ('integrity-check', 1)`.execute(db),
    )
    return []
  } catch (error) {
    return [`the index of texts is not that of the events: ${messageOf(error)}`]
  }
}

async function postgresIndexes(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_index i
    join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and not (i.indisvalid and i.indisready)`.execute(db)
  return rows.map(({ name }) => `the index ${name} is not valid`)
}

/** Walks every index beside its table, where the extension that can do so is installed. */
async function postgresTrees(connection: Connection): Promise<readonly string[]> {
  const { rows: installed } = await sql`select 1 from pg_extension where extname = 'amcheck'`.execute(
    connection.reader,
  )
  if (installed.length === 0) return []
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
    join pg_am a on a.oid = c.relam where a.amname = 'btree' and c.relkind = 'i'
    and c.relnamespace = current_schema()::regnamespace`.execute(connection.reader)
  const faults: string[] = []
  for (const { name } of rows) {
    await sql`select bt_index_check(${name}::regclass, true)`
      .execute(connection.reader)
      .catch((error: unknown) => faults.push(`the index ${name}: ${messageOf(error)}`))
  }
  return faults
}

/** Every fault that the database finds in how it keeps what it keeps. */
export async function engineFaults(connection: Connection): Promise<readonly string[]> {
  const { name, reader } = connection
  if (name === 'sqlite') return [...(await sqliteFile(reader)), ...(await sqliteTexts(connection))]
  return [...(await postgresIndexes(reader)), ...(await postgresTrees(connection))]
}
