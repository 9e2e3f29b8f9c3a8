/**
 * Storing and removing images: their files are written before the transaction and removed after it (contract §4.6).
 */
import type { CreateArgs } from '../../contract/resources/index.ts'
import { plainTitle } from '../../domain/text/plain-text.ts'
import { epochOf } from '../../domain/time/moment.ts'
import { invalidParam } from '../../problem.ts'
import type { MediaRecord, Reading, Writing } from '../../store/store.ts'
import { composeMedia } from '../compose/media.ts'
import type { Context, ImageSource, Prepared } from '../context.ts'
import { allowScope, mayEdit, refusal, rights } from '../policy.ts'

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

interface Described {
  readonly title: string
  readonly alt_text?: string | undefined
  readonly focus_x?: number | undefined
  readonly focus_y?: number | undefined
  readonly source_url: string
}

/** Inserts a prepared image. Returns its id. Throws 400 on `arg` where the image could not be prepared. */
async function keepImage(
  store: Writing,
  source: ImageSource,
  arg: string,
  { source_url, ...texts }: Described,
  { ready, actor, moment }: Context,
): Promise<number> {
  const prepared = ready?.get(source)
  if (prepared === undefined) throw new NotReady(source)
  if ('fault' in prepared) throw invalidParam(arg, prepared.fault)
  const now = epochOf(moment.now)
  return store.insertMedia({
    ...prepared.image.columns,
    ...composeMedia(texts, undefined),
    ...{ source_url, version: 1, author: actor.id, date_utc: now, modified_utc: now },
  })
}

/** `a/b/My%20cat.JPG` → `My cat`. */
function titleOf(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return [...plainTitle(last.replace(/\.[a-z0-9]{1,5}$/i, ''))].slice(0, 500).join('')
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
export async function knownImage(
  store: Reading,
  address: string,
  { images }: Pick<Context, 'images'>,
): Promise<MediaRecord | undefined> {
  const file = images.fileAt(address)
  if (file === undefined) return store.mediaFrom(address)
  const own = await store.mediaOfFile(file)
  if (own === undefined) throw invalidParam('image', 'there is no media item at this address of the service')
  return own
}

/**
 * Throws 400 on `image` for an address of this service without a media item, where the actor may not add images, or
 * where the image could not be fetched.
 */
export async function allowImageAt(store: Reading, address: string, context: Context): Promise<void> {
  if (context.images.fileAt(address) !== undefined) {
    await knownImage(store, address, context)
    return
  }
  if (!rights[context.actor.role].uploads)
    throw invalidParam('image', 'your role may not add images: use the id of an existing one')
  allowScope(context.actor, 'media')
  const prepared = context.ready?.get(address)
  if (prepared !== undefined && 'fault' in prepared) throw invalidParam('image', prepared.fault)
}

/** Returns the id of the image at an address: an existing one, or a new one if the actor may upload. */
export async function imageAt(store: Writing, address: string, context: Context): Promise<number> {
  const kept = await knownImage(store, address, context)
  if (kept !== undefined) return kept.id
  const title = titleOf(decoded(new URL(address).pathname))
  return keepImage(store, address, 'image', { title, source_url: address }, context)
}

/** Adds the image of a submission to the media. Returns its id. */
export function imageOfSubmission(
  store: Writing,
  submission: number,
  title: string,
  context: Context,
): Promise<number> {
  return keepImage(store, `${SUBMITTED}${submission}`, 'image', { title, source_url: '' }, context)
}

/** Throws 401 or 403 unless the actor may upload: any image, or one for an event that the actor may change. */
async function allowUpload(
  store: Reading,
  id: number | undefined,
  { actor, moment }: Context,
): Promise<void> {
  if (rights[actor.role].uploads) return
  const event = id === undefined ? undefined : await store.find('event', { id }, moment)
  if (event === undefined || event.status === 'trash' || !mayEdit(actor, event)) throw refusal(actor)
}

/** Stores an upload. Returns the id of the new media item. Throws 400, 401 or 403. */
export async function createMedia(
  store: Writing,
  args: CreateArgs<'media'>,
  context: Context,
): Promise<number> {
  await allowUpload(store, args.event, context)
  const { file, title = titleOf(file.name), alt_text, focus_x, focus_y } = args
  const described = { title, alt_text, focus_x, focus_y, source_url: '' }
  return keepImage(store, file.bytes, 'file', described, context)
}
