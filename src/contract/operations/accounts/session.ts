/** Operations on the web session (contract §5). */
import { markedAsExtension, optional, required } from '../../arg.ts'
import * as kind from '../../kinds.ts'

/** The args of a sign-in. */
export const signInArgs = {
  login: markedAsExtension(required(kind.text(100))),
  password: markedAsExtension(required(kind.text(1000))),
  code: markedAsExtension(optional(kind.text(40))),
}

/** The operations on the session, in the order of the index. */
export const sessionOperations = [
  { path: '/session', address: {}, action: 'who-am-i', methods: ['GET'], args: {} },
  { path: '/session', address: {}, action: 'sign-in', methods: ['POST'], args: signInArgs },
  { path: '/session', address: {}, action: 'sign-out', methods: ['DELETE'], args: {} },
] as const

export type SessionOperationName = (typeof sessionOperations)[number]['action']

/** The actions on the web session. */
export const sessionOperationNames: readonly SessionOperationName[] = sessionOperations.map(
  ({ action }) => action,
)
