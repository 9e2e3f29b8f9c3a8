/** A feed put on the wire: ETag and 304, compression (contract §8). */
import { pipeline, type Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingOf } from './encodings.ts'
import { isNotModified } from './preconditions.ts'
import { cacheControl } from './send.ts'
import type { Spool } from './spool.ts'

export interface FeedAnswer {
  readonly type: string
  readonly fileName: string
  readonly text: Spool
  /** Whether it is for the holder of its address alone. */
  readonly isPrivate: boolean
}

const compressors = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip({ level: 5 }),
} as const

function compressed(source: Readable, encoding: keyof typeof compressors): Readable {
  // Whoever reads sees an error as the end of the stream.
  return pipeline(source, compressors[encoding](), () => {})
}

/** Sends a feed, or 304 to those who have it. */
export async function sendFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, fileName, text, isPrivate }: FeedAnswer,
): Promise<FastifyReply> {
  const encoding = encodingOf(text.size, request.headers['accept-encoding'])
  const etag = `"${text.digest}${encoding === undefined ? '' : `-${encoding}`}"`
  reply.header('Cache-Control', isPrivate ? 'private, no-cache' : cacheControl(request)).header('ETag', etag)
  if (isPrivate) reply.header('Referrer-Policy', 'no-referrer')
  if (isNotModified(request.headers, etag, undefined)) {
    await text.discard()
    return reply.code(304).send()
  }
  reply.type(`${type}; charset=utf-8`).header('Content-Disposition', `inline; filename="${fileName}"`)
  if (encoding === undefined) reply.header('Content-Length', text.size)
  else reply.header('Content-Encoding', encoding)
  if (request.method === 'HEAD') {
    await text.discard()
    return reply.send()
  }
  return reply.send(encoding === undefined ? text.stream() : compressed(text.stream(), encoding))
}
