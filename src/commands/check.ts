/** `fasti check`: whether what is kept is whole. */
import { commandLine } from '../actions/policy.ts'
import { derivedFaults } from '../actions/recompose.ts'
import { type Config, readConfig } from '../config.ts'
import { libraryOf } from '../service.ts'
import { faultsOf } from '../store/check/check.ts'
import { type Command, parsed, say, UsageError } from './command.ts'
import { mediaFaults } from './media-faults.ts'
import { momentOf, withStore } from './opened-store.ts'

const help = `Usage: fasti check

Reads everything that is kept and says what is not as it must be: the file and its indexes, the index of texts, references,
counts of categories and tags, slugs, parents, ids, revision and journal, texts kept folded for searching and sorting, and the files of images. An image without its
file is a fault; files of no image are counted, and fasti media prune names them.
Nothing is changed; the service may run meanwhile. The exit code is 1 if anything is wrong.

On PostgreSQL indexes are walked beside their tables where the extension amcheck is installed.
The database is that of the environment: see fasti --help.`

/** Every fault in the database of a configuration, and of its images beside their files, in words; `onUnnamed` is told how many files no image has. Throws where there is none, or it can't be reached. */
export async function faultsIn(
  config: Config,
  onUnnamed: (files: number) => void = () => {},
): Promise<readonly string[]> {
  const faults = await faultsOf(config.databaseUrl)
  // What is broken below may not even be read.
  if (faults.length > 0) return faults
  const context = {
    moment: momentOf(config),
    actor: commandLine,
    currency: config.currency,
    images: libraryOf(config),
  }
  return withStore(config, async (store) => {
    const derived = await derivedFaults({ ...context, store })
    const { faults: missing, unnamed } = await mediaFaults(store, context.images, context.moment)
    onUnnamed(unnamed)
    return [...derived, ...missing]
  })
}

/** Says what is not whole. Returns the exit code. */
export function notWhole(faults: readonly string[]): number {
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  say(`What is kept is not whole: ${faults.length} faults found.`)
  return 1
}

export const check: Command = {
  name: 'check',
  summary: 'tell whether what is kept is whole',
  help,
  async run(args, env) {
    if (parsed(args, {}).positionals.length > 0) throw new UsageError('fasti check takes nothing.')
    const faults = await faultsIn(readConfig(env), (unnamed) => {
      if (unnamed > 0) say(`${unnamed} files of no image may be removed: fasti media prune names them.`)
    })
    if (faults.length > 0) return notWhole(faults)
    say('All is well.')
    return 0
  },
}
