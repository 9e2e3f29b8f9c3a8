/** `fasti backup`: writes everything to one file, and verifies the file by restoring it. */

import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, normalize, resolve, sep } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Config, readConfig } from '../config.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import { mediaLibraryOf } from '../media/library.ts'
import {
  type MediaStorage,
  noteTimeOfLastBackUp,
  type OpenedStoredFile,
  pauseFileRemovalUntilReleased,
} from '../media/storage.ts'
import { type LoadedBackup, restoreBackup, streamBackup } from '../store/backup/backup.ts'
import {
  type BackupLine,
  type BackupRow,
  type BackupRowsOutsideDatabase,
  type ExtraTableRestore,
  RestoreError,
} from '../store/backup/format.ts'
import { connectExisting } from '../store/check/existing-database.ts'
import { databaseAndImageFaults, printFaults } from './check.ts'
import { type Command, countWithNoun, parseOptions, say, UsageError } from './command.ts'
import { joinLinesToChunks, openFile, writeFileWhole } from './files.ts'
import { currentMoment } from './opened-store.ts'

// Image files as rows of a back-up: in chunks, each with its offset in the file.

const FILES_TABLE_IN_BACKUP = 'files'
/** The size of a chunk in bytes. */
const BACKUP_CHUNK_BYTES = 48 * 1024

/** The paths of the files below a folder, sorted. Names that begin with a dot are incomplete files and marks, and are left out. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.split(sep).some((part) => part.startsWith('.')))
    .sort()
}

async function* folderPieces(folder: string): AsyncIterable<BackupRow> {
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
function mediaFolderBackupTable(folder: string): BackupRowsOutsideDatabase {
  return { table: FILES_TABLE_IN_BACKUP, columns: ['path', 'at', 'bytes'], rows: () => folderPieces(folder) }
}

/** Restores files below a folder. Throws if the path of a file leads outside of it. */
function makeMediaFolderRestore(folder: string): ExtraTableRestore {
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

// Back-up files: compressed JSON lines.

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
function writeBackupFile(config: Config, file: string): Promise<Held> {
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

const help = `Usage: fasti backup FILE
       fasti backup FOLDER [--keep N]

Writes everything to one file: the calendar with its users, tokens, audit log and idempotency keys, and the images. The
service may run during a back-up: the file is a consistent snapshot. The file is verified before it gets its name: it is
restored into a temporary SQLite database beside it, compared and checked. This needs as much disk space as the calendar.

In a FOLDER, the file name contains the time: fasti-20270131T041500Z.backup.

  --keep N   after a successful back-up, keep the newest N such files in FOLDER and remove the others

The pages and indexes of the database are checked, too. If they, or the data, have faults, these are printed and the exit code is 1. The file is written in this case too, and
--keep removes nothing. If the disk is full, no file is written. fasti restore reads the file into
SQLite or PostgreSQL. Protect it like the database. DATABASE_URL names the database: see fasti --help env.`

const NAMED = /^fasti-\d{8}T\d{6}Z\.backup$/

function retainedOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new UsageError(`--keep must be a number from 1 to 9999, not "${text}".`)
  return Number(text)
}

/** Removes the back-ups of a folder except the newest `keep`. */
async function removeOld(folder: string, keep: number): Promise<void> {
  const old = (await readdir(folder))
    .filter((name) => NAMED.test(name))
    .sort()
    .slice(0, -keep)
  for (const name of old) await rm(join(folder, name))
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export const backup: Command = {
  help,
  async run(args, env) {
    const { values, positionals } = parseOptions(args, { keep: { type: 'string' } })
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new UsageError('fasti backup takes one FILE or FOLDER.')
    const keep = retainedOf(values.keep)
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true
    if (keep !== undefined && !isFolder)
      throw new UsageError(`--keep needs a FOLDER, and ${path} is not one.`)
    const config = readConfig(env)
    const time = utcTimestampOfEpoch(epochOfInstant(currentMoment(config).now))
      .replace(/[-:]/g, '')
      .replace(' ', 'T')
    const file = isFolder ? join(path, `fasti-${time}Z.backup`) : path
    const { tallies, head, faults } = await writeBackupFile(config, file)
    const rows = Object.values(tallies).reduce((sum, tally) => sum + tally.rows, 0)
    say(`${file}: ${countWithNoun(rows, 'row')} at revision ${head.revision}, restored and compared.`)
    // With faults in the data, the older back-ups may be the last ones without them.
    if (faults.length > 0) return printFaults(faults)
    // The file is good without the note, which is for the alert that back-ups stopped.
    await noteTimeOfLastBackUp(mediaLibraryOf(config)).catch((error: unknown) =>
      say(`The time of this back-up could not be noted for /metrics: ${messageOf(error)}`),
    )
    if (keep !== undefined) await removeOld(path, keep)
    return 0
  },
}

// `fasti restore`: restores a back-up into an empty database.

const restoreHelp = `Usage: fasti restore FILE

Restores a file of fasti backup into an empty database: a new FASTI_DATA_DIR, or a new PostgreSQL database named by
DATABASE_URL. If it fails, the database stays empty. The result is compared with the file, migrated to this version and
checked. SQLite and PostgreSQL read each other's files. Sessions are not restored: users have to sign in again.

Stop the service on that database first. For the environment, see fasti --help env.`

export const restore: Command = {
  help: restoreHelp,
  async run(args, env) {
    const [file, ...more] = parseOptions(args, {}).positionals
    if (file === undefined || more.length > 0) throw new UsageError('fasti restore takes one FILE.')
    const config = readConfig(env)
    // Refuses a missing file and a folder by name, before the database is created.
    await (await openFile(file)).close()
    const { head, tallies, faults } = await restoreBackupFile(config, file)
    for (const [table, { rows }] of Object.entries(tallies))
      if (rows > 0) process.stdout.write(`${String(rows).padStart(9)}  ${table}\n`)
    say(`Restored as of ${utcTimestampOfEpoch(head.created_utc)} UTC, revision ${head.revision}.`)
    return faults.length === 0 ? 0 : printFaults(faults)
  },
}
