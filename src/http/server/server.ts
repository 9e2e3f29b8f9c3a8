/** The HTTP server below the application: timeouts, size limits, and responses to malformed requests. */
import { type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions } from 'fastify'
import { because, Problem, type RefusalReason } from '../../problem.ts'
import { requestIdGenerator } from '../observability/logs.ts'
import { fixedHeaders } from '../protocol.ts'
import { problemResponse } from '../response/problems.ts'

// Answers that come before the request has been read. A connection that is closed with unread bytes is reset, and a reset may take
// the answer with it: so what still arrives is read and dropped, within bounds (RFC 9112 §9.6).

const MIB = 1_048_576

/** Limits of what is read of requests after their answers. */
interface Lingering {
  /** Bytes of one connection: more than the largest body that any route takes. */
  readonly bytes: number
  /** Connections at once; beyond it the oldest is closed. */
  readonly connections: number
  /** Milliseconds without a byte, after which the client is taken to have the answer. */
  readonly idle: number
  /** Milliseconds in all, for slow senders. */
  readonly total: number
}

export const lingerBounds: Lingering = {
  bytes: 64 * MIB,
  connections: 256,
  idle: 2_000,
  total: 30_000,
}

/** Connections whose last answer was sent: what a client sends behind it is no request anymore. */
const answered = new WeakSet<Socket>()

/** Whether the last answer of a request's connection was sent before the request came. */
const cameAfterLastAnswer = ({ socket }: IncomingMessage): boolean => answered.has(socket)

/**
 * Makes a server close connections in two steps; call it before the server listens: after the last answer it sends no more, and reads
 * until the client closes or the bounds are reached.
 */
export function lingerOnClose(server: Server, bounds: Lingering = lingerBounds): void {
  const open = new Set<Socket>()
  const linger = (socket: Socket) => {
    if (open.has(socket) || socket.destroyed) return
    const end = () => void socket.destroy()
    open.add(socket)
    answered.add(socket)
    socket.end()
    // A client that is served no more waits for nobody.
    const late = setTimeout(end, server.listening ? bounds.total : bounds.idle).unref()
    socket.setTimeout(bounds.idle, end)
    socket.once('close', () => {
      clearTimeout(late)
      open.delete(socket)
    })
    const [oldest] = open
    if (open.size > bounds.connections) oldest?.destroy()
  }
  server.on('connection', (socket) => {
    // Node calls it after the last response of a connection.
    socket.destroySoon = () => linger(socket)
  })
}

/** Reads and drops the rest of a request that was answered, whose connection closes beyond the bound. Call it before the answer ends. */
export function discardRestOfRequest(request: IncomingMessage): void {
  if (request.complete) return
  let read = 0
  request.on('data', (piece: Buffer) => {
    read += piece.length
    if (read > lingerBounds.bytes) request.socket.destroy()
  })
  request.resume()
  // Marks the request as read: else Node drops the rest by itself, without bounds.
  request.read(0)
}

// Graceful shutdown in two steps. While the server drains, it takes requests and closes each connection with its response, so that clients
// and load balancers turn to another instance. When it stops, responses in progress are completed, idle connections are closed at once.

/** The response in progress on a connection, from the end of the request's head to the end of the response; else undefined. */
export const responseInProgressOn = (socket: Socket): ServerResponse | undefined =>
  '_httpMessage' in socket && socket._httpMessage instanceof ServerResponse ? socket._httpMessage : undefined

/** Milliseconds that a server which has drained leaves silent connections open: a request may be on its way on each. */
const LAST_WAIT = 500

/** Closes a connection after the response in progress. */
function closeAfter(socket: Socket, response: ServerResponse): void {
  response.shouldKeepAlive = false
  // The response head may already be sent, without Connection: close.
  response.once('close', () => socket.end())
}

/** Makes the response to a request the last one of its connection. */
function lastOf(_request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false
}

/**
 * Tracks the connections of a server; call it before the server listens. Node itself waits for silent connections and incomplete request
 * heads when a server stops, and keeps answered connections open. The rest of a request's body must arrive within `wait` milliseconds,
 * since Node no longer enforces its own timeout then. `acceptLast` accepts the connections that wait.
 */
export function trackDraining(server: Server, wait: number, acceptLast: () => Promise<void>) {
  const open = new Set<Socket>()
  let [isBegun, isStopping] = [false, false]
  server.on('connection', (socket) => {
    if (isStopping && !isBegun) socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const closeAnswered = () => {
    for (const socket of open) {
      const response = responseInProgressOn(socket)
      if (response !== undefined) closeAfter(socket, response)
    }
  }
  const closeIf = (test: (response: ServerResponse | undefined) => boolean) => () => {
    for (const socket of open) if (test(responseInProgressOn(socket))) socket.destroy()
  }
  const closeIdle = closeIf((response) => response === undefined)
  const cutLate = closeIf((response) => response?.req.complete === false)
  return {
    /** Begins to close connections with their responses. The server still listens. */
    begin() {
      isBegun = true
      // Before all others, of which some respond by themselves.
      server.prependListener('request', lastOf).prependListener('checkContinue', lastOf)
      closeAnswered()
    },
    isBegun: () => isBegun,
    /**
     * Accepts the connections that wait. Then it closes connections with their responses, and idle ones at once or, if the server has
     * drained, after half a second: balancers that do not ask for `/readyz` open connections until the end. Call it when the server stops.
     */
    async stop() {
      closeAnswered()
      await acceptLast()
      isStopping = true
      closeAnswered()
      // A process that was held up reads first what has arrived meanwhile.
      const closeSilent = () => setImmediate(closeIdle)
      const timers = [setTimeout(cutLate, wait).unref(), setTimeout(closeSilent, isBegun ? LAST_WAIT : 0)]
      server.once('close', () => {
        for (const timer of timers) clearTimeout(timer)
      })
    },
  }
}

export const BODY_LIMIT = 1_048_576
/** Bytes of a request head: four times the limit of a query, so that a long query gets its own error message. */
export const HEADERS_LIMIT = 32_768
const LONGEST_TARGET = 8192
export const MAX_CONNECTIONS = 4000

/** Timeouts for clients, in milliseconds. */
export const timeouts = {
  /** To send the head of a request. */
  headers: 10_000,
  /** To send a whole request. */
  request: 30_000,
  /** Without any byte on the connection. */
  idle: 120_000,
  /** Between a response and the next request on the connection. */
  keepAlive: 72_000,
  /** Interval between checks for late requests. */
  check: 5_000,
  /** Without any byte of a request that was answered before it was read. */
  linger: 2_000,
}
export type ClientTimeouts = Readonly<typeof timeouts>

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
