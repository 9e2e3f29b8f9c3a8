/**
 * Answers on the wire: head and body as the bytes of one buffer, written to the connection as they are. Node puts a head
 * together anew for each answer and hands it to the system apart from the body, which takes longer than all else that a
 * ready answer needs.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import { httpDate } from './preconditions.ts'

/** An answer whose Date alone changes. */
export interface Wire {
  readonly bytes: Buffer
  readonly dateAt: number
  /** The seconds since 1970 UTC that Date says. */
  dated: number
}

const DATE = 'Date: '

/** The bytes of an answer on a connection that is kept open; milliseconds until it is closed when nothing is asked. */
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

/** Whether bytes can be written past Node: nothing waits to be read or written before them, and the connection stays open. */
function isFree({ httpVersion, headers }: IncomingMessage, { socket }: ServerResponse): boolean {
  if (!(socket instanceof Socket) || socket.writableLength > 0 || !socket.writable) return false
  if (httpVersion !== '1.1') return false
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
  const { connection } = headers
  return connection === undefined || connection === 'keep-alive' || connection === 'Keep-Alive'
}

/** Answers with these bytes, where the connection is free for that; `now` in seconds since 1970 UTC. */
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
  // What Node does when an answer is out: it lets go of the connection, or waits there for the next request.
  response.emit('finish')
  return true
}
