/** `fasti restore`: a back-up → an empty database. */
import { readConfig } from '../config.ts'
import { utcTimestamp } from '../domain/timestamp.ts'
import { restoredFile } from './backup-file.ts'
import { notWhole } from './check.ts'
import { type Command, parsed, say, UsageError } from './command.ts'

const help = `Usage: fasti restore FILE

Restores what fasti backup wrote, into a database that is empty: a new FASTI_DATA_DIR, or a new PostgreSQL database named by
DATABASE_URL. All of it or nothing. Then it is compared with the file, brought up to date with this version, and checked.
SQLite and PostgreSQL read each other's files. Whoever was signed in signs in again.

The service must not run on that database meanwhile. The environment is that of fasti --help.`

export const restore: Command = {
  name: 'restore',
  summary: 'read what fasti backup wrote into an empty database',
  help,
  async run(args, env) {
    const [file, ...more] = parsed(args, {}).positionals
    if (file === undefined || more.length > 0) throw new UsageError('fasti restore takes one FILE.')
    const { head, tallies, faults } = await restoredFile(readConfig(env), file)
    for (const [table, { rows }] of Object.entries(tallies))
      if (rows > 0) process.stdout.write(`${String(rows).padStart(9)}  ${table}\n`)
    say(`Restored as of ${utcTimestamp(head.created_utc)} UTC, revision ${head.revision}.`)
    return faults.length === 0 ? 0 : notWhole(faults)
  },
}
