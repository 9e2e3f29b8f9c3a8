/** What users do with their own accounts: new addresses, sessions, second factors (contract §14). */

import { answer, named } from '../api/answer.ts'
import { serviceOperation } from '../api/operation.ts'
import { requireMayAdministerUser } from '../api/policy.ts'
import { markedAsExtension, optional, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { signInExample } from '../contract/openapi/examples.ts'
import {
  booleanShape,
  constantShape,
  integerShape,
  listShape,
  sameShapeByName,
  textShape,
  timestampShape,
  webAddressShape,
} from '../contract/shape.ts'
import { formatSecondsAsTimestampOrEmpty } from '../domain/time/timestamp.ts'
import { because, Problem } from '../problem.ts'
import type { ShownSession } from '../store/store.ts'
import { shownUser, userShape } from './user-operations.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  ofSignedIn,
  ownAlone,
  ownOrAdministered,
  proofOf,
  refuseTokens,
  removeSecondFactor,
  requireAccountChanged,
  requireCurrentPassword,
  secondFactorState,
  userWithId,
} from './users.ts'

const session = named('WebSession', {
  ...sameShapeByName(integerShape, 'id', 'user_id'),
  ...sameShapeByName(timestampShape, 'created_utc', 'used_utc', 'expires_utc'),
  agent: textShape,
  is_current: booleanShape,
})
const sessions = named('SessionList', { sessions: listShape(session) })

const shownSession = ({ login: _, created_utc, used_utc, expires_utc, ...session }: ShownSession) => ({
  ...session,
  created_utc: formatSecondsAsTimestampOrEmpty(created_utc),
  used_utc: formatSecondsAsTimestampOrEmpty(used_utc),
  expires_utc: formatSecondsAsTimestampOrEmpty(expires_utc),
})

export const confirmNewEmail = serviceOperation({
  route: 'POST /users/{id}/email-confirmation',
  name: 'confirm-email',
  summary: 'Confirm one’s own new e-mail address',
  args: { secret: markedAsExtension(required(kind.text(100))) },
  body: { schema: 'EmailConfirmation', example: { secret: 'ISgJhfNRMXPTQM2EmXBBc9pYg1n1oWZeR4k0hS3n0sE' } },
  answer: answer(userShape, 'The user with the new address.'),
  right: ofSignedIn,
  problems: ['email_change-not-found', 'email_taken'],
  before: ownAlone,
  async run({ id, ...given }, { secret }) {
    refuseTokens(given.actor, 'change e-mail addresses')
    const { login } = await userWithId(given, id)
    const outcome = await given.store.accounts.confirmEmail(login, secret, given)
    requireAccountChanged(outcome, 'email_change-not-found')
    return shownUser(await userWithId(given, id))
  },
})

export const listSessions = serviceOperation({
  route: 'GET /users/{id}/sessions',
  name: 'list-sessions',
  summary: 'List the sessions of a user',
  args: {},
  answer: answer(sessions, 'The sessions, the most recently used first.'),
  right: ofSignedIn,
  problems: ['user-not-found'],
  before: ownOrAdministered,
  async run({ id, store, moment, request }) {
    const user = await userWithId({ store }, id)
    const found = await store.sessions.all(user.id, request.session?.secret, moment)
    return { sessions: found.map(shownSession) }
  },
})

export const endSession = serviceOperation({
  route: 'DELETE /sessions/{id}',
  name: 'end-session',
  summary: 'End a session',
  args: {},
  answer: answer(session, 'The session that was ended.'),
  right: ofSignedIn,
  problems: ['session-not-found'],
  async run({ id, ...given }) {
    const { store, actor, moment, request } = given
    const all = await store.sessions.all(undefined, request.session?.secret, moment)
    const found = all.find((one) => one.id === id)
    requireMayAdministerUser(actor, found?.user_id === actor.id ? actor.id : undefined)
    if (found === undefined) throw new Problem('session-not-found')
    await store.sessions.endOne(found, given)
    return shownSession(found)
  },
})

// Second factors: users manage their own; administrators may only remove those of others (contract §14).

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
