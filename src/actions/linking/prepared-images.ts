/**
 * Prepares images outside of transactions: their files are written before the transaction that names them, and removed
 * after it where nothing uses them (contract §4.6).
 */
import { invalidParam } from '../../problem.ts'
import type { MediaRecord } from '../../store/store.ts'
import type { Context, ImageSource, Prepared, PreparedImage } from '../context.ts'

/** Aborts a transaction that needs an image which is not prepared yet. */
class NotReady extends Error {
  readonly source: ImageSource
  constructor(source: ImageSource) {
    super('The image is not ready.')
    this.source = source
  }
}

/** Returns every file of a media item: the original, then its sizes. */
export function filesOf({ file, sizes }: Pick<MediaRecord, 'file' | 'sizes'>): readonly string[] {
  return [file, ...Object.values(sizes).map((size) => size.file)]
}

/** Removes the files of images that no media item uses. `fasti media prune` finds any that can't be removed. */
export async function discard(
  found: readonly Pick<MediaRecord, 'file' | 'sizes'>[],
  { store, images }: Context,
): Promise<void> {
  try {
    for (const image of found) if (!(await store.isKept(image.file))) await images.remove(filesOf(image))
  } catch {
    // The response does not depend on leftover files.
  }
}

/** The greatest number of images fetched for one request: each may take seconds. */
const MAX_IMAGES = 20

/** What stands for the image of a submission among the sources: no address that anybody sends begins like it. */
const SUBMITTED = 'submission:'

/** Returns the source that stands for the image of a submission. */
export const submissionSource = (submission: number): ImageSource => `${SUBMITTED}${submission}`

/** Returns the source itself, or the bytes of a submission's image; undefined where there is none any more. */
async function submittedOf(source: ImageSource, store: Context['store']): Promise<ImageSource | undefined> {
  if (typeof source !== 'string' || !source.startsWith(SUBMITTED)) return source
  return (await store.submissions.image(Number(source.slice(SUBMITTED.length))))?.bytes
}

async function prepare(
  source: ImageSource,
  others: number,
  { store, images, actor, gone }: Context,
): Promise<Prepared> {
  if (others >= MAX_IMAGES)
    return { fault: `is one image too many: a request may fetch at most ${MAX_IMAGES}` }
  const known = await submittedOf(source, store)
  if (known === undefined) return { fault: 'is no longer there' }
  const prepared = await images.prepare(known, { user: actor.id, gone })
  if ('image' in prepared) await images.write(prepared.image.files)
  return prepared
}

/**
 * Runs `act`, which opens a transaction. If the transaction needs an image that is not prepared, it is rolled back,
 * the image is fetched and its files are written while no transaction is open, and `act` runs again. Files that end
 * up unused are removed. Within another `withImages`, that one fetches.
 */
export async function withImages<T>(context: Context, act: (context: Context) => Promise<T>): Promise<T> {
  if (context.ready !== undefined) return act(context)
  const ready = new Map<ImageSource, Prepared>()
  try {
    for (;;) {
      const missing = await attempt(() => act({ ...context, ready }))
      if ('result' in missing) return missing.result
      ready.set(missing.source, await prepare(missing.source, ready.size, context))
    }
  } finally {
    await discard(
      [...ready.values()].flatMap((prepared) => ('image' in prepared ? [prepared.image.columns] : [])),
      context,
    )
  }
}

async function attempt<T>(
  act: () => Promise<T>,
): Promise<{ readonly result: T } | { readonly source: ImageSource }> {
  try {
    return { result: await act() }
  } catch (error) {
    if (error instanceof NotReady) return { source: error.source }
    throw error
  }
}

/**
 * Returns a prepared image. Throws 400 on `arg` where it could not be prepared. Where nobody tried yet, throws what
 * makes `withImages` prepare it and run the transaction again.
 */
export function preparedImage(source: ImageSource, arg: string, ready: Context['ready']): PreparedImage {
  const prepared = ready?.get(source)
  if (prepared === undefined) throw new NotReady(source)
  if ('fault' in prepared) throw invalidParam(arg, prepared.fault)
  return prepared.image
}
