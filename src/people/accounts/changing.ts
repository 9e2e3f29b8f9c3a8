/** Changing users (contract §14). What users change of themselves needs a proof, and a new e-mail address a confirmation. */

import type { Context } from '../../api/context.ts'
import { because, invalidParam, missingParams, Problem } from '../../problem.ts'
import type { Profile, User } from '../../store/store.ts'
import { trySecondFactorCode } from './second-factor.ts'
import {
  hashOfNewPassword,
  refuseRaisingRightsByScopedToken,
  refuseTokens,
  requireAccountChanged,
  sentProfile,
  type UserChanges,
  userWithId,
} from './users.ts'

/** The proof that a change of one's own password or e-mail address needs, and the session that outlasts it. */
export interface OwnChangeProof {
  /** The current password as sent. */
  readonly current: string | undefined
  /** A code of the second factor as sent, which proves a new e-mail address in place of the password. */
  readonly code?: string | undefined
  /** Whether a message to the new address can ask for its confirmation. */
  readonly sendsMail: boolean
  /** Whether a password is the user's. Throws 429 after too many wrong ones. */
  proves(password: string): Promise<boolean>
  /** The secret of the session that the request comes with. */
  readonly session: string | undefined
}

/** Throws 400 unless the current password is right. A user without a password has nothing to prove. */
export async function requireCurrentPassword(
  { has_password }: User,
  { current, proves }: OwnChangeProof,
): Promise<void> {
  if (!has_password) return
  if (current === undefined) throw missingParams(['current_password'], {})
  if (!(await proves(current))) throw invalidParam('current_password', because('wrong_password'))
}

/** Returns what of the profile differs from that of the user. */
function changedProfile(user: User, sent: UserChanges['profile']): Partial<Profile> {
  const before = new Map<string, unknown>(Object.entries(user))
  const differing = Object.entries(sentProfile(sent)).filter(([name, value]) => before.get(name) !== value)
  return Object.fromEntries(differing)
}

/** At most so many messages that ask for a confirmation, for one user and to one address. */
const CONFIRMATIONS = { most: 3, seconds: 3600 }

/** Throws 400, 403 or 429 unless the password, or a code of the second factor, is right. */
async function allowOwnEmail(user: User, own: OwnChangeProof, { store, moment }: Context): Promise<void> {
  if (own.code === undefined) return requireCurrentPassword(user, own)
  const isRight = user.second_factor && (await trySecondFactorCode(store, user.id, own.code, moment))
  if (!isRight) throw invalidParam('code', because('wrong_code_or_recovery_code'))
}

/** Sends a message to a user's own new address, which counts once it is confirmed. Throws 429. */
async function askToConfirm(user: User, email: string, { store, moment }: Context): Promise<void> {
  if ((await store.emailChanges.begin(user, email, CONFIRMATIONS, moment)) !== undefined) return
  throw new Problem('rest_too_many_requests', {
    ...because('too_many_messages'),
    headers: { 'Retry-After': String(CONFIRMATIONS.seconds) },
  })
}

/** Stores the profile of a user; an address that the user has to confirm only waits. Throws 409 or 429. */
async function changeProfile(
  user: User,
  { email, ...others }: Partial<Profile>,
  context: Context,
  own: OwnChangeProof | undefined,
): Promise<void> {
  const waits = own?.sendsMail === true && email !== undefined && email !== ''
  if (waits) await askToConfirm(user, email, context)
  const changes = { ...others, ...(email !== undefined && !waits && { email }) }
  if (Object.keys(changes).length === 0) return
  requireAccountChanged(await context.store.accounts.setProfile(user.login, changes, context))
}

/**
 * Changes the role, the password or the profile of a user, or suspends the user. A new password ends the user's other sessions; an empty one removes
 * it. `own` is set where users change themselves. Throws 400, 403, 404, 409 or 429.
 */
export async function changeUser(
  id: number,
  { role, password, profile, suspended, person }: UserChanges,
  context: Context,
  own?: OwnChangeProof,
): Promise<User> {
  const { store, moment, actor } = context
  const user = await userWithId(context, id)
  const changed = changedProfile(user, profile)
  refuseRaisingRightsByScopedToken(actor, { role, password, profile: changed })
  if (password !== undefined) refuseTokens(actor, 'change passwords')
  if (changed.email !== undefined) refuseTokens(actor, 'change e-mail addresses')
  if (user.role === 'administrator' && role !== undefined && role !== user.role)
    refuseTokens(actor, 'demote administrators')
  if (password !== undefined && own !== undefined) await requireCurrentPassword(user, own)
  else if (changed.email !== undefined && own !== undefined) await allowOwnEmail(user, own, context)
  const hash = password ? await hashOfNewPassword(password, context) : null
  if (role !== undefined && role !== user.role)
    requireAccountChanged(await store.accounts.setRole(user.login, role, moment, actor))
  if (suspended !== undefined && suspended !== user.suspended)
    requireAccountChanged(await store.accounts.setSuspended(user.login, suspended, context))
  if (person !== undefined) {
    refuseTokens(actor, 'link accounts')
    await store.identities.link(user.login, person ?? undefined, context)
  }
  await changeProfile(user, changed, context, own)
  if (password !== undefined)
    await store.accounts.setPassword(user.login, hash, moment, { by: actor, kept: own?.session })
  return userWithId(context, id)
}

/** Stores the user's own new e-mail address, which the secret of a message to it confirms. Throws 403, 404 or 409. */
export async function confirmEmail(id: number, secret: string, context: Context): Promise<User> {
  refuseTokens(context.actor, 'change e-mail addresses')
  const { login } = await userWithId(context, id)
  const outcome = await context.store.accounts.confirmEmail(login, secret, context)
  requireAccountChanged(outcome, 'email_change-not-found')
  return userWithId(context, id)
}
