/** What a request is called in logs: its own id, and the trace that it is part of (W3C Trace Context, level 1). */
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

const SENT_ID = /^[\w.:-]{1,100}$/
const TRACE = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})/

/** What stands in the path of a feed at a secret address, however that is written. */
const SECRET = /(\/feeds\/+)[^/]+/i

/** Gives requests their ids: the X-Request-Id that a proxy sent, or one that no other process gives. */
export function requestIds(): (request: IncomingMessage) => string {
  const process = randomBytes(6).toString('base64url')
  let count = 0
  return ({ headers: { 'x-request-id': sent } }) => {
    if (typeof sent === 'string' && SENT_ID.test(sent)) return sent
    count += 1
    return `${process}-${count.toString(36)}`
  }
}

/** The path as it may be told: without its query, which may hold a password, and without the secret of a feed, at an address that exists or beside one. */
export function shownPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  const plain = path.replace(/%[0-9a-f]{2}/gi, (byte) =>
    String.fromCharCode(Number.parseInt(byte.slice(1), 16)),
  )
  return SECRET.test(plain) ? plain.replace(SECRET, '$1…') : path
}

/** The trace that a request says it is part of. */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly trace: string
  /** The span that asked; 16 hexadecimal digits. */
  readonly parent: string
  readonly isSampled: boolean
}

/** The trace that the headers name; undefined where they name none. */
export function traceOf({ traceparent }: IncomingHttpHeaders): Trace | undefined {
  const [, trace, parent, flags] = (typeof traceparent === 'string' && TRACE.exec(traceparent)) || []
  if (trace === undefined || parent === undefined || flags === undefined) return undefined
  return { trace, parent, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/**
 * The fields that name a request in a line of the log, beside the `reqId` that its logger puts there. Never its query, which may
 * hold a password, nor a secret in its path.
 */
export function namesOf({ method, url, headers }: FastifyRequest): Readonly<Record<string, string>> {
  const traced = traceOf(headers)
  const names = traced === undefined ? {} : { trace_id: traced.trace, parent_id: traced.parent }
  return { method, path: shownPath(url), ...names }
}
