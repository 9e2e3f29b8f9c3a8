/** Schemas of users, tokens and secret feeds (contract §5, ext.). */

import { interfaceLanguageCodes } from '../../../../words/languages.ts'
import { roles, scopes } from '../../../operations/accounts/account-names.ts'
import type { UserOperationName } from '../../../operations/accounts/users.ts'
import { settableStatuses } from '../../../resources/shared.ts'
import { componentReference, type JsonObject } from '../../document.ts'
import {
  booleanSchema,
  integerSchema,
  listSchema,
  objectSchemaWithProperties,
  sameSchemaByName,
  textSchema,
  timestampOrEmptySchema,
  timestampSchema,
  webAddressSchema,
} from '../shapes.ts'

const token = {
  id: integerSchema,
  name: textSchema,
  created_utc: timestampSchema,
  ...sameSchemaByName(timestampOrEmptySchema, 'expires_utc', 'last_used_utc'),
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
  ...sameSchemaByName(textSchema, 'display_name', 'email', 'subject'),
  language,
  role: { type: 'string', enum: roles },
  created_utc: timestampSchema,
  ...sameSchemaByName(booleanSchema, 'has_password', 'second_factor', 'suspended', 'single_sign_on'),
  ...sameSchemaByName(timestampOrEmptySchema, 'reset_asked_utc', 'invited_until_utc', 'last_seen_utc'),
  new_email: textSchema,
  invitation: componentReference('Invitation'),
}

const session = {
  ...sameSchemaByName(integerSchema, 'id', 'user_id'),
  ...sameSchemaByName(timestampSchema, 'created_utc', 'used_utc', 'expires_utc'),
  agent: textSchema,
  is_current: booleanSchema,
}

/** The name of the schema of each operation’s response, by the name of the operation. */
export const userSchemaNamesByOperation: { readonly [A in UserOperationName]: string } = {
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
  'read-sign-in': 'SignInRules',
  'change-sign-in': 'SignInRules',
}

/** Schemas by name. */
export const schemasOfUsers: Readonly<Record<string, JsonObject>> = {
  SignInRules: objectSchemaWithProperties({
    ...sameSchemaByName(textSchema, 'issuer', 'rules', 'default_role'),
    fixed_rules: listSchema(textSchema),
    ...sameSchemaByName(booleanSchema, 'links_by_email', 'trusts_email'),
  }),
  User: objectSchemaWithProperties(user, ['new_email', 'invitation']),
  UserList: objectSchemaWithProperties({ users: listSchema(componentReference('User')) }),
  TransferredItems: objectSchemaWithProperties(
    sameSchemaByName(integerSchema, 'to', 'group', 'events', 'series', 'venues', 'organizers', 'media'),
  ),
  Invitation: objectSchemaWithProperties(invitation),
  WebSession: objectSchemaWithProperties(session),
  SessionList: objectSchemaWithProperties({ sessions: listSchema(componentReference('WebSession')) }),
  SecondFactor: objectSchemaWithProperties({ enabled: booleanSchema, recovery_codes_left: integerSchema }),
  NewSecondFactor: objectSchemaWithProperties({ key: textSchema, address: webAddressSchema }),
  RecoveryCodes: objectSchemaWithProperties({
    enabled: { const: true },
    recovery_codes: listSchema(textSchema),
  }),
  ResetRequested: objectSchemaWithProperties({ requested: { const: true } }),
  PasswordReset: objectSchemaWithProperties({
    login: textSchema,
    kind: { type: 'string', enum: ['invitation', 'reset'] },
    expires_utc: timestampSchema,
    invited_by: textSchema,
  }),
  PasswordChanged: objectSchemaWithProperties({ login: textSchema }),
  Token: objectSchemaWithProperties(token),
  TokenList: objectSchemaWithProperties({ tokens: listSchema(componentReference('Token')) }),
  CreatedToken: objectSchemaWithProperties({ ...token, token: textSchema }),
  SecretFeed: objectSchemaWithProperties(feed),
  SecretFeedList: objectSchemaWithProperties({ feeds: listSchema(componentReference('SecretFeed')) }),
  CreatedSecretFeed: objectSchemaWithProperties({ ...feed, address: webAddressSchema }),
}
