/** Reads the file operands of commands. */
import { type FileHandle, open } from 'node:fs/promises'
import { isSpreadsheetFile, textDecodedFromBytes } from '../../domain/text/decoded-text.ts'

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
