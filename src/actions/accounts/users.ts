import { textFault } from '../../domain/text/plain-text.ts'
import { invalidParam, missingParams, Problem } from '../../problem.ts'
import type { Account, Profile, User } from '../../store/store.ts'
import { type Context, callerName } from '../context.ts'
import type { Actor, Role } from '../policy.ts'
import { hashOf } from './password-hash.ts'
import { hashPassword } from './secrets.ts'

/** The least and greatest number of characters of a password. */
export const SHORTEST_PASSWORD = 10
const LONGEST_PASSWORD = 1000

/** Whether a text is a valid login, in any case. */
export const isLogin = (text: string): boolean => /^[a-z0-9._-]{1,60}$/i.test(text)

/** Returns why a password is not valid; undefined for a valid one. */
export function passwordFault(password: string): string | undefined {
  const { length } = [...password]
  const isLong = length >= SHORTEST_PASSWORD && length <= LONGEST_PASSWORD
  return (
    textFault(password) ??
    (isLong ? undefined : `must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`)
  )
}

/** Whether no user other than that login is an administrator. */
export const isLastAdministrator = (users: readonly Account[], login: string): boolean =>
  users.every((user) => user.role !== 'administrator' || user.login === login)

/** Returns the user with an id. Throws 404. */
export async function userOf({ store }: Context, id: number): Promise<User> {
  const user = (await store.accounts.users()).find((one) => one.id === id)
  if (user === undefined) throw new Problem('user-not-found')
  return user
}

async function hashed(password: string, context: Context): Promise<string> {
  const fault = passwordFault(password)
  if (fault !== undefined) throw invalidParam('password', fault)
  // Within a transaction it was hashed before.
  if (context.hashed !== undefined) return hashOf(password, context)
  return hashPassword(password, callerName(context.actor))
}

/** Throws 403 for a token with scopes: what it may do must not lead to a session, which has no scopes. */
export function allowUnscoped({ scopes }: Actor, what: string): void {
  if (scopes === undefined) return
  throw new Problem('rest_forbidden', {
    message: `A token with scopes may not ${what}: sign in, or use a token without scopes.`,
  })
}

/**
 * A token with scopes gives nobody more rights than it has: no administrators, no passwords, and no e-mail addresses, to which
 * links for passwords are sent. Throws 403.
 */
function allowRaising(actor: Actor, { role, password, profile }: UserChanges): void {
  if (password) allowUnscoped(actor, 'set passwords')
  if (role === 'administrator') allowUnscoped(actor, 'make administrators')
  if (profile?.email !== undefined) allowUnscoped(actor, 'set e-mail addresses')
}

interface UserChanges {
  readonly role?: Role | undefined
  readonly password?: string | null | undefined
  /** What users tell of themselves; null clears. */
  readonly profile?: { readonly [K in keyof Profile]?: Profile[K] | null | undefined } | undefined
}

interface NewUser extends UserChanges {
  readonly login: string
  readonly role: Role
}

/** The proof that a change of one's own password needs, and the session that outlasts it. */
export interface OwnChange {
  /** The current password as sent. */
  readonly current: string | undefined
  /** Whether a password is the user's. Throws 429 after too many wrong ones. */
  proves(password: string): Promise<boolean>
  /** The secret of the session that the request comes with. */
  readonly session: string | undefined
}

/** Throws 400 unless the current password is right. A user without a password has nothing to prove. */
export async function allowOwn({ has_password }: User, { current, proves }: OwnChange): Promise<void> {
  if (!has_password) return
  if (current === undefined) throw missingParams(['current_password'], {})
  if (!(await proves(current))) throw invalidParam('current_password', 'is not your current password')
}

function profileOf(sent: UserChanges['profile'] = {}): Partial<Profile> {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, value ?? '']))
}

/** Adds a user. The first user ends local mode, so it must be an administrator with a password. Throws 400 or 409. */
export async function addUser({ login, role, password, profile }: NewUser, context: Context): Promise<User> {
  const { store, moment, actor } = context
  allowRaising(actor, { role, password, profile })
  if (!isLogin(login))
    throw invalidParam('login', 'must have 1 to 60 of a-z, 0-9, dot, hyphen and underscore')
  if (!(await store.hasUsers())) {
    if (role !== 'administrator') throw invalidParam('role', 'must be administrator for the first user')
    if (!password)
      throw invalidParam('password', 'is required for the first user, who ends local mode and has to sign in')
  }
  const hash = password ? await hashed(password, context) : null
  const id = await store.accounts.addUser(login, role, moment, hash, actor, profileOf(profile))
  if (id === undefined) throw new Problem('user_exists')
  return userOf(context, id)
}

/** Throws 409 if a change of role would leave no administrator. */
async function allowRole(user: User, role: Role | undefined, { store }: Context): Promise<void> {
  if (role === undefined || role === user.role || user.role !== 'administrator') return
  if (isLastAdministrator(await store.accounts.users(), user.login)) throw new Problem('last_administrator')
}

/** Stores the profile of a user. The former e-mail address gets a message about the change. */
async function changeProfile(user: User, sent: UserChanges['profile'], context: Context): Promise<void> {
  const { store, moment } = context
  const before = new Map<string, unknown>(Object.entries(user))
  const changes = profileOf(sent)
  const differing = Object.entries(changes).filter(([name, value]) => before.get(name) !== value)
  if (differing.length === 0) return
  await store.accounts.setProfile(user.login, Object.fromEntries(differing), context)
  if (user.email === '' || changes.email === undefined || changes.email === user.email) return
  const mail = { kind: 'address', recipient: user.email, subject_id: user.id, data: {} } as const
  await store.mail.add({ ...mail, language: user.language }, moment)
}

/**
 * Changes the role, the password or the profile of a user. A new password ends the user's other sessions; an empty one removes
 * it. `own` is set where users change themselves. Throws 400, 404, 409 or 429.
 */
export async function changeUser(
  id: number,
  { role, password, profile }: UserChanges,
  context: Context,
  own?: OwnChange,
): Promise<User> {
  const { store, moment, actor } = context
  allowRaising(actor, { role, password, profile })
  const user = await userOf(context, id)
  await allowRole(user, role, context)
  if (password !== undefined && own !== undefined) await allowOwn(user, own)
  const hash = password ? await hashed(password, context) : null
  if (role !== undefined && role !== user.role) await store.accounts.setRole(user.login, role, moment, actor)
  await changeProfile(user, profile, context)
  if (password !== undefined) await store.accounts.setPassword(user.login, hash, moment, actor, own?.session)
  return userOf(context, id)
}

/**
 * Removes a user with all tokens and sessions, and returns the user as before. Throws 404, or 409 for the last
 * administrator.
 */
export async function removeUser(id: number, context: Context): Promise<User> {
  const { store, moment, actor } = context
  const user = await userOf(context, id)
  if (user.role === 'administrator' && isLastAdministrator(await store.accounts.users(), user.login))
    throw new Problem('last_administrator')
  await store.accounts.removeUser(user.login, moment, actor)
  return user
}

/** Ends the sessions of a user. Throws 404. */
export async function endSessions(id: number, context: Context): Promise<User> {
  const user = await userOf(context, id)
  await context.store.accounts.endSessions(user.login, context.moment, context.actor)
  return user
}
