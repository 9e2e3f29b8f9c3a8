/** Sends a feed: ETag and 304, compression (contract §8). */
import { pipeline } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MANY_KEY } from '../../domain/surrogate-keys.ts'
import { newSharedBudgetCache } from '../../support/shared-budget-cache.ts'
import { isNotModified } from '../protocol/conditional.ts'
import { compressedBytes, type Encoding, encodingForLength } from '../protocol/encodings.ts'
import type { FastifyExchange } from '../request/api-request.ts'
import { cacheControl } from './send.ts'
import type { Spool, ToldText } from './spool.ts'

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
    .then((whole) => {
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
  return { encoding, etag: `"${digest}${encoding === undefined ? '' : `-${encoding}`}"` }
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
