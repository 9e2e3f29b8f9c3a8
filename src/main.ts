#!/usr/bin/env node
/** The entry point: runs a command and sets the exit code. It imports little, because loading takes longer than most commands. */
import { commandNamed } from './commands/index.ts'
import { UsageError } from './commands/support/command.ts'
import { reasonOf } from './commands/support/reasons.ts'
import { usage, version } from './commands/usage.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

async function run(name: string | undefined, args: readonly string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    print(usage())
    return name === undefined ? 1 : 0
  }
  if (name === '--version') {
    print(version)
    return 0
  }
  const command = await commandNamed(name)
  if (command === undefined) throw new UsageError(`There is no command "${name}".`)
  if (args.includes('--help') || args.includes('-h')) {
    print(command.help)
    return 0
  }
  return command.run(args, process.env)
}

const [name, ...args] = process.argv.slice(2)
process.exitCode = await run(name, args).catch(async (error: unknown) => {
  const isCommand = name !== undefined && (await commandNamed(name)) !== undefined
  process.stderr.write(`${reasonOf(error, process.env, isCommand ? name : undefined)}\n`)
  return 1
})
