/** Where the files of images are kept. */
import type { Readable } from 'node:stream'
import { typesByExtension } from './format.ts'
import type { ImageFile } from './image.ts'

/** A file that is here. */
export interface Kept {
  readonly size: number
  readonly type: string
  /** Reads bytes `from` to `to`, both included. */
  stream(from: number, to: number): Promise<Readable>
  close(): Promise<void>
}

/** A file as it is listed; `modified` in seconds since 1970 UTC. */
export interface Listed {
  readonly file: string
  readonly modified: number
}

export interface Keeper {
  /** Keeps files; each appears whole or not at all, and lasts. */
  write(files: readonly ImageFile[]): Promise<void>
  /** Removes files, here or not. */
  remove(files: readonly string[]): Promise<void>
  /** A file to be read, or undefined where there is none of that name. Close it, or read it to its end. */
  read(file: string): Promise<Kept | undefined>
  /** Every file, in no order. */
  all(): AsyncIterable<Listed>
  /** Writes or renews a mark of that name, beside the files. */
  mark(name: string): Promise<void>
  /** Removes a mark, there or not. */
  unmark(name: string): Promise<void>
  /** Every mark there is, with the time of its last renewal. */
  marks(): AsyncIterable<Listed>
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,199}\.([a-z]{1,9})$/i

/** The type of a file of that name; undefined where no file may have it. */
export function typeOf(file: string): string | undefined {
  return typesByExtension[NAME.exec(file)?.[1] ?? '']
}
