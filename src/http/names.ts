/** What a request is called in logs: its own id, and the trace that it is part of (W3C Trace Context, level 1). */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

const SENT_ID = /^[\w.:-]{1,100}$/
const TRACE = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}/

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

/** The fields that name a request in a line of the log. Never its query, which may hold a password. */
export function namesOf({ id, method, url, headers }: FastifyRequest): Readonly<Record<string, string>> {
  const [path = ''] = url.split('?', 1)
  const { traceparent } = headers
  const [, trace, parent] = (typeof traceparent === 'string' && TRACE.exec(traceparent)) || []
  const traced = trace === undefined || parent === undefined ? {} : { trace_id: trace, parent_id: parent }
  return { reqId: id, method, path, ...traced }
}
