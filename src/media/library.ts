/** The image library: prepares images from uploads and addresses, and stores them in media storage. */

import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { because } from '../problem.ts'
import { bucketStorage, type S3BucketSettings } from './bucket.ts'
import { imagePreparer } from './decoding.ts'
import { FetchError } from './fetching/fetch-error.ts'
import { fetchPublic } from './fetching/guarded-fetch.ts'
import { fileNameInOwnAddress } from './fetching/own-address.ts'
import { isFileRemovalPaused } from './file-removal-pause.ts'
import { folderStorage } from './folder.ts'
import type { ImageOrFault } from './new-image.ts'
import type { FocusPercent } from './sizes.ts'
import type { MediaStorage } from './storage.ts'
import { userTurnQueue, type WaitingUser } from './turns.ts'

const MAX_BYTES = 10 * 1024 * 1024
const limits = { bytes: MAX_BYTES, milliseconds: 10_000, redirects: 3 }

/** The focus of an image, and whether it may be an SVG. */
interface PreparationWish extends FocusPercent {
  readonly takesSvg?: boolean
}

interface Library extends MediaStorage {
  /** The file name in an address of this service; undefined for other addresses. */
  fileAt(address: string): string | undefined
  /** Whether a file is stored. */
  has(file: string): Promise<boolean>
  /**
   * Prepares an image from its bytes, or from its address; crops are cut around the focus, and an SVG is taken where that is wished. Slow: call it outside of
   * transactions. Throws the reason of the waiter's signal if that is aborted.
   */
  prepare(source: Uint8Array | string, waiter?: WaitingUser, wish?: PreparationWish): Promise<ImageOrFault>
  /**
   * Prepares a new thumbnail of a stored file, cut around the focus, as an image without sizes. As slow as `prepare`, and
   * throws the same errors.
   */
  cut(file: string, focus: FocusPercent, waiter?: WaitingUser): Promise<ImageOrFault>
  /**
   * Prepares the pictures for pages of a stored file, as the files of an image without sizes; undefined if it is missing. They wait for
   * their turn like a user's image.
   */
  pictures(file: string): Promise<ImageOrFault | undefined>
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
function libraryOver(storage: MediaStorage, allowedHosts: readonly string[], baseUrl?: string): Library {
  return {
    ...storage,
    // `fasti media prune` lists the files that a hold leaves behind.
    async remove(files) {
      if (!(await isFileRemovalPaused(storage))) await storage.remove(files)
    },
    async has(file) {
      const stored = await storage.read(file)
      await stored?.close()
      return stored !== undefined
    },
    fileAt: (address) => (baseUrl === undefined ? undefined : fileNameInOwnAddress(baseUrl, address)),
    async prepare(source, waiter = nobody, wish) {
      waiter.gone?.throwIfAborted()
      const found =
        typeof source === 'string' ? await bytesAt(source, allowedHosts) : { bytes: Buffer.from(source) }
      return 'fault' in found
        ? found
        : turn(waiter, () =>
            decode(found.bytes, waiter.gone, { focus: wish, takesSvg: wish?.takesSvg === true }),
          )
    },
    async cut(file, focus, waiter = nobody) {
      const bytes = await bytesOf(storage, file)
      if (bytes === undefined) return { fault: because('image_file_missing') }
      return turn(waiter, () => decode(bytes, waiter.gone, { focus, isCut: true }))
    },
    async pictures(file) {
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
export function mediaLibraryOf({ dataDir, imageHosts, baseUrl, bucket }: Place): Library {
  const storage = bucket === undefined ? folderStorage(join(dataDir, 'media')) : bucketStorage(bucket)
  return libraryOver(storage, imageHosts, baseUrl)
}
