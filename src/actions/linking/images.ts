/** Finds and adds images: uploads, images at an address, images of submissions (contract §4.6). */

import { randomUUID } from 'node:crypto'
import type {
  ContentContext,
  Context,
  ContextWithImages,
  Focus,
  ImagePreparationOptions,
  ImagePreparationResult,
  ImageSource,
  PreparedImage,
  PureContext,
} from '../../api/context.ts'
import { hasScope, mayEdit, mayUpload, refusalProblem, requireScope, rightsByRole } from '../../api/policy.ts'
import { derivedColumns } from '../../contract/columns.ts'
import type { SentImageReference } from '../../contract/kinds.ts'
import { mediaFields } from '../../contract/resources/fields/other-fields.ts'
import { fieldRowsComposer } from '../../contract/resources/fields/values.ts'
import type { CreateArgs, UpdateArgs } from '../../contract/resources/index.ts'
import { pagePictureWidthsUpToWidth, pictureFileNameInWidth } from '../../domain/images.ts'
import { decodedUriPart } from '../../domain/text/links.ts'
import { titleForStorage } from '../../domain/text/plain-text.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { because, invalidParam } from '../../problem.ts'
import type { MediaRecord, Reading, Writing } from '../../store/store.ts'
import { argsWithoutShownTexts, languageColumnsAfterChange } from '../compose/content.ts'
import { type SentArgs, sentOrKeptText } from '../compose/event.ts'

// Builds the text columns of a media item from its args and the stored item. Pure.

const composeFields = fieldRowsComposer(mediaFields)

/**
 * Returns the title and the fields of a media item after a change, and what it is found by: its folded texts, and the slug of its
 * title, which is empty without a title. `kept` is undefined for a new item.
 */
export function mediaColumnsFromArgs(
  sent: SentArgs<UpdateArgs<'media'>>,
  kept: MediaRecord | undefined,
  context: ContentContext,
) {
  const args = argsWithoutShownTexts('media', sent, kept, context)
  const title = sentOrKeptText(args.title, kept?.title)
  const fields = composeFields(args, kept)
  const content = languageColumnsAfterChange('media', { args, texts: { title, ...fields } }, kept, context)
  return { title, ...fields, ...content, ...derivedColumns.media({ title, ...fields, ...content }) }
}

// Prepares images outside of transactions: their files are written before the transaction that names them, and removed
// after it if nothing uses them (contract §4.6).

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

/** Returns the source of the thumbnail of a media item, cut around a focus. */
const sourceKeyOfRecutThumbnail = (media: number, { x, y }: Focus): ImageSource =>
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
function preparedImageOrPlaceholder(
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

/** An image to add: where it comes from, and the arg that names it. */
interface Added extends SentArgs<UpdateArgs<'media'>> {
  readonly title: string
  readonly source_url: string
  readonly source: ImageSource
  readonly takesSvg?: boolean
  readonly arg: string
}

/** Inserts a prepared image. Returns it as it is stored. Throws 400 on its arg where the image could not be prepared. */
async function keepImage(
  store: Writing,
  { source, takesSvg = false, arg, source_url, ...texts }: Added,
  context: ContextWithImages,
): Promise<MediaRecord> {
  const { actor, moment } = context
  const columns = mediaColumnsFromArgs(texts, undefined, context)
  const wish = { x: columns.focus_x, y: columns.focus_y, takesSvg }
  const image = preparedImageOrPlaceholder({ source, wish }, arg, context)
  const added = { ...image.columns, ...columns, source_url, author: actor.id }
  return store.put('media', undefined, { ...added, date_utc: epochOfInstant(moment.now) })
}

/** `a/b/My%20cat.JPG` → `My cat`. */
function titleOf(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return [...titleForStorage(last.replace(/\.[a-z0-9]{1,5}$/i, ''))].slice(0, 500).join('')
}

/**
 * Returns the media item that an address already has: one of this service, by its file, or one fetched from there
 * before. Throws 400 on `image` for an address of this service without a media item: the service never fetches from
 * itself.
 */
export async function knownMediaRecordAtAddress(
  store: Reading,
  address: string,
  { images }: Pick<ContextWithImages, 'images'>,
): Promise<MediaRecord | undefined> {
  const file = images.fileAt(address)
  if (file === undefined) return store.mediaFrom(address)
  const own = await store.mediaOfFile(file)
  if (own === undefined) throw invalidParam('image', because('no_image_at_address'))
  return own
}

/**
 * Throws 400 on `image` for an address of this service without a media item, where the actor may not add images, or
 * where the image could not be fetched.
 */
export async function requireUsableImageAt(
  store: Reading,
  address: string,
  context: ContextWithImages,
): Promise<void> {
  if (context.images.fileAt(address) !== undefined) {
    await knownMediaRecordAtAddress(store, address, context)
    return
  }
  if (!mayUpload(context.actor)) throw invalidParam('image', because('images_not_allowed'))
  requireScope(context.actor, 'media')
  const prepared = context.prepared?.images.get(address)
  if (prepared !== undefined && 'fault' in prepared) throw invalidParam('image', prepared.fault)
}

/** Returns the image at an address that has to be fetched before it can be shown; undefined for one that the actor may not add. */
export async function imageToFetch(
  sent: SentImageReference | null | undefined,
  { store, images, actor }: Context,
): Promise<ReadonlyMap<ImageSource, ImagePreparationOptions> | undefined> {
  if (sent == null || !('url' in sent) || images.fileAt(sent.url) !== undefined) return undefined
  if (!mayUpload(actor) || !hasScope(actor, 'media')) return undefined
  return (await store.mediaFrom(sent.url)) === undefined ? new Map([[sent.url, { x: 50, y: 50 }]]) : undefined
}

/** Returns the id of the image at an address: an existing one, or a new one if the actor may upload. */
export async function resolveImageIdAtAddress(
  store: Writing,
  address: string,
  context: ContextWithImages,
): Promise<number> {
  const kept = await knownMediaRecordAtAddress(store, address, context)
  if (kept !== undefined) return kept.id
  const title = titleOf(decodedUriPart(new URL(address).pathname))
  const added = { source: address, arg: 'image', title, source_url: address } as const
  return (await keepImage(store, added, context)).id
}

/** Adds the image of a submission to the media. Returns its id. */
export async function addSubmissionImage(
  store: Writing,
  submission: number,
  title: string,
  context: ContextWithImages,
): Promise<number> {
  const source = `${SUBMITTED}${submission}`
  return (await keepImage(store, { source, arg: 'image', title, source_url: '' }, context)).id
}

/** Throws 401 or 403 unless the actor may upload: any image, or one for an event that the actor may change. */
async function allowUpload(
  store: Reading,
  id: number | undefined,
  { actor, moment }: PureContext,
): Promise<void> {
  if (mayUpload(actor)) return
  const event = id === undefined ? undefined : await store.find('event', { id }, moment)
  if (event === undefined || event.status === 'trash' || !mayEdit(actor, event)) throw refusalProblem(actor)
}

/** Whether an upload may be an SVG as far as it asks for that: those are for the logo and the icon of the site, which administrators set. */
const maySendSvg = (takesSvg: boolean, { role }: ContextWithImages['actor']) =>
  !takesSvg || rightsByRole[role].administers

/** Returns the image that an upload is certain to need; none where it depends on an event whether the actor may upload. */
export function imagePreparationsForUploadArgs(
  { file, focus_x = 50, focus_y = 50, svg: takesSvg = false }: CreateArgs<'media'>,
  { actor }: PureContext,
): ReadonlyMap<ImageSource, ImagePreparationOptions> {
  const isAllowed = mayUpload(actor) && maySendSvg(takesSvg, actor)
  return new Map(isAllowed ? [[file.bytes, { x: focus_x, y: focus_y, takesSvg }]] : [])
}

/** Stores an upload. Returns the new media item. Throws 400, 401 or 403. */
export async function createMedia(
  store: Writing,
  args: CreateArgs<'media'>,
  context: ContextWithImages,
): Promise<MediaRecord> {
  await allowUpload(store, args.event, context)
  const { file, event: _event, svg: takesSvg = false, title = titleOf(file.name), ...described } = args
  if (!maySendSvg(takesSvg, context.actor)) throw refusalProblem(context.actor)
  const added = { ...described, title, source: file.bytes, takesSvg, arg: 'file', source_url: '' }
  return keepImage(store, added, context)
}

// Changing media items, and who may (contract §4.6).

/** Returns the sizes of a media item with the thumbnail cut around the focus. Throws 400 if its file can't be read. */
function sizesAround(focus: Focus, { id, sizes }: MediaRecord, context: PureContext): MediaRecord['sizes'] {
  const { columns } = preparedImageOrPlaceholder(
    { source: sourceKeyOfRecutThumbnail(id, focus), wish: focus },
    'focus_x',
    context,
  )
  const { file, width, height, mime_type, filesize } = columns
  return { ...sizes, thumbnail: { file, width, height, mime_type, filesize } }
}

/** Changes the texts and the focus of a media item in an open transaction. Throws 400 if its thumbnail can't be cut again. */
export async function updateMedia(
  store: Writing,
  kept: MediaRecord,
  args: UpdateArgs<'media'>,
  context: ContextWithImages,
): Promise<MediaRecord> {
  const composed = mediaColumnsFromArgs(args, kept, context)
  const focus = { x: composed.focus_x, y: composed.focus_y }
  const isMoved = focus.x !== kept.focus_x || focus.y !== kept.focus_y
  const isCut = isMoved && kept.sizes.thumbnail !== undefined
  const values = isCut ? { ...composed, sizes: sizesAround(focus, kept, context) } : composed
  return store.put('media', kept.id, values, { record: kept })
}

/** Returns the cut that a change needs: the thumbnail around another focus. */
export function picturesOfChange(
  kept: MediaRecord,
  args: UpdateArgs<'media'>,
): ReadonlyMap<ImageSource, ImagePreparationOptions> {
  const { focus_x: x, focus_y: y } = composeFields(args, kept)
  const isCut = (x !== kept.focus_x || y !== kept.focus_y) && kept.sizes.thumbnail !== undefined
  return new Map(isCut ? [[sourceKeyOfRecutThumbnail(kept.id, { x, y }), { x, y }]] : [])
}

/** Throws 401 or 403 unless the actor may change and delete the media item. */
export function requireMayEditMedia({ author }: Pick<MediaRecord, 'author'>, { actor }: PureContext): void {
  const isOwn = author === actor.id
  if (!mayUpload(actor) || (rightsByRole[actor.role].edits !== 'all' && !isOwn)) throw refusalProblem(actor)
}

// Makes the pictures that pages show of images, in the background: of new images, and of those from before there were such pictures.

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
