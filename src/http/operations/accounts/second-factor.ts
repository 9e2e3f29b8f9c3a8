/** Second factors over HTTP (contract §14). */
import { requireCurrentPassword } from '../../../actions/accounts/changing.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  secondFactorState,
} from '../../../actions/accounts/second-factor.ts'
import { userWithId } from '../../../actions/accounts/users.ts'
import { because, Problem } from '../../../problem.ts'
import type { CredentialTools } from '../../auth/credentials.ts'
import {
  type AccountOperationName,
  argsOfRequestAboutUser,
  identityProof,
  type RequestAboutUser,
  type RequestAboutUserHandler,
  refuseUnlessSelf,
} from './user-requests.ts'

/** Builds the operations on second factors. Users manage their own; administrators may only remove those of others. */
export function secondFactorHandlers(credentials: CredentialTools, siteName: string) {
  const proven = async (given: RequestAboutUser, current: unknown) => {
    const user = await userWithId(given.context, given.id)
    await requireCurrentPassword(user, identityProof(given, credentials, { current_password: current }))
  }
  return {
    'read-factor': ({ id, context }) => secondFactorState(id, context),
    async 'begin-factor'(given) {
      refuseUnlessSelf(given)
      const { current_password } = await argsOfRequestAboutUser(given, 'begin-factor', 'create')
      await proven(given, current_password)
      return beginSecondFactor(given.id, siteName, given.context)
    },
    async 'confirm-factor'(given) {
      refuseUnlessSelf(given)
      const { code } = await argsOfRequestAboutUser(given, 'confirm-factor', 'create')
      return {
        enabled: true,
        recovery_codes: await confirmSecondFactor(given.id, code, given.context),
      }
    },
    async 'end-factor'(given) {
      refuseUnlessSelf(given)
      const { current_password } = await argsOfRequestAboutUser(given, 'end-factor', 'create')
      await proven(given, current_password)
      await removeSecondFactor(given.id, given.context)
      return secondFactorState(given.id, given.context)
    },
    async 'remove-factor'({ id, context }) {
      if (context.actor.id === id && context.actor.role !== 'anonymous')
        throw new Problem('rest_forbidden', because('own_second_factor'))
      await removeSecondFactor(id, context)
      return secondFactorState(id, context)
    },
  } satisfies Partial<Record<AccountOperationName, RequestAboutUserHandler>>
}
