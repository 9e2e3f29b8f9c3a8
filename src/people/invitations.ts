/** Invitations and forgotten passwords (contract §14): secret links with which users set a password. */
import { hashPassword } from '../actions/writing/preparing.ts'
import { answer, named } from '../api/answer.ts'
import type { Context, PureContext } from '../api/context.ts'
import { type ReadStore, type SentRequest, serviceOperation } from '../api/operation.ts'
import type { Outside } from '../api/outside.ts'
import { administrators, everyone } from '../api/permission.ts'
import { markedAsExtension, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import {
  booleanShape,
  choiceShape,
  constantShape,
  textShape,
  timestampOrEmptyShape,
  timestampShape,
} from '../contract/shape.ts'
import { formatSecondsAsTimestampOrEmpty } from '../domain/time/timestamp.ts'
import { because, invalidParam, Problem } from '../problem.ts'
import type { Root } from '../representations/urls.ts'
import type { SecretLink } from '../store/store.ts'
import { addressRateKey } from '../support/rate-limiter.ts'
import { requirePasswordOf, requirePasswords } from './sessions.ts'
import { passwordFault, refuseScopedTokens, refuseTokens, userWithId } from './users.ts'

export const invitation = named('Invitation', {
  sent: booleanShape,
  address: textShape,
  expires_utc: timestampOrEmptyShape,
})

type Given = Context & Pick<Outside, 'signingIn'> & { readonly root: Root }

/** The page of the desk on which a link sets a password. The secret is a fragment, which no server or log sees. */
const linkAddress = ({ base }: Root, language: string, secret: string) =>
  `${base}${language === '' ? '' : `/${language}`}/desk/password#${secret}`

/**
 * Invites a user to set a password: by e-mail where that is possible and the user has an address, else by a link to pass on. A user who has
 * a password already gets a link to set a new one. Throws 403 or 404.
 */
export async function invite(id: number, { signingIn, root, ...context }: Given) {
  const { store, moment, actor } = context
  refuseScopedTokens(actor, 'invite users')
  const { has_password, email, language } = await userWithId(context, id)
  const inviter = (await store.accounts.users()).find((one) => one.id === actor.id)
  const by = inviter === undefined ? '' : inviter.display_name || inviter.login
  if (signingIn.sendsMail && email !== '') {
    const kind = has_password ? 'password' : 'invitation'
    const data = by === '' ? {} : { by }
    await store.mail.add({ kind, recipient: '', subject_id: id, language, data }, moment)
    return { sent: true, address: '', expires_utc: '' }
  }
  const { secret, expires_utc } = has_password
    ? await store.secretLinks.create(id, 'reset', moment)
    : await store.secretLinks.create(id, 'invitation', moment, by)
  return {
    sent: false,
    address: linkAddress(root, language, secret),
    expires_utc: formatSecondsAsTimestampOrEmpty(expires_utc),
  }
}

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
    await userWithId(given, id)
    await requirePasswordOf(id, given)
    return invite(id, given)
  },
})

/** The links, at a moment. */
interface LinksNow extends Pick<Context, 'moment'> {
  readonly store: Pick<Context['store'], 'secretLinks'>
}

/** Returns why a secret opens no link: of an invitation that expired, who can be asked for another one. */
async function problemOfUnusableLink(secret: string, { store, moment }: LinksNow): Promise<Problem> {
  const expired = await store.secretLinks.expiredInvitation(secret, moment)
  if (expired === undefined) return new Problem('reset-not-found')
  const { invited_by: by } = expired
  const reason = by === '' ? because('invitation_expired') : because('invitation_by_expired', { by })
  return new Problem('reset-not-found', reason)
}

/** Returns the link of a secret. Throws 404. */
async function linkOf(secret: string, context: LinksNow): Promise<SecretLink> {
  const link = await context.store.secretLinks.find(secret, context.moment)
  if (link === undefined) throw await problemOfUnusableLink(secret, context)
  return link
}

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
    // The queue looks for users later, so that neither the answer nor its time says whether there is one.
    const mail = { kind: 'reset', recipient: login.trim(), subject_id: null, data: {} } as const
    await given.store.mail.add({ ...mail, language: siteLanguage }, given.moment)
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
    const { login, kind, expires_utc, invited_by } = await linkOf(secret, given)
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
    await linkOf(secret, given)
    const fault = passwordFault(password)
    if (fault !== undefined) throw invalidParam('password', fault)
    const hash = await hashPassword(password, addressRateKey(request.ip))
    const user = await given.store.secretLinks.use(secret, hash, given.moment)
    if (user === undefined) throw new Problem('reset-not-found')
    return { login: user.login }
  },
})
