/** Serves the files of media items, whole or in ranges (RFC 9110 §14). A file never changes, so caches may keep it for ever. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ImageService } from '../../api/context.ts'
import type { OpenedStoredFile } from '../../media/storage.ts'
import { because, Problem } from '../../problem.ts'
import { isNotModified } from '../protocol.ts'
import { pathParamsOfRequest } from '../request/query.ts'

export interface MediaFileService extends ImageService {
  read(file: string): Promise<OpenedStoredFile | undefined>
}

/** The first and last requested byte: the whole file without a valid range; undefined for a range past the end. */
function rangeOf(header: string | undefined, size: number): readonly [number, number] | undefined {
  const whole = [0, size - 1] as const
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return whole
  if (first === '') return Number(last) === 0 ? undefined : [Math.max(0, size - Number(last)), size - 1]
  if (last !== '' && Number(last) < Number(first)) return whole
  if (Number(first) >= size) return undefined
  return [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
}

const caching = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  Vary: 'Origin',
} as const

async function opened(request: FastifyRequest, files: MediaFileService) {
  const { file = '' } = pathParamsOfRequest(request)
  const kept = await files.read(file)
  if (kept === undefined) throw new Problem('media-not-found', because('no_such_media_file'))
  return { kept, etag: `"${file}"` }
}

/** The Range header; undefined for HEAD, and if If-Range names another version of the file. */
function requestedRange({ method, headers }: FastifyRequest, etag: string): string | undefined {
  if (method === 'HEAD') return undefined
  const condition = headers['if-range']
  return condition === undefined || condition === etag ? headers.range : undefined
}

/** Sends a media file, or 304. Throws 404, 405 or 416. */
export async function sendMediaFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: MediaFileService,
): Promise<FastifyReply> {
  if (!['GET', 'HEAD'].includes(request.method))
    throw new Problem('rest_method_not_allowed', { headers: { Allow: 'GET, HEAD' } })
  const { kept, etag } = await opened(request, files)
  const { size, type } = kept
  const isKnown = isNotModified(request.headers, etag, undefined)
  const range = isKnown ? undefined : rangeOf(requestedRange(request, etag), size)
  if (range === undefined || request.method === 'HEAD') await kept.close()
  if (range === undefined && !isKnown)
    throw new Problem('rest_range_not_satisfiable', { headers: { 'Content-Range': `bytes */${size}` } })
  const [from, to] = range ?? [0, 0]
  // Opened before any header is set: an error response must not be cacheable for ever.
  const stream = range === undefined || request.method === 'HEAD' ? undefined : await kept.stream(from, to)
  reply.headers({ ...caching, ETag: etag, 'Accept-Ranges': 'bytes' }).removeHeader('X-Robots-Tag')
  if (range === undefined) return reply.code(304).send()
  reply.type(type).header('Content-Length', to - from + 1)
  if (to - from + 1 < size) reply.code(206).header('Content-Range', `bytes ${from}-${to}/${size}`)
  return reply.send(stream)
}
