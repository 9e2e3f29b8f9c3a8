/** Tokens and secret feeds. */

import { answer } from '../api/answer.ts'
import type { Context, PureContext } from '../api/context.ts'
import { serviceOperation } from '../api/operation.ts'
import { type Actor, requireMayAdministerUser, requireScope } from '../api/policy.ts'
import { markedAsExtension, optional, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { type Scope, scopes } from '../contract/operations/account-names.ts'
import { settableStatuses } from '../contract/resources/shared.ts'
import { type ParsedDate, resolveParsedDate } from '../domain/time/date-text.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { because, invalidParam, Problem } from '../problem.ts'
import { restUrl } from '../representations/urls.ts'
import type { NewSecretFeed, NewToken, StoredSecretFeed, Token } from '../store/store.ts'
import {
  createdFeed,
  createdToken,
  feed,
  feeds,
  shownFeed,
  shownToken,
  token,
  tokens,
} from './user-operations.ts'
import { ofSignedIn, ownOrAdministered, userWithId } from './users.ts'

// The tokens of users (contract §5, §13).

/** A token with scopes creates only tokens that have no others. Throws 403. */
function allowScopes(actor: Actor, wanted: readonly Scope[]): void {
  if (actor.scopes === undefined) return
  for (const scope of wanted) requireScope(actor, scope)
  if (wanted.length === 0)
    throw new Problem('rest_forbidden', because('scopes_missing', { scopes: actor.scopes.join(', ') }))
}

/**
 * Creates a token that is valid until `expires` (seconds since 1970 UTC). Returns its secret for the only time.
 * Throws 404.
 */
async function createToken(
  id: number,
  { name, expires, scopes }: NewToken,
  context: Context,
): Promise<Token & { readonly secret: string }> {
  const { store, moment, actor } = context
  allowScopes(actor, scopes)
  const { login } = await userWithId(context, id)
  const secret = await store.accounts.createToken(login, { name, expires, scopes }, moment, actor)
  const kept = secret === undefined ? undefined : await store.accounts.accountOf(secret, undefined, moment)
  const number = kept?.token
  const token = (await store.accounts.tokens(login)).find((one) => one.id === number)
  if (secret === undefined || token === undefined) throw new Problem('user-not-found')
  return { ...token, secret }
}

/** Revokes a token and returns it as it was. Throws 404 if it does not exist or the actor may not see it. */
async function revokeToken(id: number, context: Context): Promise<Token> {
  const { store, moment, actor } = context
  const token = (await store.accounts.tokens(undefined)).find((one) => one.id === id)
  requireMayAdministerUser(actor, token?.login === actor.login ? actor.id : undefined)
  if (token === undefined) throw new Problem('token-not-found')
  await store.accounts.revokeToken(id, moment, actor)
  return token
}

// Secret feeds, as users and administrators manage them (contract §5).

/** Returns the secret feeds of a user. Throws 404. */
async function secretFeedsOf(
  id: number,
  { store }: { readonly store: Pick<Context['store'], 'accounts' | 'feedLinks'> },
): Promise<readonly StoredSecretFeed[]> {
  const { login } = await userWithId({ store }, id)
  return (await store.feedLinks.all()).filter((one) => one.login === login)
}

/** Creates a secret feed of what a user may read. Returns its secret for the only time. Throws 404. */
async function createSecretFeed(
  id: number,
  link: NewSecretFeed,
  context: Context,
): Promise<StoredSecretFeed & { readonly secret: string }> {
  // The feed shows what its user may read.
  requireScope(context.actor, 'read')
  const { login } = await userWithId(context, id)
  const made = await context.store.feedLinks.create(login, link, context)
  const kept = (await context.store.feedLinks.all()).find((one) => one.id === made?.id)
  if (made === undefined || kept === undefined) throw new Problem('user-not-found')
  return { ...kept, secret: made.secret }
}

/** Revokes a secret feed and returns it as it was. Throws 404 if it does not exist or the actor may not see it. */
async function revokeSecretFeed(id: number, context: Context): Promise<StoredSecretFeed> {
  const { store, actor } = context
  const feed = (await store.feedLinks.all()).find((one) => one.id === id)
  requireMayAdministerUser(actor, feed?.login === actor.login ? actor.id : undefined)
  if (feed === undefined) throw new Problem('feed-not-found')
  await store.feedLinks.revoke(id, context)
  return feed
}

// Tokens and secret feeds of users (contract §5, §13). A secret is shown once, when it is made.

const ofUser = { right: ofSignedIn, before: ownOrAdministered, problems: ['user-not-found'] } as const

const named = kind.choiceList(scopes)
/** An empty list names no scope, like its absence. */
const scopeList: kind.Kind<readonly Scope[]> = {
  ...named,
  schema: { ...named.schema, minItems: 0 },
  read: (raw) => (Array.isArray(raw) && raw.length === 0 ? { value: [] } : named.read(raw)),
}

/** The expiry of a token in seconds since 1970 UTC; null for a token that does not expire. Throws 400. */
function expiryOf(sent: ParsedDate | undefined, { moment }: PureContext): number | null {
  if (sent === undefined) return null
  const read = resolveParsedDate(sent, moment.zone, moment.now)
  if (read === undefined || read.epoch <= epochOfInstant(moment.now))
    throw invalidParam('expires', because('past'))
  return read.epoch
}

export const listTokens = serviceOperation({
  ...ofUser,
  route: 'GET /users/{id}/tokens',
  name: 'list-tokens',
  summary: 'List the tokens of a user',
  args: {},
  answer: answer(tokens, 'The tokens, without their secrets.'),
  async run({ id, store }) {
    const { login } = await userWithId({ store }, id)
    return { tokens: (await store.accounts.tokens(login)).map(shownToken) }
  },
})

export const createOneToken = serviceOperation({
  ...ofUser,
  route: 'POST /users/{id}/tokens',
  name: 'create-token',
  summary: 'Create a token',
  args: {
    name: markedAsExtension(required(kind.title(200))),
    expires: markedAsExtension(optional(kind.date)),
    scopes: markedAsExtension(optional(scopeList)),
  },
  body: {
    schema: 'NewToken',
    example: { name: 'import job', expires: '2027-12-31', scopes: ['import', 'write:events'] },
  },
  answer: answer(createdToken, 'The token with its secret, which is shown only once.', { status: 201 }),
  async run({ id, ...given }, { name, expires, scopes: sent = [] }) {
    const named = scopes.filter((scope) => sent.includes(scope))
    const token = await createToken(id, { name, expires: expiryOf(expires, given), scopes: named }, given)
    return { ...shownToken(token), token: token.secret }
  },
})

export const revokeOneToken = serviceOperation({
  route: 'DELETE /tokens/{id}',
  name: 'revoke-token',
  summary: 'Revoke a token',
  args: {},
  answer: answer(token, 'The revoked token.'),
  right: ofSignedIn,
  problems: ['token-not-found'],
  run: async ({ id, ...given }) => shownToken(await revokeToken(id, given)),
})

export const listFeeds = serviceOperation({
  ...ofUser,
  route: 'GET /users/{id}/feeds',
  name: 'list-feeds',
  summary: 'List the secret feeds of a user',
  args: {},
  answer: answer(feeds, 'The secret feeds, without their URLs.'),
  run: async ({ id, ...given }) => ({ feeds: (await secretFeedsOf(id, given)).map(shownFeed) }),
})

export const createFeed = serviceOperation({
  ...ofUser,
  route: 'POST /users/{id}/feeds',
  name: 'create-feed',
  summary: 'Create a secret feed',
  args: {
    name: markedAsExtension(required(kind.title(200))),
    status: markedAsExtension(optional(kind.choiceList(settableStatuses))),
  },
  body: { schema: 'NewSecretFeed', example: { name: 'Phone', status: ['publish', 'draft'] } },
  answer: answer(createdFeed, 'The feed with its URL, which is shown only once.', { status: 201 }),
  async run({ id, root, ...given }, { name, status: statuses = settableStatuses }) {
    const feed = await createSecretFeed(id, { name, statuses }, given)
    return { ...shownFeed(feed), address: restUrl(root, `feeds/${feed.secret}/events.ics`) }
  },
})

export const revokeFeed = serviceOperation({
  route: 'DELETE /feeds/{id}',
  name: 'revoke-feed',
  summary: 'Revoke a secret feed',
  args: {},
  answer: answer(feed, 'The revoked feed.'),
  right: ofSignedIn,
  problems: ['feed-not-found'],
  run: async ({ id, ...given }) => shownFeed(await revokeSecretFeed(id, given)),
})
