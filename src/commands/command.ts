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
