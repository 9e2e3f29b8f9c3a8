/** Password hashes: passwords that users choose are hashed with scrypt and compared in constant time. */
import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { fairQueue } from '../../support/fair-queue.ts'

const KEY_BYTES = 32
/**
 * Hashing is slow on purpose. It takes 16 MiB and a thread of the pool that files and compression share. One caller
 * may have as many waiting as may fail within a minute.
 */
const inTurn = fairQueue({
  running: 2,
  waitingOfOne: 60,
  waiting: 240,
  what: 'requests with a password',
})
const MAX_REMEMBERED = 2000

function derive(password: string, salt: Buffer, caller: string): Promise<Buffer> {
  return inTurn(
    caller,
    () =>
      new Promise((resolve, reject) => {
        scrypt(password, salt, KEY_BYTES, (error, key) => (error ? reject(error) : resolve(key)))
      }),
  )
}

/**
 * Returns `scrypt:salt:key`, both in base64. Slow: never call it in a transaction. `caller` identifies who the work
 * is for. Throws 429 or 503 where too many tasks wait.
 */
export async function hashPassword(password: string, caller = 'command'): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, caller)
  return `scrypt:${salt.toString('base64')}:${key.toString('base64')}`
}

async function matches(password: string, hash: string, caller: string): Promise<boolean> {
  const [, salt = '', key = ''] = hash.split(':')
  const kept = Buffer.from(key, 'base64')
  const derived = await derive(password, Buffer.from(salt, 'base64'), caller)
  return kept.length === derived.length && timingSafeEqual(kept, derived)
}

/** A hash that no known password has. */
const nobodys = `scrypt:${Buffer.alloc(16).toString('base64')}:${Buffer.alloc(KEY_BYTES).toString('base64')}`

/**
 * Whether `password` matches the hash. Without a hash it takes equally long, and results are not cached, so that
 * timing reveals nothing. `caller` identifies who the work is for. Throws 429 or 503 where too many tasks wait.
 */
export async function passwordMatchesHash(
  password: string,
  hash: string | undefined,
  caller: string,
): Promise<boolean> {
  const isRight = await matches(password, hash ?? nobodys, caller)
  return isRight && hash !== undefined
}

const remembering = randomBytes(32)
/**
 * Cached results under a digest that only this process can compute: the next request with the same password needs
 * no hash.
 */
const outcomes = new Map<string, boolean>()

const outcomeName = (password: string, hash: string) =>
  createHmac('sha256', remembering).update(`${hash}\n${password}`).digest('base64')

/** Whether this process has a cached result for `password` and this hash. */
export function hasCachedPasswordCheck(password: string, hash: string): boolean {
  return outcomes.has(outcomeName(password, hash))
}

/**
 * Whether `password` matches the hash. `caller` identifies who the work is for. Throws 429 or 503 where too many
 * tasks wait.
 */
export async function isRightPassword(password: string, hash: string, caller: string): Promise<boolean> {
  const name = outcomeName(password, hash)
  const known = outcomes.get(name)
  if (known !== undefined) return known
  const isRight = await matches(password, hash, caller)
  const [oldest] = outcomes.keys()
  if (outcomes.size >= MAX_REMEMBERED && oldest !== undefined) outcomes.delete(oldest)
  outcomes.set(name, isRight)
  return isRight
}
