/** Passwords, and signing in as a browser does. */
import { Temporal } from 'temporal-polyfill'
import { hashPassword } from '../../src/actions/writing/preparing.ts'
import type { Answered, TestService } from './service.ts'

type Headers = Record<string, string>

const hashes = new Map<string, Promise<string>>()

/** Returns the hash of a password, the same at each call: making one takes 45 ms of processor time, on purpose. */
export function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

/** Returns the Set-Cookie header of a response, or an empty text. */
export const setCookie = ({ headers }: Answered) => [headers['set-cookie'] ?? []].flat().join()

/** Returns the Cookie header that a browser sends back. */
export const cookieOf = (answer: Answered): Headers => ({ cookie: setCookie(answer).split(';')[0] ?? '' })

/** Signs in. Returns the cookie, and the header that writes need too. */
export async function signedIn(
  service: TestService,
  login: string,
  password: string,
): Promise<{ readonly cookie: Headers; readonly csrf: Headers }> {
  const answer = await service.post('/session', { login, password })
  if (answer.status !== 201) throw new Error(`signing in as ${login}: ${JSON.stringify(answer.body)}`)
  return { cookie: cookieOf(answer), csrf: { 'x-csrf-token': String(answer.body.csrf_token) } }
}

/** A password that the tests give to users. */
export const PASSWORD = 'correct horse battery'

/** Gives a user the password, and signs in. Returns the headers of writes. */
export async function sessionOf(service: TestService, login: string): Promise<Headers> {
  const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
  await service.store.accounts.setPassword(login, await hashOnce(PASSWORD), moment)
  const { cookie, csrf } = await signedIn(service, login, PASSWORD)
  return { ...cookie, ...csrf }
}
