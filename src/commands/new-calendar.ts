/** Asking before a command makes a new calendar, which may be in the wrong folder. */
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { refuseMissingSqliteFile, sqliteFileOf } from '../store/check/existing-database.ts'
import { say } from './support/command.ts'

/** Where questions are asked and answered: a terminal, by default that of this process. */
interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

/**
 * Whether the database exists, or may be made: asks at a terminal, and says that it is made elsewhere. Databases of PostgreSQL exist, since
 * no command creates one.
 */
export async function databaseExistsOrMayBeMade(
  databaseUrl: string,
  terminal: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  const isThere = await refuseMissingSqliteFile(databaseUrl).then(
    () => true,
    () => false,
  )
  if (isThere) return true
  const file = resolve(sqliteFileOf(databaseUrl) ?? '')
  if (terminal.input.isTTY !== true || terminal.output.isTTY !== true) {
    say(`There was no calendar yet: ${file} is new.`)
    return true
  }
  const asking = createInterface(terminal)
  // The end of the input is no.
  const ended = once(asking, 'close').then(() => '')
  const question = `There is no calendar at ${file} yet. Make a new one? [y/N] `
  const answer = await Promise.race([asking.question(question), ended])
  asking.close()
  if (/^\s*y(es)?\s*$/i.test(answer)) return true
  say('Nothing was made. FASTI_DATA_DIR or DATABASE_URL names the calendar of another folder or server.')
  return false
}
