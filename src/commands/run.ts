/** Runs the command of a command line. It imports little, because loading takes longer than most commands. */

import { variables } from '../config/variables.ts'
import type { Environment } from '../config.ts'
import { VERSION_WITH_COMMIT } from '../contract/version.ts'
import { nearestName } from '../support/nearest-name.ts'
import { sendFailureToParentProcess } from '../upkeep/running/command-failure.ts'
import { commands, loadCommandNamed } from './index.ts'
import { UsageError } from './support/command.ts'
import { reasonCommandFailed } from './support/reasons.ts'

// The overview of the program.

/** The text that `fasti --version` prints. */
const versionText = `fasti ${VERSION_WITH_COMMIT}`

/** Returns rows of a name and a text, one below the other. */
function rowsOf(all: readonly (readonly [name: string, text: string])[]): readonly string[] {
  const widest = Math.max(...all.map(([{ length }]) => length))
  return all.map(([name, text]) => `  ${name.padEnd(widest)}  ${text}`)
}

/** Returns what `fasti --help` prints: the commands. */
const usageText = (): string =>
  [
    'Usage: fasti COMMAND [OPTIONS]',
    '       fasti --help env    the environment variables, which configure all commands',
    '       fasti --version',
    '',
    'Commands (each with --help):',
    ...rowsOf(Object.entries(commands).map(([name, { summary }]) => [name, summary])),
    '',
    'FASTI_DATA_DIR is the folder of the data (default ./data), DATABASE_URL the database if it is not SQLite in there.',
  ].join('\n')

/** Returns what `fasti --help env` prints: the environment variables. */
const environmentText = (): string =>
  [
    'Environment variables:',
    ...rowsOf(
      variables.map(({ name, form, fallback }) => [
        name,
        fallback === '' ? form : `${form} (default ${fallback})`,
      ]),
    ),
  ].join('\n')

const print = (text: string) => process.stdout.write(`${text}\n`)

async function act(name: string | undefined, args: readonly string[], env: Environment): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    print(args[0] === 'env' ? environmentText() : usageText())
    return name === undefined ? 1 : 0
  }
  if (name === '--version') {
    print(versionText)
    return 0
  }
  const command = await loadCommandNamed(name)
  if (command === undefined) {
    const nearest = nearestName(name, Object.keys(commands))
    const guess = nearest === undefined ? '.' : `; did you mean ${nearest}?`
    throw new UsageError(`There is no command "${name}"${guess}`)
  }
  if (args.includes('--help') || args.includes('-h')) {
    print(command.help)
    return 0
  }
  return command.run(args, env)
}

/** Runs `fasti ARGS`, and prints why it failed. Returns the exit code. */
export function runCommandLine([name, ...args]: readonly string[], env: Environment): Promise<number> {
  return act(name, args, env).catch(async (error: unknown) => {
    const isCommand = name !== undefined && (await loadCommandNamed(name)) !== undefined
    process.stderr.write(`${reasonCommandFailed(error, env, isCommand ? name : undefined)}\n`)
    // After the message: a worker that could not start is ended by the process that started it.
    const { isOfFullDisk } = await import('./support/whole-file.ts')
    sendFailureToParentProcess({ isDiskFull: isOfFullDisk(error) })
    return 1
  })
}
