/** Runs the command of a command line. It imports little, because loading takes longer than most commands. */
import { variables } from '../config/variables.ts'
import type { Environment } from '../config.ts'
import { VERSION_WITH_COMMIT } from '../contract/version.ts'
import { nearestName } from '../support/nearest-name.ts'
import { sendFailureToParentProcess } from '../upkeep/running/command-failure.ts'
import { type Command, reasonCommandFailed, UsageError } from './command.ts'

// The commands by name.

interface Listed {
  /** One line in the overview of commands. */
  readonly summary: string
  /** Loads the module, with all that the command needs. */
  load(): Promise<Command>
}

/** The commands by name, in the order of the overview. Each is loaded on demand: most need neither the server nor image processing. */
export const commands: Readonly<Record<string, Listed>> = {
  serve: {
    summary: 'serve the calendar over HTTP',
    load: async () => (await import('./serve.ts')).serve,
  },
  demo: {
    summary: 'add three months of an invented town to an empty calendar, remove them, or serve them apart',
    load: async () => (await import('./demo.ts')).demo,
  },
  import: {
    summary: 'import events from JSON lines, iCalendar, CSV or another server',
    load: async () => (await import('./import.ts')).importCommand,
  },
  subscribe: {
    summary: 'manage calendar subscriptions: add, change, list, remove, run',
    load: async () => (await import('./subscribe.ts')).subscribe,
  },
  export: {
    summary: 'write the whole calendar to a JSON lines, CSV or iCalendar file',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  user: {
    summary: 'add, list and remove users, and give them roles and passwords',
    load: async () => (await import('./user.ts')).user,
  },
  person: {
    summary: 'write all that is kept of a person to a file, or erase it',
    load: async () => (await import('./person.ts')).person,
  },
  feed: {
    summary: 'create, list and revoke secret feeds',
    load: async () => (await import('./feed.ts')).secretFeedsCommand,
  },
  token: {
    summary: 'create, list and revoke access tokens',
    load: async () => (await import('./token.ts')).token,
  },
  audit: {
    summary: 'list all writes: who changed what, and when',
    load: async () => (await import('./audit.ts')).audit,
  },
  mcp: {
    summary: 'offer tools to an assistant over standard input and output (MCP)',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  media: {
    summary: 'list unused images, orphaned files and missing files',
    load: async () => (await import('./check.ts')).media,
  },
  check: {
    summary: 'verify the integrity of the stored data',
    load: async () => (await import('./check.ts')).check,
  },
  doctor: {
    summary: 'check whether this machine meets the requirements',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  backup: {
    summary: 'write everything to a back-up file for fasti restore',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    summary: 'restore a back-up into an empty database',
    load: async () => (await import('./backup.ts')).restore,
  },
}

/** Loads the command of a name; undefined if there is none. */
export async function loadCommandNamed(name: string): Promise<Command | undefined> {
  return Object.hasOwn(commands, name) ? commands[name]?.load() : undefined
}

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
    const { isOfFullDisk } = await import('./files.ts')
    sendFailureToParentProcess({ isDiskFull: isOfFullDisk(error) })
    return 1
  })
}
