import { preparedHashOrPlaceholder } from '../../actions/passwords/password-hash.ts'
import { hashPassword } from '../../actions/passwords/secrets.ts'
import { type Context, userQueueName } from '../../api/context.ts'
import type { Actor, Role } from '../../api/policy.ts'
import { textFault } from '../../domain/text/plain-text.ts'
import { because, invalidParam, Problem, type RefusalReason } from '../../problem.ts'
import type { AccountChangeResult, Profile, User } from '../../store/store.ts'

/** The least and greatest number of characters of a password. */
export const SHORTEST_PASSWORD = 10
const LONGEST_PASSWORD = 1000

/** Whether a text is a valid login, in any case. */
export const isLogin = (text: string): boolean => /^[a-z0-9._-]{1,60}$/i.test(text)

/** Returns why a password is not valid; undefined for a valid one. */
export function passwordFault(password: string): RefusalReason | undefined {
  const { length } = [...password]
  const isLong = length >= SHORTEST_PASSWORD && length <= LONGEST_PASSWORD
  return (
    textFault(password) ??
    (isLong ? undefined : because('wrong_length', { least: SHORTEST_PASSWORD, most: LONGEST_PASSWORD }))
  )
}

/** Returns the user with an id. Throws 404. */
export async function userWithId(
  { store }: { readonly store: Pick<Context['store'], 'accounts'> },
  id: number,
): Promise<User> {
  const user = (await store.accounts.users()).find((one) => one.id === id)
  if (user === undefined) throw new Problem('user-not-found')
  return user
}

/** Returns the user that an id or a login names; the id comes first. */
export async function userNamed(named: string, { store }: Pick<Context, 'store'>): Promise<User | undefined> {
  const users = await store.accounts.users()
  return (
    users.find(({ id }) => String(id) === named) ?? users.find(({ login }) => login === named.toLowerCase())
  )
}

/** Returns the hash of a new password. Throws 400, 429 or 503. */
export async function hashOfNewPassword(password: string, context: Context): Promise<string> {
  const fault = passwordFault(password)
  if (fault !== undefined) throw invalidParam('password', fault)
  // No transaction waits for a hash.
  if (context.prepared !== undefined) return preparedHashOrPlaceholder(password, context)
  return hashPassword(password, userQueueName(context.actor))
}

/** Throws 403 for a token with scopes: what it may do must not lead to a session, which has no scopes. */
export function refuseScopedTokens({ scopes }: Actor, what: string): void {
  if (scopes === undefined) return
  throw new Problem('rest_forbidden', because('scoped_token', { what }))
}

/**
 * Throws 403 for a token: what signs a user in, or leads to it, is changed by those who are signed in. So whoever finds a token
 * has the account for as long as the token is valid, and no longer.
 */
export function refuseTokens({ hasToken }: Actor, what: string): void {
  if (hasToken !== true) return
  throw new Problem('rest_forbidden', because('token_instead_of_session', { what }))
}

/**
 * A token with scopes gives nobody more rights than it has: no administrators, no passwords, and no e-mail addresses, to which
 * links for passwords are sent. Throws 403.
 */
export function refuseRaisingRightsByScopedToken(
  actor: Actor,
  { role, password, profile }: UserChanges,
): void {
  if (password) refuseScopedTokens(actor, 'set passwords')
  if (role === 'administrator') refuseScopedTokens(actor, 'make administrators')
  if (profile?.email !== undefined) refuseScopedTokens(actor, 'set e-mail addresses')
}

/** The changes of a user, as sent. */
export interface UserChanges {
  readonly role?: Role | undefined
  readonly password?: string | null | undefined
  /** Whether the user may neither sign in nor use tokens. */
  readonly suspended?: boolean | undefined
  /** Who the user is at the organisation; null for nobody. */
  readonly person?: { readonly issuer: string; readonly subject: string } | null | undefined
  /** The fields of the profile that users fill in; null clears. */
  readonly profile?: { readonly [K in keyof Profile]?: Profile[K] | null | undefined } | undefined
}

interface NewUser extends UserChanges {
  readonly login: string
  readonly role: Role
}

/** Returns the profile that was sent; null clears. */
export function sentProfile(sent: UserChanges['profile'] = {}): Partial<Profile> {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, value ?? '']))
}

/** Throws 404 or 409 for a change that was not made. */
export function requireAccountChanged(
  outcome: AccountChangeResult,
  unknown: 'user-not-found' | 'email_change-not-found' = 'user-not-found',
): void {
  if (outcome === 'unknown') throw new Problem(unknown)
  if (outcome === 'taken') throw new Problem('email_taken')
  if (outcome === 'last') throw new Problem('last_administrator')
}

/** Adds a user. The first user ends local mode, so it must be an administrator with a password. Throws 400 or 409. */
export async function addUser({ login, role, password, profile }: NewUser, context: Context): Promise<User> {
  const { store, moment, actor } = context
  refuseRaisingRightsByScopedToken(actor, { role, password, profile })
  if (!isLogin(login)) throw invalidParam('login', because('not_a_login'))
  if (!(await store.hasUsers())) {
    if (role !== 'administrator') throw invalidParam('role', because('first_user_role'))
    if (!password) throw invalidParam('password', because('first_user_password'))
  }
  const hash = password ? await hashOfNewPassword(password, context) : null
  const id = await store.accounts.addUser(login, role, moment, {
    password: hash,
    by: actor,
    profile: sentProfile(profile),
  })
  if (id !== undefined) return userWithId(context, id)
  const isLoginTaken = (await store.accounts.users()).some((user) => user.login === login.toLowerCase())
  throw new Problem(isLoginTaken ? 'user_exists' : 'email_taken')
}

/**
 * Removes a user with all tokens and sessions, and returns the user as before. Throws 404, or 409 for the last
 * administrator.
 */
export async function removeUser(id: number, context: Context): Promise<User> {
  const { store, moment, actor } = context
  const user = await userWithId(context, id)
  requireAccountChanged(await store.accounts.removeUser(user.login, moment, actor))
  return user
}

/** Ends the sessions of a user. Throws 404. */
export async function endSessionsOfUser(id: number, context: Context): Promise<User> {
  const user = await userWithId(context, id)
  await context.store.accounts.endSessions(user.login, context.moment, context.actor)
  return user
}
