/** Users, their tokens, secret feeds and sessions over HTTP (contract §5, ext.). */

import { changeUser } from '../../../actions/accounts/changing.ts'
import { createSecretFeed, revokeSecretFeed, secretFeedsOf } from '../../../actions/accounts/secret-feeds.ts'
import { createToken, revokeToken } from '../../../actions/accounts/tokens.ts'
import {
  addUser,
  endSessionsOfUser,
  refuseTokens,
  removeUser,
  userWithId,
} from '../../../actions/accounts/users.ts'
import type { Context } from '../../../api/context.ts'
import { requireMayAdministerUser } from '../../../api/policy.ts'
import type { ChangedArgs } from '../../../contract/arg.ts'
import { scopes as scopeNames } from '../../../contract/operations/accounts/account-names.ts'
import {
  isActionWithoutCredentials,
  type profileArgs,
} from '../../../contract/operations/accounts/own-account.ts'
import { type UserOperationName, userOperationNames } from '../../../contract/operations/accounts/users.ts'
import { settableStatuses } from '../../../contract/resources/shared.ts'
import { recordFromNames } from '../../../contract/table-of.ts'
import { type ParsedDate, resolveParsedDate } from '../../../domain/time/date-text.ts'
import { epochOfInstant } from '../../../domain/time/moment.ts'
import { makesAdministrators, parsedRoleRules } from '../../../oidc/rules.ts'
import { isRuleOfRoleInGroup } from '../../../oidc/settings.ts'
import { because, invalidParam } from '../../../problem.ts'
import type { CredentialTools } from '../../auth/credentials.ts'
import type { AppOptions } from '../../options.ts'
import { idOfPathParams } from '../../request/api-request.ts'
import type { OperationHandler, OperationHandlers } from '../handler.ts'
import { inviteUserByMailOrLink, ownAccountHandlers, readOwnUserAsShown } from './own-account.ts'
import { passwordUseRuleOf } from './password-rule.ts'
import { shownFeedWithoutSecret, shownToken, shownUser } from './shown-users.ts'
import { transferItemsAndRespond } from './transfer.ts'
import { argsOfRequestAboutUser, identityProof, type RequestAboutUserHandler } from './user-requests.ts'

/** The expiry of a token in seconds since 1970 UTC; null for a token that does not expire. Throws 400. */
function expiryOf(sent: ParsedDate | undefined, { moment }: Context): number | null {
  if (sent === undefined) return null
  const read = resolveParsedDate(sent, moment.zone, moment.now)
  if (read === undefined || read.epoch <= epochOfInstant(moment.now))
    throw invalidParam('expires', because('past'))
  return read.epoch
}

/** The profile as users sent it; null clears. */
const profileIn = ({ display_name, email, language }: ChangedArgs<typeof profileArgs>) => ({
  display_name,
  email,
  language,
})

/** The actions on users, tokens and secret feeds that need nothing besides the request. */
const acts = {
  'list-users': async ({ context }) => ({ users: (await context.store.accounts.users()).map(shownUser) }),
  'read-user': ({ id, context }) => readOwnUserAsShown(id, context),
  'remove-user': async ({ id, context }) => shownUser(await removeUser(id, context)),
  'end-sessions': async ({ id, context }) => shownUser(await endSessionsOfUser(id, context)),
  async 'list-tokens'({ id, context }) {
    const { login } = await userWithId(context, id)
    return { tokens: (await context.store.accounts.tokens(login)).map(shownToken) }
  },
  async 'create-token'(given) {
    const { name, expires, scopes = [] } = await argsOfRequestAboutUser(given, 'create-token', 'create')
    const wanted = {
      name,
      expires: expiryOf(expires, given.context),
      scopes: scopeNames.filter((scope) => scopes.includes(scope)),
    }
    const token = await createToken(given.id, wanted, given.context)
    return { ...shownToken(token), token: token.secret }
  },
  'revoke-token': async ({ id, context }) => shownToken(await revokeToken(id, context)),
  async 'list-feeds'({ id, context }) {
    return { feeds: (await secretFeedsOf(id, context)).map(shownFeedWithoutSecret) }
  },
  async 'create-feed'(given) {
    const { name, status: statuses = settableStatuses } = await argsOfRequestAboutUser(
      given,
      'create-feed',
      'create',
    )
    const feed = await createSecretFeed(given.id, { name, statuses }, given.context)
    const { url, namespace } = given.request.root
    return { ...shownFeedWithoutSecret(feed), address: `${url}/${namespace}/feeds/${feed.secret}/events.ics` }
  },
  'revoke-feed': async ({ id, context }) => shownFeedWithoutSecret(await revokeSecretFeed(id, context)),
} satisfies Partial<Record<UserOperationName, RequestAboutUserHandler>>

/** Returns the person of the organisation with a name there; null for none. Throws 400 where there is no organisation, or it is away. */
async function personNamed(subject: string | null, { organisation }: Pick<AppOptions, 'organisation'>) {
  if (subject === null || subject === '') return null
  const issuer = await organisation?.issuer()
  if (issuer === undefined) throw invalidParam('subject', because('no_issuer'))
  return { issuer, subject }
}

/** Builds reading and changing the rules by which people of the organisation get roles. */
function signInRules({ signIn }: AppOptions) {
  const shown = async ({ store }: Context) => ({
    issuer: (signIn?.protocol === 'saml' ? signIn.metadata : signIn?.issuer) ?? '',
    rules: await store.identities.rules(),
    fixed_rules: (signIn?.rules ?? []).map(({ written }) => written),
    default_role: signIn?.defaultRole ?? 'none',
    links_by_email: signIn?.links ?? false,
    trusts_email: signIn?.trustsEmail ?? false,
  })
  return {
    'read-sign-in': ({ context }) => shown(context),
    async 'change-sign-in'(given) {
      const { context } = given
      refuseTokens(context.actor, 'change who becomes an administrator')
      const { rules } = await argsOfRequestAboutUser(given, 'change-sign-in', 'update')
      if (rules === undefined) return shown(context)
      const parsed = parsedRoleRules(rules ?? '')
      const wrong = parsed.find(([, rule]) => rule === undefined)
      if (wrong !== undefined) throw invalidParam('rules', because('not_a_role_rule', { rule: wrong[0] }))
      const kept = parsed.map(([, rule]) => rule).filter((rule) => rule !== undefined)
      // One rule for the site decides on everybody, also on those whom none names.
      const decides = !kept.every(isRuleOfRoleInGroup)
      if (decides && !makesAdministrators([...kept, ...(signIn?.rules ?? [])]))
        throw invalidParam('rules', because('no_rule_for_administrators'))
      const text = parsed.map(([written]) => written).join('\n')
      if (text !== (await context.store.identities.rules()))
        await context.store.identities.setRules(text, context)
      return shown(context)
    },
  } satisfies Partial<Record<UserOperationName, RequestAboutUserHandler>>
}

/** Builds adding and changing users. A user with an e-mail address and no password is invited. */
function changing(options: AppOptions, credentials: CredentialTools) {
  const { mail } = options
  const passwords = passwordUseRuleOf(options)
  return {
    async 'add-user'(given) {
      const sent = await argsOfRequestAboutUser(given, 'add-user', 'create')
      const { login, role, password } = sent
      if (password) passwords.allowAny()
      const user = await addUser({ login, role, password, profile: profileIn(sent) }, given.context)
      if (user.email === '' || password || !options.passwords) return shownUser(user)
      const invitation = await inviteUserByMailOrLink(user.id, user.language, given, mail !== undefined)
      return { ...shownUser(user), invitation }
    },
    async 'change-user'(given) {
      const sent = await argsOfRequestAboutUser(given, 'change-user', 'update')
      const { actor } = given.context
      if (sent.password) await passwords.allowFor(given.id)
      // A role that is cleared stays as it was.
      const role = sent.role ?? undefined
      const isSelf = actor.id === given.id
      // One that is cleared stays as it was, as roles do.
      const suspended = sent.suspended ?? undefined
      if (suspended !== undefined || sent.subject !== undefined) requireMayAdministerUser(actor)
      if (role !== undefined && !(isSelf && role === actor.role)) requireMayAdministerUser(actor)
      const changes = {
        password: sent.password,
        profile: profileIn(sent),
        ...(sent.subject !== undefined && {
          person: await personNamed(sent.subject, options),
        }),
        ...(role !== undefined && { role }),
        ...(suspended !== undefined && { suspended }),
      }
      const isProving = sent.current_password !== undefined || sent.code !== undefined
      if (given.request.isDry === true && isSelf && isProving)
        throw invalidParam('dry_run', because('proof_without_dry_run'))
      const own = isSelf ? identityProof(given, credentials, sent, mail !== undefined) : undefined
      await changeUser(given.id, changes, given.context, own)
      return readOwnUserAsShown(given.id, given.context)
    },
  } satisfies Partial<Record<UserOperationName, RequestAboutUserHandler>>
}

/** Actions that users may perform on their own account: the id in the path is the user's. */
const ofOwn: readonly UserOperationName[] = [
  'read-user',
  'change-user',
  'list-sessions',
  'end-sessions',
  'list-tokens',
  'create-token',
  'list-feeds',
  'create-feed',
  'read-factor',
  'begin-factor',
  'confirm-factor',
  'confirm-email',
  'end-factor',
  'remove-factor',
]
/** Actions whose right depends on the owner of what they end; checked in the action itself. */
const ends: readonly UserOperationName[] = ['revoke-token', 'revoke-feed', 'end-session']
const makes: readonly UserOperationName[] = [
  'add-user',
  'invite-user',
  'create-token',
  'create-feed',
  'begin-factor',
]

function statusOf(action: UserOperationName): number {
  if (action === 'request-reset') return 202
  return makes.includes(action) ? 201 : 200
}

/** Builds the operations on users, tokens, secret feeds and sessions. They throw 400, 401, 403, 404, 409 or 429. */
export function userHandlers(
  parts: AppOptions,
  credentials: CredentialTools,
): OperationHandlers<UserOperationName> {
  const all: { readonly [A in Exclude<UserOperationName, 'transfer-items'>]: RequestAboutUserHandler } = {
    ...acts,
    ...changing(parts, credentials),
    ...signInRules(parts),
    ...ownAccountHandlers(parts, credentials),
  }
  const handlerOf =
    (action: Exclude<UserOperationName, 'transfer-items'>): OperationHandler =>
    async (request, { request: { ip }, caller: { session } }) => {
      const { context } = request
      const id = idOfPathParams(request.params)
      const isChecked = !ends.includes(action) && !isActionWithoutCredentials(action)
      if (isChecked) requireMayAdministerUser(context.actor, ofOwn.includes(action) ? id : undefined)
      const body = await all[action]({ id, request, context, ip, session })
      return { status: statusOf(action), headers: { 'Cache-Control': 'private, no-store' }, body }
    }
  return recordFromNames(userOperationNames, (action) =>
    action === 'transfer-items' ? transferItemsAndRespond : handlerOf(action),
  )
}
