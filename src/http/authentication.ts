/** Credentials → caller (contract §5): Basic `login:token`, Bearer or the cookie of a session; without users, local mode. */
import type { FastifyRequest } from 'fastify'
import { type Actor, anonymous, localAdministrator, roles } from '../actions/policy.ts'
import type { Moment } from '../domain/moment.ts'
import { Problem } from '../problem.ts'
import type { Account, Session, Store } from '../store/store.ts'
import type { Attempts } from './attempts.ts'
import { addressName } from './counter.ts'
import { allowLocal } from './local-mode.ts'
import type { WebSessions } from './web-sessions.ts'

interface Token {
  readonly login: string | undefined
  readonly token: string
}

/** Reads the Authorization header. Throws 401 for one that is neither Basic nor Bearer. */
function sentIn(header: string): Token {
  const [, scheme = '', value = ''] = /^(Basic|Bearer) +(\S[\s\S]*)$/i.exec(header.trim()) ?? []
  if (scheme.toLowerCase() === 'bearer') return { login: undefined, token: value.replace(/\s/g, '') }
  const [login = '', ...rest] = Buffer.from(value, 'base64').toString('utf8').split(':')
  if (scheme === '' || rest.length === 0) throw new Problem('rest_invalid_credentials')
  return { login, token: rest.join(':').replace(/\s/g, '') }
}

/** Who asks, and what their requests are counted by: the token, the user of the session, or the address. */
export interface Caller {
  readonly actor: Actor
  readonly name: string
  /** The web session that the request came with. */
  readonly session?: Session
  /** The Set-Cookie header that the answer is to have. */
  readonly cookie?: string | undefined
}

/** What credentials are checked with, whatever their kind. */
export interface Credentials {
  readonly attempts: Attempts
  readonly sessions: WebSessions
}

/** Tells who asks; a request to sign in is not asked for the session that it had before. */
export type Authenticate = (request: FastifyRequest, moment: Moment, isSigningIn: boolean) => Promise<Caller>

/** The actor that a user is; undefined without one, or of a role that is not known. */
export function actorOf(account: Account | undefined): Actor | undefined {
  const role = roles.find((one) => one === account?.role)
  return account === undefined || role === undefined
    ? undefined
    : { id: account.id, login: account.login, role }
}

/** Tells whether there is any user, asking only where something was written since there was none. */
function usersOf(store: Store): () => Promise<boolean> {
  let [hasUsers, without]: [boolean, number | undefined] = [false, undefined]
  return async () => {
    if (hasUsers) return true
    const stamp = store.stamp()
    if (stamp !== undefined && stamp === without) return false
    hasUsers = await store.hasUsers()
    without = stamp
    return hasUsers
  }
}

/** Builds the check for one application. Once there is a user, local mode is over for as long as it runs. */
export function authentication(store: Store, { attempts, sessions }: Credentials): Authenticate {
  const hasUsers = usersOf(store)

  const byHeader = async (ip: string, header: string, moment: Moment): Promise<Caller> => {
    const { login, token } = sentIn(header)
    const found = await attempts.cheap({ ip, login }, async () => {
      const account = await store.accounts.accountOf(token, login, moment)
      const actor = actorOf(account)
      return account && actor && { actor, name: `token ${account.token}` }
    })
    if (found === undefined) throw new Problem('rest_invalid_credentials')
    return found
  }

  const bySession = async (request: FastifyRequest, moment: Moment): Promise<Caller | undefined> => {
    const found = await sessions.of(request, moment)
    const actor = actorOf(found?.session)
    return found && actor && { ...found, actor, name: `sessions of ${actor.id}` }
  }

  return async (request, moment, isSigningIn) => {
    const address = addressName(request.ip)
    if (!(await hasUsers())) {
      allowLocal(request.url, request.headers, request.socket.remoteAddress)
      return { actor: localAdministrator, name: address }
    }
    const header = request.headers.authorization
    if (header !== undefined) return byHeader(request.ip, header, moment)
    const caller = isSigningIn ? undefined : await bySession(request, moment)
    return caller ?? { actor: anonymous, name: address }
  }
}
