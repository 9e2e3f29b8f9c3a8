/**
 * Sends requests over persistent connections, one at a time on each. The load takes a core of its own, so it parses
 * only the status and the length of a response.
 */
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** The result of a load. */
export interface Load {
  readonly requests: number
  readonly requestsPerSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Responses with a status from 400 up, and lost connections. */
  readonly errors: number
}

/** The requests to send, the port, and the duration. */
export interface Demand {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Returns the bytes of the next request. */
  readonly request: () => Buffer
}

const HEAD_END = Buffer.from('\r\n\r\n')
const ZERO = 48

/** Returns the length of a whole response once its head is complete. 204 and 304 have no body. */
function lengthOf(received: Buffer): number | undefined {
  const end = received.indexOf(HEAD_END)
  if (end < 0) return undefined
  const length = /\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, end))?.[1]
  return end + HEAD_END.length + Number(length ?? 0)
}

/**
 * Sends requests over one connection until `end`, in milliseconds of the performance clock. Resolves when it is
 * closed.
 */
function conversation(
  socket: Socket,
  request: () => Buffer,
  end: number,
  onResponse: (isError: boolean, milliseconds: number) => void,
): Promise<void> {
  return new Promise((resolve) => {
    let asked = 0
    let head: Buffer | undefined
    let isError = false
    let left = 0
    const ask = () => {
      asked = performance.now()
      if (asked >= end) return socket.destroy()
      return socket.write(request())
    }
    const read = (chunk: Buffer) => {
      if (left > 0) left -= chunk.length
      else {
        const received = head === undefined ? chunk : Buffer.concat([head, chunk])
        const length = lengthOf(received)
        head = length === undefined ? received : undefined
        if (length === undefined) return
        // The first digit of the status follows "HTTP/1.1 ".
        isError = (received[9] ?? 0) - ZERO >= 4
        left = length - received.length
      }
      if (left > 0) return
      onResponse(isError, performance.now() - asked)
      ask()
    }
    socket.on('data', read)
    socket.on('error', () => {})
    socket.on('close', () => {
      if (performance.now() < end) onResponse(true, 0)
      resolve()
    })
    socket.once('connect', ask)
  })
}

const quantile = (sorted: Float64Array, part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

/** Runs a load and returns its result. */
export async function load({ port, connections, seconds, request }: Demand): Promise<Load> {
  const times: number[] = []
  let errors = 0
  const heard = (isError: boolean, milliseconds: number) => {
    if (isError) errors += 1
    times.push(milliseconds)
  }
  const start = performance.now()
  const talk = () =>
    conversation(connect({ port, host: '127.0.0.1', noDelay: true }), request, start + seconds * 1000, heard)
  await Promise.all(Array.from({ length: connections }, talk))
  const sorted = Float64Array.from(times).sort()
  return {
    requests: times.length,
    requestsPerSecond: (times.length * 1000) / (performance.now() - start),
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    errors,
  }
}

const lines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

/** Returns the bytes of a GET request. */
export function get(path: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines(headers)}\r\n`, 'latin1')
}

/** Returns the bytes of a request with a JSON body. */
export function send(method: 'POST' | 'PATCH', path: string, token: string, body: object): Buffer {
  const text = JSON.stringify(body)
  const headers = {
    Host: '127.0.0.1',
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
  }
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines(headers)}\r\n${text}`)
}
