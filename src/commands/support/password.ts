/** Reads a password from standard input, so that it appears in no process list and no shell history. */

import { hashPassword } from '../../actions/passwords/secrets.ts'
import { unicodeNormalizedText } from '../../domain/text/normalized.ts'
import { passwordFault } from '../../people/accounts/users.ts'
import { UsageError } from './command.ts'

/** The hash of the password on standard input, without a trailing line break. Throws `UsageError` if the password is refused. */
export async function passwordHashFromInput(): Promise<string> {
  let text = ''
  for await (const piece of process.stdin.setEncoding('utf8')) text += piece
  // Sign-in normalises passwords in the same way.
  const password = unicodeNormalizedText(text.replace(/\r?\n$/, ''))
  const fault = passwordFault(password)
  if (fault !== undefined) throw new UsageError(`The password ${fault.message}.`)
  return hashPassword(password)
}
