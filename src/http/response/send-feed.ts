/** Sends a feed: ETag and 304, compression (contract §8). */
import { pipeline, type Readable, Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MANY_KEY } from '../../domain/surrogate-keys.ts'
import { newSharedBudgetCache } from '../../support/shared-budget-cache.ts'
import { gathered } from '../cache/cached-event.ts'
import { isNotModified } from '../protocol/conditional.ts'
import { encodingForLength } from '../protocol/encodings.ts'
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

const compressors = {
  // A window of 1 MiB makes texts as short as the largest one does, which takes 14 MB for each text that is being sent.
  br: () =>
    createBrotliCompress({
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 20 },
    }),
  gzip: () => createGzip({ level: 5 }),
} as const

type Encoding = keyof typeof compressors

/** Compressed forms of texts that were held in memory, by their digests. */
const known = newSharedBudgetCache<string, Buffer>()

/** A transform that passes a stream through, and calls `take` with the whole of it at the end. */
function gathering(take: (whole: Buffer) => void): Transform {
  const chunks: Buffer[] = []
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done(null, chunk)
    },
    flush(done) {
      take(gathered(chunks))
      done()
    },
  })
}

function compressed(text: Spool, encoding: Encoding): Readable | Buffer {
  const key = `${text.digest} ${text.size} ${encoding}`
  const before = known.get(key)
  if (before !== undefined) return before
  // The error callback is empty: the reader sees an error as a premature end of the stream.
  if (text.held === undefined) return pipeline(text.stream(), compressors[encoding](), () => {})
  const take = (whole: Buffer) => known.set(key, whole, whole.length + key.length)
  return pipeline(text.stream(), compressors[encoding](), gathering(take), () => {})
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
  return reply.send(encoding === undefined ? text.stream() : compressed(text, encoding))
}
