/** The HTTP server below the application: timeouts, size limits, and responses to malformed requests. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions } from 'fastify'
import { because, Problem, type RefusalReason } from '../../problem.ts'
import { requestIdGenerator } from '../observability/request-ids.ts'
import { fixedHeaders } from '../protocol/headers.ts'
import { problemResponse } from '../response/problems.ts'
import { responseInProgressOn } from './draining.ts'
import { cameAfterLastAnswer, discardRestOfRequest } from './lingering.ts'

export const BODY_LIMIT = 1_048_576
/** Bytes of a request head: four times the limit of a query, so that a long query gets its own error message. */
export const HEADERS_LIMIT = 32_768
const LONGEST_TARGET = 8192
export const MAX_CONNECTIONS = 4000

/** Timeouts for clients, in milliseconds. */
export interface ClientTimeouts {
  /** To send the head of a request. */
  readonly headers: number
  /** To send a whole request. */
  readonly request: number
  /** Without any byte on the connection. */
  readonly idle: number
  /** Between a response and the next request on the connection. */
  readonly keepAlive: number
  /** Interval between checks for late requests. */
  readonly check: number
  /** Without any byte of a request that was answered before it was read. */
  readonly linger: number
}

export const timeouts: ClientTimeouts = {
  headers: 10_000,
  request: 30_000,
  idle: 120_000,
  keepAlive: 72_000,
  check: 5_000,
  linger: 2_000,
}

interface ClientError extends Error {
  readonly code?: string
  readonly rawPacket?: unknown
}

/** The problem for bytes that are not a valid request. */
function problemOf({ code, rawPacket }: ClientError): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('rest_request_timeout')
  if (code === 'HPE_HEADER_OVERFLOW') {
    const [line = ''] = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1').split('\r\n', 1) : []
    const isTarget = line.length > LONGEST_TARGET
    return new Problem(isTarget ? 'rest_uri_too_long' : 'rest_headers_too_large')
  }
  return new Problem('rest_invalid_json', because('not_http'))
}

/** The status, headers and body of a problem that is sent without Fastify. */
function closing(problem: Problem) {
  const { status, headers: own, body } = problemResponse(problem, '')
  const text = JSON.stringify(body)
  const headers = {
    ...fixedHeaders,
    ...own,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  }
  return { status, headers, text }
}

/** Responds to a malformed or late request with a JSON problem, and closes the connection. */
function hangUp(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || responseInProgressOn(socket)?.headersSent === true) {
    socket.destroy()
    return
  }
  const { status, headers, text } = closing(problemOf(error))
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}`)
  socket.destroySoon()
}

/** Responds with a problem to a request that Fastify does not see, and closes the connection. */
export function refuseRequestOutsideFastify(response: ServerResponse, problem: Problem): void {
  const { status, headers, text } = closing(problem)
  response.prependOnceListener('finish', () => discardRestOfRequest(response.req))
  response.writeHead(status, headers).end(text)
}

/** How URLs are matched, for Fastify and for the table of the API's routes. */
export const routerOptions = {
  ignoreTrailingSlash: true,
  maxParamLength: 2000,
  // The only expression in a route is the list of languages.
  allowUnsafeRegex: true,
  caseSensitive: true,
  // Query strings are parsed by `queryOfUrl`.
  querystringParser: () => ({}),
}

/** Returns Fastify's options. Only the named proxies are trusted. */
export function fastifyOptions(trustProxy: readonly string[], wait: ClientTimeouts) {
  return {
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    genReqId: requestIdGenerator(),
    bodyLimit: BODY_LIMIT,
    requestTimeout: wait.request,
    connectionTimeout: wait.idle,
    keepAliveTimeout: wait.keepAlive,
    http: {
      headersTimeout: wait.headers,
      connectionsCheckingInterval: wait.check,
      maxHeaderSize: HEADERS_LIMIT,
      // Node's own response has no body; `requireHostOfRequests` checks the header.
      requireHostHeader: false,
    },
    routerOptions,
    return503OnClosing: false,
    clientErrorHandler: hangUp,
  } satisfies FastifyHttpOptions<Server>
}

/** Whether a request has exactly one Host header (RFC 9112 §3.2): recipients may choose differently between several. */
function namesHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** Why the host or the end of a request could be read in two ways; undefined for one way. HTTP/1.0 has no chunks (RFC 9112 §6.1). */
function framingFault(request: IncomingMessage): RefusalReason | undefined {
  if (!namesHost(request)) return because('several_hosts')
  const { headers, httpVersion } = request
  return httpVersion === '1.0' && headers['transfer-encoding'] !== undefined
    ? because('chunked_in_old_http')
    : undefined
}

/** Handles a request before Fastify, which does not see it if this returns true. */
type EarlyHandler = (request: IncomingMessage, response: ServerResponse) => boolean

/** The early handlers of servers, those that were added last first. */
const earlyHandlers = new WeakMap<Server, EarlyHandler[]>()

/** Calls `handle` for every request before the existing listeners and handlers. */
export function prependRequestHandler(server: Server, handle: EarlyHandler): void {
  const known = earlyHandlers.get(server)
  if (known !== undefined) {
    known.unshift(handle)
    return
  }
  const handlers = [handle]
  earlyHandlers.set(server, handlers)
  const others = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (cameAfterLastAnswer(request)) return
    const fault = framingFault(request)
    if (fault !== undefined) {
      refuseRequestOutsideFastify(response, new Problem('rest_invalid_json', fault))
      return
    }
    // While the server stops, Fastify must see each request, because it sends Connection: close.
    if (server.listening && handlers.some((one) => one(request, response))) return
    for (const other of others) other.call(server, request, response)
  })
}

/** Refuses a request that does not name its host once, and closes its connection: what follows could be read in two ways. */
export function requireHostOfRequests(server: Server): void {
  prependRequestHandler(server, () => false)
}

/** Requests that wait for 100 Continue before they send a body (RFC 9110 §10.1.1), with their responses. */
const waiting = new WeakMap<
  IncomingMessage,
  { readonly response: ServerResponse; readonly isKept: boolean }
>()

/**
 * Defers 100 Continue until the request is admitted, and responds 417 to unknown expectations. Call it once for each server.
 */
export function handleExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => {
    if (!cameAfterLastAnswer(request))
      refuseRequestOutsideFastify(response, new Problem('rest_expectation_failed'))
  })
  server.on('checkContinue', (request, response) => {
    if (cameAfterLastAnswer(request)) return
    waiting.set(request, { response, isKept: response.shouldKeepAlive })
    // A client may send its body without 100 Continue; it would be read as the next request.
    response.shouldKeepAlive = false
    server.emit('request', request, response)
  })
}

/** Sends 100 Continue if the client waits for it. */
export function sendContinue(request: IncomingMessage): void {
  const { response, isKept } = waiting.get(request) ?? {}
  if (response === undefined) return
  waiting.delete(request)
  response.shouldKeepAlive = isKept ?? false
  response.writeContinue()
}
