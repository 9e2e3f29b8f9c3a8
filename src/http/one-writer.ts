/**
 * Several processes over one SQLite file: all of them read, and one writes for all, so that writers share its transactions
 * instead of waiting for the file's lock. Whoever is sent a request that may write hands it on, over a socket that only
 * this user's processes reach.
 */
import { rm } from 'node:fs/promises'
import {
  Agent,
  request as ask,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { Problem } from '../problem.ts'
import { HEADERS_LIMIT, inviteBody, putBefore, refuse } from './server.ts'

/** Who asked the process that hands a request on. What clients send by this name is never passed on. */
const CLIENT = 'x-fasti-client'
/** What is about one connection alone (RFC 9110 §7.6.1), or announces what is not passed on: trailers. */
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

// Kept open: whoever closed after an answer might cut it off where the rest of the request is still on its way.
const agent = new Agent({ keepAlive: true })

function handOn(request: IncomingMessage, response: ServerResponse, door: string): void {
  const { method, url: path, rawHeaders, socket } = request
  // What HTTP/1.0 allows: it is handed on by 1.1, where a request names its host.
  const host = request.headers.host === undefined ? ['Host', ''] : []
  // First, so that no bound on headers can leave it out.
  const headers = [CLIENT, socket.remoteAddress ?? '', ...passedOn(rawHeaders), ...host]
  const handed = ask({ socketPath: door, method, path, headers, agent })
  handed.on('response', (answer) => {
    response.sendDate = false
    response.writeHead(answer.statusCode ?? 502, passedOn(answer.rawHeaders))
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  handed.on('error', () => {
    // An answer may come before the whole request was taken, which then can't be handed on any more.
    if (!response.headersSent) refuse(response, new Problem('rest_unavailable'))
  })
  response.on('close', () => {
    // An answer may be out before the whole request has come, which nobody waits for then.
    if (!response.writableFinished || !request.complete) handed.destroy()
  })
  inviteBody(request)
  request.pipe(handed)
  // Whether the body is welcome is told by the head alone.
  setImmediate(() => {
    if (!handed.writableEnded) handed.flushHeaders()
  })
}

/** From now on hands every request that may write to whoever listens at `door`, the path of a socket. */
export function handWritesOn(server: Server, door: string): void {
  putBefore(server, (request, response) => {
    if (reads.has(request.method ?? '')) return false
    handOn(request, response, door)
    return true
  })
}

/** Answers what others hand on at `door` as what came to `server` itself. */
export async function takeWrites(server: Server, door: string): Promise<Server> {
  const limits = { maxHeaderSize: HEADERS_LIMIT * 2, requireHostHeader: false }
  const taking = createServer(limits, (request, response) => {
    const { [CLIENT]: client, ...headers } = request.headers
    request.headers = headers
    Object.defineProperty(request.socket, 'remoteAddress', { value: client, configurable: true })
    server.emit('request', request, response)
  })
  taking.keepAliveTimeout = 0
  // Whoever hands a request on has added to its headers.
  taking.maxHeadersCount = 0
  // One that was killed leaves its socket behind.
  await rm(door, { force: true })
  await new Promise<void>((resolve, reject) => {
    taking.once('error', reject).listen(door, resolve)
  })
  return taking
}
