/** Schemas of users, tokens and secret feeds (contract §5, ext.). */

import { interfaceLanguageCodes } from '../../../languages.ts'
import { groupRoles, roles, scopes } from '../../../operations/accounts/account-names.ts'
import type { MemberOperationName } from '../../../operations/accounts/members.ts'
import type { UserOperationName } from '../../../operations/accounts/users.ts'
import { settableStatuses } from '../../../resources/shared.ts'
import { componentReference, type JsonObject } from '../../document.ts'
import {
  booleanSchema,
  integerSchema,
  listSchema,
  sameSchemaForEach,
  schemaOfObject,
  textSchema,
  timestampOrEmptySchema,
  timestampSchema,
  webAddressSchema,
} from '../shapes.ts'

const token = {
  id: integerSchema,
  name: textSchema,
  created_utc: timestampSchema,
  ...sameSchemaForEach(timestampOrEmptySchema, 'expires_utc', 'last_used_utc'),
  scopes: listSchema({ type: 'string', enum: scopes }),
}

const feed = {
  id: integerSchema,
  name: textSchema,
  statuses: listSchema({ type: 'string', enum: settableStatuses }),
  created_utc: timestampSchema,
  last_used_utc: timestampOrEmptySchema,
}

const language = { type: 'string', enum: ['', ...interfaceLanguageCodes] }

const invitation = { sent: booleanSchema, address: textSchema, expires_utc: timestampOrEmptySchema }

const user = {
  id: integerSchema,
  login: textSchema,
  ...sameSchemaForEach(textSchema, 'display_name', 'email'),
  language,
  role: { type: 'string', enum: roles },
  created_utc: timestampSchema,
  ...sameSchemaForEach(booleanSchema, 'has_password', 'second_factor', 'suspended', 'single_sign_on'),
  ...sameSchemaForEach(timestampOrEmptySchema, 'reset_asked_utc', 'invited_until_utc', 'last_seen_utc'),
  new_email: textSchema,
  invitation: componentReference('Invitation'),
}

const member = {
  user: integerSchema,
  ...sameSchemaForEach(textSchema, 'login', 'display_name'),
  role: { type: 'string', enum: groupRoles },
}

const session = {
  ...sameSchemaForEach(integerSchema, 'id', 'user_id'),
  ...sameSchemaForEach(timestampSchema, 'created_utc', 'used_utc', 'expires_utc'),
  agent: textSchema,
  is_current: booleanSchema,
}

/** The name of the schema of each operation’s response, by the name of the operation. */
export const userSchemaNamesByOperation: { readonly [A in UserOperationName | MemberOperationName]: string } =
  {
    'list-members': 'MemberList',
    'set-member': 'Member',
    'remove-member': 'Member',
    'list-users': 'UserList',
    'add-user': 'User',
    'change-user': 'User',
    'remove-user': 'User',
    'transfer-items': 'TransferredItems',
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
export const schemasOfUsers: Readonly<Record<string, JsonObject>> = {
  User: schemaOfObject(user, ['new_email', 'invitation']),
  UserList: schemaOfObject({ users: listSchema(componentReference('User')) }),
  TransferredItems: schemaOfObject(
    sameSchemaForEach(integerSchema, 'to', 'group', 'events', 'series', 'venues', 'organizers', 'media'),
  ),
  Member: schemaOfObject(member),
  MemberList: schemaOfObject({ members: listSchema(componentReference('Member')) }),
  Invitation: schemaOfObject(invitation),
  WebSession: schemaOfObject(session),
  SessionList: schemaOfObject({ sessions: listSchema(componentReference('WebSession')) }),
  SecondFactor: schemaOfObject({ enabled: booleanSchema, recovery_codes_left: integerSchema }),
  NewSecondFactor: schemaOfObject({ key: textSchema, address: webAddressSchema }),
  RecoveryCodes: schemaOfObject({ enabled: { const: true }, recovery_codes: listSchema(textSchema) }),
  ResetRequested: schemaOfObject({ requested: { const: true } }),
  PasswordReset: schemaOfObject({
    login: textSchema,
    kind: { type: 'string', enum: ['invitation', 'reset'] },
    expires_utc: timestampSchema,
    invited_by: textSchema,
  }),
  PasswordChanged: schemaOfObject({ login: textSchema }),
  Token: schemaOfObject(token),
  TokenList: schemaOfObject({ tokens: listSchema(componentReference('Token')) }),
  CreatedToken: schemaOfObject({ ...token, token: textSchema }),
  SecretFeed: schemaOfObject(feed),
  SecretFeedList: schemaOfObject({ feeds: listSchema(componentReference('SecretFeed')) }),
  CreatedSecretFeed: schemaOfObject({ ...feed, address: webAddressSchema }),
}
