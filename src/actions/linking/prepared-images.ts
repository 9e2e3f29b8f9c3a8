/**
 * Prepares images outside of transactions: their files are written before the transaction that names them, and removed
 * after it if nothing uses them (contract §4.6).
 */
import { invalidParam } from '../../problem.ts'
import type { MediaRecord } from '../../store/store.ts'
import type { Context, Focus, ImageSource, Prepared, PreparedImage } from '../context.ts'

/** Aborts a transaction that needs an image which is not prepared yet. */
class NotReady extends Error {
  readonly source: ImageSource
  readonly focus: Focus
  constructor(source: ImageSource, focus: Focus) {
    super('The image is not ready.')
    this.source = source
    this.focus = focus
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

/** Removes those of the files that no media item has. */
async function discardFiles(files: readonly string[], { store, images }: Context): Promise<void> {
  try {
    for (const file of files) if ((await store.mediaOfFile(file)) === undefined) await images.remove([file])
  } catch {
    // The response does not depend on leftover files.
  }
}

/** The greatest number of images prepared for one request: each may take seconds. */
const MAX_IMAGES = 20

// What stands for the image of a submission, and for a thumbnail, among the sources: no address that anybody sends begins like these.
const SUBMITTED = 'submission:'
const THUMBNAIL = 'thumbnail:'

/** Returns the source of the image of a submission. */
export const submissionSource = (submission: number): ImageSource => `${SUBMITTED}${submission}`

/** Returns the source of the thumbnail of a media item, cut around a focus. */
export const thumbnailSource = (media: number, { x, y }: Focus): ImageSource =>
  `${THUMBNAIL}${media}:${x}:${y}`

/** Returns the id behind a prefix; undefined for another source. */
const idOf = (source: ImageSource, prefix: string) =>
  typeof source === 'string' && source.startsWith(prefix)
    ? Number.parseInt(source.slice(prefix.length), 10)
    : undefined

/** Prepares a source for a user, around a focus; undefined if its stored file is gone. `files` collects what may be left over. */
async function prepareSource(
  source: ImageSource,
  focus: Focus,
  { store, images, actor, gone }: Context,
  files: string[],
): Promise<Prepared | undefined> {
  const waiter = { user: actor.id, gone }
  const [media, submission] = [idOf(source, THUMBNAIL), idOf(source, SUBMITTED)]
  if (media !== undefined) {
    const kept = await store.media(media)
    if (kept === undefined) return undefined
    const prepared = await images.cut(kept.file, focus, waiter)
    files.push(...(kept.sizes.thumbnail === undefined ? [] : [kept.sizes.thumbnail.file]))
    if ('image' in prepared) files.push(prepared.image.columns.file)
    return prepared
  }
  if (submission === undefined) return images.prepare(source, waiter, focus)
  const found = await store.submissions.image(submission)
  return found && images.prepare(found.bytes, waiter, focus)
}

interface Missing {
  readonly source: ImageSource
  readonly focus: Focus
}

async function prepare(
  { source, focus }: Missing,
  others: number,
  context: Context,
  files: string[],
): Promise<Prepared> {
  if (others >= MAX_IMAGES)
    return { fault: `is one image too many: a request may fetch at most ${MAX_IMAGES}` }
  const prepared = (await prepareSource(source, focus, context, files)) ?? { fault: 'is no longer there' }
  if ('image' in prepared) await context.images.write(prepared.image.files)
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
  const thumbnails: string[] = []
  try {
    for (;;) {
      const missing = await attempt(() => act({ ...context, ready }))
      if ('result' in missing) return missing.result
      ready.set(missing.source, await prepare(missing, ready.size, context, thumbnails))
    }
  } finally {
    const whole = [...ready]
      .filter(([source]) => idOf(source, THUMBNAIL) === undefined)
      .map(([, prepared]) => prepared)
    await discard(
      whole.flatMap((prepared) => ('image' in prepared ? [prepared.image.columns] : [])),
      context,
    )
    await discardFiles(thumbnails, context)
  }
}

async function attempt<T>(act: () => Promise<T>): Promise<{ readonly result: T } | Missing> {
  try {
    return { result: await act() }
  } catch (error) {
    if (error instanceof NotReady) return { source: error.source, focus: error.focus }
    throw error
  }
}

/**
 * Returns a prepared image. Throws 400 on `arg` where it could not be prepared. If nobody tried yet, throws what
 * makes `withImages` prepare it around the focus and run the transaction again.
 */
export function preparedImage(
  source: ImageSource,
  arg: string,
  ready: Context['ready'],
  focus: Focus,
): PreparedImage {
  const prepared = ready?.get(source)
  if (prepared === undefined) throw new NotReady(source, focus)
  if ('fault' in prepared) throw invalidParam(arg, prepared.fault)
  return prepared.image
}
