/** Credentials → caller (contract §5): Basic `login:token` or Bearer; without users, local mode. */
import type { FastifyRequest } from 'fastify'
import { type Actor, anonymous, localAdministrator, roles } from '../actions/policy.ts'
import { epochOf, type Moment } from '../domain/moment.ts'
import { Problem } from '../problem.ts'
import type { Store } from '../store/store.ts'
import { addressName, counter } from './counter.ts'
import { allowLocal } from './local-mode.ts'

const MOST_FAILURES = 10

interface Credentials {
  readonly login: string | undefined
  readonly token: string
}

/** Reads the Authorization header. Throws 401 for one that is neither Basic nor Bearer. */
function credentialsOf(header: string): Credentials {
  const [, scheme = '', value = ''] = /^(Basic|Bearer) +(\S[\s\S]*)$/i.exec(header.trim()) ?? []
  if (scheme.toLowerCase() === 'bearer') return { login: undefined, token: value.replace(/\s/g, '') }
  const [login = '', ...rest] = Buffer.from(value, 'base64').toString('utf8').split(':')
  if (scheme === '' || rest.length === 0) throw new Problem('rest_invalid_credentials')
  return { login, token: rest.join(':').replace(/\s/g, '') }
}

/** Who asks, and what their requests are counted by: the token, or the address. */
export interface Caller {
  readonly actor: Actor
  readonly name: string
}

/** Tells who asks. */
export type Authenticate = (request: FastifyRequest, moment: Moment) => Promise<Caller>

/** Builds the check for one application. Once there is a user, local mode is over for as long as it runs. */
export function authentication(store: Store): Authenticate {
  const failures = counter(MOST_FAILURES)
  let hasUsers = false

  const byCredentials = async (address: string, header: string, moment: Moment): Promise<Caller> => {
    const now = epochOf(moment.now)
    const { login, token } = credentialsOf(header)
    const names = [address, ...(login === undefined ? [] : [`login ${login.slice(0, 100).toLowerCase()}`])]
    for (const name of names) failures.allow(name, now)
    const account = await store.accounts.accountOf(token, login, moment)
    const role = roles.find((one) => one === account?.role)
    if (account !== undefined && role !== undefined)
      return { actor: { id: account.id, login: account.login, role }, name: `token ${account.token}` }
    // Once more: others may have failed while this one was looked up.
    for (const name of names) failures.allow(name, now)
    for (const name of names) failures.count(name, now)
    throw new Problem('rest_invalid_credentials')
  }

  return async (request, moment) => {
    const address = addressName(request.ip)
    hasUsers ||= await store.hasUsers()
    if (!hasUsers) {
      allowLocal(request.url, request.headers, request.socket.remoteAddress)
      return { actor: localAdministrator, name: address }
    }
    const header = request.headers.authorization
    return header === undefined ? { actor: anonymous, name: address } : byCredentials(address, header, moment)
  }
}
