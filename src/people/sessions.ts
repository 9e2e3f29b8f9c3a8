/** Web sessions (contract §5): how one begins, and what proves that a page may write with it. */
import { createHmac } from 'node:crypto'
import { passwordMatchesHash } from '../actions/passwords/secrets.ts'
import type { Context } from '../api/context.ts'
import type { SentRequest } from '../api/operation.ts'
import type { Outside } from '../api/outside.ts'
import type { Moment } from '../domain/time/moment.ts'
import { because, Problem } from '../problem.ts'
import type { Session, Store } from '../store/store.ts'
import { addressRateKey } from '../support/rate-limiter.ts'
import { hasSecondFactor, trySecondFactorCode } from './accounts/second-factor.ts'

/** The cookies of sessions. */
export interface SessionCookies {
  /** Throws 403 for a page of another origin than those that are trusted. */
  allowOrigin(origin: string | undefined): void
  /** The Set-Cookie header that stores a session's cookie until the session expires. */
  keep(session: Session, moment: Moment): string
  /** The Set-Cookie header that deletes the cookie. */
  readonly cleared: string
}

/** Bearer only: a Basic challenge would open the browser's own login dialog. */
export const bearerChallengeHeaders = { 'WWW-Authenticate': 'Bearer realm="Fasti"' } as const

/** The CSRF token of a session: it proves that the page sending a write can read responses. Derived from the session's secret. */
export function csrfToken({ secret }: Pick<Session, 'secret'>): string {
  return createHmac('sha256', secret).update('X-CSRF-Token').digest('base64url')
}

/** A sign-in, as sent. */
interface SignIn {
  readonly login: string
  readonly password: string
  readonly code?: string | undefined
}

type Given = Pick<Context, 'store' | 'moment'> &
  Pick<Outside, 'signingIn'> & { readonly request: Pick<SentRequest, 'ip' | 'headers'> }

/** Returns the login of the user with an e-mail address; any other name as it is. Logins contain no “@”. */
async function loginMeant(store: Store, name: string): Promise<string> {
  if (!name.includes('@')) return name
  const [user] = await store.mail.usersNamed(name)
  return user?.login ?? name
}

/** Returns the state of the second factor at a sign-in with the right password. Throws 403 for a suspended user. */
async function secondFactor({ login, code }: SignIn, { store, moment }: Given) {
  const user = (await store.accounts.users()).find((one) => one.login === login.toLowerCase())
  if (user?.suspended) throw new Problem('rest_suspended')
  if (user === undefined || !(await hasSecondFactor(store, user.id))) return 'none'
  if (code === undefined) return 'missing'
  return (await trySecondFactorCode(store, user.id, code, moment)) ? 'right' : 'wrong'
}

/** Begins a session, if the password and the code are right. Returns `missing` without the code that is needed. */
async function begun(sent: SignIn, given: Given) {
  const { store, moment, request } = given
  const { login, password } = sent
  const hash = await store.sessions.passwordOf(login)
  const isRight = await passwordMatchesHash(password, hash, addressRateKey(request.ip))
  if (!isRight || hash === undefined) return undefined
  const second = await secondFactor(sent, given)
  if (second === 'wrong') return undefined
  if (second === 'missing') return second
  // The user agent, by which users tell their sessions apart.
  return store.sessions.begin(login, hash, moment, request.headers['user-agent'] ?? '')
}

/** Returns the session of a sign-in. Throws 401, 403, 429 or 503. */
export async function signIn(asked: SignIn, given: Given): Promise<Session> {
  const { store, signingIn, request } = given
  // Before tries are counted: both names of a user count as one.
  const sent = { ...asked, login: await loginMeant(store, asked.login) }
  const attempt = { ip: request.ip, login: sent.login }
  const session = await signingIn.attempts.expensive(attempt, () => begun(sent, given))
  if (session === 'missing') throw new Problem('second_factor_required', { headers: bearerChallengeHeaders })
  if (session !== undefined) return session
  throw new Problem('rest_invalid_credentials', {
    ...because('wrong_sign_in'),
    headers: bearerChallengeHeaders,
  })
}
