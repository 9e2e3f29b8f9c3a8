/** Second factors over HTTP (contract §14). */
import { allowOwn } from '../../../actions/accounts/changing.ts'
import {
  beginFactor,
  confirmFactor,
  factorOf,
  removeFactor,
} from '../../../actions/accounts/second-factor.ts'
import { userOf } from '../../../actions/accounts/users.ts'
import { Problem } from '../../../problem.ts'
import type { Credentials } from '../../auth/credentials.ts'
import {
  type AccountAction,
  allowSelf,
  identityProof,
  sentTo,
  type UserAct,
  type UserRequest,
} from './given.ts'

/** Builds the operations on second factors. Users manage their own; administrators may only remove those of others. */
export function factorActs(credentials: Credentials, siteName: string) {
  const proven = async (given: UserRequest, current: unknown) => {
    const user = await userOf(given.context, given.id)
    await allowOwn(user, identityProof(given, credentials, { current_password: current }))
  }
  return {
    'read-factor': ({ id, context }) => factorOf(id, context),
    async 'begin-factor'(given) {
      allowSelf(given)
      const { current_password } = await sentTo(given, 'begin-factor', 'create')
      await proven(given, current_password)
      return beginFactor(given.id, siteName, given.context)
    },
    async 'confirm-factor'(given) {
      allowSelf(given)
      const { code } = await sentTo(given, 'confirm-factor', 'create')
      return {
        enabled: true,
        recovery_codes: await confirmFactor(given.id, code, given.context),
      }
    },
    async 'end-factor'(given) {
      allowSelf(given)
      const { current_password } = await sentTo(given, 'end-factor', 'create')
      await proven(given, current_password)
      await removeFactor(given.id, given.context)
      return factorOf(given.id, given.context)
    },
    async 'remove-factor'({ id, context }) {
      if (context.actor.id === id && context.actor.role !== 'anonymous')
        throw new Problem('rest_forbidden', {
          message: 'To remove your own second factor, send your password to second-factor/removal.',
        })
      await removeFactor(id, context)
      return factorOf(id, context)
    },
  } satisfies Partial<Record<AccountAction, UserAct>>
}
