/** Image files in a bucket as rows of a back-up, in the same format as those of a folder. */
import type { MediaStorage, OpenedStoredFile } from '../../media/storage.ts'
import type { BackupRow, BackupRowsOutsideDatabase, ExtraTableRestore } from '../../store/backup/format.ts'
import { BACKUP_CHUNK_BYTES, FILES_TABLE_IN_BACKUP } from './media-rows.ts'

async function wholeOf({ stream, size }: OpenedStoredFile): Promise<Buffer> {
  const bytes: Buffer[] = []
  for await (const chunk of await stream(0, size - 1)) bytes.push(chunk)
  return Buffer.concat(bytes)
}

async function* pieces(storage: MediaStorage): AsyncIterable<BackupRow> {
  for await (const { file } of storage.all()) {
    const kept = await storage.read(file)
    // The file was removed after the listing.
    if (kept === undefined) continue
    const whole = await wholeOf(kept).catch(async (error: unknown) => {
      if ((await storage.read(file)) !== undefined) throw error
    })
    if (whole === undefined) continue
    for (let at = 0; at < whole.length; at += BACKUP_CHUNK_BYTES)
      yield [file, at, whole.subarray(at, at + BACKUP_CHUNK_BYTES).toString('base64')]
  }
}

/** Returns back-up rows for every file of media storage. Each file is read into memory as a whole. */
export function makeMediaStorageBackupTable(storage: MediaStorage): BackupRowsOutsideDatabase {
  return { table: FILES_TABLE_IN_BACKUP, columns: ['path', 'at', 'bytes'], rows: () => pieces(storage) }
}

/** Restores files to media storage. Each file is written when all its rows are read. */
export function makeMediaStorageRestore(storage: MediaStorage): ExtraTableRestore {
  let name = ''
  let held: Buffer[] = []
  const end = async () => {
    if (held.length > 0) await storage.write([{ file: name, bytes: Buffer.concat(held) }])
    held = []
  }
  return {
    table: FILES_TABLE_IN_BACKUP,
    async restore([path, at, bytes]) {
      if (at === 0) await end()
      name = String(path)
      held.push(Buffer.from(String(bytes), 'base64'))
    },
    end,
  }
}
