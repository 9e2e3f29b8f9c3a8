/**
 * Answers that come before the request has been read. A connection that is closed with unread bytes is reset, and a reset may take
 * the answer with it: so what still arrives is read and dropped, within bounds (RFC 9112 §9.6).
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

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
export const cameAfterLastAnswer = ({ socket }: IncomingMessage): boolean => answered.has(socket)

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
