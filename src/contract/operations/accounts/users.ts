/** Operations on users, tokens, secret feeds and sessions (contract §5, ext.). */

import { markedAsExtension, optional, required } from '../../arg.ts'
import { type ArgsByOperation, collectArgsByOperation } from '../../args-of.ts'
import * as kind from '../../kinds.ts'
import { idInPath, ofOneById, settableStatuses } from '../../resources/shared.ts'
import { roles, type Scope, scopes } from './account-names.ts'
import { accountOperations, profileArgs } from './own-account.ts'

const named = kind.choiceList(scopes)
/** An empty list names no scope, like its absence. */
const scopeList: kind.Kind<readonly Scope[]> = {
  ...named,
  schema: { ...named.schema, minItems: 0 },
  read: (raw) => (Array.isArray(raw) && raw.length === 0 ? { value: [] } : named.read(raw)),
}

const login = markedAsExtension(required(kind.text(60)))
const role = kind.choice(roles)
const password = markedAsExtension(optional(kind.text(1000)))
const none = { address: {}, args: {} }

/** The operations on users, tokens, secret feeds and sessions, in the order of the index. */
export const userOperations = [
  { ...none, path: '/users', action: 'list-users', methods: ['GET'] },
  {
    path: '/users',
    address: {},
    action: 'add-user',
    methods: ['POST'],
    args: { login, role: markedAsExtension(required(role)), password, ...profileArgs },
  },
  {
    path: '/users/{id}',
    address: idInPath,
    action: 'change-user',
    methods: ['PATCH'],
    args: {
      role: markedAsExtension(optional(role)),
      password,
      suspended: markedAsExtension(optional(kind.boolean)),
      subject: markedAsExtension(optional(kind.text(255))),
      current_password: password,
      code: markedAsExtension(optional(kind.text(40))),
      ...profileArgs,
    },
  },
  { ...ofOneById, path: '/users/{id}', action: 'remove-user', methods: ['DELETE'] },
  {
    path: '/users/{id}/transfer',
    address: idInPath,
    action: 'transfer-items',
    methods: ['POST'],
    // One of them, or both.
    args: {
      to: markedAsExtension(optional(kind.userTarget)),
      group: markedAsExtension(optional(kind.integer(1))),
    },
  },
  { ...ofOneById, path: '/users/{id}/sessions', action: 'end-sessions', methods: ['DELETE'] },
  { ...ofOneById, path: '/users/{id}/tokens', action: 'list-tokens', methods: ['GET'] },
  {
    path: '/users/{id}/tokens',
    address: idInPath,
    action: 'create-token',
    methods: ['POST'],
    args: {
      name: markedAsExtension(required(kind.title(200))),
      expires: markedAsExtension(optional(kind.date)),
      scopes: markedAsExtension(optional(scopeList)),
    },
  },
  { ...ofOneById, path: '/tokens/{id}', action: 'revoke-token', methods: ['DELETE'] },
  { ...ofOneById, path: '/users/{id}/feeds', action: 'list-feeds', methods: ['GET'] },
  {
    path: '/users/{id}/feeds',
    address: idInPath,
    action: 'create-feed',
    methods: ['POST'],
    args: {
      name: markedAsExtension(required(kind.title(200))),
      status: markedAsExtension(optional(kind.choiceList(settableStatuses))),
    },
  },
  { ...ofOneById, path: '/feeds/{id}', action: 'revoke-feed', methods: ['DELETE'] },
  ...accountOperations,
  { ...none, path: '/sign-in', action: 'read-sign-in', methods: ['GET'] },
  {
    path: '/sign-in',
    address: {},
    action: 'change-sign-in',
    methods: ['PATCH'],
    args: { rules: markedAsExtension(optional(kind.text(20_000))) },
  },
] as const

export type UserOperationName = (typeof userOperations)[number]['action']

/** The actions on users, tokens, secret feeds and sessions. */
export const userOperationNames: readonly UserOperationName[] = userOperations.map(({ action }) => action)

/** The args of the operations on users, tokens, secret feeds and sessions, by the name of the operation. */
export const userArgsByOperation = collectArgsByOperation(userOperations)
export type UserArgsByOperation = ArgsByOperation<typeof userOperations>
