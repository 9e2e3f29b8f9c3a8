/** Credentials → caller (contract §5): Basic `login:token`, Bearer or the cookie of a session; without users, local mode. */

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { hasCachedPasswordCheck, isRightPassword } from '../../actions/writing/preparing.ts'
import { type Actor, anonymousActor, localModeActor } from '../../api/policy.ts'
import { roles } from '../../contract/operations/account-names.ts'
import { isLoopbackHost, urlOfAnyScheme } from '../../domain/text/links.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { AuthenticationAttemptLimiter } from '../../people/sessions.ts'
import { Problem } from '../../problem.ts'
import type { Session, Store, UserAndRoles } from '../../store/store.ts'
import { addressRateKey, type RateCounter } from '../../support/rate-limiter.ts'
import type { WebSessions } from './cookies.ts'

// Local mode (contract §5): while there are no users, only requests from this machine are served.

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i

function hostOfOrigin(origin: string): string {
  return urlOfAnyScheme(origin)?.host ?? origin
}

/** The client addresses that a proxy's headers name. */
function forwardedAddresses(headers: IncomingHttpHeaders): readonly string[] {
  const named = [headers['x-forwarded-for'] ?? [], headers['x-real-ip'] ?? []].flat()
  const standard = [...(headers.forwarded ?? '').matchAll(/for="?\[?([^";,\s\]]+)/gi)].map(
    ([, by = '']) => by,
  )
  return [...named.flatMap((addresses) => addresses.split(',')), ...standard].map((address) => address.trim())
}

/** The hosts that a proxy's headers name. */
function forwardedHosts(headers: IncomingHttpHeaders): readonly string[] {
  const named = [headers['x-forwarded-host'] ?? []].flat().flatMap((hosts) => hosts.split(','))
  const standard = [...(headers.forwarded ?? '').matchAll(/host="?([^";,\s]+)/gi)].map(
    ([, host = '']) => host,
  )
  return [...named, ...standard].map((host) => host.trim())
}

/** Whether a request comes from this machine: not from another site's page, by DNS rebinding, through a proxy or over the network. */
function isLocalCall(
  target: string,
  headers: IncomingHttpHeaders,
  remoteAddress: string | undefined,
): boolean {
  const { host = '', origin } = headers
  // A request target in absolute form replaces the Host header (RFC 9112 §3.2.2).
  const named = target.startsWith('/') ? [host] : [host, hostOfOrigin(target)]
  const hosts = [
    ...named,
    ...(origin === undefined ? [] : [hostOfOrigin(origin)]),
    ...forwardedHosts(headers),
  ]
  const addresses = [...(remoteAddress === undefined ? [] : [remoteAddress]), ...forwardedAddresses(headers)]
  return addresses.every((address) => LOOPBACK_ADDRESS.test(address)) && hosts.every(isLoopbackHost)
}

/** Throws 403 unless the request comes from this machine. */
export function refuseUnlessLocal(...call: Parameters<typeof isLocalCall>): void {
  if (!isLocalCall(...call)) throw new Problem('rest_local_mode')
}

// Event passwords in requests (contract §4.7): compared in constant time, with a limit on guesses.

/** Wrong guesses a minute for each address: passwords may be weak, and each guess costs a hash. */
export const MAX_WRONG_PASSWORDS = 60

/** Who guesses, and when. `now` is in seconds of a monotonic clock. */
export interface Guesser {
  readonly wrong: RateCounter
  readonly name: string
  readonly now: number
}

/**
 * The guess made by the password in a request; it opens nothing if `sent` is not a string. Each comparison counts as a wrong
 * guess until it succeeds. After a success, repeated failures are not counted again: a reader who knows one event's password
 * also lists other protected events. `opens` throws 429 after too many wrong guesses.
 */
export function newCountedPasswordGuess(sent: unknown, { wrong, name, now }: Guesser) {
  if (typeof sent !== 'string') return { opens: async () => false, end: () => {} }
  let opened = 0
  let repeated = 0
  return {
    async opens(hash: string) {
      wrong.allow(name, now)
      // Counted before the comparison: otherwise concurrent requests could try any number of passwords.
      wrong.count(name, now)
      const wasTried = hasCachedPasswordCheck(sent, hash)
      const isRight = await isRightPassword(sent, hash, name)
      if (isRight) opened += 1
      else if (wasTried) repeated += 1
      return isRight
    },
    /** Call it at the end of the request: it subtracts the comparisons that revealed nothing new. */
    end() {
      const forgiven = opened > 0 ? opened + repeated : 0
      for (let count = 0; count < forgiven; count += 1) wrong.forgive(name)
    },
  }
}

/** Reads the Authorization header. Throws 401 for any scheme other than Basic and Bearer. */
function sentIn(header: string) {
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
  { attempts, sessions }: { attempts: AuthenticationAttemptLimiter; sessions: WebSessions },
  restDays: number | undefined,
) {
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

  /** Identifies the caller. A sign-in request's earlier session cookie is ignored. */
  return async (request: FastifyRequest, moment: Moment, isSigningIn: boolean): Promise<Caller> => {
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
