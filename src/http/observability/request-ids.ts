/** Request ids and trace ids for logs (W3C Trace Context, level 1). */
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

const SENT_ID = /^[\w.:-]{1,100}$/
const TRACE = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})/

/** Matches the secret in the path of a secret feed, of a link that sets a password, of a submission, and of a preview. */
const SECRET = /(\/(?:feeds|password-resets|submissions|submit|preview)\/+)[^/]+/i

/** Returns the generator of request ids: a valid X-Request-Id from the request, or a new id that is unique across processes. */
export function requestIdGenerator(): (request: IncomingMessage) => string {
  const process = randomBytes(6).toString('base64url')
  let count = 0
  return ({ headers: { 'x-request-id': sent } }) => {
    if (typeof sent === 'string' && SENT_ID.test(sent)) return sent
    count += 1
    return `${process}-${count.toString(36)}`
  }
}

/** The path of a URL for logs: without the query, which may hold a password, and without secrets, percent-encoded or not. */
export function pathForLogs(url: string): string {
  const [path = ''] = url.split('?', 1)
  const plain = path.replace(/%[0-9a-f]{2}/gi, (byte) =>
    String.fromCharCode(Number.parseInt(byte.slice(1), 16)),
  )
  return SECRET.test(plain) ? plain.replace(SECRET, '$1…') : path
}

/** The trace that a request belongs to. */
interface Trace {
  /** 32 hexadecimal digits. */
  readonly trace: string
  /** The id of the calling span; 16 hexadecimal digits. */
  readonly parent: string
  readonly isSampled: boolean
}

/** The trace in the `traceparent` header; undefined without a valid one. */
export function parseTraceparentHeader({ traceparent }: IncomingHttpHeaders): Trace | undefined {
  const [, trace, parent, flags] = (typeof traceparent === 'string' && TRACE.exec(traceparent)) || []
  if (trace === undefined || parent === undefined || flags === undefined) return undefined
  return { trace, parent, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/**
 * The fields of a log line that identify a request, besides the `reqId` that the logger adds. They contain no query, which may
 * hold a password, and no secret from the path.
 */
export function requestLogFields({ method, url, headers }: FastifyRequest): Readonly<Record<string, string>> {
  const traced = parseTraceparentHeader(headers)
  const names = traced === undefined ? {} : { trace_id: traced.trace, parent_id: traced.parent }
  return { method, path: pathForLogs(url), ...names }
}
