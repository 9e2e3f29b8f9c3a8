/** The interface of storage for image files. */
import type { Readable } from 'node:stream'
import type { EncodedImageFile } from './new-image.ts'

/** A stored file, opened for reading. */
export interface OpenedStoredFile {
  readonly size: number
  readonly type: string
  /** Reads bytes `from` to `to`, both included. */
  stream(from: number, to: number): Promise<Readable>
  close(): Promise<void>
}

/** An entry of a listing; `modified` is in seconds since 1970 UTC. */
export interface FileNameAndModifiedTime {
  readonly file: string
  readonly modified: number
}

export interface MediaStorage {
  /** Stores files, each atomically and durably. */
  write(files: readonly EncodedImageFile[]): Promise<void>
  /** Removes files; a missing file is not an error. */
  remove(files: readonly string[]): Promise<void>
  /** Opens a file; undefined if it does not exist. The caller closes it or reads it to its end. */
  read(file: string): Promise<OpenedStoredFile | undefined>
  /** Lists all files, in no particular order. */
  all(): AsyncIterable<FileNameAndModifiedTime>
  /** Writes or renews the hold mark of that name. */
  mark(name: string): Promise<void>
  /** Removes a mark; a missing mark is not an error. */
  unmark(name: string): Promise<void>
  /** Lists all marks, each with the time of its last renewal. */
  marks(): AsyncIterable<FileNameAndModifiedTime>
}
