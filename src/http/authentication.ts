/** Credentials → actor (contract §5): Basic `login:token` or Bearer; without users, local mode. */
import type { FastifyRequest } from 'fastify'
import { type Actor, anonymous, localAdministrator, roles } from '../actions/policy.ts'
import { epochOf, type Moment } from '../domain/moment.ts'
import { Problem } from '../problem.ts'
import type { Store } from '../store/store.ts'
import { allowLocal } from './local-mode.ts'

const MOST_FAILURES = 10
const WINDOW_SECONDS = 60
const MOST_REMEMBERED = 10_000

interface Failures {
  count: number
  readonly since: number
}

interface Credentials {
  readonly login: string | undefined
  readonly token: string
}

/** Reads the Authorization header. Throws 401 for one that is neither Basic nor Bearer. */
function credentialsOf(header: string): Credentials {
  const [, scheme = '', value = ''] = /^(Basic|Bearer)\s+(\S[\s\S]*)$/i.exec(header.trim()) ?? []
  if (scheme.toLowerCase() === 'bearer') return { login: undefined, token: value.replace(/\s/g, '') }
  const [login = '', ...rest] = Buffer.from(value, 'base64').toString('utf8').split(':')
  if (scheme === '' || rest.length === 0) throw new Problem('rest_invalid_credentials')
  return { login, token: rest.join(':').replace(/\s/g, '') }
}

interface FailureCount {
  /** Throws 429 where one of the names failed too often within the minute. */
  allow(names: readonly string[], now: number): void
  note(names: readonly string[], now: number): void
}

/** Counts failures by address and by login, for a minute each, in bounded memory. */
function failureCount(): FailureCount {
  const failures = new Map<string, Failures>()
  const allow = (name: string, now: number) => {
    const kept = failures.get(name)
    if (kept === undefined) return
    if (now - kept.since >= WINDOW_SECONDS) failures.delete(name)
    else if (kept.count >= MOST_FAILURES) {
      const wait = String(kept.since + WINDOW_SECONDS - now)
      throw new Problem('rest_too_many_requests', { headers: { 'Retry-After': wait } })
    }
  }
  const note = (name: string, now: number) => {
    const kept = failures.get(name)
    if (kept === undefined) failures.set(name, { count: 1, since: now })
    else kept.count += 1
    const [oldest] = failures.keys()
    if (failures.size > MOST_REMEMBERED && oldest !== undefined) failures.delete(oldest)
  }
  return {
    allow: (names, now) =>
      names.forEach((name) => {
        allow(name, now)
      }),
    note: (names, now) =>
      names.forEach((name) => {
        note(name, now)
      }),
  }
}

/** Tells who asks. */
export type Authenticate = (request: FastifyRequest, moment: Moment) => Promise<Actor>

/** Builds the check for one application. Once there is a user, local mode is over for good. */
export function authentication(store: Store): Authenticate {
  const failures = failureCount()
  let hasUsers = false

  const byCredentials = async (request: FastifyRequest, header: string, moment: Moment): Promise<Actor> => {
    const now = epochOf(moment.now)
    const { login, token } = credentialsOf(header)
    const names = [
      `address ${request.ip}`,
      ...(login === undefined ? [] : [`login ${login.slice(0, 100).toLowerCase()}`]),
    ]
    failures.allow(names, now)
    const account = await store.accounts.accountOf(token, login, moment)
    const role = roles.find((one) => one === account?.role)
    if (account !== undefined && role !== undefined) return { id: account.id, role }
    failures.note(names, now)
    throw new Problem('rest_invalid_credentials')
  }

  return async (request, moment) => {
    hasUsers ||= await store.hasUsers()
    if (!hasUsers) {
      allowLocal(request.headers.host, request.headers.origin)
      return localAdministrator
    }
    const header = request.headers.authorization
    return header === undefined ? anonymous : byCredentials(request, header, moment)
  }
}
