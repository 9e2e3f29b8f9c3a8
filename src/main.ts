#!/usr/bin/env node
/** The entry point: runs a command and sets the exit code. */
import { commandNamed, usage } from './commands/index.ts'
import { UsageError } from './commands/support/command.ts'
import { ConfigurationError } from './config.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

function explain(error: unknown): string {
  if (error instanceof ConfigurationError)
    return `Fasti cannot start: the configuration is not valid.\n${error.message}`
  if (error instanceof UsageError) return `${error.message}\nSee fasti --help.`
  return error instanceof Error ? error.message : String(error)
}

async function run(argv: readonly string[]): Promise<number> {
  const [name, ...args] = argv
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(`${await usage()}\n`)
    return name === undefined ? 1 : 0
  }
  const command = await commandNamed(name)
  if (command === undefined) throw new UsageError(`There is no command "${name}".`)
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${command.help}\n`)
    return 0
  }
  return command.run(args, process.env)
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  say(explain(error))
  return 1
})
