/** Schemas of users, tokens and secret feeds (contract §5, ext.). */
import { type PeopleAction, roles, scopes } from '../people.ts'
import { sentStatuses } from '../resources/shared.ts'
import { type Json, ref } from './document.ts'
import { each, listOf, object, text, timestamp, timestampOrNone, webAddress, whole } from './shapes.ts'

const token = {
  id: whole,
  name: text,
  created_utc: timestamp,
  ...each(timestampOrNone, 'expires_utc', 'last_used_utc'),
  scopes: listOf({ type: 'string', enum: scopes }),
}

const feed = {
  id: whole,
  name: text,
  statuses: listOf({ type: 'string', enum: sentStatuses }),
  created_utc: timestamp,
  last_used_utc: timestampOrNone,
}

/** Maps an action to the schema name of its response. */
export const peopleSchemas: { readonly [A in PeopleAction]: string } = {
  'list-users': 'UserList',
  'add-user': 'User',
  'change-user': 'User',
  'remove-user': 'User',
  'end-sessions': 'User',
  'list-tokens': 'TokenList',
  'create-token': 'CreatedToken',
  'revoke-token': 'Token',
  'list-feeds': 'SecretFeedList',
  'create-feed': 'CreatedSecretFeed',
  'revoke-feed': 'SecretFeed',
}

/** Schemas by name. */
export const ofPeople: Readonly<Record<string, Json>> = {
  User: object({ id: whole, login: text, role: { type: 'string', enum: roles }, created_utc: timestamp }),
  UserList: object({ users: listOf(ref('User')) }),
  Token: object(token),
  TokenList: object({ tokens: listOf(ref('Token')) }),
  CreatedToken: object({ ...token, token: text }),
  SecretFeed: object(feed),
  SecretFeedList: object({ feeds: listOf(ref('SecretFeed')) }),
  CreatedSecretFeed: object({ ...feed, address: webAddress }),
}
