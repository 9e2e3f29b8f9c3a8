/** Finds and adds images: uploads, images at an address, images of submissions (contract §4.6). */

import type { Context, ContextWithImages, PureContext } from '../../api/context.ts'
import type { ImagePreparationOptions, ImageSource } from '../../api/images.ts'
import { hasScope, mayEdit, mayUpload, refusalProblem, requireScope, rightsByRole } from '../../api/policy.ts'
import type { SentImageReference } from '../../contract/kinds.ts'
import type { CreateArgs } from '../../contract/resources/index.ts'
import { titleForStorage } from '../../domain/text/plain-text.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { because, invalidParam } from '../../problem.ts'
import type { MediaRecord, Reading, Writing } from '../../store/store.ts'
import { mediaColumnsFromArgs } from '../compose/media.ts'
import type { LanguageAndTranslationArgs } from '../compose/shown-texts.ts'
import { preparedImageOrPlaceholder, submissionImageSource } from './prepared-images.ts'

interface Described extends LanguageAndTranslationArgs {
  readonly title: string
  readonly alt_text?: string | undefined
  readonly credit?: string | undefined
  readonly license?: string | undefined
  readonly focus_x?: number | undefined
  readonly focus_y?: number | undefined
  readonly source_url: string
}

/** An image to add: where it comes from, and the arg that names it. */
interface Added extends Described {
  readonly source: ImageSource
  readonly takesSvg?: boolean
  readonly arg: string
}

/** Inserts a prepared image. Returns its id. Throws 400 on its arg where the image could not be prepared. */
async function keepImage(
  store: Writing,
  { source, takesSvg = false, arg, source_url, ...texts }: Added,
  context: ContextWithImages,
): Promise<number> {
  const { actor, moment } = context
  const columns = mediaColumnsFromArgs(texts, undefined, context)
  const wish = { x: columns.focus_x, y: columns.focus_y, takesSvg }
  const image = preparedImageOrPlaceholder({ source, wish }, arg, context)
  const added = { ...image.columns, ...columns, source_url, author: actor.id }
  return (await store.put('media', undefined, { ...added, date_utc: epochOfInstant(moment.now) })).id
}

/** `a/b/My%20cat.JPG` → `My cat`. */
function titleOf(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return [...titleForStorage(last.replace(/\.[a-z0-9]{1,5}$/i, ''))].slice(0, 500).join('')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
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
  const title = titleOf(decoded(new URL(address).pathname))
  return keepImage(store, { source: address, arg: 'image', title, source_url: address }, context)
}

/** Adds the image of a submission to the media. Returns its id. */
export function addSubmissionImage(
  store: Writing,
  submission: number,
  title: string,
  context: ContextWithImages,
): Promise<number> {
  const source = submissionImageSource(submission)
  return keepImage(store, { source, arg: 'image', title, source_url: '' }, context)
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

/** Stores an upload. Returns the id of the new media item. Throws 400, 401 or 403. */
export async function createMedia(
  store: Writing,
  args: CreateArgs<'media'>,
  context: ContextWithImages,
): Promise<number> {
  await allowUpload(store, args.event, context)
  const { file, event: _event, svg: takesSvg = false, title = titleOf(file.name), ...described } = args
  if (!maySendSvg(takesSvg, context.actor)) throw refusalProblem(context.actor)
  const added = { ...described, title, source: file.bytes, takesSvg, arg: 'file', source_url: '' }
  return keepImage(store, added, context)
}
