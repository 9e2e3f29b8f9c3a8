/** Users' own accounts over HTTP (contract §14): invitations, forgotten passwords, new addresses, sessions. */
import { confirmEmail } from '../../../actions/accounts/changing.ts'
import {
  inviteToSetPassword,
  problemOfUnusableLink,
  requestPasswordReset,
  resetPassword,
  storedPasswordLinkBySecret,
} from '../../../actions/accounts/resets.ts'
import { refuseTokens, userWithId } from '../../../actions/accounts/users.ts'
import type { Context } from '../../../api/context.ts'
import { requireMayAdministerUser } from '../../../api/policy.ts'
import { formatSecondsAsTimestampOrEmpty } from '../../../domain/time/timestamp.ts'
import { Problem } from '../../../problem.ts'
import type { CredentialTools } from '../../auth/credentials.ts'
import { addressRateKey, newRateCounter } from '../../auth/rate-limiter.ts'
import type { AppOptions } from '../../options.ts'
import { passwordUseRuleOf } from './password-rule.ts'
import { secondFactorHandlers } from './second-factor.ts'
import { shownSession, shownUser } from './shown-users.ts'
import {
  type AccountOperationName,
  argsOfRequestAboutUser,
  type RequestAboutUser,
  type RequestAboutUserHandler,
  refuseUnlessSelf,
} from './user-requests.ts'

/** Requests for a new password a minute from one address: each may send an e-mail. */
const MAX_RESETS = 10

/** The page of the desk on which a link sets a password. The secret is a fragment, which no server or log sees. */
const linkAddress = (base: string, language: string, secret: string) =>
  `${base}${language === '' ? '' : `/${language}`}/desk/password#${secret}`

/** Invites a user. Returns whether an e-mail is sent, and otherwise the link to pass on. Throws 404. */
export async function inviteUserByMailOrLink(
  id: number,
  language: string,
  { request, context }: RequestAboutUser,
  sendsMail: boolean,
) {
  const made = await inviteToSetPassword(id, sendsMail, context)
  return made.isSent
    ? { sent: true, address: '', expires_utc: '' }
    : {
        sent: false,
        address: linkAddress(request.root.base, language, made.secret),
        expires_utc: formatSecondsAsTimestampOrEmpty(made.expires_utc),
      }
}

async function endOne({ id, context, session }: RequestAboutUser) {
  const { store, actor, moment } = context
  const all = await store.sessions.all(undefined, session?.secret, moment)
  const found = all.find((one) => one.id === id)
  requireMayAdministerUser(actor, found?.user_id === actor.id ? actor.id : undefined)
  if (found === undefined) throw new Problem('session-not-found')
  await store.sessions.endOne(found, context)
  return shownSession(found)
}

/** Returns the user as shown, with the address that waits to be confirmed. Throws 404. */
export async function readOwnUserAsShown(id: number, context: Context) {
  const user = await userWithId(context, id)
  const new_email = await context.store.emailChanges.waitingOf(user, context.moment)
  return { ...shownUser(user), ...(new_email !== undefined && { new_email }) }
}

/** Builds the operations for users who cannot sign in. Failed secrets count as failed sign-ins. */
function resetActs({ attempts }: CredentialTools, options: AppOptions) {
  const { store, language, elapsed } = options
  const passwords = passwordUseRuleOf(options)
  const requests = newRateCounter(MAX_RESETS)
  const linkOf = async ({ request, context, ip }: RequestAboutUser) => {
    passwords.allowAny()
    const secret = request.params.secret ?? ''
    const known = () => store.secretLinks.find(secret, context.moment)
    const link = await attempts.cheap({ ip, login: undefined }, known)
    if (link === undefined) throw await problemOfUnusableLink(secret, context)
    await passwords.allowFor(link.id)
    return secret
  }
  return {
    async 'request-reset'(given) {
      passwords.allowAny()
      const { login } = await argsOfRequestAboutUser(given, 'request-reset', 'create')
      const name = addressRateKey(given.ip)
      requests.allow(name, elapsed())
      requests.count(name, elapsed())
      await requestPasswordReset(login, language, given.context)
      return { requested: true }
    },
    async 'read-reset'(given) {
      const link = await storedPasswordLinkBySecret(await linkOf(given), given.context)
      const { login, kind, expires_utc, invited_by } = link
      return { login, kind, expires_utc: formatSecondsAsTimestampOrEmpty(expires_utc), invited_by }
    },
    async 'use-reset'(given) {
      const secret = await linkOf(given)
      const { password } = await argsOfRequestAboutUser(given, 'use-reset', 'create')
      const { login } = await resetPassword(secret, password, addressRateKey(given.ip), given.context)
      return { login }
    },
  } satisfies Partial<Record<AccountOperationName, RequestAboutUserHandler>>
}

/** Builds the operations on users' own accounts. */
export function ownAccountHandlers(
  parts: AppOptions,
  credentials: CredentialTools,
): { readonly [A in Exclude<AccountOperationName, 'read-user'>]: RequestAboutUserHandler } {
  const passwords = passwordUseRuleOf(parts)
  return {
    ...secondFactorHandlers(credentials, parts.name),
    ...resetActs(credentials, parts),
    async 'confirm-email'(given) {
      refuseUnlessSelf(given)
      const { secret } = await argsOfRequestAboutUser(given, 'confirm-email', 'create')
      return shownUser(await confirmEmail(given.id, secret, given.context))
    },
    async 'invite-user'(given) {
      refuseTokens(given.context.actor, 'invite users')
      const { language } = await userWithId(given.context, given.id)
      await passwords.allowFor(given.id)
      return inviteUserByMailOrLink(given.id, language, given, parts.mail !== undefined)
    },
    async 'list-sessions'({ id, context, session }) {
      const user = await userWithId(context, id)
      const found = await context.store.sessions.all(user.id, session?.secret, context.moment)
      return { sessions: found.map(shownSession) }
    },
    'end-session': endOne,
  }
}
