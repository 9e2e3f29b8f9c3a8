/**
 * Prepares what takes too long for a transaction: images, whose files are written before the transaction that names them, and hashes
 * of passwords. So only the caller waits for them, and nothing is prepared for callers without rights to the item.
 */

import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { Revised } from '../../api/answer.ts'
import {
  type Context,
  type ImagePreparationOptions,
  type ImageSource,
  type NeededImagesAndPasswords,
  userQueueName,
} from '../../api/context.ts'
import { because, invalidParam } from '../../problem.ts'
import type { ResultAndRevision, Writing } from '../../store/store.ts'
import { fairQueue } from '../../support/fair-queue.ts'
import { newImagePreparation } from '../linking/images.ts'

// Password hashes: passwords that users choose are hashed with scrypt and compared in constant time.

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

// Hashes the passwords of events (contract §4.7) while no transaction is open.

/** The greatest number of passwords hashed for one request: each takes a noticeable part of a second. */
const MAX_PASSWORDS = 10

/** Returns the hashes of the passwords of a request, by password, and a function that hashes some. That throws 400, 429 or 503. */
function newPasswordHashesOfRequest({ actor }: Pick<Context, 'actor'>) {
  const hashes = new Map<string, string>()
  return {
    hashes,
    async prepare(passwords: Iterable<string>) {
      for (const password of passwords) {
        if (hashes.size >= MAX_PASSWORDS)
          throw invalidParam('password', because('too_many_passwords', { most: MAX_PASSWORDS }))
        hashes.set(password, await hashPassword(password, userQueueName(actor)))
      }
    },
  }
}

/** Returns the hash of a password for the open transaction, or notes that it is needed and returns "". */
export function preparedHashOrPlaceholder(password: string, { prepared }: Pick<Context, 'prepared'>): string {
  if (prepared === undefined) throw new Error('Nothing prepares hashes for this transaction.')
  const hash = prepared.hashes.get(password)
  if (hash === undefined) prepared.needs.passwords.add(password)
  return hash ?? ''
}

/** Whether a transaction had all that it needs. Otherwise it must not be kept. */
export type TransactionPreparedTest = () => boolean

const isComplete = ({ images, passwords }: NeededImagesAndPasswords) =>
  images.size === 0 && passwords.size === 0

/**
 * Runs a write with what it needs prepared. `write` runs one transaction, and keeps it only if it is complete. One that was not said
 * what it needs; that is prepared while no transaction is open, and `write` runs again with it. Files that end up unused are
 * removed. `certain` are images that are needed in any case: they are prepared first, since an id that a transaction took is not free
 * again where it is not kept. Within another `prepared`, that one prepares. Throws what `write` throws, and 400, 429 or 503 for passwords.
 */
export async function runAfterPreparing<T>(
  context: Context,
  write: (context: Context, isComplete: TransactionPreparedTest) => Promise<T>,
  certain: ReadonlyMap<ImageSource, ImagePreparationOptions> = new Map(),
): Promise<T> {
  if (context.prepared !== undefined) return write(context, () => true)
  const images = newImagePreparation(context)
  const hashes = newPasswordHashesOfRequest(context)
  const known = { images: images.images, hashes: hashes.hashes }
  try {
    await images.prepare(certain)
    for (;;) {
      const needs: NeededImagesAndPasswords = { images: new Map(), passwords: new Set() }
      const written = await write({ ...context, prepared: { ...known, needs } }, () => isComplete(needs))
      if (isComplete(needs)) return written
      await hashes.prepare(needs.passwords)
      await images.prepare(needs.images)
    }
  } finally {
    await images.discardUnused()
  }
}

/**
 * Runs `act` in one transaction that is kept once all that it needs is prepared, if `keeps` says so: one that is not kept takes no
 * revision. Throws what `act` and `runAfterPreparing` throw.
 */
export async function writeAfterPreparing<T>(
  context: Context,
  act: (store: Writing, context: Context) => Promise<T>,
  keeps: (result: T) => boolean = () => true,
): Promise<ResultAndRevision<T>> {
  const { result, revision } = await runAfterPreparing(context, (context, isComplete) =>
    context.store.write(
      context,
      (store) => act(store, context),
      (result) => isComplete() && keeps(result),
    ),
  )
  return { result, revision: keeps(result) ? revision : revision - 1 }
}

// Several writes in one transaction, and writes that keep nothing (contract §13).

/**
 * Runs `act`, and all writes in it, in one transaction with one increment of the revision. `act` must have no other side effects: it runs
 * again where it needs images or hashes, once they are prepared. The transaction is kept if `keeps` says so. Files of deleted
 * images are removed at the end. Throws what `act` throws; then nothing is kept.
 */
export async function runInOneTransaction<T>(
  context: Context,
  act: (context: Context) => Promise<T>,
  keeps: (result: T) => boolean = () => true,
): Promise<ResultAndRevision<T>> {
  const { images } = context
  let unused: readonly string[] = []
  const result = await runAfterPreparing(context, (context, isComplete) => {
    unused = []
    const remove = async (files: readonly string[]) => {
      unused = [...unused, ...files]
    }
    const within = { ...context, images: { ...images, remove } }
    return context.store.together(
      context,
      (store) => act({ ...within, store }),
      (result) => isComplete() && keeps(result),
    )
  })
  // The response does not depend on leftover files.
  if (keeps(result.result) && unused.length > 0) await images.remove(unused).catch(() => {})
  return result
}

/** Runs one transaction that is kept where its result is of a change: otherwise it takes no revision. */
export async function writeWhatChanges<T>(
  context: Context,
  act: (store: Writing) => Promise<T>,
  isChange: (result: T) => boolean,
): Promise<Revised<T>> {
  const { result, revision } = await context.store.write(context, act, isChange)
  return { result, revision: isChange(result) ? revision : undefined }
}

/** Runs `act` like `together`, then undoes it: nothing is kept, in the database or as a file. */
export async function runThenAlwaysUndo<T>(
  context: Context,
  act: (context: Context) => Promise<T>,
): Promise<T> {
  const images = { ...context.images, write: async () => {}, remove: async () => {} }
  const { result } = await runAfterPreparing({ ...context, images }, (context) =>
    context.store.together(
      context,
      (store) => act({ ...context, store }),
      () => false,
    ),
  )
  return result
}
