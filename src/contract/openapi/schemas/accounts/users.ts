/** Schemas of users, tokens and secret feeds (contract §5, ext.). */

import { languageNames } from '../../../languages.ts'
import { roles, scopes } from '../../../operations/accounts/account-names.ts'
import type { UserAction } from '../../../operations/accounts/users.ts'
import { sentStatuses } from '../../../resources/shared.ts'
import { type Json, ref } from '../../document.ts'
import { each, flag, listOf, object, text, timestamp, timestampOrNone, webAddress, whole } from '../shapes.ts'

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

const language = { type: 'string', enum: ['', ...languageNames] }

const invitation = { sent: flag, address: text, expires_utc: timestampOrNone }

const user = {
  id: whole,
  login: text,
  ...each(text, 'display_name', 'email'),
  language,
  role: { type: 'string', enum: roles },
  created_utc: timestamp,
  ...each(flag, 'has_password', 'second_factor'),
  reset_asked_utc: timestampOrNone,
  new_email: text,
  invitation: ref('Invitation'),
}

const session = {
  ...each(whole, 'id', 'user_id'),
  ...each(timestamp, 'created_utc', 'used_utc', 'expires_utc'),
  agent: text,
  is_current: flag,
}

/** Maps an action to the schema name of its response. */
export const userSchemas: { readonly [A in UserAction]: string } = {
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
  'read-user': 'User',
  'confirm-email': 'User',
  'invite-user': 'Invitation',
  'list-sessions': 'SessionList',
  'end-session': 'WebSession',
  'read-factor': 'SecondFactor',
  'begin-factor': 'NewSecondFactor',
  'remove-factor': 'SecondFactor',
  'confirm-factor': 'RecoveryCodes',
  'end-factor': 'SecondFactor',
  'request-reset': 'ResetRequested',
  'read-reset': 'PasswordReset',
  'use-reset': 'PasswordChanged',
}

/** Schemas by name. */
export const ofUsers: Readonly<Record<string, Json>> = {
  User: object(user, ['new_email', 'invitation']),
  UserList: object({ users: listOf(ref('User')) }),
  Invitation: object(invitation),
  WebSession: object(session),
  SessionList: object({ sessions: listOf(ref('WebSession')) }),
  SecondFactor: object({ enabled: flag, recovery_codes_left: whole }),
  NewSecondFactor: object({ key: text, address: webAddress }),
  RecoveryCodes: object({ enabled: { const: true }, recovery_codes: listOf(text) }),
  ResetRequested: object({ requested: { const: true } }),
  PasswordReset: object({
    login: text,
    kind: { type: 'string', enum: ['invitation', 'reset'] },
    expires_utc: timestamp,
  }),
  PasswordChanged: object({ login: text }),
  Token: object(token),
  TokenList: object({ tokens: listOf(ref('Token')) }),
  CreatedToken: object({ ...token, token: text }),
  SecretFeed: object(feed),
  SecretFeedList: object({ feeds: listOf(ref('SecretFeed')) }),
  CreatedSecretFeed: object({ ...feed, address: webAddress }),
}
