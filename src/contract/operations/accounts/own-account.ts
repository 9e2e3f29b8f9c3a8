/** Operations on one's own account: profile, invitation, forgotten password, second factor, sessions (contract §14, ext.). */

import { interfaceLanguageCodes } from '../../../words/languages.ts'
import { markedAsExtension, optional, required } from '../../arg.ts'
import * as kind from '../../kinds.ts'
import { idInPath, ofOneById } from '../../resources/shared.ts'

const secret = { secret: required(kind.text(100)) }
/** A secret that users type: its limits are those of a password. */
const secretText = kind.text(1000)
const code = { code: markedAsExtension(required(kind.text(40))) }

/** The fields of the profile that users fill in. */
export const profileArgs = {
  display_name: markedAsExtension(optional(kind.title(100))),
  email: markedAsExtension(optional(kind.email)),
  language: markedAsExtension(optional(kind.choice(interfaceLanguageCodes))),
}

/** The operations on the own account, in the order of the index. */
export const accountOperations = [
  { ...ofOneById, path: '/users/{id}', action: 'read-user', methods: ['GET'] },
  {
    path: '/users/{id}/email-confirmation',
    address: idInPath,
    action: 'confirm-email',
    methods: ['POST'],
    args: { secret: markedAsExtension(required(kind.text(100))) },
  },
  { ...ofOneById, path: '/users/{id}/invitation', action: 'invite-user', methods: ['POST'] },
  { ...ofOneById, path: '/users/{id}/sessions', action: 'list-sessions', methods: ['GET'] },
  { ...ofOneById, path: '/sessions/{id}', action: 'end-session', methods: ['DELETE'] },
  { ...ofOneById, path: '/users/{id}/second-factor', action: 'read-factor', methods: ['GET'] },
  {
    path: '/users/{id}/second-factor',
    address: idInPath,
    action: 'begin-factor',
    methods: ['POST'],
    args: { current_password: markedAsExtension(optional(secretText)) },
  },
  { ...ofOneById, path: '/users/{id}/second-factor', action: 'remove-factor', methods: ['DELETE'] },
  {
    path: '/users/{id}/second-factor/confirmation',
    address: idInPath,
    action: 'confirm-factor',
    methods: ['POST'],
    args: code,
  },
  {
    path: '/users/{id}/second-factor/removal',
    address: idInPath,
    action: 'end-factor',
    methods: ['POST'],
    args: { current_password: markedAsExtension(required(secretText)) },
  },
  {
    path: '/password-resets',
    address: {},
    action: 'request-reset',
    methods: ['POST'],
    args: { login: markedAsExtension(required(kind.text(254))) },
  },
  { path: '/password-resets/{secret}', address: secret, action: 'read-reset', methods: ['GET'], args: {} },
  {
    path: '/password-resets/{secret}',
    address: secret,
    action: 'use-reset',
    methods: ['POST'],
    args: { password: markedAsExtension(required(secretText)) },
  },
] as const

/** Actions for users who cannot sign in. A session that the request comes with is ignored. */
const ofStrangers: readonly string[] = ['request-reset', 'read-reset', 'use-reset']

/** Returns whether the action needs no credentials. */
export function isActionWithoutCredentials(action: string): boolean {
  return ofStrangers.includes(action)
}
