/** Tokens and secret feeds of users (contract §5, §13). A secret is shown once, when it is made. */

import { answer, named } from '../api/answer.ts'
import type { PureContext } from '../api/context.ts'
import { serviceOperation } from '../api/operation.ts'
import { type Actor, requireMayAdministerUser, requireScope } from '../api/policy.ts'
import { markedAsExtension, optional, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { type Scope, scopes } from '../contract/operations/account-names.ts'
import { settableStatuses } from '../contract/resources/shared.ts'
import {
  choiceShape,
  integerShape,
  listShape,
  sameShapeByName,
  textShape,
  timestampOrEmptyShape,
  timestampShape,
  webAddressShape,
} from '../contract/shape.ts'
import { type ParsedDate, resolveParsedDate } from '../domain/time/date-text.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { formatSecondsAsTimestampOrEmpty } from '../domain/time/timestamp.ts'
import { because, invalidParam, Problem } from '../problem.ts'
import { restUrl } from '../representations/urls.ts'
import type { StoredSecretFeed, Token } from '../store/store.ts'
import { ofSignedIn, ownOrAdministered, userWithId } from './users.ts'

const ofToken = {
  id: integerShape,
  name: textShape,
  created_utc: timestampShape,
  ...sameShapeByName(timestampOrEmptyShape, 'expires_utc', 'last_used_utc'),
  scopes: listShape(choiceShape(scopes)),
}
const token = named('Token', ofToken)
const tokens = named('TokenList', { tokens: listShape(token) })
const createdToken = named('CreatedToken', { ...ofToken, token: textShape })

const ofFeed = {
  id: integerShape,
  name: textShape,
  statuses: listShape(choiceShape<string>(settableStatuses)),
  created_utc: timestampShape,
  last_used_utc: timestampOrEmptyShape,
}
const feed = named('SecretFeed', ofFeed)
const feeds = named('SecretFeedList', { feeds: listShape(feed) })
const createdFeed = named('CreatedSecretFeed', { ...ofFeed, address: webAddressShape })

const shownToken = ({ id, name, created_utc, expires_utc, last_used_utc, scopes }: Token) => ({
  id,
  name,
  created_utc: formatSecondsAsTimestampOrEmpty(created_utc),
  expires_utc: formatSecondsAsTimestampOrEmpty(expires_utc),
  last_used_utc: formatSecondsAsTimestampOrEmpty(last_used_utc),
  scopes,
})

const shownFeed = ({ id, name, statuses, created_utc, last_used_utc }: StoredSecretFeed) => ({
  id,
  name,
  statuses,
  created_utc: formatSecondsAsTimestampOrEmpty(created_utc),
  last_used_utc: formatSecondsAsTimestampOrEmpty(last_used_utc),
})

const ofUser = { right: ofSignedIn, before: ownOrAdministered, problems: ['user-not-found'] } as const

const namedScopes = kind.choiceList(scopes)
/** An empty list names no scope, like its absence. */
const scopeList: kind.Kind<readonly Scope[]> = {
  ...namedScopes,
  schema: { ...namedScopes.schema, minItems: 0 },
  read: (raw) => (Array.isArray(raw) && raw.length === 0 ? { value: [] } : namedScopes.read(raw)),
}

/** The expiry of a token in seconds since 1970 UTC; null for a token that does not expire. Throws 400. */
function expiryOf(sent: ParsedDate | undefined, { moment }: PureContext): number | null {
  if (sent === undefined) return null
  const read = resolveParsedDate(sent, moment.zone, moment.now)
  if (read === undefined || read.epoch <= epochOfInstant(moment.now))
    throw invalidParam('expires', because('past'))
  return read.epoch
}

/** A token with scopes creates only tokens that have no others. Throws 403. */
function allowScopes(actor: Actor, wanted: readonly Scope[]): void {
  if (actor.scopes === undefined) return
  for (const scope of wanted) requireScope(actor, scope)
  if (wanted.length === 0)
    throw new Problem('rest_forbidden', because('scopes_missing', { scopes: actor.scopes.join(', ') }))
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
    expires: markedAsExtension(optional(kind.dateUntil)),
    scopes: markedAsExtension(optional(scopeList)),
  },
  body: {
    schema: 'NewToken',
    example: { name: 'import job', expires: '2027-12-31', scopes: ['import', 'write:events'] },
  },
  answer: answer(createdToken, 'The token with its secret, which is shown only once.', { status: 201 }),
  async run({ id, ...given }, { name, expires, scopes: sent = [] }) {
    const { store, moment, actor } = given
    const wanted = {
      name,
      expires: expiryOf(expires, given),
      scopes: scopes.filter((scope) => sent.includes(scope)),
    }
    allowScopes(actor, wanted.scopes)
    const { login } = await userWithId(given, id)
    const secret = await store.accounts.createToken(login, wanted, moment, actor)
    const number = secret === undefined ? undefined : await store.accounts.idOfToken(secret)
    const made = (await store.accounts.tokens(login)).find((one) => one.id === number)
    if (secret === undefined || made === undefined) throw new Problem('user-not-found')
    return { ...shownToken(made), token: secret }
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
  async run({ id, store, moment, actor }) {
    const found = (await store.accounts.tokens(undefined)).find((one) => one.id === id)
    requireMayAdministerUser(actor, found?.login === actor.login ? actor.id : undefined)
    if (found === undefined) throw new Problem('token-not-found')
    await store.accounts.revokeToken(id, moment, actor)
    return shownToken(found)
  },
})

export const listFeeds = serviceOperation({
  ...ofUser,
  route: 'GET /users/{id}/feeds',
  name: 'list-feeds',
  summary: 'List the secret feeds of a user',
  args: {},
  answer: answer(feeds, 'The secret feeds, without their URLs.'),
  async run({ id, store }) {
    const { login } = await userWithId({ store }, id)
    const all = await store.feedLinks.all()
    return { feeds: all.filter((one) => one.login === login).map(shownFeed) }
  },
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
    // The feed shows what its user may read.
    requireScope(given.actor, 'read')
    const { feedLinks } = given.store
    const { login } = await userWithId(given, id)
    const made = await feedLinks.create(login, { name, statuses }, given)
    const kept = (await feedLinks.all()).find((one) => one.id === made?.id)
    if (made === undefined || kept === undefined) throw new Problem('user-not-found')
    return { ...shownFeed(kept), address: restUrl(root, `feeds/${made.secret}/events.ics`) }
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
  async run({ id, ...given }) {
    const { store, actor } = given
    const found = (await store.feedLinks.all()).find((one) => one.id === id)
    requireMayAdministerUser(actor, found?.login === actor.login ? actor.id : undefined)
    if (found === undefined) throw new Problem('feed-not-found')
    await store.feedLinks.revoke(id, given)
    return shownFeed(found)
  },
})
