/** Buffers long texts before they are sent, since their ETag comes first. Past a size limit they go to a temporary file. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { keptBytes } from '../cache/cached-event.ts'

/** Maximum bytes in memory; longer texts are written to a temporary file. Calendars share their chunks with the cache of events. */
const MAX_HELD = 32 * 1024 * 1024

/** A chunk of a text, and the digest that represents it in the digest of the whole. */
export interface SpoolPart {
  readonly bytes: Buffer
  readonly tag: string
}

export interface Spool {
  /** The digest of the whole text. */
  readonly digest: string
  /** Bytes. */
  readonly size: number
  /** The whole text if it is in memory; undefined if it is in a file. */
  readonly held: readonly Buffer[] | undefined
  /** Streams the text. A text in a file can be streamed once: closing the stream deletes the file. */
  stream(): Readable
  /** Deletes the file of a text that will not be sent. */
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

/** Buffers a body, and then its head, which may depend on the whole body. Throws what `body` throws. */
export async function spoolBody(
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
      held.push(keptBytes(bytes))
      size += bytes.length
      if (file === undefined && size <= MAX_HELD) continue
      file ??= await overflow()
      await file.handle.writeFile(Buffer.concat(held))
      held = []
    }
  } catch (error) {
    await discard()
    throw error
  }
  await file?.handle.close()
  const first = keptBytes(Buffer.from(head()))
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
      // On close rather than at the end of the parts, which is never reached if nothing is read.
      return stream.once('close', () => void discard())
    },
    discard,
  }
}
