/** `fasti backup`: everything → one file, proved by restoring it. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { epochOf } from '../domain/moment.ts'
import { utcTimestamp } from '../domain/timestamp.ts'
import { backedUpFile } from './backup-file.ts'
import { notWhole } from './check.ts'
import { type Command, parsed, say, UsageError } from './command.ts'
import { momentOf } from './opened-store.ts'

const help = `Usage: fasti backup FILE
       fasti backup FOLDER [--keep N]

Writes everything to one file: the calendar with its users, tokens, audit and idempotency keys, and the images. The service
may run meanwhile: the file holds one moment of it. It is there only when it has been restored beside itself, into a SQLite
file that is removed again, and found to be the same and whole; that takes as much room as the calendar.

Into a FOLDER the file is named by the time, as fasti-20270131T041500Z.backup.

  --keep N   of such files in FOLDER, remove all but the newest N, once the new one is there and whole

What fasti check finds in it is said, with exit code 1; the file is there all the same, and --keep removes none.
fasti restore reads it, on SQLite and PostgreSQL alike. Keep it as safe as the database.
The database is that of the environment: see fasti --help.`

const NAMED = /^fasti-\d{8}T\d{6}Z\.backup$/

function keptOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new UsageError(`--keep must be a number from 1 to 9999, not "${text}".`)
  return Number(text)
}

/** Removes all but the newest. */
async function removeOld(folder: string, keep: number): Promise<void> {
  const old = (await readdir(folder))
    .filter((name) => NAMED.test(name))
    .sort()
    .slice(0, -keep)
  for (const name of old) await rm(join(folder, name))
}

export const backup: Command = {
  name: 'backup',
  summary: 'write everything to a file that fasti restore reads',
  help,
  async run(args, env) {
    const { values, positionals } = parsed(args, { keep: { type: 'string' } })
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new UsageError('fasti backup takes one FILE or FOLDER.')
    const keep = keptOf(values.keep)
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true
    if (keep !== undefined && !isFolder) throw new UsageError(`--keep is for a FOLDER, and ${path} is none.`)
    const config = readConfig(env)
    const time = utcTimestamp(epochOf(momentOf(config).now))
      .replace(/[-:]/g, '')
      .replace(' ', 'T')
    const file = isFolder ? join(path, `fasti-${time}Z.backup`) : path
    const { tallies, head, faults } = await backedUpFile(config, file)
    const rows = Object.values(tallies).reduce((sum, tally) => sum + tally.rows, 0)
    say(`${file}: ${rows} rows at revision ${head.revision}, restored and compared.`)
    // What is older may be from before whatever happened.
    if (faults.length > 0) return notWhole(faults)
    if (keep !== undefined) await removeOld(path, keep)
    return 0
  },
}
