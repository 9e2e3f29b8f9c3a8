/** Users' own accounts over HTTP (contract §14): invitations, forgotten passwords, second factors, sessions. */
import { invite, requestReset, resetOf, useReset } from '../../../actions/accounts/resets.ts'
import {
  beginFactor,
  confirmFactor,
  factorOf,
  removeFactor,
} from '../../../actions/accounts/second-factor.ts'
import { isUsersPassword } from '../../../actions/accounts/secrets.ts'
import { allowOwn, type OwnChange, userOf } from '../../../actions/accounts/users.ts'
import type { Context } from '../../../actions/context.ts'
import { allowAdministering, refusal } from '../../../actions/policy.ts'
import type { Mode } from '../../../contract/arg.ts'
import type { accountOperations } from '../../../contract/operations/accounts/own-account.ts'
import { type UserAction, type UserArgs, userArgs } from '../../../contract/operations/accounts/users.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { Problem } from '../../../problem.ts'
import type { Session, Store } from '../../../store/store.ts'
import type { Credentials } from '../../auth/credentials.ts'
import { addressName, counter } from '../../auth/rate-limiter.ts'
import type { AppOptions } from '../../options.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import { readBody } from '../../request/body.ts'
import { shownSession, when } from './shown-users.ts'

export type AccountAction = (typeof accountOperations)[number]['action']

/** A request about a user: `id` is the id in its path. */
export interface Given {
  readonly id: number
  readonly request: ApiRequest
  readonly context: Context
  /** The client's IP address. */
  readonly ip: string
  /** The session that the request comes with. */
  readonly session: Session | undefined
}

export type Act = (given: Given) => Promise<object>

/** Requests for a new password a minute from one address: each may send an e-mail. */
const MAX_RESETS = 10

/** The args of a request. Throws 400. */
export const sentTo = async <A extends UserAction, M extends Mode>({ request }: Given, action: A, mode: M) =>
  parseArgs<UserArgs[A], M>(userArgs[action], await readBody(request), mode)

/** What proves that users change their own account. Wrong passwords count as failed sign-ins. */
export function proofOf(
  { context, ip, session }: Given,
  { attempts }: Credentials,
  current: unknown,
): OwnChange {
  const { store, actor } = context
  return {
    current: typeof current === 'string' ? current : undefined,
    session: session?.secret,
    async proves(password) {
      const right = await attempts.expensive({ ip, login: actor.login }, async () => {
        const hash = await store.sessions.passwordOf(actor.login)
        return (await isUsersPassword(password, hash, addressName(ip))) || undefined
      })
      return right === true
    },
  }
}

/** The page of the desk on which a link sets a password. The secret is a fragment, which no server or log sees. */
const linkAddress = (base: string, language: string, secret: string) =>
  `${base}${language === '' ? '' : `/${language}`}/desk/password#${secret}`

/** Invites a user. Returns whether an e-mail is sent, and otherwise the link to pass on. Throws 404. */
export async function invitationOf(
  id: number,
  language: string,
  { request, context }: Given,
  sendsMail: boolean,
) {
  const made = await invite(id, sendsMail, context)
  return made.isSent
    ? { sent: true, address: '', expires_utc: '' }
    : {
        sent: false,
        address: linkAddress(request.root.base, language, made.secret),
        expires_utc: when(made.expires_utc),
      }
}

async function endOne({ id, context, session }: Given) {
  const { store, actor, moment } = context
  const all = await store.sessions.all(undefined, session?.secret, moment)
  const found = all.find((one) => one.id === id)
  allowAdministering(actor, found?.user_id === actor.id ? actor.id : undefined)
  if (found === undefined) throw new Problem('session-not-found')
  await store.sessions.endOne(found, context)
  return shownSession(found)
}

/** Builds the operations on second factors. Users manage their own; administrators may only remove those of others. */
function factorActs(credentials: Credentials, siteName: string) {
  const proven = async (given: Given, current: unknown) => {
    const user = await userOf(given.context, given.id)
    await allowOwn(user, proofOf(given, credentials, current))
  }
  const allowSelf = ({ id, context: { actor } }: Given) => {
    // In local mode the administrator has no account, and so has the id of no user.
    if (actor.id === 0 || actor.id !== id) throw refusal(actor)
  }
  return {
    'read-factor': ({ id, context }) => factorOf(id, context),
    async 'begin-factor'(given) {
      allowSelf(given)
      const { current_password } = await sentTo(given, 'begin-factor', 'create')
      await proven(given, current_password)
      return beginFactor(given.id, siteName, given.context)
    },
    async 'confirm-factor'(given) {
      allowSelf(given)
      const { code } = await sentTo(given, 'confirm-factor', 'create')
      return {
        enabled: true,
        recovery_codes: await confirmFactor(given.id, code, given.context),
      }
    },
    async 'end-factor'(given) {
      allowSelf(given)
      const { current_password } = await sentTo(given, 'end-factor', 'create')
      await proven(given, current_password)
      await removeFactor(given.id, given.context)
      return factorOf(given.id, given.context)
    },
    async 'remove-factor'({ id, context }) {
      if (context.actor.id === id && context.actor.role !== 'anonymous')
        throw new Problem('rest_forbidden', {
          message: 'To remove your own second factor, send your password to second-factor/removal.',
        })
      await removeFactor(id, context)
      return factorOf(id, context)
    },
  } satisfies Partial<Record<AccountAction, Act>>
}

/** Builds the operations for users who cannot sign in. Failed secrets count as failed sign-ins. */
function resetActs({ attempts }: Credentials, store: Store, { language, elapsed }: AppOptions) {
  const requests = counter(MAX_RESETS)
  const linkOf = async ({ request, context, ip }: Given) => {
    const secret = request.params.secret ?? ''
    const known = () => store.secretLinks.find(secret, context.moment)
    if ((await attempts.cheap({ ip, login: undefined }, known)) === undefined)
      throw new Problem('reset-not-found')
    return secret
  }
  return {
    async 'request-reset'(given) {
      const { login } = await sentTo(given, 'request-reset', 'create')
      const name = addressName(given.ip)
      requests.allow(name, elapsed())
      requests.count(name, elapsed())
      await requestReset(login, language, given.context)
      return { requested: true }
    },
    async 'read-reset'(given) {
      const { login, kind, expires_utc } = await resetOf(await linkOf(given), given.context)
      return { login, kind, expires_utc: when(expires_utc) }
    },
    async 'use-reset'(given) {
      const secret = await linkOf(given)
      const { password } = await sentTo(given, 'use-reset', 'create')
      const { login } = await useReset(secret, password, addressName(given.ip), given.context)
      return { login }
    },
  } satisfies Partial<Record<AccountAction, Act>>
}

/** Builds the operations on users' own accounts. */
export function accountActs(
  parts: AppOptions,
  credentials: Credentials,
): { readonly [A in Exclude<AccountAction, 'read-user'>]: Act } {
  return {
    ...factorActs(credentials, parts.name),
    ...resetActs(credentials, parts.store, parts),
    async 'invite-user'(given) {
      const { language } = await userOf(given.context, given.id)
      return invitationOf(given.id, language, given, parts.mail !== undefined)
    },
    async 'list-sessions'({ id, context, session }) {
      const user = await userOf(context, id)
      const found = await context.store.sessions.all(user.id, session?.secret, context.moment)
      return { sessions: found.map(shownSession) }
    },
    'end-session': endOne,
  }
}
