/** The interface of storage for image files. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { imageTypeOfName } from '../domain/images.ts'
import type { RefusalReason } from '../problem.ts'
import type { StoredImageSize } from '../store/store.ts'

// Images that are ready for storage: types only.

/** A file to store, with a unique name. */
interface EncodedImageFile {
  readonly file: string
  readonly bytes: Buffer
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
    readonly sizes: Readonly<Record<string, StoredImageSize>>
  }
  readonly files: readonly EncodedImageFile[]
}

/** An image, or why it is refused. */
export type ImageOrFault = { readonly image: NewImage } | { readonly fault: RefusalReason }

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

// Stores media files in a folder. File names are unique, so a file never changes.

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

const storageFaults: Readonly<Record<string, 'full' | 'read-only' | 'failing'>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EIO: 'failing',
  ENOTDIR: 'failing',
  EEXIST: 'failing',
}

/** The storage fault behind an error of the file system; undefined for other errors. */
export function storageFaultOfError(error: unknown): 'full' | 'read-only' | 'failing' | undefined {
  const isOfFiles = error instanceof Error && 'syscall' in error && 'code' in error
  return isOfFiles ? storageFaults[String(error.code)] : undefined
}

async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'wx', 0o644)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function put(folder: string, { file, bytes }: EncodedImageFile): Promise<void> {
  const path = join(folder, file)
  const part = join(folder, `.${randomBytes(8).toString('hex')}.part`)
  try {
    await writeSynced(part, bytes)
    await rename(part, path)
  } finally {
    await rm(part, { force: true })
  }
}

async function* filesIn(
  folder: string,
  isListed: (file: string) => boolean,
): AsyncIterable<FileNameAndModifiedTime> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const file of names.filter(isListed)) {
    // The file may have been removed after the listing.
    const found = await stat(join(folder, file)).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
    if (found !== undefined) yield { file, modified: Math.floor(found.mtimeMs / 1000) }
  }
}

/** The folder of hold marks, whose name no image file has. */
const MARKS = '.held'

/** Creates storage in the folder at `path`, which it creates with the first file. */
export function folderStorage(path: string): MediaStorage {
  return {
    async write(files) {
      await mkdir(path, { recursive: true, mode: 0o700 })
      for (const file of files) await put(path, file)
      await sync(path)
    },
    async remove(files) {
      for (const file of files)
        if (imageTypeOfName(file) !== undefined) await rm(join(path, file), { force: true })
    },
    async read(file) {
      const type = imageTypeOfName(file)
      if (type === undefined) return undefined
      const handle = await open(join(path, file)).catch((error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      })
      if (handle === undefined) return undefined
      const { size } = await handle.stat()
      return {
        size,
        type,
        stream: async (start, end) => handle.createReadStream({ start, end }),
        close: () => handle.close(),
      }
    },
    all: () => filesIn(path, (file) => imageTypeOfName(file) !== undefined),
    async mark(name) {
      await mkdir(join(path, MARKS), { recursive: true, mode: 0o700 })
      await writeFile(join(path, MARKS, name), '')
    },
    async unmark(name) {
      await rm(join(path, MARKS, name), { force: true })
      // Fails while other marks exist.
      await rmdir(join(path, MARKS)).catch(() => {})
    },
    marks: () => filesIn(join(path, MARKS), () => true),
  }
}

// Holds: while a back-up runs, image files are not removed. A hold is a mark beside the files; the last back-up leaves one, too.

/** The interval at which a hold renews its mark, in milliseconds. */
const RENEWAL_INTERVAL = 30_000
/** Seconds without renewal after which a hold ends, because its process has crashed. */
const MAX_AGE = 600

/** The mark of the last back-up, which no hold has as its name. */
const LAST = 'last-back-up'

/** Seconds between two looks for the last back-up. */
const LOOK_INTERVAL = 300

const now = () => (performance.timeOrigin + performance.now()) / 1000

/** Holds every file until the returned function is called. After a crash the hold lasts ten more minutes. */
export async function pauseFileRemovalUntilReleased(storage: MediaStorage): Promise<() => Promise<void>> {
  const name = randomBytes(8).toString('hex')
  await storage.mark(name)
  const renewing = setInterval(() => void storage.mark(name).catch(() => {}), RENEWAL_INTERVAL)
  renewing.unref()
  return async () => {
    clearInterval(renewing)
    await storage.unmark(name)
  }
}

/**
 * Whether the files are held. To be called after the transaction that deletes the row of a file: a back-up that begins later
 * does not contain that row.
 */
export async function isFileRemovalPaused(storage: MediaStorage): Promise<boolean> {
  for await (const { file, modified } of storage.marks())
    if (file !== LAST && modified > now() - MAX_AGE) return true
  return false
}

/** Notes beside the files that a back-up is complete. */
export const noteTimeOfLastBackUp = (storage: MediaStorage): Promise<void> => storage.mark(LAST)

async function lastNoted(storage: MediaStorage): Promise<number | undefined> {
  for await (const { file, modified } of storage.marks()) if (file === LAST) return modified
  return undefined
}

/**
 * Returns the function that says when the last back-up was complete, in seconds since 1970 UTC; undefined if none was noted. It looks at
 * most every five minutes, because a bucket charges for each look. `elapsed` are the seconds of a monotonic clock.
 */
export function lastBackUpReader(
  storage: MediaStorage,
  elapsed: () => number,
): () => Promise<number | undefined> {
  let last: { readonly time: number | undefined; readonly seenAt: number } | undefined
  return async () => {
    if (last === undefined || elapsed() - last.seenAt >= LOOK_INTERVAL)
      last = { seenAt: elapsed(), time: await lastNoted(storage) }
    return last.time
  }
}
