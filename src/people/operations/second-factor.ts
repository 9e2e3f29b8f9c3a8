/** Second factors: users manage their own; administrators may only remove those of others (contract §14). */

import { answer, named } from '../../api/answer.ts'
import { serviceOperation } from '../../api/operation.ts'
import { markedAsExtension, optional, required } from '../../contract/arg.ts'
import * as kind from '../../contract/kinds.ts'
import { signInExample } from '../../contract/openapi/body-examples.ts'
import {
  booleanShape,
  constantShape,
  integerShape,
  listShape,
  textShape,
  webAddressShape,
} from '../../contract/shape.ts'
import { because, Problem } from '../../problem.ts'
import { requireCurrentPassword } from '../accounts/changing.ts'
import { ofSignedIn, ownAlone, ownOrAdministered, proofOf } from '../accounts/own-account.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  secondFactorState,
} from '../accounts/second-factor.ts'
import { userWithId } from '../accounts/users.ts'

const factor = named('SecondFactor', { enabled: booleanShape, recovery_codes_left: integerShape })
const newFactor = named('NewSecondFactor', { key: textShape, address: webAddressShape })
const recoveryCodes = named('RecoveryCodes', {
  enabled: constantShape(true),
  recovery_codes: listShape(textShape),
})

const { password } = signInExample
/** A secret that users type: its limits are those of a password. */
const secret = kind.text(1000)

export const readFactor = serviceOperation({
  route: 'GET /users/{id}/second-factor',
  name: 'read-factor',
  summary: 'Show whether a user has a second factor',
  args: {},
  answer: answer(factor, 'Whether there is a second factor, and how many recovery codes are left.'),
  right: ofSignedIn,
  problems: ['user-not-found'],
  before: ownOrAdministered,
  run: ({ id, ...given }) => secondFactorState(id, given),
})

/** What a proof of a password has can't be taken back. */
const ofOwn = { right: ofSignedIn, before: ownAlone, rehearsal: 'none' } as const

export const beginFactor = serviceOperation({
  ...ofOwn,
  route: 'POST /users/{id}/second-factor',
  name: 'begin-factor',
  summary: 'Begin to set up a second factor',
  args: { current_password: markedAsExtension(optional(secret)) },
  body: { schema: 'FactorStart', example: { current_password: password } },
  answer: answer(newFactor, 'The key for the app. The factor is not in use until a code confirms it.', {
    status: 201,
  }),
  problems: ['rest_missing_callback_param', 'second_factor_exists'],
  async run({ id, siteName, ...given }, sent) {
    await requireCurrentPassword(await userWithId(given, id), proofOf(sent, given))
    return beginSecondFactor(id, siteName, given)
  },
})

export const removeFactor = serviceOperation({
  route: 'DELETE /users/{id}/second-factor',
  name: 'remove-factor',
  summary: 'Remove the second factor of another user',
  args: {},
  answer: answer(factor, 'The second factor of the user is removed.'),
  right: ofSignedIn,
  problems: ['user-not-found', 'second_factor-not-found'],
  before: ownOrAdministered,
  async run({ id, ...given }) {
    if (given.actor.id === id) throw new Problem('rest_forbidden', because('own_second_factor'))
    await removeSecondFactor(id, given)
    return secondFactorState(id, given)
  },
})

export const confirmFactor = serviceOperation({
  ...ofOwn,
  route: 'POST /users/{id}/second-factor/confirmation',
  name: 'confirm-factor',
  summary: 'Activate a second factor',
  args: { code: markedAsExtension(required(kind.text(40))) },
  body: { schema: 'FactorCode', example: { code: '492039' } },
  answer: answer(recoveryCodes, 'The recovery codes, which are shown only once. Each works once.'),
  problems: ['second_factor-not-found', 'second_factor_exists'],
  async run({ id, ...given }, { code }) {
    return { enabled: true as const, recovery_codes: await confirmSecondFactor(id, code, given) }
  },
})

export const endFactor = serviceOperation({
  ...ofOwn,
  route: 'POST /users/{id}/second-factor/removal',
  name: 'end-factor',
  summary: 'Remove one’s own second factor',
  args: { current_password: markedAsExtension(required(secret)) },
  body: { schema: 'FactorEnd', example: { current_password: password } },
  answer: answer(factor, 'The second factor is removed.'),
  problems: ['second_factor-not-found'],
  async run({ id, ...given }, sent) {
    await requireCurrentPassword(await userWithId(given, id), proofOf(sent, given))
    await removeSecondFactor(id, given)
    return secondFactorState(id, given)
  },
})
