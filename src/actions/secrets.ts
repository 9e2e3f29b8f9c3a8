/** Secrets at rest: passwords people choose are hashed with scrypt, and compared in constant time. */
import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { Problem } from '../problem.ts'

const KEY_BYTES = 32
/** Hashing is slow on purpose, and takes 16 MiB and a thread of the pool that files and compression share. */
const MOST_AT_ONCE = 2
const MOST_WAITING = 1000
const MOST_REMEMBERED = 2000

let running = 0
const waiting: (() => void)[] = []

/** Hands the turn on, or gives it back. */
function release(): void {
  const next = waiting.shift()
  if (next === undefined) running -= 1
  else next()
}

/** A turn to hash. Throws 503 where too many wait for theirs. */
async function turn(): Promise<void> {
  if (running < MOST_AT_ONCE) {
    running += 1
    return
  }
  if (waiting.length >= MOST_WAITING) throw new Problem('rest_unavailable')
  await new Promise<void>((resolve) => waiting.push(resolve))
}

async function derive(password: string, salt: Buffer): Promise<Buffer> {
  await turn()
  try {
    return await new Promise((resolve, reject) => {
      scrypt(password, salt, KEY_BYTES, (error, key) => (error ? reject(error) : resolve(key)))
    })
  } finally {
    release()
  }
}

/** `scrypt:salt:key`, both in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt)
  return `scrypt:${salt.toString('base64')}:${key.toString('base64')}`
}

async function matches(password: string, hash: string): Promise<boolean> {
  const [, salt = '', key = ''] = hash.split(':')
  const kept = Buffer.from(key, 'base64')
  const derived = await derive(password, Buffer.from(salt, 'base64'))
  return kept.length === derived.length && timingSafeEqual(kept, derived)
}

/** What no password is known to hash to. */
const nobodys = `scrypt:${Buffer.alloc(16).toString('base64')}:${Buffer.alloc(KEY_BYTES).toString('base64')}`

/** Whether `password` is the one hashed. Takes as long where there is no hash, and each time anew: time tells nothing. */
export async function isUsersPassword(password: string, hash: string | undefined): Promise<boolean> {
  const isRight = await matches(password, hash ?? nobodys)
  return isRight && hash !== undefined
}

const remembering = randomBytes(32)
/** Outcomes under a digest that only this process can make: the next request with a password costs no hash. */
const outcomes = new Map<string, boolean>()

const outcomeName = (password: string, hash: string) =>
  createHmac('sha256', remembering).update(`${hash}\n${password}`).digest('base64')

/** Whether this process has compared `password` with this hash before, and remembers how it went. */
export function wasCompared(password: string, hash: string): boolean {
  return outcomes.has(outcomeName(password, hash))
}

/** Whether `password` is the one that was hashed. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const name = outcomeName(password, hash)
  const known = outcomes.get(name)
  if (known !== undefined) return known
  const isRight = await matches(password, hash)
  const [oldest] = outcomes.keys()
  if (outcomes.size >= MOST_REMEMBERED && oldest !== undefined) outcomes.delete(oldest)
  outcomes.set(name, isRight)
  return isRight
}
