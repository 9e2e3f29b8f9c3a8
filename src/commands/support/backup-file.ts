/** Back-up files: compressed JSON lines. */

import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Config } from '../../config.ts'
import { pauseFileRemovalUntilReleased } from '../../media/file-removal-pause.ts'
import { mediaLibraryOf } from '../../media/library.ts'
import type { MediaStorage, OpenedStoredFile } from '../../media/storage.ts'
import { restoreBackup, streamBackup } from '../../store/backup/backup.ts'
import type {
  BackupLine,
  BackupRow,
  BackupRowsOutsideDatabase,
  ExtraTableRestore,
} from '../../store/backup/format.ts'
import { RestoreError } from '../../store/backup/head.ts'
import type { LoadedBackup } from '../../store/backup/load.ts'
import { connectExisting } from '../../store/check/existing-database.ts'
import { databaseAndImageFaults } from '../check.ts'
import {
  BACKUP_CHUNK_BYTES,
  FILES_TABLE_IN_BACKUP,
  makeMediaFolderRestore,
  mediaFolderBackupTable,
} from './media-rows.ts'
import { currentMoment } from './opened-store.ts'
import { joinLinesToChunks, writeFileWhole } from './whole-file.ts'

// Image files in a bucket as rows of a back-up, in the same format as those of a folder.

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
function makeMediaStorageBackupTable(storage: MediaStorage): BackupRowsOutsideDatabase {
  return { table: FILES_TABLE_IN_BACKUP, columns: ['path', 'at', 'bytes'], rows: () => pieces(storage) }
}

/** Restores files to media storage. Each file is written when all its rows are read. */
function makeMediaStorageRestore(storage: MediaStorage): ExtraTableRestore {
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

const mediaFolder = ({ dataDir }: Config) => join(resolve(dataDir), 'media')

async function* texts(lines: AsyncIterable<BackupLine>): AsyncIterable<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`
}

/** Converts an error while reading a back-up to a `RestoreError`; system errors stay as they are. */
function damaged(error: unknown, file: string): unknown {
  const isSystem = error instanceof Error && 'syscall' in error
  if (isSystem || error instanceof RestoreError) return error
  return new RestoreError(
    `${file} is damaged or is not a back-up: ${error instanceof Error ? error.message : error}`,
  )
}

/** Verifies the checksum of the whole file before any of its content is used. Throws `RestoreError` if it is damaged. */
async function allowWhole(file: string): Promise<void> {
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() })
  try {
    await pipeline(createReadStream(file), createGunzip(), nowhere)
  } catch (error) {
    throw damaged(error, file)
  }
}

/** The longest line in characters: a row is an item, or a small piece of a file. */
const LONGEST_LINE = 64 * 1_048_576

/** Splits text into lines. Throws `RestoreError` for a line that is longer than any row. */
async function* wholeLines(chunks: AsyncIterable<string>, file: string): AsyncGenerator<string, void> {
  let pieces: string[] = []
  let [length, number] = [0, 1]
  for await (const chunk of chunks) {
    const lines = chunk.split('\n')
    const last = lines.pop() ?? ''
    for (const line of lines) {
      yield pieces.join('') + line
      pieces = []
      length = 0
      number += 1
    }
    pieces.push(last)
    length += last.length
    if (length > LONGEST_LINE)
      throw new RestoreError(
        `${file} is damaged or is not a back-up: line ${number} has more than ${LONGEST_LINE} characters, which no row has`,
      )
  }
}

async function* linesOf(file: string): AsyncGenerator<BackupLine, undefined> {
  const unzipped = createGunzip()
  createReadStream(file)
    .on('error', (error) => unzipped.destroy(error))
    .pipe(unzipped)
    .setEncoding('utf8')
  try {
    for await (const line of wholeLines(unzipped as AsyncIterable<string>, file))
      yield JSON.parse(line) as BackupLine
  } catch (error) {
    throw damaged(error, file)
  }
}

/** The result of restoring a back-up file. */
interface Held extends LoadedBackup {
  /** Messages about faults that the data already had when it was backed up. */
  readonly faults: readonly string[]
}

/** Restores a file into the empty database and media folder of a configuration. Throws if the result differs from the back-up. */
export async function restoreBackupFile(config: Config, file: string): Promise<Held> {
  await allowWhole(file)
  const mediaTable =
    config.bucket === undefined
      ? makeMediaFolderRestore(mediaFolder(config))
      : makeMediaStorageRestore(mediaLibraryOf(config))
  const loaded = await restoreBackup(config.databaseUrl, linesOf(file), currentMoment(config), mediaTable)
  return { ...loaded, faults: await databaseAndImageFaults(config) }
}

/** Verifies a back-up: restores it into a temporary folder beside the file, then removes the folder. `sourceFaults` are those of what was backed up. */
async function verify(config: Config, file: string, sourceFaults: readonly string[]): Promise<Held> {
  const folder = await mkdtemp(join(dirname(resolve(file)), '.fasti-verifying-'))
  const databaseUrl = `sqlite:${join(folder, 'fasti.db')}`
  const scratch = { ...config, dataDir: folder, databaseUrl, bucket: undefined }
  try {
    const held = await restoreBackupFile(scratch, file)
    return { ...held, faults: [...sourceFaults, ...held.faults] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the lines of a back-up. A hold keeps every file that the rows name until the back-up is complete. Returns the faults of the database. */
async function writeBackUp(
  config: Config,
  write: (lines: AsyncIterable<BackupLine>) => Promise<void>,
): Promise<readonly string[]> {
  const library = mediaLibraryOf(config)
  const files =
    config.bucket === undefined
      ? mediaFolderBackupTable(mediaFolder(config))
      : makeMediaStorageBackupTable(library)
  await (await connectExisting(config.databaseUrl)).close()
  // The hold begins before the snapshot, so that files of images deleted later stay until the back-up is complete.
  const release = await pauseFileRemovalUntilReleased(library).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The back-up could not write its hold mark to the image storage. The mark keeps images until the back-up is complete: ${reason}`,
      { cause: error },
    )
  })
  try {
    return await streamBackup(config.databaseUrl, currentMoment(config), files, write)
  } finally {
    await release()
  }
}

/** Writes a back-up file. It appears under its name only after a test restore. Returns what it contains. */
export function writeBackupFile(config: Config, file: string): Promise<Held> {
  return writeFileWhole(
    file,
    (handle) =>
      writeBackUp(config, (lines) =>
        pipeline(
          Readable.from(joinLinesToChunks(texts(lines))),
          createGzip({ level: 4 }),
          async (zipped: AsyncIterable<Buffer>) => {
            for await (const piece of zipped) await handle.writeFile(piece)
          },
        ),
      ),
    (draft, faults) => verify(config, draft, faults),
  )
}
