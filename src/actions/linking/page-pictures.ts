/** Makes the pictures that pages show of images, in the background: of new images, and of those from before there were such pictures. */

import type { Context } from '../../api/context.ts'
import { pagePictureWidthsUpToWidth } from '../../domain/page-pictures.ts'
import type { MediaRecord } from '../../store/store.ts'
import { removeUnusedImageFiles } from './prepared-images.ts'

/** The outcome of a run. */
interface PictureRun {
  /** The number of images whose pictures were made, or that pages show as they are. */
  readonly images: number
  /** The id after which the next run begins. */
  readonly after: number
  /** Whether the run ended because there was no other image. */
  readonly isDone: boolean
  /** The error of the storage with which the run ended; the next one goes on behind that image. */
  readonly error?: unknown
}

/** How long a run may take, by a clock in seconds. */
interface RunLimit {
  readonly seconds: number
  readonly elapsed: () => number
}

/** An image and the widths of its new pictures; none for an image that pages show as it is. */
interface Pictured {
  readonly record: MediaRecord
  readonly widths: readonly number[]
}

/** Makes and stores the pictures of an image. Returns undefined if its file is missing: it may come back. */
async function pictured(record: MediaRecord, { images }: Context): Promise<Pictured | undefined> {
  const prepared = await images.pictures(record.file)
  if (prepared === undefined) return undefined
  if ('fault' in prepared) return { record, widths: [] }
  await images.write(prepared.image.files)
  return { record, widths: pagePictureWidthsUpToWidth(record.width) }
}

/** Notes new pictures in one transaction. Removes those of images that were deleted meanwhile. */
async function keepPictures(made: readonly Pictured[], context: Context): Promise<void> {
  if (made.length === 0) return
  await context.store.write(context, async (store) => {
    for (const { record, widths } of made) await store.setPictures(record.id, widths)
  })
  const found = made.map(({ record, widths }) => ({ ...record, widths }))
  await removeUnusedImageFiles(found, context)
}

/**
 * Makes the pictures of the images after an id, oldest first, of at least one and until the time is up. What is made is kept, so that a
 * restart goes on with the next image. Several instances may do so at once: they make equal files. Throws if the database cannot be
 * reached.
 */
export async function makePagePicturesOfMediaAfterId(
  after: number,
  { seconds, elapsed }: RunLimit,
  context: Context,
): Promise<PictureRun> {
  const until = elapsed() + seconds
  const made: Pictured[] = []
  let last = after
  const next = async () => {
    const record = await context.store.nextWithoutPictures(last)
    if (record === undefined) return false
    last = record.id
    const one = await pictured(record, context)
    if (one !== undefined) made.push(one)
    return true
  }
  let run: Pick<PictureRun, 'isDone' | 'error'> = { isDone: false }
  try {
    do run = { isDone: !(await next()) }
    while (!run.isDone && elapsed() < until)
  } catch (error) {
    // A database that cannot be reached makes the write below fail, too.
    run = { isDone: false, error }
  }
  await keepPictures(made, context)
  return { images: made.length, after: last, ...run }
}
