/** What a command is, and what it says. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ConfigurationError } from '../config/variables.ts'
import type { Environment } from '../config.ts'
import { unavailabilityReason } from '../store/database/errors.ts'

// The interface of commands, and functions that several commands use.

export interface Command {
  /** The whole text of `--help`. */
  readonly help: string
  /** Runs it; resolves to the exit code, 0 or 1. Throws `UsageError` and `ConfigurationError`. */
  run(args: readonly string[], env: Environment): Promise<number>
}

/** The options or operands of a command are not valid. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Parses options and operands. Throws `UsageError` with the reason. */
export function parseOptions<O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    // Node adds how to send an operand that begins with a hyphen, which no command takes.
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(reason.replace(/\. To specify a positional argument .*$/s, '.'))
  }
}

/** Throws `UsageError` for options and operands that the verb does not take. The verb is the first operand. */
export function requireOptionsOfVerb(
  { values, positionals }: { readonly values: object; readonly positionals: readonly string[] },
  options: readonly string[],
  operands: number,
): void {
  const [verb = '', ...rest] = positionals
  const option = Object.keys(values).find((name) => !options.includes(name))
  if (option !== undefined) throw new UsageError(`${verb} takes no --${option}.`)
  if (rest.length > operands) throw new UsageError(`${verb} takes no "${rest[operands]}".`)
}

/** Prints a message for the user to standard error; results go to standard output. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Parses the id of `KIND revoke ID`. Throws `UsageError` if it is missing or not valid. */
export function idToRevoke(kind: string, text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text))
    throw new UsageError(`An ID is required: ${kind} revoke ID. fasti ${kind} list shows the ids.`)
  return Number(text)
}

/** Reports whether the item existed and is revoked. Returns the exit code. */
export function printRevocationResult(kind: string, id: number, isDone: boolean, isJson: boolean): number {
  if (isDone && isJson) process.stdout.write(`${JSON.stringify({ id, revoked: true })}\n`)
  const name = `${kind[0]?.toUpperCase()}${kind.slice(1)}`
  say(isDone ? `${name} ${id} is revoked.` : `There is no ${kind} ${id}.`)
  return isDone ? 0 : 1
}

// The messages of errors that end a command.

/** The message of an error; for an error of several attempts without a message of its own, the messages of the attempts. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** The servers and the database in a PostgreSQL URL, without login and password; undefined for another URL. */
const serverIn = (databaseUrl: string): string | undefined =>
  /^postgres(?:ql)?:\/\/(?:.*@)?([^/?]*\/?[^?]*)/.exec(databaseUrl)?.[1]

/** The message of an error of the database, and the remedy. If PostgreSQL can't be used, it names the variable and the server, but no password. */
export function databaseReason(error: unknown, databaseUrl: string): string {
  const text = messageOf(error)
  if (unavailabilityReason(error) === 'full' && !text.includes('try again'))
    return `${text}. Free some room on the disk, and try again: what this command did not say it did is not done.`
  const server = serverIn(databaseUrl)
  const isAway = server !== undefined && unavailabilityReason(error) === 'away'
  return isAway ? `DATABASE_URL: cannot use the database ${server}: ${text}` : text
}

/** Says why a command ended: what is wrong and, for wrong options, which help to read. `command` is its name, if there is such a command. */
export function reasonCommandFailed(error: unknown, env: Environment, command?: string): string {
  if (error instanceof ConfigurationError)
    return `Fasti cannot start: the configuration is not valid.\n${error.message}`
  if (error instanceof UsageError)
    return `${error.message}\nSee fasti ${command === undefined ? '' : `${command} `}--help.`
  return databaseReason(error, env.DATABASE_URL?.trim() ?? '')
}

// Counts in messages.

/** The count with its noun: `1 line`, `2 lines`. */
export const countWithNoun = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`
