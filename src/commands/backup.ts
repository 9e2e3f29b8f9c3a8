/** `fasti backup`: writes everything to one file, and verifies the file by restoring it. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import { noteTimeOfLastBackUp } from '../media/file-removal-pause.ts'
import { mediaLibraryOf } from '../media/library.ts'
import { printFaults } from './check.ts'
import { writeBackupFile } from './support/backup-file.ts'
import { type Command, parseOptions, say, UsageError } from './support/command.ts'
import { countWithNoun } from './support/count-with-noun.ts'
import { currentMoment } from './support/opened-store.ts'

const help = `Usage: fasti backup FILE
       fasti backup FOLDER [--keep N]

Writes everything to one file: the calendar with its users, tokens, audit log and idempotency keys, and the images. The
service may run during a back-up: the file is a consistent snapshot. The file is verified before it gets its name: it is
restored into a temporary SQLite database beside it, compared and checked. This needs as much disk space as the calendar.

In a FOLDER, the file name contains the time: fasti-20270131T041500Z.backup.

  --keep N   after a successful back-up, keep the newest N such files in FOLDER and remove the others

The pages and indexes of the database are checked, too. If they, or the data, have faults, these are printed and the exit code is 1. The file is written in this case too, and
--keep removes nothing. If the disk is full, no file is written. fasti restore reads the file into
SQLite or PostgreSQL. Protect it like the database. DATABASE_URL names the database: see fasti --help env.`

const NAMED = /^fasti-\d{8}T\d{6}Z\.backup$/

function retainedOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new UsageError(`--keep must be a number from 1 to 9999, not "${text}".`)
  return Number(text)
}

/** Removes the back-ups of a folder except the newest `keep`. */
async function removeOld(folder: string, keep: number): Promise<void> {
  const old = (await readdir(folder))
    .filter((name) => NAMED.test(name))
    .sort()
    .slice(0, -keep)
  for (const name of old) await rm(join(folder, name))
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export const backup: Command = {
  help,
  async run(args, env) {
    const { values, positionals } = parseOptions(args, { keep: { type: 'string' } })
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new UsageError('fasti backup takes one FILE or FOLDER.')
    const keep = retainedOf(values.keep)
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true
    if (keep !== undefined && !isFolder)
      throw new UsageError(`--keep needs a FOLDER, and ${path} is not one.`)
    const config = readConfig(env)
    const time = utcTimestampOfEpoch(epochOfInstant(currentMoment(config).now))
      .replace(/[-:]/g, '')
      .replace(' ', 'T')
    const file = isFolder ? join(path, `fasti-${time}Z.backup`) : path
    const { tallies, head, faults } = await writeBackupFile(config, file)
    const rows = Object.values(tallies).reduce((sum, tally) => sum + tally.rows, 0)
    say(`${file}: ${countWithNoun(rows, 'row')} at revision ${head.revision}, restored and compared.`)
    // With faults in the data, the older back-ups may be the last ones without them.
    if (faults.length > 0) return printFaults(faults)
    // The file is good without the note, which is for the alert that back-ups stopped.
    await noteTimeOfLastBackUp(mediaLibraryOf(config)).catch((error: unknown) =>
      say(`The time of this back-up could not be noted for /metrics: ${messageOf(error)}`),
    )
    if (keep !== undefined) await removeOld(path, keep)
    return 0
  },
}
