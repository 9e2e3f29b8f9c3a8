/**
 * Prepares what takes too long for a transaction: images, whose files are written before the transaction that names them, and hashes
 * of passwords. So only the caller waits for them, and nothing is prepared for callers without rights to the item.
 */

import type { Context } from '../../api/context.ts'
import type { ImagePreparationOptions, ImageSource, NeededImagesAndPasswords } from '../../api/images.ts'
import type { ResultAndRevision, Writing } from '../../store/store.ts'
import { newImagePreparation } from '../linking/prepared-images.ts'
import { newPasswordHashesOfRequest } from '../passwords/password-hash.ts'

/** Whether a transaction had all that it needs. Otherwise it must not be kept. */
export type TransactionPreparedTest = () => boolean

const newNeeds = (): NeededImagesAndPasswords => ({ images: new Map(), passwords: new Set() })

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
      const needs = newNeeds()
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
