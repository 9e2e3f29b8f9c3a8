/** Users, their tokens and their sessions, as administrators manage them (contract §5). */
import type { Scope } from '../../contract/people.ts'
import { textFault } from '../../domain/text/plain-text.ts'
import { invalidParam, Problem } from '../../problem.ts'
import type { Account, NewToken, Token } from '../../store/store.ts'
import { type Context, callerName } from '../context.ts'
import { type Actor, allowAdministering, allowScope, type Role } from '../policy.ts'
import { hashPassword } from './secrets.ts'

/** The least and greatest number of characters of a password. */
export const SHORTEST_PASSWORD = 10
export const LONGEST_PASSWORD = 1000

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

type User = Account & { readonly created_utc: number }

/** Returns the user with an id. Throws 404. */
export async function userOf({ store }: Context, id: number): Promise<User> {
  const user = (await store.accounts.users()).find((one) => one.id === id)
  if (user === undefined) throw new Problem('user-not-found')
  return user
}

async function hashed(password: string, { actor }: Context): Promise<string> {
  const fault = passwordFault(password)
  if (fault !== undefined) throw invalidParam('password', fault)
  return hashPassword(password, callerName(actor))
}

/**
 * A token with scopes gives nobody more rights than it has: no administrators, and no passwords, since a session has no
 * scopes. Throws 403.
 */
function allowRaising({ scopes }: Actor, { role, password }: UserChanges): void {
  if (scopes === undefined || (role !== 'administrator' && !password)) return
  const what = password ? 'set passwords' : 'make administrators'
  throw new Problem('rest_forbidden', {
    message: `A token with scopes may not ${what}: sign in, or use a token without scopes.`,
  })
}

interface UserChanges {
  readonly role?: Role | undefined
  readonly password?: string | null | undefined
}

interface NewUser extends UserChanges {
  readonly login: string
  readonly role: Role
}

/** Adds a user. The first user ends local mode, so it must be an administrator with a password. Throws 400 or 409. */
export async function addUser({ login, role, password }: NewUser, context: Context): Promise<User> {
  const { store, moment, actor } = context
  allowRaising(actor, { role, password })
  if (!isLogin(login))
    throw invalidParam('login', 'must have 1 to 60 of a-z, 0-9, dot, hyphen and underscore')
  if (!(await store.hasUsers())) {
    if (role !== 'administrator') throw invalidParam('role', 'must be administrator for the first user')
    if (!password)
      throw invalidParam('password', 'is required for the first user, who ends local mode and has to sign in')
  }
  const hash = password ? await hashed(password, context) : null
  const id = await store.accounts.addUser(login, role, moment, hash, actor)
  if (id === undefined) throw new Problem('user_exists')
  return userOf(context, id)
}

/**
 * Changes the role or password of a user. A new password ends the user's sessions; an empty one removes it. Throws
 * 400, 404 or 409.
 */
export async function changeUser(
  id: number,
  { role, password }: UserChanges,
  context: Context,
): Promise<User> {
  const { store, moment, actor } = context
  allowRaising(actor, { role, password })
  const user = await userOf(context, id)
  if (role !== undefined && role !== user.role) {
    const isLast =
      user.role === 'administrator' && isLastAdministrator(await store.accounts.users(), user.login)
    if (isLast) throw new Problem('last_administrator')
  }
  const hash = password ? await hashed(password, context) : null
  if (role !== undefined && role !== user.role) await store.accounts.setRole(user.login, role, moment, actor)
  if (password !== undefined) await store.accounts.setPassword(user.login, hash, moment, actor)
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

/** A token with scopes creates only tokens that have no others. Throws 403. */
function allowScopes(actor: Actor, wanted: readonly Scope[]): void {
  if (actor.scopes === undefined) return
  for (const scope of wanted) allowScope(actor, scope)
  if (wanted.length === 0)
    throw new Problem('rest_forbidden', {
      message: `A token without scopes would have more rights than this one: name some of ${actor.scopes.join(', ')}.`,
    })
}

/**
 * Creates a token that is valid until `expires` (seconds since 1970 UTC). Returns its secret for the only time.
 * Throws 404.
 */
export async function createToken(
  id: number,
  { name, expires, scopes }: NewToken,
  context: Context,
): Promise<Token & { readonly secret: string }> {
  const { store, moment, actor } = context
  allowScopes(actor, scopes)
  const { login } = await userOf(context, id)
  const secret = await store.accounts.createToken(login, { name, expires, scopes }, moment, actor)
  const kept = secret === undefined ? undefined : await store.accounts.accountOf(secret, undefined, moment)
  const number = kept?.token
  const token = (await store.accounts.tokens(login)).find((one) => one.id === number)
  if (secret === undefined || token === undefined) throw new Problem('user-not-found')
  return { ...token, secret }
}

/** Revokes a token and returns it as it was. Throws 404 where it does not exist or the actor may not see it. */
export async function revokeToken(id: number, context: Context): Promise<Token> {
  const { store, moment, actor } = context
  const token = (await store.accounts.tokens(undefined)).find((one) => one.id === id)
  allowAdministering(actor, token?.login === actor.login ? actor.id : undefined)
  if (token === undefined) throw new Problem('token-not-found')
  await store.accounts.revokeToken(id, moment, actor)
  return token
}
