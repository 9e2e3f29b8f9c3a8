/** The files of images as rows of a back-up: in pieces, each with its place in its file. */
import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import type { More, MoreKeeper, Row } from '../store/backup/format.ts'

export const TABLE = 'files'
/** Bytes. */
export const PIECE = 48 * 1024

/** Names that begin with a dot are files still being written, and marks. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.split(sep).some((part) => part.startsWith('.')))
    .sort()
}

async function* pieces(folder: string): AsyncIterable<Row> {
  for (const path of await filesIn(folder)) {
    let at = 0
    const name = path.split(sep).join('/')
    const handle = await open(join(folder, path)).catch((error: unknown) => {
      // Removed by hand meanwhile: what the rows of the back-up name is held.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    })
    if (handle === undefined) continue
    for await (const piece of handle.createReadStream({ highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
      yield [name, at, piece.toString('base64')]
      at += piece.length
    }
    if (at === 0) yield [name, 0, '']
  }
}

/** Every file below a folder; none where there is no such folder. */
export function mediaRows(folder: string): More {
  return { table: TABLE, columns: ['path', 'at', 'bytes'], rows: () => pieces(folder) }
}

/** Puts files back below a folder. Throws where one would lie outside it. */
export function mediaKeeper(folder: string): MoreKeeper {
  return {
    table: TABLE,
    async keep([path, at, bytes]) {
      const name = normalize(String(path))
      if (name.startsWith('..') || name.startsWith('/') || name.includes('\0'))
        throw new Error(`This back-up has a file outside the media folder: ${name}`)
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
