/** A password that somebody chooses, read where no list of processes and no history shows it. */
import { hashPassword } from '../actions/secrets.ts'
import { textFault } from '../domain/plain-text.ts'
import { UsageError } from './command.ts'

export const SHORTEST_PASSWORD = 10
const LONGEST_PASSWORD = 1000

/** The hash of the password on standard input; a line break at its end is none of it. Throws `UsageError`. */
export async function hashOfStandardInput(): Promise<string> {
  let text = ''
  for await (const piece of process.stdin.setEncoding('utf8')) text += piece
  // As sign-in reads it.
  const password = text.replace(/\r?\n$/, '').normalize('NFC')
  const fault = textFault(password)
  if (fault !== undefined) throw new UsageError(`The password ${fault}.`)
  const { length } = [...password]
  if (length < SHORTEST_PASSWORD || length > LONGEST_PASSWORD)
    throw new UsageError(`The password must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`)
  return hashPassword(password)
}
