/** Logins of accounts that an organisation brings. */
import { lowerCaseWithoutLatinAccents } from '../../domain/text/letters.ts'

const LONGEST = 60

/** Returns a login made from a name or an address: its letters without accents, and nothing that follows an @. */
function loginFrom(name: string): string {
  const [local = ''] = name.split('@')
  const plain = lowerCaseWithoutLatinAccents(local)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
  return plain.slice(0, LONGEST) || 'user'
}

/** Returns a login like a name that none of the others is: with a number if need be. */
export function freeLogin(name: string, taken: readonly string[]): string {
  const wanted = loginFrom(name)
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? '' : `-${count}`
    const login = `${wanted.slice(0, LONGEST - end.length)}${end}`
    if (!taken.includes(login)) return login
  }
}
