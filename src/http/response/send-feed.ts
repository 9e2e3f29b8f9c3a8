/** Sends a feed: ETag and 304, compression (contract §8). */

import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MANY_KEY } from '../../domain/surrogate-keys.ts'
import { tooManyOfAll, tooManyOfCaller } from '../../support/fair-queue.ts'
import {
  joinedBytes,
  keptBytes,
  newSharedBudgetCache,
  utf8Buffer,
} from '../../support/shared-budget-cache.ts'
import {
  compressedBytes,
  type Encoding,
  encodingForLength,
  etagOfDigest,
  isNotModified,
} from '../protocol.ts'
import type { FastifyExchange } from '../request/api-request.ts'
import { cacheControl } from './send.ts'

// Buffers long texts before they are sent, since their ETag comes first. Past a size limit, of one or of all that are being built or sent,
// they go to temporary files, which have limits, too.

const MIB = 1024 * 1024
/** Maximum bytes in memory of all texts that are being built or sent; further texts are written to temporary files. */
const MAX_HELD_OF_ALL = 32 * MIB
/** Maximum bytes of the temporary files that one caller asked for. */
const MAX_FILED_OF_CALLER = 128 * MIB
/** Maximum bytes of all temporary files. */
const MAX_FILED_OF_ALL = 512 * MIB

/** The bytes in memory of all texts that are being built or sent. */
let heldOfAll = 0

/** The bytes of temporary files, by the name of the caller who asked for them. */
const filed = new Map<string, number>()

/** Counts bytes of a caller's temporary files. Throws 429 or 503 if they are too many; they are counted then, too. */
function countFiled(caller: string, bytes: number): void {
  const own = (filed.get(caller) ?? 0) + bytes
  if (own === 0) filed.delete(caller)
  else filed.set(caller, own)
  if (bytes <= 0) return
  if (own > MAX_FILED_OF_CALLER) throw tooManyOfCaller('requests for feeds')
  const all = [...filed.values()].reduce((sum, one) => sum + one, 0)
  if (all > MAX_FILED_OF_ALL) throw tooManyOfAll('requests for feeds')
}

/** A chunk of a text, and the digest that represents it in the digest of the whole. */
export interface SpoolPart {
  readonly bytes: Buffer
  readonly tag: string
}

/** What a client that has a text needs to know of it. */
export interface ToldText {
  /** The digest of the whole text. */
  readonly digest: string
  /** Bytes. */
  readonly size: number
}

export interface Spool extends ToldText {
  /** The whole text if it is in memory; undefined if it is in a file. */
  readonly held: Buffer | undefined
  /** Counts the text among those that are being sent, until the returned function is called. That frees its file. */
  hold(): () => void
  /** Streams the text. A text in a file can be streamed once: closing the stream frees the file. */
  stream(): Readable
  /** Frees the file of a text that will not be sent. */
  discard(): Promise<void>
}

/** Returns a text of which only this is known, for a client that has it. */
export const spoolWithoutText = ({ digest, size }: ToldText): Spool => ({
  digest,
  size,
  held: undefined,
  hold: () => () => {},
  stream() {
    throw new Error('the text was not kept')
  },
  discard: async () => {},
})

/** Opens a file that has no name any more: the system clears it when the process ends, even if it is killed. */
async function unnamedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `fasti-feed-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

/**
 * Buffers a body that a caller asked for, and then its head, which may depend on the whole body. Throws what `body` throws, and 429 or
 * 503 if there is no room for it.
 */
export async function spoolBody(
  body: AsyncIterable<SpoolPart> | Iterable<SpoolPart>,
  head: () => string,
  caller: string,
): Promise<Spool> {
  const hash = createHash('sha1')
  let held: Buffer[] = []
  let [heldSize, filedSize] = [0, 0]
  let file: FileHandle | undefined
  const discard = async () => {
    if (file === undefined) return
    countFiled(caller, -filedSize)
    filedSize = 0
    await file.close().catch(() => {})
  }
  const toFile = async () => {
    const [chunks, bytes] = [held, heldSize]
    held = []
    heldSize = 0
    heldOfAll -= bytes
    filedSize += bytes
    file ??= await unnamedFile()
    countFiled(caller, bytes)
    for (const chunk of chunks) await file.writeFile(chunk)
  }
  try {
    for await (const { bytes, tag } of body) {
      hash.update(`${tag} `)
      held.push(bytes)
      heldSize += bytes.length
      heldOfAll += bytes.length
      if (file !== undefined || heldOfAll > MAX_HELD_OF_ALL) await toFile()
    }
  } catch (error) {
    await discard()
    throw error
  } finally {
    heldOfAll -= heldSize
  }
  const first = utf8Buffer(head())
  const whole = file === undefined ? joinedBytes([first, ...held]) : undefined
  held = []
  const parts = async function* () {
    yield whole ?? first
    if (file !== undefined) yield* file.createReadStream({ start: 0, autoClose: false })
  }
  let readers = 0
  return {
    digest: hash.update(first).digest('base64url').slice(0, 16),
    size: filedSize + heldSize + first.length,
    held: whole,
    hold() {
      if (readers === 0) heldOfAll += heldSize
      readers += 1
      return () => {
        readers -= 1
        if (readers === 0) heldOfAll -= heldSize
        void discard()
      }
    },
    stream() {
      const stream = Readable.from(parts(), { objectMode: false })
      // On close rather than at the end of the parts, which is never reached if nothing is read.
      return stream.once('close', () => void discard())
    },
    discard,
  }
}

export interface FeedFileToSend {
  readonly type: string
  readonly fileName: string
  readonly text: Spool
  /** Whether it is a secret feed. */
  readonly isPrivate: boolean
  /** The time until which it is the same without a write, in seconds since 1970 UTC. */
  readonly until: number
}

/** The keys of a feed, for caches in front of the service: most show more events than a header has room for. */
const shown = { keys: [MANY_KEY] }

/** Compress texts that are in files. */
const compressors = {
  // A window of 1 MiB makes texts as short as the largest one does, which takes 14 MB for each text that is being sent.
  br: () =>
    createBrotliCompress({
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 20 },
    }),
  gzip: () => createGzip({ level: 5 }),
} as const

/** Compressed forms of texts in memory, by their digests; while one is made, all who wait for it share it. */
const known = newSharedBudgetCache<string, Buffer>()
const underWay = new Map<string, Promise<Buffer>>()

function compressedOnce(text: Buffer, digest: string, encoding: Encoding): Buffer | Promise<Buffer> {
  const key = `${digest} ${text.length} ${encoding}`
  const before = known.get(key) ?? underWay.get(key)
  if (before !== undefined) return before
  const running = compressedBytes(text, encoding, false)
    .then((bytes) => {
      const whole = keptBytes(bytes)
      known.set(key, whole, whole.length + key.length)
      return whole
    })
    .finally(() => underWay.delete(key))
  underWay.set(key, running)
  return running
}

/** Returns the Content-Disposition of a file; a name with other letters than those of headers is encoded (RFC 6266). */
const dispositionOf = (name: string) =>
  /^[\w.-]+$/.test(name)
    ? `inline; filename="${name}"`
    : `inline; filename="events.ics"; filename*=UTF-8''${encodeURIComponent(name)}`

/** Returns the encoding in which a request gets a feed, and the ETag of that. */
function formOf({ headers }: FastifyRequest, { digest, size }: ToldText) {
  const encoding = encodingForLength(size, headers['accept-encoding'])
  return { encoding, etag: etagOfDigest(digest, undefined, encoding) }
}

/** Whether the client has a feed. */
export const hasFeed = (request: FastifyRequest, text: ToldText): boolean =>
  isNotModified(request.headers, formOf(request, text).etag, undefined)

/** Sends a feed, or 304 if the client has it. */
export async function sendFeed(
  { request, reply, shared }: FastifyExchange,
  { type, fileName, text, isPrivate, until }: FeedFileToSend,
): Promise<FastifyReply> {
  // Also frees the text if the connection closes before anything is sent.
  const release = text.hold()
  if (reply.raw.closed) release()
  else reply.raw.once('close', release)
  const { encoding, etag } = formOf(request, text)
  reply.header('Cache-Control', isPrivate ? 'private, no-cache' : cacheControl(request)).header('ETag', etag)
  if (isPrivate) reply.header('Referrer-Policy', 'no-referrer')
  else await shared?.mark(reply, { status: 200, shown, until })
  if (hasFeed(request, text)) {
    await text.discard()
    return reply.code(304).send()
  }
  reply.type(`${type}; charset=utf-8`).header('Content-Disposition', dispositionOf(fileName))
  if (encoding === undefined) reply.header('Content-Length', text.size)
  else reply.header('Content-Encoding', encoding)
  if (request.method === 'HEAD') {
    await text.discard()
    return reply.send()
  }
  if (text.held !== undefined)
    return reply.send(
      encoding === undefined ? text.held : await compressedOnce(text.held, text.digest, encoding),
    )
  // The error callback is empty: the reader sees an error as a premature end of the stream.
  const file = text.stream()
  return reply.send(encoding === undefined ? file : pipeline(file, compressors[encoding](), () => {}))
}
