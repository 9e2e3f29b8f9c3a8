/** The server below the application: what it waits for, how much it takes, and what it says to broken requests. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions } from 'fastify'
import { Problem } from '../problem.ts'
import { answerOn } from './draining.ts'
import { secure } from './headers.ts'
import { requestIds } from './names.ts'
import { problemAnswer } from './problems.ts'

export const BODY_LIMIT = 1_048_576
/** Twice what a query may have, so that a longer one is told so by name. */
export const HEADERS_LIMIT = 32_768
const LONGEST_TARGET = 8192
export const MOST_CONNECTIONS = 4000

/** Milliseconds that a client may take. */
export interface Patience {
  /** To send the head of a request. */
  readonly headers: number
  /** To send a request. */
  readonly request: number
  /** Without a byte on the connection. */
  readonly idle: number
  /** Between an answer and the next request on the connection. */
  readonly keepAlive: number
  /** Between looking for those who take longer. */
  readonly check: number
}

export const patience: Patience = {
  headers: 10_000,
  request: 30_000,
  idle: 120_000,
  keepAlive: 72_000,
  check: 5_000,
}

interface ClientError extends Error {
  readonly code?: string
  readonly rawPacket?: unknown
}

/** What is wrong with bytes that never became a request. */
function problemOf({ code, rawPacket }: ClientError): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('rest_request_timeout')
  if (code === 'HPE_HEADER_OVERFLOW') {
    const [line = ''] = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1').split('\r\n', 1) : []
    const isTarget = line.length > LONGEST_TARGET
    return new Problem(isTarget ? 'rest_uri_too_long' : 'rest_headers_too_large')
  }
  return new Problem('rest_invalid_json', { message: 'This is not an HTTP request. Check its syntax.' })
}

/** A problem as it goes out where there is no application to send it: its status, headers and text. */
function closing(problem: Problem) {
  const { status, headers: own, body } = problemAnswer(problem, '')
  const text = JSON.stringify(body)
  const headers = {
    ...secure,
    ...own,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  }
  return { status, headers, text }
}

/** Answers a broken or late request as JSON, and hangs up. */
function hangUp(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || answerOn(socket)?.headersSent === true) {
    socket.destroy()
    return
  }
  const { status, headers, text } = closing(problemOf(error))
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}`)
  // Cut only later: what is cut with bytes unread may lose the answer on its way.
  socket.setTimeout(1000, () => socket.destroy())
}

/** Answers a request that the application is not to see, and hangs up. */
export function refuse(response: ServerResponse, problem: Problem): void {
  const { status, headers, text } = closing(problem)
  response.writeHead(status, headers).end(text)
}

/** Fastify's options. No proxy is trusted unless it is named. */
export function serverOptions(trustProxy: readonly string[], wait: Patience) {
  return {
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    genReqId: requestIds(),
    bodyLimit: BODY_LIMIT,
    requestTimeout: wait.request,
    connectionTimeout: wait.idle,
    keepAliveTimeout: wait.keepAlive,
    http: {
      headersTimeout: wait.headers,
      connectionsCheckingInterval: wait.check,
      maxHeaderSize: HEADERS_LIMIT,
      // Node's own answer has no body: see putBefore.
      requireHostHeader: false,
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000, caseSensitive: true },
    return503OnClosing: false,
    clientErrorHandler: hangUp,
  } satisfies FastifyHttpOptions<Server>
}

/** Whether it names its host once (RFC 9112 §3.2): which of several counts must not depend on who reads it. */
function namesHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** Lets `answers` have every request before those who listen already: where it gives true, they never see it. */
export function putBefore(
  server: Server,
  answers: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const others = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!namesHost(request)) {
      refuse(
        response,
        new Problem('rest_invalid_json', { message: 'Send one Host header with the request.' }),
      )
      return
    }
    // What stops listening closes its connections, which the others know how to say.
    if (server.listening && answers(request, response)) return
    for (const other of others) other.call(server, request, response)
  })
}

/** Responses to clients that wait for an invitation before they send a body (RFC 9110 §10.1.1), by request. */
const waiting = new WeakMap<
  IncomingMessage,
  { readonly response: ServerResponse; readonly isKept: boolean }
>()

/**
 * Lets every request that waits for 100 Continue be judged before it is invited, and refuses those that expect what is not
 * offered; to be called once for a server.
 */
export function answerExpectations(server: Server): void {
  server.on('checkExpectation', (_request, response) =>
    refuse(response, new Problem('rest_expectation_failed')),
  )
  server.on('checkContinue', (request, response) => {
    waiting.set(request, { response, isKept: response.shouldKeepAlive })
    // A body that is not invited may come nevertheless: nobody can tell it from the next request.
    response.shouldKeepAlive = false
    server.emit('request', request, response)
  })
}

/** Asks the client for the body of a request where it waits for that. */
export function inviteBody(request: IncomingMessage): void {
  const { response, isKept } = waiting.get(request) ?? {}
  if (response === undefined) return
  waiting.delete(request)
  response.shouldKeepAlive = isKept ?? false
  response.writeContinue()
}
