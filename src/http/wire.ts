/**
 * Serialized responses: head and body in one buffer, written directly to the socket. Node builds a head for each response and
 * writes it separately from the body, which takes longer than everything else about a cached response.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import { httpDate } from './preconditions.ts'

/** A serialized response. Only its Date header changes. */
export interface Wire {
  readonly bytes: Buffer
  readonly dateAt: number
  /** The time in the Date header, in seconds since 1970 UTC. */
  dated: number
}

const DATE = 'Date: '

/** Serializes a response for a keep-alive connection; `keepAlive` is the timeout in milliseconds. */
export function wireOf(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: readonly Buffer[],
  keepAlive: number,
): Wire {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}${DATE}`
  const rest = `\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive / 1000)}\r\n\r\n`
  const head = Buffer.from(`${start}${httpDate(0)}${rest}`, 'latin1')
  return { bytes: Buffer.concat([head, ...body]), dateAt: start.length, dated: 0 }
}

/** Whether bytes can be written directly to the socket: the request has no body, no write is pending, and the connection stays open. */
function isFree({ httpVersion, headers }: IncomingMessage, { socket }: ServerResponse): boolean {
  if (!(socket instanceof Socket) || socket.writableLength > 0 || !socket.writable) return false
  if (httpVersion !== '1.1') return false
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
  const { connection } = headers
  return connection === undefined || connection === 'keep-alive' || connection === 'Keep-Alive'
}

/** Writes the response if the socket allows it, and returns whether it did; `now` is in seconds since 1970 UTC. */
export function isWritten(
  wire: Wire,
  now: number,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (!isFree(request, response)) return false
  if (wire.dated !== now) {
    wire.bytes.write(httpDate(now), wire.dateAt, 'latin1')
    wire.dated = now
  }
  response.socket?.write(wire.bytes)
  // Node handles the end of a response on `finish`: it releases the socket for the next request.
  response.emit('finish')
  return true
}
