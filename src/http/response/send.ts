/** Sends a response: `_fields`, `_envelope`, ETag and 304, compression, and caching headers (contract §8). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isFalseWord } from '../../contract/kinds.ts'
import { httpDateOfSeconds } from '../../domain/time/timestamp.ts'
import { Problem } from '../../problem.ts'
import type { Store } from '../../store/store.ts'
import type { CachePlace } from '../cache/response-cache.ts'
import {
  compressedBytes,
  digestOf,
  encodingForLength,
  etagOfDigest,
  isNotModified,
  minRevisionFromHeaders,
  serverTiming,
} from '../protocol.ts'
import type { ApiResponse, FastifyExchange } from '../request/api-request.ts'
import { type Query, queryOfUrlOfAnyLength } from '../request/query.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

interface Choice {
  readonly [name: string]: Choice | true
}

/** Parses `a,b.c` into a tree of the fields to include. */
function choiceOf(fields: string): Choice {
  const root: Record<string, Choice | true> = {}
  for (const path of fields.split(',').slice(0, 200)) {
    let at: Record<string, Choice | true> = root
    const names = path.trim().split('.').slice(0, 10)
    names.forEach((name, index) => {
      const below = Object.hasOwn(at, name) ? at[name] : undefined
      if (below === true) return
      if (index === names.length - 1) at[name] = true
      else {
        const next: Record<string, Choice | true> = { ...below }
        at[name] = next
        at = next
      }
    })
  }
  return root
}

function chosen(value: unknown, choice: Choice): unknown {
  if (Array.isArray(value)) return value.map((member) => chosen(member, choice))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => Object.hasOwn(choice, name))
  return Object.fromEntries(
    kept.map(([name, member]) => {
      const below = choice[name]
      return [name, below === true || below === undefined ? member : chosen(member, below)]
    }),
  )
}

/** The body reduced to the fields that `_fields` names, also within lists. */
export function selectBodyFields(body: object, query: Query): unknown {
  const fields = query.texts('_fields').join(',')
  return fields === '' ? body : chosen(body, choiceOf(fields))
}

/** Whether the client requests an envelope: by the bare parameter, or by any value that does not mean false. */
function wantsEnvelope(query: Query): boolean {
  const text = query.text('_envelope')
  return text !== undefined && !isFalseWord(text)
}

/** Whether an event password was sent. Caches must not store the response, whether the password is right or wrong. */
function hasEventPassword({ url, headers }: FastifyRequest): boolean {
  return headers['x-event-password'] !== undefined || queryOfUrlOfAnyLength(url).has('password')
}

/** The Cache-Control of a read's response (contract §8). */
export function cacheControl(request: FastifyRequest): string {
  if (hasEventPassword(request)) return 'private, no-store'
  const hasCredentials = request.headers.authorization !== undefined || request.headers.cookie !== undefined
  return hasCredentials ? 'private, no-cache' : 'public, no-cache'
}

function headersOf(reply: FastifyReply): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
}

/** The body of a response: chunks of bytes, which together have a digest. */
interface Body {
  readonly chunks: readonly Buffer[]
  readonly length: number
  readonly digest: string
}

/** The body: the prepared chunks, the file, or JSON with its selected fields and its envelope. */
function bodyOf(response: ApiResponse, query: Query, isEnveloped: boolean): Body {
  const { status, headers = {}, chunked, file } = response
  if (chunked !== undefined) {
    const length = chunked.chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    return { chunks: chunked.chunks, length, digest: chunked.digest }
  }
  // `_fields` selects fields of items, so errors are sent whole.
  const shown = () => (status < 400 ? selectBodyFields(response.body, query) : response.body)
  const bytes = Buffer.from(
    file?.text ?? JSON.stringify(isEnveloped ? { body: shown(), status, headers } : shown()),
  )
  return { chunks: [bytes], length: bytes.length, digest: digestOf(bytes) }
}

/** Sends chunks without joining them, since that would copy every list. Fastify's hooks for responses still run. */
function sendChunks(reply: FastifyReply, status: number, { chunks, length }: Body): FastifyReply {
  const { raw } = reply
  reply.header('Content-Length', String(length)).header('Server-Timing', serverTiming(reply))
  reply.hijack()
  raw.writeHead(status, headersOf(reply))
  raw.cork()
  for (const chunk of chunks) raw.write(chunk)
  raw.end()
  return reply
}

/** Sends a response: its stream, its file, or its body as JSON. `keep` caches its bytes. */
export async function sendResponse(
  { request, reply, shared }: FastifyExchange,
  query: Query,
  response: ApiResponse,
  keep?: CachePlace,
): Promise<FastifyReply> {
  const { status, headers = {}, version, modified, file, stream, until } = response
  const known = response.isUnsettled === true ? undefined : modified
  reply.headers(headers)
  if (stream !== undefined) {
    reply.code(status).type(stream.type)
    return request.method === 'HEAD' ? reply.send() : reply.send(stream.open())
  }
  const isEnveloped = file === undefined && wantsEnvelope(query)
  const body = bodyOf(response, query, isEnveloped)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const encoding = encodingForLength(body.length, request.headers['accept-encoding'])
  if (headers['Cache-Control'] === undefined)
    reply.header('Cache-Control', isRead ? cacheControl(request) : 'no-store')
  reply.type(file?.type ?? JSON_TYPE)
  if (file !== undefined) reply.removeHeader('X-Robots-Tag')
  const etag = status < 300 ? etagOfDigest(body.digest, version, encoding) : undefined
  if (etag !== undefined) reply.header('ETag', etag)
  if (etag !== undefined && modified !== undefined) reply.header('Last-Modified', httpDateOfSeconds(modified))
  const isKept = String(headers['Cache-Control']).includes('immutable')
  const sent =
    encoding === undefined
      ? body.chunks
      : [await compressedBytes(Buffer.concat(body.chunks), encoding, isKept)]
  if (encoding !== undefined) reply.header('Content-Encoding', encoding)
  if (headers['Cache-Control'] === undefined)
    await shared?.mark(reply, {
      status,
      shown: response.shown?.(),
      isMoving: response.dependsOnClock,
      ...(until !== undefined && { until }),
    })
  const isCheap = response.chunked !== undefined
  if (etag !== undefined && status === 200 && (keep?.isRepeated === true || !isCheap))
    keep?.take({ headers: headersOf(reply), body: sent, etag, modified, until })
  if (etag !== undefined && isRead && isNotModified(request.headers, etag, known)) {
    for (const name of ['Content-Type', 'Content-Encoding']) reply.removeHeader(name)
    return reply.code(304).send()
  }
  const code = isEnveloped ? 200 : status
  const [only] = sent
  if (sent.length > 1) return sendChunks(reply, code, body)
  return reply.code(code).send(only)
}

// Responses that may be out of date, because the database server is away and a replica is read in its place.

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/**
 * Marks responses to reads with `Warning` (RFC 7234 §5.5.1) and `X-Fasti-Stale`, the seconds for which the server has been away. A client that
 * has seen a revision that the replica lacks gets 503 instead of an older calendar.
 */
export function addStaleReplicaHeaders(app: FastifyInstance, store: Store): void {
  const mark = (request: FastifyRequest, { raw }: FastifyReply) => {
    const seconds = store.staleness()
    if (seconds === undefined || !isRead(request) || raw.headersSent) return
    // Not among the headers of the reply, which the response cache keeps.
    raw.setHeader('Warning', '110 - "Response is Stale"')
    raw.setHeader('X-Fasti-Stale', String(Math.floor(seconds)))
  }
  const allow = async (seen: number) => {
    if ((await store.revision()) < seen) throw new Problem('rest_unavailable')
  }
  app.addHook('onRequest', (request, reply, done) => {
    mark(request, reply)
    const seen =
      store.staleness() === undefined || !isRead(request) ? 0 : minRevisionFromHeaders(request.headers)
    if (seen > 0) allow(seen).then(() => done(), done)
    else done()
  })
  // The server may have gone away since.
  app.addHook('onSend', (request, reply, payload, done) => {
    mark(request, reply)
    done(null, payload)
  })
}
