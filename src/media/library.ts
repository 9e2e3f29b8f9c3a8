/** The image library: prepares images from uploads and addresses, and stores them in media storage. */
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { imageTypeOfName } from '../domain/images.ts'
import { urlOfAnyScheme } from '../domain/text/links.ts'
import { because } from '../problem.ts'
import { bucketStorage, type S3BucketSettings } from './bucket.ts'
import { imagePreparer } from './decoding.ts'
import { FetchError, fetchPublic } from './fetching/guarded-fetch.ts'
import type { FocusPercent } from './image.ts'
import { folderStorage, type ImageOrFault, isFileRemovalPaused, type MediaStorage } from './storage.ts'

// Addresses of the service's own images (contract §1.6), which clients send back as `image`.

/** Matches a path relative to the base address, with or without a language. */
const PATH = /^(?:\/[a-z-]{2,5})?\/media\/([^/]+)$/i

/** The file name in an address below `baseUrl`, through any root; undefined for other addresses. */
export function fileNameInOwnAddress(baseUrl: string, address: string): string | undefined {
  const url = urlOfAnyScheme(address)
  if (url === undefined) return undefined
  const [base, { origin, pathname }] = [new URL(baseUrl), url]
  const path = base.pathname.replace(/\/$/, '')
  if (origin !== base.origin || !pathname.startsWith(path)) return undefined
  const [, file] = PATH.exec(pathname.slice(path.length)) ?? []
  return file !== undefined && imageTypeOfName(file) !== undefined ? file : undefined
}

// A queue that runs one task at a time; users take turns.

/** The user who waits for a task. */
interface WaitingUser {
  /** The id of the user; 0 in local mode. */
  readonly user: number
  /** Aborted when the user no longer waits. */
  readonly gone?: AbortSignal | undefined
}

type Turns = <T>(waiter: WaitingUser, act: () => Promise<T>) => Promise<T>

/**
 * Creates a queue that runs one task at a time. Users take turns, so a user with many tasks delays the others by at most one.
 * A waiting task whose signal is aborted never starts: its promise is rejected with the reason of the signal.
 */
export function userTurnQueue(): Turns {
  // In the order of their turns: a user who was served moves to the end.
  const waiting = new Map<number, (() => Promise<void>)[]>()
  let isBusy = false

  async function run(): Promise<void> {
    if (isBusy) return
    isBusy = true
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const [user, [first, ...others]] = next
      waiting.delete(user)
      if (others.length > 0) waiting.set(user, others)
      await first?.()
    }
    isBusy = false
  }

  return ({ user, gone }, act) =>
    new Promise((resolve, reject) => {
      const begin = async () => {
        if (gone?.aborted === true) return reject(gone.reason)
        await act().then(resolve, reject)
      }
      waiting.set(user, [...(waiting.get(user) ?? []), begin])
      // Reject at once on abort; `begin` then does nothing when its turn comes.
      gone?.addEventListener('abort', () => reject(gone.reason), { once: true })
      void run()
    })
}

const MAX_BYTES = 10 * 1024 * 1024
const limits = { bytes: MAX_BYTES, milliseconds: 10_000, redirects: 3 }

/** The focus of an image, and whether it may be an SVG. */
interface PreparationWish extends FocusPercent {
  readonly takesSvg?: boolean
}

async function bytesAt(address: string, allowedHosts: readonly string[]) {
  try {
    return await fetchPublic(address, { ...limits, allowedHosts })
  } catch (error) {
    return {
      fault: because('image_not_fetched', {
        why: error instanceof FetchError ? error.reason : String(error),
      }),
    }
  }
}

/** Reads a stored file; undefined if it does not exist. */
async function bytesOf(storage: MediaStorage, file: string): Promise<Buffer | undefined> {
  const stored = await storage.read(file)
  if (stored === undefined) return undefined
  return buffer(await stored.stream(0, stored.size - 1))
}

const nobody: WaitingUser = { user: 0 }
/** Who waits for pictures for pages: no user has this id. */
const background: WaitingUser = { user: -1 }

// One image at a time in a child process, because a large one needs hundreds of megabytes; users take turns. All libraries
// of this process share the child process and the queue.
const turn = userTurnQueue()
const decode = imagePreparer()

/**
 * Creates a library over storage. `baseUrl` is the base address of the service's own files.
 */
function libraryOver(storage: MediaStorage, allowedHosts: readonly string[], baseUrl?: string) {
  return {
    ...storage,
    // `fasti media prune` lists the files that a hold leaves behind.
    async remove(files: readonly string[]) {
      if (!(await isFileRemovalPaused(storage))) await storage.remove(files)
    },
    /** Whether a file is stored. */
    async has(file: string) {
      const stored = await storage.read(file)
      await stored?.close()
      return stored !== undefined
    },
    /** The file name in an address of this service; undefined for other addresses. */
    fileAt: (address: string) => (baseUrl === undefined ? undefined : fileNameInOwnAddress(baseUrl, address)),
    /**
     * Prepares an image from its bytes, or from its address; crops are cut around the focus, and an SVG is taken where that is wished. Slow: call it outside of
     * transactions. Throws the reason of the waiter's signal if that is aborted.
     */
    async prepare(
      source: Uint8Array | string,
      waiter = nobody,
      wish?: PreparationWish,
    ): Promise<ImageOrFault> {
      waiter.gone?.throwIfAborted()
      const found =
        typeof source === 'string' ? await bytesAt(source, allowedHosts) : { bytes: Buffer.from(source) }
      return 'fault' in found
        ? found
        : turn(waiter, () =>
            decode(found.bytes, waiter.gone, { focus: wish, takesSvg: wish?.takesSvg === true }),
          )
    },
    /**
     * Prepares a new thumbnail of a stored file, cut around the focus, as an image without sizes. As slow as `prepare`, and
     * throws the same errors.
     */
    async cut(file: string, focus: FocusPercent, waiter = nobody): Promise<ImageOrFault> {
      const bytes = await bytesOf(storage, file)
      if (bytes === undefined) return { fault: because('image_file_missing') }
      return turn(waiter, () => decode(bytes, waiter.gone, { focus, isCut: true }))
    },
    /**
     * Prepares the pictures for pages of a stored file, as the files of an image without sizes; undefined if it is missing. They wait for
     * their turn like a user's image.
     */
    async pictures(file: string) {
      const bytes = await bytesOf(storage, file)
      return bytes && turn(background, () => decode(bytes, undefined, { pictureOf: file }))
    },
  }
}

/** The configuration of an image library. */
interface Place {
  readonly dataDir: string
  /** Hosts with private addresses from which images may be fetched. */
  readonly imageHosts: readonly string[]
  readonly baseUrl?: string
  readonly bucket?: S3BucketSettings | undefined
}

/** Creates the image library of a configuration, in its bucket or its data folder. */
export function mediaLibraryOf({ dataDir, imageHosts, baseUrl, bucket }: Place) {
  const storage = bucket === undefined ? folderStorage(join(dataDir, 'media')) : bucketStorage(bucket)
  return libraryOver(storage, imageHosts, baseUrl)
}
