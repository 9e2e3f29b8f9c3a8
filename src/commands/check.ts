/** `fasti check`: verifies the integrity of the stored data. */

import { storedSeriesFaults } from '../actions/series/check.ts'
import { messagesOnWrongDerivedColumns } from '../actions/writing/derived-columns.ts'
import { commandActor } from '../api/policy.ts'
import { type Config, readConfig } from '../config.ts'
import { mediaLibraryOf } from '../media/library.ts'
import { databaseFaults } from '../store/check/check.ts'
import { type Command, parseOptions, say, UsageError } from './support/command.ts'
import { countWithNoun } from './support/count-with-noun.ts'
import { mediaFaults } from './support/media-faults.ts'
import { currentMoment, withStore } from './support/opened-store.ts'

const help = `Usage: fasti check

Reads all stored data and reports faults in: the database file and its indexes, the text index, references, counts of
categories and tags, slugs, parents, ids, revision and journal, texts folded for searching and sorting, those of
translations too, series and their occurrences, and image files. An image without its file is a fault. Files that belong to no image are only counted; fasti
media prune lists them. It changes nothing, and the service may run at the same time. The exit code is 1 if there is a fault.

On PostgreSQL, indexes are compared with their tables if the extension amcheck is installed.
DATABASE_URL names the database: see fasti --help env.`

/** Messages about every fault in the database and the image files of a configuration. Calls `onUnnamed` with the number of files that belong to no image. Throws if there is no database, or it cannot be reached. */
export async function databaseAndImageFaults(
  config: Config,
  onUnnamed: (files: number) => void = () => {},
): Promise<readonly string[]> {
  const faults = await databaseFaults(config.databaseUrl)
  // A damaged database may be unreadable, so the later checks do not run.
  if (faults.length > 0) return faults
  const context = {
    moment: currentMoment(config),
    actor: commandActor,
    currency: config.currency,
    images: mediaLibraryOf(config),
  }
  return withStore(config, async (store) => {
    const derived = await messagesOnWrongDerivedColumns({ ...context, store })
    const { faults: missing, unnamed } = await mediaFaults(store, context.images, context.moment)
    onUnnamed(unnamed)
    return [...derived, ...(await storedSeriesFaults({ store })), ...missing]
  })
}

/** Prints the faults. Returns the exit code. */
export function printFaults(faults: readonly string[]): number {
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  say(`The stored data is not consistent: ${countWithNoun(faults.length, 'fault')} found.`)
  return 1
}

export const check: Command = {
  help,
  async run(args, env) {
    if (parseOptions(args, {}).positionals.length > 0) throw new UsageError('fasti check takes no arguments.')
    const faults = await databaseAndImageFaults(readConfig(env), (unnamed) => {
      if (unnamed > 0)
        say(`${countWithNoun(unnamed, 'file')} of no image may be removed: fasti media prune lists them.`)
    })
    if (faults.length > 0) return printFaults(faults)
    say('No faults found.')
    return 0
  },
}
