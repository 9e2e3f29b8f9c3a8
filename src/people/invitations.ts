/** Invitations and forgotten passwords. */
import { hashPassword } from '../actions/writing/preparing.ts'
import type { Context } from '../api/context.ts'
import type { Outside } from '../api/outside.ts'
import { formatSecondsAsTimestampOrEmpty } from '../domain/time/timestamp.ts'
import { because, invalidParam, Problem } from '../problem.ts'
import type { Root } from '../representations/urls.ts'
import type { SecretLink, User, UserAndRoles } from '../store/store.ts'
import { passwordFault, refuseScopedTokens, userWithId } from './users.ts'

// Invitations and forgotten passwords (contract §14): secret links with which users set a password.

/**
 * Asks for a new password for a login or an e-mail address. It does the same whether or not there is such a user: the queue of
 * e-mail looks for users later, so that neither the response nor its time says anything.
 */
export function requestPasswordReset(
  login: string,
  language: string,
  { store, moment }: Context,
): Promise<void> {
  const mail = { kind: 'reset', recipient: login.trim(), subject_id: null, language, data: {} } as const
  return store.mail.add(mail, moment)
}

/** The links, at a moment. */
interface LinksNow extends Pick<Context, 'moment'> {
  readonly store: Pick<Context['store'], 'secretLinks'>
}

/** Returns why a secret opens no link: of an invitation that expired, who can be asked for another one. */
export async function problemOfUnusableLink(secret: string, { store, moment }: LinksNow): Promise<Problem> {
  const expired = await store.secretLinks.expiredInvitation(secret, moment)
  if (expired === undefined) return new Problem('reset-not-found')
  const { invited_by: by } = expired
  const reason = by === '' ? because('invitation_expired') : because('invitation_by_expired', { by })
  return new Problem('reset-not-found', reason)
}

/** Returns the link of a secret. Throws 404. */
export async function storedPasswordLinkBySecret(secret: string, context: LinksNow): Promise<SecretLink> {
  const { store, moment } = context
  const link = await store.secretLinks.find(secret, moment)
  if (link === undefined) throw await problemOfUnusableLink(secret, context)
  return link
}

/** Sets the password of the user of a link, and ends the user's sessions. `caller` is who the hash is for. Throws 400 or 404. */
export async function resetPassword(
  secret: string,
  password: string,
  caller: string,
  context: Context,
): Promise<UserAndRoles> {
  await storedPasswordLinkBySecret(secret, context)
  const fault = passwordFault(password)
  if (fault !== undefined) throw invalidParam('password', fault)
  const hash = await hashPassword(password, caller)
  const user = await context.store.secretLinks.use(secret, hash, context.moment)
  if (user === undefined) throw new Problem('reset-not-found')
  return user
}

/** An invitation: sent by e-mail, or with its secret, to pass on. `expires_utc` is in seconds since 1970 UTC. */
type Invitation =
  | { readonly isSent: true }
  | { readonly isSent: false; readonly secret: string; readonly expires_utc: number }

/**
 * Invites a user to set a password: by e-mail where that is possible and the user has an address, else with a secret to pass on.
 * A user who has a password already gets a link to set a new one. Throws 403 or 404.
 */
async function inviteToSetPassword(id: number, sendsMail: boolean, context: Context): Promise<Invitation> {
  const { store, moment, actor } = context
  refuseScopedTokens(actor, 'invite users')
  const user: User = await userWithId(context, id)
  const inviter = (await store.accounts.users()).find((one) => one.id === actor.id)
  const by = inviter === undefined ? '' : inviter.display_name || inviter.login
  if (sendsMail && user.email !== '') {
    const kind = user.has_password ? 'password' : 'invitation'
    const data = by === '' ? {} : { by }
    await store.mail.add({ kind, recipient: '', subject_id: id, language: user.language, data }, moment)
    return { isSent: true }
  }
  const link = user.has_password
    ? await store.secretLinks.create(id, 'reset', moment)
    : await store.secretLinks.create(id, 'invitation', moment, by)
  return { isSent: false, ...link }
}

// Invitations to set a password (contract §14): sent by e-mail, or as a link to pass on.

type Given = Context & Pick<Outside, 'signingIn'> & { readonly root: Root }

/** The page of the desk on which a link sets a password. The secret is a fragment, which no server or log sees. */
const linkAddress = ({ base }: Root, language: string, secret: string) =>
  `${base}${language === '' ? '' : `/${language}`}/desk/password#${secret}`

/** Invites a user. Returns whether an e-mail is sent, and otherwise the link to pass on. Throws 403 or 404. */
export async function invite(user: number, language: string, { signingIn, root, ...context }: Given) {
  const made = await inviteToSetPassword(user, signingIn.sendsMail, context)
  return made.isSent
    ? { sent: true, address: '', expires_utc: '' }
    : {
        sent: false,
        address: linkAddress(root, language, made.secret),
        expires_utc: formatSecondsAsTimestampOrEmpty(made.expires_utc),
      }
}
