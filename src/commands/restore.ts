/** `fasti restore`: restores a back-up into an empty database. */
import { readConfig } from '../config.ts'
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import { printFaults } from './check.ts'
import { restoreBackupFile } from './support/backup-file.ts'
import { type Command, parseOptions, say, UsageError } from './support/command.ts'
import { openFile } from './support/read-file.ts'

const help = `Usage: fasti restore FILE

Restores a file of fasti backup into an empty database: a new FASTI_DATA_DIR, or a new PostgreSQL database named by
DATABASE_URL. If it fails, the database stays empty. The result is compared with the file, migrated to this version and
checked. SQLite and PostgreSQL read each other's files. Sessions are not restored: users have to sign in again.

Stop the service on that database first. For the environment, see fasti --help env.`

export const restore: Command = {
  help,
  async run(args, env) {
    const [file, ...more] = parseOptions(args, {}).positionals
    if (file === undefined || more.length > 0) throw new UsageError('fasti restore takes one FILE.')
    const config = readConfig(env)
    // Refuses a missing file and a folder by name, before the database is created.
    await (await openFile(file)).close()
    const { head, tallies, faults } = await restoreBackupFile(config, file)
    for (const [table, { rows }] of Object.entries(tallies))
      if (rows > 0) process.stdout.write(`${String(rows).padStart(9)}  ${table}\n`)
    say(`Restored as of ${utcTimestampOfEpoch(head.created_utc)} UTC, revision ${head.revision}.`)
    return faults.length === 0 ? 0 : printFaults(faults)
  },
}
