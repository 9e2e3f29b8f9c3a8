/** What a command of the command line is. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Environment } from '../config.ts'

export interface Command {
  readonly name: string
  /** One line for the overview. */
  readonly summary: string
  /** The whole text of `--help`. */
  readonly help: string
  /** Runs it; resolves to the exit code, 0 or 1. Throws `UsageError` and `ConfigurationError`. */
  run(args: readonly string[], env: Environment): Promise<number>
}

/** The command line is not as the command expects it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Options and operands. Throws `UsageError`, naming what is wrong. */
export function parsed<O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Throws `UsageError` for options and operands that the verb, the first operand, does not take. */
export function allowOnly(
  { values, positionals }: { readonly values: object; readonly positionals: readonly string[] },
  options: readonly string[],
  operands: number,
): void {
  const [verb = '', ...rest] = positionals
  const option = Object.keys(values).find((name) => !options.includes(name))
  if (option !== undefined) throw new UsageError(`${verb} takes no --${option}.`)
  if (rest.length > operands) throw new UsageError(`${verb} takes no "${rest[operands]}".`)
}

/** Tells the person at the command line, beside what the command prints. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** The id that `KIND revoke ID` names. Throws `UsageError` for none. */
export function idToRevoke(kind: string, text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text))
    throw new UsageError(`Say which: ${kind} revoke ID. The ids are in fasti ${kind} list.`)
  return Number(text)
}

/** Tells whether it was there to be revoked; gives the exit code. */
export function tellRevoked(kind: string, id: number, isDone: boolean, isJson: boolean): number {
  if (isDone && isJson) process.stdout.write(`${JSON.stringify({ id, revoked: true })}\n`)
  const name = `${kind[0]?.toUpperCase()}${kind.slice(1)}`
  say(isDone ? `${name} ${id} is revoked.` : `There is no ${kind} ${id}.`)
  return isDone ? 0 : 1
}
