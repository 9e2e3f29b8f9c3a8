/** A password that somebody chooses, read where no list of processes and no history shows it. */
import { passwordFault } from '../actions/people.ts'
import { hashPassword } from '../actions/secrets.ts'
import { UsageError } from './command.ts'

/** The hash of the password on standard input; a line break at its end is none of it. Throws `UsageError`. */
export async function hashOfStandardInput(): Promise<string> {
  let text = ''
  for await (const piece of process.stdin.setEncoding('utf8')) text += piece
  // As sign-in reads it.
  const password = text.replace(/\r?\n$/, '').normalize('NFC')
  const fault = passwordFault(password)
  if (fault !== undefined) throw new UsageError(`The password ${fault}.`)
  return hashPassword(password)
}
