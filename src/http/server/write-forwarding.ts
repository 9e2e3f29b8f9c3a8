/**
 * Write forwarding between several processes over one SQLite file. All of them read. One process, the writer, performs all
 * writes, so that they share transactions instead of waiting for the file's lock. The others forward each request that may
 * write, over the writer socket, a Unix socket that only processes of the same user can open.
 */
import { rm } from 'node:fs/promises'
import {
  Agent,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as send,
} from 'node:http'
import { Problem } from '../../problem.ts'
import {
  discardRestOfRequest,
  HEADERS_LIMIT,
  lingerOnClose,
  prependRequestHandler,
  refuseRequestOutsideFastify,
  sendContinue,
} from './server.ts'

/** The client's address, set by the forwarding process. A header of this name from a client is dropped. */
const CLIENT = 'x-fasti-client'
/** Headers that are not forwarded: the hop-by-hop ones (RFC 9110 §7.6.1), and those about trailers. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'expect',
  CLIENT,
])
const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

function passedOn(rawHeaders: readonly string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!ofConnection.has(name.toLowerCase())) kept.push(name, value)
  }
  return kept
}

// Keep-alive: closing after an early response could cut it off while the rest of the request is still being sent.
const agent = new Agent({ keepAlive: true })

/** Milliseconds for which a request waits for the writer while it starts again, and between two attempts to reach it. */
const WRITER_PATIENCE = 10_000
const WRITER_POLL = 100
/** Errors of a connection that was never made: nothing of the request was sent. */
const unreachable = new Set(['ENOENT', 'ECONNREFUSED'])

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  writerSocket: string,
  mayWait: () => boolean,
): void {
  const { method, url: path, rawHeaders, socket } = request
  // An HTTP/1.0 request may have no Host, but is forwarded as HTTP/1.1, which requires it.
  const host = request.headers.host === undefined ? ['Host', ''] : []
  // The client's address comes first, so that no limit on headers can drop it.
  const headers = [CLIENT, socket.remoteAddress ?? '', ...passedOn(rawHeaders), ...host]
  const handed = send({ socketPath: writerSocket, method, path, headers, agent })
  handed.on('response', (upstream) => {
    response.sendDate = false
    response.writeHead(upstream.statusCode ?? 502, passedOn(upstream.rawHeaders))
    upstream.pipe(response)
    upstream.on('error', () => response.destroy())
  })
  handed.on('error', (error: NodeJS.ErrnoException) => {
    if (response.destroyed) return
    if (unreachable.has(error.code ?? '') && mayWait())
      setTimeout(() => forward(request, response, writerSocket, mayWait), WRITER_POLL)
    // The writer may respond before it has read the whole request; forwarding the rest then fails.
    else if (!response.headersSent) refuseRequestOutsideFastify(response, new Problem('rest_unavailable'))
  })
  handed.once('socket', (writer) => {
    const send = () => {
      response.on('close', () => {
        // The response may be complete before the request is; the rest of the request is then dropped.
        if (!response.writableFinished || !request.complete) handed.destroy()
        request.unpipe(handed)
        discardRestOfRequest(request)
      })
      sendContinue(request)
      request.pipe(handed)
      // The writer decides by the head whether it accepts the body, so the head is sent without waiting for it.
      setImmediate(() => {
        if (!handed.writableEnded) handed.flushHeaders()
      })
    }
    if (writer.connecting) writer.once('connect', send)
    else send()
  })
}

/**
 * Makes `server` forward every request that may write to the writer socket at the path `writerSocket`. While the writer
 * starts again, requests wait for it, up to ten seconds.
 */
export function forwardWrites(server: Server, writerSocket: string): void {
  prependRequestHandler(server, (request, response) => {
    if (reads.has(request.method ?? '')) return false
    const end = performance.now() + WRITER_PATIENCE
    forward(request, response, writerSocket, () => server.listening && performance.now() < end)
    return true
  })
}

/** Listens at the writer socket `door`, and lets `server` handle the forwarded requests as its own. Throws if it can't listen. */
export async function acceptForwardedWrites(server: Server, writerSocket: string): Promise<Server> {
  const limits = { maxHeaderSize: HEADERS_LIMIT * 2, requireHostHeader: false }
  const taking = createServer(limits, (request, response) => {
    const { [CLIENT]: client, ...headers } = request.headers
    request.headers = headers
    Object.defineProperty(request.socket, 'remoteAddress', { value: client, configurable: true })
    server.emit('request', request, response)
  })
  lingerOnClose(taking)
  taking.keepAliveTimeout = 0
  // The forwarding process adds headers.
  taking.maxHeadersCount = 0
  // A process that was killed leaves its socket file behind.
  await rm(writerSocket, { force: true })
  await new Promise<void>((resolve, reject) => {
    taking.once('error', reject).listen(writerSocket, resolve)
  })
  return taking
}
