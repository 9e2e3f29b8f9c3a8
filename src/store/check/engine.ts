/** The databases' own checks of their files: pages, indexes and, on SQLite, the text index. */
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import type { Db } from '../database/rows.ts'
import { quotedName, sql } from '../database/sql.ts'
import { indexNewestEventTexts } from '../events/text-indexing.ts'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** A page may be damaged so much that SQLite can't go on to the others. */
async function sqliteFile(db: Db): Promise<readonly string[]> {
  const checked = await sql<{ integrity_check: string }>`pragma integrity_check`
    .execute(db)
    .catch((error: unknown) => ({ rows: [{ integrity_check: messageOf(error) }] }))
  return checked.rows
    .map(({ integrity_check }) => integrity_check)
    .filter((text) => text !== 'ok')
    .map((text) => `the file: ${text}`)
}

/** The text indexes of SQLite, and what each has. */
const textIndexes = [
  ['events_text', 'the text index differs from the events'],
  ['events_titles', 'the index of titles differs from the events'],
  ['long_texts_index', 'the index of long texts differs from the texts'],
] as const

/** Compares a text index with the texts, once it has the newest events. The check has the form of an insert but writes nothing. */
async function sqliteTexts(connection: OpenDatabase): Promise<readonly string[]> {
  const faults: string[] = []
  for (const [index, says] of textIndexes)
    try {
      await runTransaction(connection, async (db) => {
        await indexNewestEventTexts(db)
        const name = quotedName(index)
        await sql`insert into ${name} (${name}, rank) values ('integrity-check', 1)`.execute(db)
      })
    } catch (error) {
      faults.push(`${says}: ${messageOf(error)}`)
    }
  return faults
}

async function postgresIndexes(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_index i
    join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and not (i.indisvalid and i.indisready)`.execute(db)
  return rows.map(({ name }) => `the index ${name} is not valid`)
}

/** Compares every index with its table, if the extension for this is installed. */
async function postgresTrees(connection: OpenDatabase): Promise<readonly string[]> {
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

/** Returns every fault of pages and indexes that the database reports. Nobody waits for it. */
export async function pageFaults(connection: OpenDatabase): Promise<readonly string[]> {
  const { name, reader } = connection
  if (name === 'sqlite') return sqliteFile(reader)
  return [...(await postgresIndexes(reader)), ...(await postgresTrees(connection))]
}

/** Returns every fault that the database reports about its files. */
export async function engineFaults(connection: OpenDatabase): Promise<readonly string[]> {
  const texts = connection.name === 'sqlite' ? sqliteTexts : async () => []
  return [...(await pageFaults(connection)), ...(await texts(connection))]
}
