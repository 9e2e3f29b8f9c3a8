/** Images that are ready for storage: types only. */
import type { RefusalReason } from '../problem.ts'

/** A file to store, with a unique name. */
export interface EncodedImageFile {
  readonly file: string
  readonly bytes: Buffer
}

interface NewSize {
  readonly file: string
  readonly width: number
  readonly height: number
  readonly mime_type: string
  readonly filesize: number
}

/** An image ready for storage; nothing is written yet. */
export interface NewImage {
  readonly columns: {
    readonly file: string
    readonly extension: string
    readonly mime_type: string
    readonly width: number
    readonly height: number
    readonly filesize: number
    /** Name → size. */
    readonly sizes: Readonly<Record<string, NewSize>>
  }
  readonly files: readonly EncodedImageFile[]
}

/** An image, or why it is refused. */
export type ImageOrFault = { readonly image: NewImage } | { readonly fault: RefusalReason }
