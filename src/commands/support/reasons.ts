/** The messages of errors that end a command. */

import { ConfigurationError } from '../../config/variables.ts'
import type { Environment } from '../../config.ts'
import { unavailabilityReason } from '../../store/database/errors.ts'
import { UsageError } from './command.ts'

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
