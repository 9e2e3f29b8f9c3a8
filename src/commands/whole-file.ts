/** Files that are there as a whole or not at all. */
import { randomBytes } from 'node:crypto'
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Lines = AsyncIterable<string>

const PIECE = 1 << 16

/** The same text in fewer pieces. */
export async function* inPieces(lines: Lines): Lines {
  let piece = ''
  for await (const line of lines) {
    piece += line
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** Where the file is to be, links followed. Throws where something that is not a file is there. */
async function target(file: string): Promise<string> {
  const existing = await stat(file).catch(() => undefined)
  if (existing === undefined) return file
  if (!existing.isFile())
    throw new Error(`Can't write ${file}: it is not a file. Use "-" for standard output.`)
  return realpath(file)
}

/** A name is on disk once its folder is; not every system lets folders be opened. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined)
  await handle?.sync().finally(() => handle.close())
}

/**
 * Writes a file under another name, readable by its owner alone, lets `look` see it, and gives it its name when all is
 * well; else nothing is left. Returns what `look` returns of the draft's path and of what `write` returned.
 */
export async function writtenWhole<T, R>(
  file: string,
  write: (handle: FileHandle) => Promise<T>,
  look: (draft: string, written: T) => Promise<R>,
): Promise<R> {
  const path = await target(file)
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`
  const handle = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw new Error(`Can't write ${file}: ${error instanceof Error ? error.message : error}`)
  })
  try {
    const written = await write(handle)
    await handle.sync()
    await handle.close()
    const result = await look(draft, written)
    await rename(draft, path)
    await syncFolder(dirname(path))
    return result
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}
