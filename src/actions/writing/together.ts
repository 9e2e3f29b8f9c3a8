/** Several writes in one transaction, and writes that keep nothing (contract §13). */

import type { Context } from '../../api/context.ts'
import type { ResultAndRevision } from '../../store/store.ts'
import { runAfterPreparing } from './preparing.ts'

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
