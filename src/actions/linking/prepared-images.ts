/**
 * Prepares images outside of transactions: their files are written before the transaction that names them, and removed
 * after it if nothing uses them (contract §4.6).
 */
import { randomUUID } from 'node:crypto'
import type { Context } from '../../api/context.ts'
import type {
  Focus,
  ImagePreparationOptions,
  ImagePreparationResult,
  ImageSource,
  PreparedImage,
} from '../../api/images.ts'
import { pictureFileNameInWidth } from '../../domain/page-pictures.ts'
import { because, invalidParam } from '../../problem.ts'
import type { MediaRecord } from '../../store/store.ts'

type ImageFiles = Pick<MediaRecord, 'file' | 'sizes'> & Partial<Pick<MediaRecord, 'widths'>>

/** Returns every file of a media item: the original, its sizes, then the pictures for pages. */
export function fileNamesOfMediaItem({ file, sizes, widths = [] }: ImageFiles): readonly string[] {
  const pictures = widths.map((width) => pictureFileNameInWidth(file, width))
  return [file, ...Object.values(sizes).map((size) => size.file), ...pictures]
}

/** Removes the files of images that no media item uses. `fasti media prune` finds any that can't be removed. */
export async function removeUnusedImageFiles(
  found: readonly ImageFiles[],
  { store, images }: Context,
): Promise<void> {
  try {
    for (const image of found)
      if (!(await store.isKept(image.file))) await images.remove(fileNamesOfMediaItem(image))
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
export const submissionImageSource = (submission: number): ImageSource => `${SUBMITTED}${submission}`

/** Returns the source of the thumbnail of a media item, cut around a focus. */
export const sourceKeyOfRecutThumbnail = (media: number, { x, y }: Focus): ImageSource =>
  `${THUMBNAIL}${media}:${x}:${y}`

/** Returns the id behind a prefix; undefined for another source. */
const idOf = (source: ImageSource, prefix: string) =>
  typeof source === 'string' && source.startsWith(prefix)
    ? Number.parseInt(source.slice(prefix.length), 10)
    : undefined

/** Prepares a source for a user as wished; undefined if its stored file is gone. `files` collects what may be left over. */
async function prepareSource(
  source: ImageSource,
  wish: ImagePreparationOptions,
  { store, images, actor, gone }: Context,
  files: string[],
): Promise<ImagePreparationResult | undefined> {
  const waiter = { user: actor.id, gone }
  const [media, submission] = [idOf(source, THUMBNAIL), idOf(source, SUBMITTED)]
  if (media !== undefined) {
    const kept = await store.media(media)
    if (kept === undefined) return undefined
    const prepared = await images.cut(kept.file, wish, waiter)
    files.push(...(kept.sizes.thumbnail === undefined ? [] : [kept.sizes.thumbnail.file]))
    if ('image' in prepared) files.push(prepared.image.columns.file)
    return prepared
  }
  if (submission === undefined) return images.prepare(source, waiter, wish)
  const found = await store.proposals.image(submission)
  return found && images.prepare(found.bytes, waiter, { x: wish.x, y: wish.y })
}

/** An image that a transaction needs. */
interface NeededImage {
  readonly source: ImageSource
  readonly wish: ImagePreparationOptions
}

async function prepareOne(
  { source, wish }: NeededImage,
  others: number,
  context: Context,
  files: string[],
): Promise<ImagePreparationResult> {
  if (others >= MAX_IMAGES) return { fault: because('too_many_images', { most: MAX_IMAGES }) }
  const prepared = (await prepareSource(source, wish, context, files)) ?? { fault: because('image_gone') }
  if ('image' in prepared) await context.images.write(prepared.image.files)
  return prepared
}

/** The images of one request, prepared while no transaction is open. */
interface ImagePreparation {
  readonly images: ReadonlyMap<ImageSource, ImagePreparationResult>
  /** Fetches and checks images, and writes their files, up to the first that has a fault. */
  prepare(needed: ReadonlyMap<ImageSource, ImagePreparationOptions>): Promise<void>
  /** Removes the files that no media item has in the end. */
  discardUnused(): Promise<void>
}

/** Returns the preparation of the images of a request. */
export function newImagePreparation(context: Context): ImagePreparation {
  const images = new Map<ImageSource, ImagePreparationResult>()
  const thumbnails: string[] = []
  return {
    images,
    async prepare(needed) {
      for (const [source, wish] of needed) {
        const prepared = await prepareOne({ source, wish }, images.size, context, thumbnails)
        images.set(source, prepared)
        if ('fault' in prepared) return
      }
    },
    async discardUnused() {
      const whole = [...images]
        .filter(([source]) => idOf(source, THUMBNAIL) === undefined)
        .flatMap(([, prepared]) => ('image' in prepared ? [prepared.image.columns] : []))
      await removeUnusedImageFiles(whole, context)
      await discardFiles(thumbnails, context)
    },
  }
}

/** Returns a blank that stands for an image that is not prepared, in a transaction that is not kept. */
const blankImage = (): PreparedImage => ({
  columns: {
    file: randomUUID(),
    extension: '',
    mime_type: '',
    width: 0,
    height: 0,
    filesize: 0,
    sizes: {},
  },
  files: [],
})

/** Returns a prepared image, or notes that it is needed and returns a blank one. Throws 400 on `arg` where it could not be prepared. */
export function preparedImageOrPlaceholder(
  { source, wish }: NeededImage,
  arg: string,
  { prepared }: Pick<Context, 'prepared'>,
): PreparedImage {
  if (prepared === undefined) throw new Error('Nothing prepares images for this transaction.')
  const found = prepared.images.get(source)
  if (found === undefined) {
    prepared.needs.images.set(source, wish)
    return blankImage()
  }
  if ('fault' in found) throw invalidParam(arg, found.fault)
  return found.image
}
