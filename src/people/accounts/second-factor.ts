/** Second factors (contract §14): a time-based code (RFC 6238) of an app, or a recovery code. */
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Context } from '../../api/context.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import type { SecondFactor, Store, UserAndRoles } from '../../store/store.ts'
import { refuseTokens, userWithId } from './users.ts'

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
