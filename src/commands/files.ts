/** Files that commands read and write (run.ts loads it by import()). */

import { randomBytes } from 'node:crypto'
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isSpreadsheetFile, textDecodedFromBytes } from '../domain/text/decoded-text.ts'
import { storageFaultOfError } from '../media/storage.ts'
import { unavailabilityReason } from '../store/database/errors.ts'

// Reads the file operands of commands.

/** The maximum size of a file that is read into memory. */
const MAX_BYTES = 50 * 1024 * 1024

/** Opens a file for reading, before anything else is opened. Throws with a message that names the file. */
export async function openFile(file: string): Promise<FileHandle> {
  const refused = (why: string) => new Error(`Can't read ${file}: ${why}.`)
  try {
    const handle = await open(file)
    if (!(await handle.stat()).isDirectory()) return handle
    await handle.close()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw refused(
      code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'permission denied' : String(error),
    )
  }
  throw refused('it is a folder')
}

/** The decoded text of a whole file; closes the handle. Throws with a message that names the file. */
export async function readTextAndCloseFileHandle(
  handle: FileHandle,
  file: string,
  charset?: string,
): Promise<string> {
  try {
    if ((await handle.stat()).size > MAX_BYTES) throw new Error('it is longer than 50 MiB')
    const bytes = await handle.readFile()
    if (isSpreadsheetFile(bytes)) throw new Error('it is a spreadsheet: save it as CSV, and import that')
    const text = textDecodedFromBytes(bytes, charset)
    if (text === undefined) throw new Error('it is not text')
    return text
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`Can't read ${file}: ${why}.`)
  } finally {
    await handle.close()
  }
}

// Writes files atomically, and tells whether the disk was full.

export type TextLines = AsyncIterable<string>

const PIECE = 1 << 16

/** Joins lines to chunks of at least 64 KiB. */
export async function* joinLinesToChunks(lines: TextLines): TextLines {
  let piece = ''
  for await (const line of lines) {
    piece += line
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** The path to write to, with symbolic links resolved. Throws if something other than a file exists there. */
async function target(file: string): Promise<string> {
  const existing = await stat(file).catch(() => undefined)
  if (existing === undefined) return file
  if (!existing.isFile())
    throw new Error(`Can't write ${file}: it is not a file. Use "-" for standard output.`)
  return realpath(file)
}

/** Why no file can be created in a folder. System errors would name the temporary file, which users do not know. */
function refusal(error: unknown, folder: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return `there is no folder ${folder}.`
  if (code === 'ENOTDIR') return `${folder} is not a folder.`
  if (code === 'EACCES' || code === 'EPERM') return `permission denied in ${folder}.`
  if (code === 'EROFS') return `${folder} is on a read-only disk.`
  return error instanceof Error ? error.message : String(error)
}

/** Syncs a folder, which makes a rename durable. Not every system can open folders. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined)
  await handle?.sync().finally(() => handle.close())
}

/**
 * Writes a file under a temporary name, readable by its owner only, and renames it after `look` has accepted it. After an error
 * no file is left. Calls `look` with the path of the temporary file and the result of `write`. Returns the result of `look`.
 */
export async function writeFileWhole<T, R>(
  file: string,
  write: (handle: FileHandle) => Promise<T>,
  look: (draft: string, written: T) => Promise<R>,
): Promise<R> {
  const path = await target(file)
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`
  const handle = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw new Error(`Can't write ${file}: ${refusal(error, dirname(path))}`, { cause: error })
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

/** Whether a full disk is behind an error: of files, or of either database. */
export const isOfFullDisk = (error: unknown): boolean =>
  error instanceof Error &&
  (storageFaultOfError(error) === 'full' ||
    unavailabilityReason(error) === 'full' ||
    isOfFullDisk(error.cause))
