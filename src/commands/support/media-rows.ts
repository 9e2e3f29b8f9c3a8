/** Image files as rows of a back-up: in chunks, each with its offset in the file. */
import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import type { BackupRow, BackupRowsOutsideDatabase, ExtraTableRestore } from '../../store/backup/format.ts'

export const FILES_TABLE_IN_BACKUP = 'files'
/** The size of a chunk in bytes. */
export const BACKUP_CHUNK_BYTES = 48 * 1024

/** The paths of the files below a folder, sorted. Names that begin with a dot are incomplete files and marks, and are left out. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.split(sep).some((part) => part.startsWith('.')))
    .sort()
}

async function* pieces(folder: string): AsyncIterable<BackupRow> {
  for (const path of await filesIn(folder)) {
    let at = 0
    const name = path.split(sep).join('/')
    const handle = await open(join(folder, path)).catch((error: unknown) => {
      // A user has removed the file; the hold protects files only from the service.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    })
    if (handle === undefined) continue
    for await (const piece of handle.createReadStream({
      highWaterMark: BACKUP_CHUNK_BYTES,
    }) as AsyncIterable<Buffer>) {
      yield [name, at, piece.toString('base64')]
      at += piece.length
    }
    if (at === 0) yield [name, 0, '']
  }
}

/** Back-up rows for every file below a folder; none if the folder does not exist. */
export function mediaFolderBackupTable(folder: string): BackupRowsOutsideDatabase {
  return { table: FILES_TABLE_IN_BACKUP, columns: ['path', 'at', 'bytes'], rows: () => pieces(folder) }
}

/** Restores files below a folder. Throws if the path of a file leads outside of it. */
export function makeMediaFolderRestore(folder: string): ExtraTableRestore {
  return {
    table: FILES_TABLE_IN_BACKUP,
    async restore([path, at, bytes]) {
      const name = normalize(String(path))
      if (name.startsWith('..') || name.startsWith('/') || name.includes('\0'))
        throw new Error(`This back-up contains a file outside the media folder: ${name}`)
      const file = join(folder, name)
      await mkdir(dirname(file), { recursive: true })
      const handle = await open(file, at === 0 ? 'w' : 'r+')
      await handle
        .write(Buffer.from(String(bytes), 'base64'), 0, undefined, Number(at))
        .finally(() => handle.close())
    },
    end: async () => {},
  }
}
