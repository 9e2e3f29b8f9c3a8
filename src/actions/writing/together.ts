/** Several writes in one transaction, and writes that keep nothing (contract §13). */
import type { WriteResult } from '../../store/store.ts'
import { withHash } from '../accounts/password-hash.ts'
import type { Context } from '../context.ts'
import { withImages } from '../linking/prepared-images.ts'

/**
 * Runs `act`, and all writes in it, in one transaction with one increment of the revision. `act` may run again, so it must
 * have no other side effects. Images are fetched and passwords hashed between the runs. Files of deleted images are
 * removed at the end. Throws what `act` throws; then nothing is kept.
 */
export async function together<T>(
  context: Context,
  act: (context: Context) => Promise<T>,
): Promise<WriteResult<T>> {
  const { store, images } = context
  let unused: readonly string[] = []
  const result = await withHash(context, (context) =>
    withImages(context, (context) => {
      unused = []
      const remove = async (files: readonly string[]) => {
        unused = [...unused, ...files]
      }
      const within = { ...context, images: { ...images, remove } }
      return store.together(context, true, (store) => act({ ...within, store }))
    }),
  )
  // The response does not depend on leftover files.
  if (unused.length > 0) await images.remove(unused).catch(() => {})
  return result
}

/** Runs `act` like `together`, then undoes it: nothing is kept, in the database or as a file. */
export async function rehearsed<T>(context: Context, act: (context: Context) => Promise<T>): Promise<T> {
  const images = { ...context.images, write: async () => {}, remove: async () => {} }
  const { result } = await withHash({ ...context, images }, (context) =>
    withImages(context, (context) =>
      context.store.together(context, false, (store) => act({ ...context, store })),
    ),
  )
  return result
}
