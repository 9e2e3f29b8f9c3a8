/** Images as actions know them: types only. */
import type { RefusalReason } from '../problem.ts'
import type { MediaRecord } from '../store/store.ts'

/** The bytes of an upload, or an address to fetch. */
export type ImageSource = Uint8Array | string

interface ImageFile {
  readonly file: string
  readonly bytes: Uint8Array
}

/** An image whose files can be stored. */
export interface PreparedImage {
  readonly columns: Pick<
    MediaRecord,
    'file' | 'extension' | 'mime_type' | 'width' | 'height' | 'filesize' | 'sizes'
  >
  readonly files: readonly ImageFile[]
}

/** An image whose files can be stored, or the reason why it is refused. */
export type ImagePreparationResult = { readonly image: PreparedImage } | { readonly fault: RefusalReason }

/** The point that crops keep in view, in percent from the left and from the top. */
export interface Focus {
  readonly x: number
  readonly y: number
}

/** How an image is prepared: around a point, and whether an SVG is taken, which is cleaned. */
export interface ImagePreparationOptions extends Focus {
  readonly takesSvg?: boolean
}

interface Waiter {
  readonly user: number
  readonly gone?: AbortSignal | undefined
}

/** Where images come from, and where their files are stored. */
export interface ImageService {
  /**
   * Fetches and checks an image, and makes its sizes (contract §4.6). Slow: never call it in a transaction. Users
   * take turns. Throws when `gone` is aborted, since the caller no longer waits.
   */
  prepare(
    source: ImageSource,
    waiter?: Waiter,
    wish?: ImagePreparationOptions,
  ): Promise<ImagePreparationResult>
  /** Makes the thumbnail of a stored file anew, cut around a focus, as an image without sizes. As slow as `prepare`. */
  cut(file: string, focus: Focus, waiter?: Waiter): Promise<ImagePreparationResult>
  /** Makes the pictures for pages of a stored file, as the files of an image without sizes; undefined if it is missing. As slow as `prepare`. */
  pictures(file: string): Promise<ImagePreparationResult | undefined>
  /** Returns the file of this service at an address; undefined for any other address. */
  fileAt(address: string): string | undefined
  /** Whether a file is stored. */
  has(file: string): Promise<boolean>
  /** Stores files. Slow with remote storage: never call it in a transaction. */
  write(files: readonly ImageFile[]): Promise<void>
  /** Removes files. As slow as `write`. */
  remove(files: readonly string[]): Promise<void>
}

/** Images and passwords that a transaction turned out to need. A source is needed around the point that crops keep in view. */
export interface NeededImagesAndPasswords {
  readonly images: Map<ImageSource, ImagePreparationOptions>
  readonly passwords: Set<string>
}

/**
 * Images by source and hashes by password, made before a transaction, for which they take too long. A transaction goes on without what is
 * missing, with something that stands for it, and notes it among `needs`: then it is not kept.
 */
export interface PreparedImagesAndPasswordHashes {
  readonly images: ReadonlyMap<ImageSource, ImagePreparationResult>
  readonly hashes: ReadonlyMap<string, string>
  readonly needs: NeededImagesAndPasswords
}
