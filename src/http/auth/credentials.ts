/** Credentials → caller (contract §5): Basic `login:token`, Bearer or the cookie of a session; without users, local mode. */
import type { FastifyRequest } from 'fastify'
import { type Actor, anonymousActor, localModeActor } from '../../api/policy.ts'
import { roles } from '../../contract/operations/accounts/account-names.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { AuthenticationAttemptLimiter } from '../../people/attempts.ts'
import { Problem } from '../../problem.ts'
import type { Session, Store, UserAndRoles } from '../../store/store.ts'
import { addressRateKey } from '../../support/rate-limiter.ts'
import { refuseUnlessLocal } from './local-mode.ts'
import type { WebSessions } from './web-sessions.ts'

interface Token {
  readonly login: string | undefined
  readonly token: string
}

/** Reads the Authorization header. Throws 401 for any scheme other than Basic and Bearer. */
function sentIn(header: string): Token {
  const [, scheme = '', value = ''] = /^(Basic|Bearer) +(\S[\s\S]*)$/i.exec(header.trim()) ?? []
  if (scheme.toLowerCase() === 'bearer') return { login: undefined, token: value.replace(/\s/g, '') }
  const [login = '', ...rest] = Buffer.from(value, 'base64').toString('utf8').split(':')
  if (scheme === '' || rest.length === 0) throw new Problem('rest_invalid_credentials')
  return { login, token: rest.join(':').replace(/\s/g, '') }
}

/** The caller, and the name of its rate limit: the token, the session's user, or the address. */
export interface Caller {
  readonly actor: Actor
  readonly name: string
  /** The web session that the request came with. */
  readonly session?: Session
  /** The Set-Cookie header for the response. */
  readonly cookie?: string | undefined
}

/** The tools with which all kinds of credentials are checked. */
export interface CredentialTools {
  readonly attempts: AuthenticationAttemptLimiter
  readonly sessions: WebSessions
  /** Counts a further request of a caller, by name. Throws 429 past the rate limit. */
  limit(name: string): void
}

/** Identifies the caller. A sign-in request's earlier session cookie is ignored. */
type Authenticate = (request: FastifyRequest, moment: Moment, isSigningIn: boolean) => Promise<Caller>

/** The actor for a user's account; undefined without an account, or for an unknown role. */
export function actorOfAccount(
  account: (UserAndRoles & Pick<Actor, 'scopes'>) | undefined,
): Actor | undefined {
  const role = roles.find((one) => one === account?.role)
  if (account === undefined || role === undefined) return undefined
  const { id, login, scopes, groups } = account
  return { id, login, role, ...(scopes && { scopes }), ...(groups && { groups }) }
}

/** Whether there is any user. Queries the store only after a write since the last result "none". */
function usersOf(store: Store): () => Promise<boolean> {
  let [hasUsers, without]: [boolean, number | undefined] = [false, undefined]
  return async () => {
    if (hasUsers) return true
    const counter = store.changeCounter()
    if (counter !== undefined && counter === without) return false
    hasUsers = await store.hasUsers()
    without = counter
    return hasUsers
  }
}

/**
 * Builds the authentication of one application. With `restDays`, the tokens of users whom an organisation signs in rest so many days after
 * the last sign-in. Once a user exists, local mode stays off until a
 * restart.
 */
export function newAuthentication(
  store: Store,
  { attempts, sessions }: Pick<CredentialTools, 'attempts' | 'sessions'>,
  restDays: number | undefined,
): Authenticate {
  const hasUsers = usersOf(store)

  const byHeader = async (ip: string, header: string, moment: Moment): Promise<Caller> => {
    const { login, token } = sentIn(header)
    const found = await attempts.cheap({ ip, login }, async () => {
      const account = await store.accounts.accountOf(token, login, moment, restDays)
      const actor = actorOfAccount(account)
      return (
        account && actor && { actor: { ...actor, hasToken: true as const }, name: `token ${account.token}` }
      )
    })
    if (found === undefined) throw new Problem('rest_invalid_credentials')
    return found
  }

  const bySession = async (request: FastifyRequest, moment: Moment): Promise<Caller | undefined> => {
    const found = await sessions.of(request, moment)
    const actor = actorOfAccount(found?.session)
    return found && actor && { ...found, actor, name: `sessions of ${actor.id}` }
  }

  return async (request, moment, isSigningIn) => {
    const address = addressRateKey(request.ip)
    if (!(await hasUsers())) {
      refuseUnlessLocal(request.url, request.headers, request.socket.remoteAddress)
      return { actor: localModeActor, name: address }
    }
    const header = request.headers.authorization
    if (header !== undefined) return byHeader(request.ip, header, moment)
    const caller = isSigningIn ? undefined : await bySession(request, moment)
    return caller ?? { actor: anonymousActor, name: address }
  }
}
