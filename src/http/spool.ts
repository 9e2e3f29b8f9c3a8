/** Long texts gathered before they are sent: their tag is known first, and little of them is ever in memory. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** Bytes; what is longer waits in a file of its own. Calendars share what they hold with the pieces that are kept. */
export const MOST_HELD = 32 * 1024 * 1024

/** A part of a text, and what stands for it in the tag of the whole. */
export interface SpoolPart {
  readonly bytes: Buffer
  readonly tag: string
}

export interface Spool {
  /** Of the whole text. */
  readonly digest: string
  /** Bytes. */
  readonly size: number
  /** The whole text where it is in memory; undefined where it waits in a file. */
  readonly held: readonly Buffer[] | undefined
  /** The text, once where it waits in a file, which is gone when the stream is closed. */
  stream(): Readable
  /** Lets go of a text that is not to be sent. */
  discard(): Promise<void>
}

interface Overflow {
  readonly folder: string
  readonly path: string
  readonly handle: FileHandle
}

async function overflow(): Promise<Overflow> {
  const folder = await mkdtemp(join(tmpdir(), 'fasti-feed-'))
  const path = join(folder, 'feed')
  return { folder, path, handle: await open(path, 'wx', 0o600) }
}

/** Gathers a body, and then what comes before it, which may depend on all of it. */
export async function spooled(
  body: AsyncIterable<SpoolPart> | Iterable<SpoolPart>,
  head: () => string,
): Promise<Spool> {
  const hash = createHash('sha1')
  let held: Buffer[] = []
  let size = 0
  let file: Overflow | undefined
  const discard = async () => {
    await file?.handle.close().catch(() => {})
    if (file !== undefined) await rm(file.folder, { recursive: true, force: true })
  }
  try {
    for await (const { bytes, tag } of body) {
      hash.update(`${tag} `)
      held.push(bytes)
      size += bytes.length
      if (file === undefined && size <= MOST_HELD) continue
      file ??= await overflow()
      await file.handle.writeFile(Buffer.concat(held))
      held = []
    }
  } catch (error) {
    await discard()
    throw error
  }
  await file?.handle.close()
  const first = Buffer.from(head())
  const parts = async function* () {
    yield first
    if (file !== undefined) yield* createReadStream(file.path)
    yield* held
  }
  return {
    digest: hash.update(first).digest('base64url').slice(0, 16),
    size: size + first.length,
    held: file === undefined ? [first, ...held] : undefined,
    stream() {
      const stream = Readable.from(parts(), { objectMode: false })
      // Also where nothing of it was ever read: then the parts above do not come to an end.
      return stream.once('close', () => void discard())
    },
    discard,
  }
}
