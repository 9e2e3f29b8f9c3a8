/** Connecting to a database only if it has a calendar: a wrong folder or address is refused, and nothing is made there. */
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { connectDatabase, type OpenDatabase } from '../database/dialects.ts'
import { hasCalendar } from '../migrations/applied.ts'

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
