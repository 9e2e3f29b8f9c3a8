/** The folder of media files: named by content, so that a file never changes once it is there. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { typesByExtension } from './format.ts'
import type { ImageFile } from './image.ts'

/** A file that is here. */
export interface Kept {
  readonly size: number
  readonly type: string
  /** Reads bytes `from` to `to`, both included. */
  stream(from: number, to: number): Readable
  close(): Promise<void>
}

export interface Folder {
  /** Keeps files that are not here yet; each appears whole or not at all, and lasts. */
  write(files: readonly ImageFile[]): Promise<void>
  /** Removes files, here or not. */
  remove(files: readonly string[]): Promise<void>
  /** A file to be read, or undefined where there is none of that name. Close it, or read it to its end. */
  read(file: string): Promise<Kept | undefined>
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

async function isHere(path: string, size: number): Promise<boolean> {
  try {
    return (await stat(path)).size === size
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
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

async function put(folder: string, { file, bytes }: ImageFile): Promise<void> {
  const path = join(folder, file)
  if (await isHere(path, bytes.length)) return
  const part = join(folder, `.${randomBytes(8).toString('hex')}.part`)
  try {
    await writeSynced(part, bytes)
    await rename(part, path)
  } finally {
    await rm(part, { force: true })
  }
}

const NAME = /^[a-z0-9][a-z0-9_-]*\.([a-z]+)$/i

/** The folder at `path`, made when the first file is kept. */
export function folderAt(path: string): Folder {
  return {
    async write(files) {
      await mkdir(path, { recursive: true })
      for (const file of files) await put(path, file)
      await sync(path)
    },
    async remove(files) {
      for (const file of files) if (NAME.test(file)) await rm(join(path, file), { force: true })
    },
    async read(file) {
      const type = typesByExtension[NAME.exec(file)?.[1] ?? '']
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
        stream: (start, end) => handle.createReadStream({ start, end }),
        close: () => handle.close(),
      }
    },
  }
}
