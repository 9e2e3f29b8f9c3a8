/**
 * Sends requests over persistent connections, one at a time on each. The load takes a core of its own, so it parses only the status of a
 * response and where it ends.
 */
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** The result of a load. */
export interface Load {
  readonly requests: number
  readonly requestsPerSecond: number
  /** Milliseconds. */
  readonly p99: number
  /** Responses with a status from 400 up, and lost connections. */
  readonly errors: number
}

/** The requests to send, the port, and when to stop. */
export interface Demand {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** The most requests that are sent, even if there is time for more; each connection sends one, even if there is none. */
  readonly most?: number | undefined
  /** Returns the bytes of the next request. */
  readonly request: () => Buffer
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = '\r\n0\r\n\r\n'
const ZERO = 48

/** A response of which a part has arrived. */
interface Arriving {
  readonly isError: boolean
  /** The bytes that are missing; infinite where the body comes in chunks, which don't tell. */
  left: number
  /** The last bytes that have arrived. */
  tail: string
}

/** Returns what the first bytes of a response tell; undefined before its head is complete. 204 and 304 have no body. */
function headOf(received: Buffer): Arriving | undefined {
  const end = received.indexOf(HEAD_END)
  if (end < 0) return undefined
  const head = received.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const isChunked = length === undefined && /\r\ntransfer-encoding: chunked/i.test(head)
  // The first digit of the status follows "HTTP/1.1 ".
  const isError = (received[9] ?? 0) - ZERO >= 4
  return { isError, tail: '', left: isChunked ? Infinity : end + HEAD_END.length + Number(length ?? 0) }
}

/** Sends requests over one connection until `next` returns none. Resolves when it is closed. */
function conversation(
  socket: Socket,
  next: () => Buffer | undefined,
  onResponse: (isError: boolean, milliseconds: number) => void,
): Promise<void> {
  return new Promise((resolve) => {
    let asked = 0
    let head = Buffer.alloc(0)
    let arriving: Arriving | undefined
    let isOver = false
    const ask = () => {
      asked = performance.now()
      const request = next()
      isOver = request === undefined
      if (request === undefined) socket.destroy()
      else socket.write(request)
    }
    socket.on('data', (chunk) => {
      let part = chunk
      if (arriving === undefined) {
        part = head = Buffer.concat([head, chunk])
        arriving = headOf(head)
        if (arriving === undefined) return
        head = Buffer.alloc(0)
      }
      arriving.left -= part.length
      arriving.tail = (arriving.tail + part.toString('latin1', part.length - LAST_CHUNK.length)).slice(
        -LAST_CHUNK.length,
      )
      const isLast = arriving.left === Infinity && arriving.tail === LAST_CHUNK
      if (arriving.left > 0 && !isLast) return
      onResponse(arriving.isError, performance.now() - asked)
      arriving = undefined
      ask()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (!isOver) onResponse(true, 0)
      resolve()
    })
    socket.once('connect', ask)
  })
}

/** Runs a load and returns its result. */
export async function load({ port, connections, seconds, most, request }: Demand): Promise<Load> {
  const times: number[] = []
  let [errors, sent] = [0, 0]
  const start = performance.now()
  const next = () => {
    const isOver = sent >= connections && performance.now() - start >= seconds * 1000
    if (isOver || sent === most) return undefined
    sent += 1
    return request()
  }
  const talk = () =>
    conversation(connect({ port, host: '127.0.0.1', noDelay: true }), next, (isError, milliseconds) => {
      if (isError) errors += 1
      times.push(milliseconds)
    })
  await Promise.all(Array.from({ length: connections }, talk))
  const sorted = times.sort((a, b) => a - b)
  return {
    requests: times.length,
    requestsPerSecond: (times.length * 1000) / (performance.now() - start),
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
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
export function send(method: string, path: string, token: string, body: object): Buffer {
  const text = JSON.stringify(body)
  const headers = {
    Host: '127.0.0.1',
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
  }
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines(headers)}\r\n${text}`)
}
