/** Tokens and secret feeds of users (contract §5, §13). A secret is shown once, when it is made. */

import { answer } from '../../api/answer.ts'
import type { PureContext } from '../../api/context.ts'
import { serviceOperation } from '../../api/operation.ts'
import { markedAsExtension, optional, required } from '../../contract/arg.ts'
import * as kind from '../../contract/kinds.ts'
import { type Scope, scopes } from '../../contract/operations/accounts/account-names.ts'
import { settableStatuses } from '../../contract/resources/shared.ts'
import { type ParsedDate, resolveParsedDate } from '../../domain/time/date-text.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { because, invalidParam } from '../../problem.ts'
import { restUrl } from '../../representations/urls.ts'
import { ofSignedIn, ownOrAdministered } from '../accounts/own-account.ts'
import { createSecretFeed, revokeSecretFeed, secretFeedsOf } from '../accounts/secret-feeds.ts'
import {
  createdFeed,
  createdToken,
  feed,
  feeds,
  shownFeed,
  shownToken,
  token,
  tokens,
} from '../accounts/shown.ts'
import { createToken, revokeToken } from '../accounts/tokens.ts'
import { userWithId } from '../accounts/users.ts'

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
