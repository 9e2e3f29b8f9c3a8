/** Stores media files in a folder. File names are unique, so a file never changes. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageTypeOfName } from '../domain/image-types.ts'
import type { EncodedImageFile } from './new-image.ts'
import type { FileNameAndModifiedTime, MediaStorage } from './storage.ts'

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

async function* listed(folder: string): AsyncIterable<FileNameAndModifiedTime> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const file of names) {
    if (imageTypeOfName(file) === undefined) continue
    // The file may have been removed after the listing.
    const found = await stat(join(folder, file)).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
    if (found !== undefined) yield { file, modified: Math.floor(found.mtimeMs / 1000) }
  }
}

/** The folder of hold marks, whose name no image file has. */
const MARKS = '.held'

async function* marksIn(folder: string): AsyncIterable<FileNameAndModifiedTime> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const file of names) {
    const found = await stat(join(folder, file)).catch(() => undefined)
    if (found !== undefined) yield { file, modified: Math.floor(found.mtimeMs / 1000) }
  }
}

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
    all: () => listed(path),
    async mark(name) {
      await mkdir(join(path, MARKS), { recursive: true, mode: 0o700 })
      await writeFile(join(path, MARKS, name), '')
    },
    async unmark(name) {
      await rm(join(path, MARKS, name), { force: true })
      // Fails while other marks exist.
      await rmdir(join(path, MARKS)).catch(() => {})
    },
    marks: () => marksIn(join(path, MARKS)),
  }
}
