/** What users do with their own accounts. */

import { answer, named } from '../api/answer.ts'
import type { PureContext } from '../api/context.ts'
import { type ReadStore, type SentRequest, serviceOperation } from '../api/operation.ts'
import type { Outside } from '../api/outside.ts'
import { administrators, everyone } from '../api/permission.ts'
import { requireMayAdministerUser } from '../api/policy.ts'
import { markedAsExtension, optional, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { signInExample } from '../contract/openapi/examples.ts'
import {
  booleanShape,
  choiceShape,
  constantShape,
  integerShape,
  listShape,
  textShape,
  timestampShape,
  webAddressShape,
} from '../contract/shape.ts'
import { formatSecondsAsTimestampOrEmpty } from '../domain/time/timestamp.ts'
import { because, Problem } from '../problem.ts'
import { addressRateKey } from '../support/rate-limiter.ts'
import {
  invite,
  problemOfUnusableLink,
  requestPasswordReset,
  resetPassword,
  storedPasswordLinkBySecret,
} from './invitations.ts'
import { requirePasswordOf, requirePasswords } from './sessions.ts'
import { invitation, session, sessions, shownSession, shownUser, userShape } from './user-operations.ts'
import {
  beginSecondFactor,
  confirmEmail,
  confirmSecondFactor,
  ofSignedIn,
  ownAlone,
  ownOrAdministered,
  proofOf,
  refuseTokens,
  removeSecondFactor,
  requireCurrentPassword,
  secondFactorState,
  userWithId,
} from './users.ts'

// What users do with their own accounts: new addresses, invitations, forgotten passwords, sessions (contract §14).

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
  run: async ({ id, ...given }, { secret }) => shownUser(await confirmEmail(id, secret, given)),
})

export const inviteUser = serviceOperation({
  route: 'POST /users/{id}/invitation',
  name: 'invite-user',
  summary: 'Invite a user to set a password',
  args: {},
  answer: answer(invitation, 'Whether an e-mail is sent; otherwise the link to pass on.', { status: 201 }),
  right: { scope: 'users', allows: administrators },
  problems: ['user-not-found', 'rest_passwords_off'],
  async run({ id, ...given }) {
    refuseTokens(given.actor, 'invite users')
    const { language } = await userWithId(given, id)
    await requirePasswordOf(id, given)
    return invite(id, language, given)
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

// For users who can't sign in.

const ofStrangers = { right: { scope: 'users', allows: everyone }, ignoresSession: true } as const

export const requestReset = serviceOperation({
  ...ofStrangers,
  route: 'POST /password-resets',
  name: 'request-reset',
  summary: 'Request a link to set a new password',
  args: { login: markedAsExtension(required(kind.text(254))) },
  body: { schema: 'ResetRequest', example: { login: 'ada' } },
  answer: answer(
    named('ResetRequested', { requested: constantShape(true) }),
    'The request is accepted. The response is the same whether or not the user exists.',
    { status: 202 },
  ),
  problems: ['rest_passwords_off'],
  rehearsal: 'none',
  // Each may send an e-mail.
  perMinute: 10,
  before: async (outside) => requirePasswords(outside),
  async run({ siteLanguage, ...given }, { login }) {
    await requestPasswordReset(login, siteLanguage, given)
    return { requested: true as const }
  },
})

/** Throws 404 for a secret that opens no link, which counts as a failed sign-in, and 403 where its user has no password. */
async function requireLink({
  secret,
  ...given
}: PureContext &
  Pick<Outside, 'signingIn'> & {
    readonly secret: string
    readonly store: ReadStore
    readonly request: Pick<SentRequest, 'ip'>
  }): Promise<void> {
  const { signingIn, store, moment, request } = given
  requirePasswords(given)
  const known = () => store.secretLinks.find(secret, moment)
  const link = await signingIn.attempts.cheap({ ip: request.ip, login: undefined }, known)
  if (link === undefined) throw await problemOfUnusableLink(secret, given)
  await requirePasswordOf(link.id, given)
}

const ofLink = {
  ...ofStrangers,
  address: { secret: required(kind.text(100)) },
  problems: ['reset-not-found', 'rest_passwords_off'],
} as const

export const readReset = serviceOperation({
  ...ofLink,
  route: 'GET /password-resets/{secret}',
  name: 'read-reset',
  summary: 'Show the user of a link to set a password',
  args: {},
  answer: answer(
    named('PasswordReset', {
      login: textShape,
      kind: choiceShape(['invitation', 'reset']),
      expires_utc: timestampShape,
      invited_by: textShape,
    }),
    'The user of the link, and the time until which it is valid.',
  ),
  before: requireLink,
  async run({ secret, ...given }) {
    const { login, kind, expires_utc, invited_by } = await storedPasswordLinkBySecret(secret, given)
    return { login, kind, expires_utc: formatSecondsAsTimestampOrEmpty(expires_utc), invited_by }
  },
})

export const useReset = serviceOperation({
  ...ofLink,
  route: 'POST /password-resets/{secret}',
  name: 'use-reset',
  summary: 'Set a password by a link or an invitation',
  args: { password: markedAsExtension(required(kind.text(1000))) },
  body: { schema: 'NewPassword', example: { password: 'another correct horse' } },
  answer: answer(
    named('PasswordChanged', { login: textShape }),
    'The password is set; all sessions of the user have ended.',
  ),
  rehearsal: 'none',
  before: requireLink,
  async run({ secret, request, ...given }, { password }) {
    const { login } = await resetPassword(secret, password, addressRateKey(request.ip), given)
    return { login }
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
