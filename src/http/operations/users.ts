/** Users, their tokens, secret feeds and sessions over HTTP (contract §5, ext.). */

import { createFeed, feedsOf, revokeFeed } from '../../actions/accounts/secret-feeds.ts'
import {
  addUser,
  changeUser,
  createToken,
  endSessions,
  removeUser,
  revokeToken,
  userOf,
} from '../../actions/accounts/users.ts'
import type { Context } from '../../actions/context.ts'
import { allowAdministering, roles } from '../../actions/policy.ts'
import { type PeopleAction, scopes as scopeNames, userActions } from '../../contract/people.ts'
import { type Status, sentStatuses } from '../../contract/resources/shared.ts'
import { tableOf } from '../../contract/table-of.ts'
import { type DateText, readDate } from '../../domain/time/date-text.ts'
import { epochOf } from '../../domain/time/moment.ts'
import { utcTimestamp } from '../../domain/time/timestamp.ts'
import { invalidParam } from '../../problem.ts'
import type { Account, StoredFeedLink, Token } from '../../store/store.ts'
import { type ApiRequest, type ApiResponse, idIn, parseArgs } from '../request/api-request.ts'
import { readBody } from '../request/body.ts'
import type { OperationHandler, OperationHandlers } from './handler.ts'

const when = (seconds: number | null) => (seconds === null ? '' : utcTimestamp(seconds))

const shownUser = ({ id, login, role, created_utc }: Account & { readonly created_utc: number }) => ({
  ...{ id, login, role },
  created_utc: when(created_utc),
})

const shownToken = ({ id, name, created_utc, expires_utc, last_used_utc, scopes }: Token) => ({
  ...{ id, name },
  created_utc: when(created_utc),
  expires_utc: when(expires_utc),
  last_used_utc: when(last_used_utc),
  scopes,
})

const shownFeed = ({ id, name, statuses, created_utc, last_used_utc }: StoredFeedLink) => ({
  ...{ id, name, statuses },
  created_utc: when(created_utc),
  last_used_utc: when(last_used_utc),
})

const roleOf = (raw: unknown) => roles.find((role) => role === raw)
const textOf = (raw: unknown) => (raw === null ? null : raw === undefined ? undefined : String(raw))

/** The expiry of a token in seconds since 1970 UTC; null for a token that does not expire. Throws 400. */
function expiryOf(raw: unknown, { moment }: Context): number | null {
  if (raw === undefined || raw === null) return null
  const read = readDate(raw as DateText, moment.zone, moment.now)
  if (read === undefined || read.epoch <= epochOf(moment.now))
    throw invalidParam('expires', 'must be in the future')
  return read.epoch
}

interface Given {
  readonly id: number
  readonly asked: ApiRequest
  readonly context: Context
}

type Act = (given: Given) => Promise<object>

const sentTo = async ({ asked }: Given, mode: 'create' | 'update') =>
  parseArgs(asked.operation.args, await readBody(asked), mode)

const acts: { readonly [A in PeopleAction]: Act } = {
  'list-users': async ({ context }) => ({ users: (await context.store.accounts.users()).map(shownUser) }),
  async 'add-user'(given) {
    const { login, role, password } = await sentTo(given, 'create')
    const named = roleOf(role) ?? 'subscriber'
    return shownUser(
      await addUser({ login: String(login), role: named, password: textOf(password) }, given.context),
    )
  },
  async 'change-user'(given) {
    const { role, password } = await sentTo(given, 'update')
    const named = roleOf(role)
    const changes = { password: textOf(password), ...(named !== undefined && { role: named }) }
    return shownUser(await changeUser(given.id, changes, given.context))
  },
  'remove-user': async ({ id, context }) => shownUser(await removeUser(id, context)),
  'end-sessions': async ({ id, context }) => shownUser(await endSessions(id, context)),
  async 'list-tokens'({ id, context }) {
    const { login } = await userOf(context, id)
    return { tokens: (await context.store.accounts.tokens(login)).map(shownToken) }
  },
  async 'create-token'(given) {
    const { name, expires, scopes } = await sentTo(given, 'create')
    const wanted = {
      name: String(name),
      expires: expiryOf(expires, given.context),
      scopes: scopeNames.filter((scope) => Array.isArray(scopes) && scopes.includes(scope)),
    }
    const token = await createToken(given.id, wanted, given.context)
    return { ...shownToken(token), token: token.secret }
  },
  'revoke-token': async ({ id, context }) => shownToken(await revokeToken(id, context)),
  async 'list-feeds'({ id, context }) {
    return { feeds: (await feedsOf(id, context)).map(shownFeed) }
  },
  async 'create-feed'(given) {
    const { name, status } = await sentTo(given, 'create')
    const statuses = (status as readonly Status[] | undefined) ?? sentStatuses
    const feed = await createFeed(given.id, { name: String(name), statuses }, given.context)
    const { url, namespace } = given.asked.root
    return { ...shownFeed(feed), address: `${url}/${namespace}/feeds/${feed.secret}/events.ics` }
  },
  'revoke-feed': async ({ id, context }) => shownFeed(await revokeFeed(id, context)),
}

/** Actions that users may perform on their own account: the id in the path is the user's. */
const ofOwn: readonly PeopleAction[] = [
  'end-sessions',
  'list-tokens',
  'create-token',
  'list-feeds',
  'create-feed',
]
/** Actions whose right depends on the owner of the token or feed; checked in the action itself. */
const revokes: readonly PeopleAction[] = ['revoke-token', 'revoke-feed']
const makes: readonly PeopleAction[] = ['add-user', 'create-token', 'create-feed']

const handlerOf =
  (action: PeopleAction): OperationHandler =>
  async (request): Promise<ApiResponse> => {
    const { context } = request
    const id = idIn(request.params)
    if (!revokes.includes(action)) allowAdministering(context.actor, ofOwn.includes(action) ? id : undefined)
    const body = await acts[action]({ id, asked: request, context })
    return {
      status: makes.includes(action) ? 201 : 200,
      headers: { 'Cache-Control': 'private, no-store' },
      body,
    }
  }

/** The operations on users, tokens, secret feeds and sessions. They throw 400, 401, 403, 404 or 409. */
export const userOperations: OperationHandlers<PeopleAction> = tableOf(userActions, handlerOf)
