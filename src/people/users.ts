/** Users: rules, changes, what proves that they change their own account. */

import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashPassword, passwordMatchesHash, preparedHashOrPlaceholder } from '../actions/writing/preparing.ts'
import { type Context, userQueueName } from '../api/context.ts'
import type { SentRequest } from '../api/operation.ts'
import type { Outside } from '../api/outside.ts'
import { type Actor, type Role, refusalProblem, requireMayAdministerUser } from '../api/policy.ts'
import { textFault } from '../domain/text/plain-text.ts'
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import { because, invalidParam, missingParams, Problem, type RefusalReason } from '../problem.ts'
import type { AccountChangeResult, Profile, SecondFactor, Store, User, UserAndRoles } from '../store/store.ts'
import { addressRateKey } from '../support/rate-limiter.ts'

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
async function hashOfNewPassword(password: string, context: Context): Promise<string> {
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
function refuseRaisingRightsByScopedToken(actor: Actor, { role, password, profile }: UserChanges): void {
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
function sentProfile(sent: UserChanges['profile'] = {}): Partial<Profile> {
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

// Second factors (contract §14): a time-based code (RFC 6238) of an app, or a recovery code.

/** Wrong codes in succession that lock a factor, and for how many seconds. */
const LOCK = { most: 5, seconds: 900 }
const MAX_CODES = 10
const KEY_BYTES = 20
/** 80 bits: no recovery code can be guessed, so a fast hash is enough to store it. */
const CODE_BYTES = 10
/** Time steps before and after the current one that are accepted: clocks of telephones are not exact. */
const TOLERANCE = 1

const appOf = (secret: string, issuer = '', label = '') => new TOTP({ secret, issuer, label })

/** Recovery codes are typed: case, spaces and hyphens do not matter. */
const plain = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()

const grouped = (code: string) => code.match(/.{4}/g)?.join('-') ?? code

function allowUnlocked({ locked_utc }: SecondFactor, { now }: Moment): void {
  const seconds = locked_utc - epochOfInstant(now)
  if (seconds > 0)
    throw new Problem('rest_too_many_requests', {
      ...because('too_many_codes'),
      headers: { 'Retry-After': String(seconds) },
    })
}

/** Returns the time step of a code that the app shows about now; undefined for a wrong code. */
function stepOf({ secret }: SecondFactor, code: string, { now }: Moment): number | undefined {
  const timestamp = now.epochMilliseconds
  const app = appOf(secret)
  const delta = app.validate({ token: code, timestamp, window: TOLERANCE })
  return delta === null ? undefined : app.counter({ timestamp }) + delta
}

/** Whether the user has a second factor in use. */
export async function hasSecondFactor(store: Store, user: number): Promise<boolean> {
  return (await store.secondFactors.of(user))?.confirmed_utc != null
}

/**
 * Whether a code is one of the user's app or a recovery code, and was not used before. A wrong one counts: five in succession
 * lock the factor for 15 minutes. Throws 429 while it is locked.
 */
export async function trySecondFactorCode(
  store: Store,
  user: number,
  sent: string,
  moment: Moment,
): Promise<boolean> {
  const factor = await store.secondFactors.of(user)
  if (factor === undefined) return false
  allowUnlocked(factor, moment)
  const code = plain(sent)
  const step = /^\d{6}$/.test(code) ? stepOf(factor, code, moment) : undefined
  const isRight =
    step === undefined
      ? await store.secondFactors.takeCode(user, code, moment)
      : await store.secondFactors.takeStep(user, step, moment)
  if (!isRight) await store.secondFactors.fail(user, LOCK, moment)
  return isRight
}

/** Returns whether the user has a second factor in use, and how many recovery codes are left. Throws 404. */
export async function secondFactorState(
  id: number,
  { store }: { readonly store: Pick<Store, 'accounts' | 'secondFactors'> },
) {
  const user = await userWithId({ store }, id)
  const factor = await store.secondFactors.of(user.id)
  const enabled = factor?.confirmed_utc != null
  return { enabled, recovery_codes_left: enabled ? (factor?.codes ?? 0) : 0 }
}

/** Makes a key that an app reads from `address`; it is not in use until a code confirms it. Throws 403, 404 or 409. */
export async function beginSecondFactor(id: number, issuer: string, context: Context) {
  refuseTokens(context.actor, 'change second factors')
  const user = await userWithId(context, id)
  const key = new Secret({ size: KEY_BYTES }).base32
  if (!(await context.store.secondFactors.begin(user.id, key))) throw new Problem('second_factor_exists')
  return { key, address: appOf(key, issuer, user.login).toString() }
}

/** Puts the factor to use. Returns its recovery codes for the only time. Throws 400, 403, 404, 409 or 429. */
export async function confirmSecondFactor(
  id: number,
  code: string,
  context: Context,
): Promise<readonly string[]> {
  refuseTokens(context.actor, 'change second factors')
  const { store, moment } = context
  const user: UserAndRoles = await userWithId(context, id)
  const factor = await store.secondFactors.of(user.id)
  if (factor === undefined) throw new Problem('second_factor-not-found')
  if (factor.confirmed_utc !== null) throw new Problem('second_factor_exists')
  allowUnlocked(factor, moment)
  const step = stepOf(factor, plain(code), moment)
  if (step === undefined) {
    await store.secondFactors.fail(user.id, LOCK, moment)
    throw invalidParam('code', because('wrong_code'))
  }
  const codes = Array.from({ length: MAX_CODES }, () => base32(randomBytes(CODE_BYTES)))
  if (!(await store.secondFactors.confirm(user, step, codes, context)))
    throw new Problem('second_factor_exists')
  return codes.map(grouped)
}

const base32 = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32

/** Removes the factor of a user. Throws 403 or 404. */
export async function removeSecondFactor(id: number, context: Context): Promise<void> {
  refuseTokens(context.actor, 'change second factors')
  const user = await userWithId(context, id)
  if (!(await context.store.secondFactors.remove(user, context))) throw new Problem('second_factor-not-found')
}

// Changing users (contract §14). What users change of themselves needs a proof, and a new e-mail address a confirmation.

/** The proof that a change of one's own password or e-mail address needs, and the session that outlasts it. */
interface OwnChangeProof {
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
 * it. `own` is set where users change themselves. Returns whether anything differed. Throws 400, 403, 404, 409 or 429.
 */
export async function changeUser(
  id: number,
  { role, password, profile, suspended, person }: UserChanges,
  context: Context,
  own?: OwnChangeProof,
): Promise<boolean> {
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
  const hasOtherRole = role !== undefined && role !== user.role
  const isOtherwiseSuspended = suspended !== undefined && suspended !== user.suspended
  if (hasOtherRole) requireAccountChanged(await store.accounts.setRole(user.login, role, moment, actor))
  if (isOtherwiseSuspended)
    requireAccountChanged(await store.accounts.setSuspended(user.login, suspended, context))
  if (person !== undefined) refuseTokens(actor, 'link accounts')
  const isLinked = person !== undefined && (await store.identities.link(user, person ?? undefined, context))
  await changeProfile(user, changed, context, own)
  if (password !== undefined)
    await store.accounts.setPassword(user.login, hash, moment, { by: actor, kept: own?.session })
  return (
    [hasOtherRole, isOtherwiseSuspended, isLinked, password !== undefined].includes(true) ||
    Object.keys(changed).length > 0
  )
}

// Who may change an account, and what proves that users change their own (contract §14).

/** A request about a user: `id` is the id in its path. */
interface AboutUser extends Pick<Context, 'actor'> {
  readonly id: number
}

const signedIn = ({ role }: Actor) => role !== 'anonymous'

/** The right of those who are signed in: whose account it is about decides further. */
export const ofSignedIn = { scope: 'users', allows: signedIn } as const

/** Throws 401 or 403 for anyone but the user and administrators. */
export async function ownOrAdministered({ id, actor }: AboutUser): Promise<void> {
  requireMayAdministerUser(actor, id)
}

/** Throws 401 or 403 for anyone but the user. In local mode the administrator has no account, and so has the id of no user. */
export async function ownAlone({ id, actor }: AboutUser): Promise<void> {
  if (actor.id === 0 || actor.id !== id) throw refusalProblem(actor)
}

type Given = Pick<Context, 'store' | 'actor'> &
  Pick<Outside, 'signingIn'> & { readonly request: Pick<SentRequest, 'ip' | 'session'> }

interface SentProof {
  readonly current_password?: string | null | undefined
  readonly code?: string | null | undefined
}

/** The proof that users change their own account. Wrong passwords count as failed sign-ins. */
export function proofOf(sent: SentProof, { store, actor, signingIn, request }: Given): OwnChangeProof {
  const { ip, session } = request
  return {
    current: sent.current_password ?? undefined,
    code: sent.code ?? undefined,
    sendsMail: signingIn.sendsMail,
    session: session?.secret,
    async proves(password) {
      const right = await signingIn.attempts.expensive({ ip, login: actor.login }, async () => {
        const hash = await store.sessions.passwordOf(actor.login)
        return (await passwordMatchesHash(password, hash, addressRateKey(ip))) || undefined
      })
      return right === true
    },
  }
}
