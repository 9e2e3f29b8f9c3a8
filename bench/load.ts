/** A load of requests over keep-alive connections, light enough to leave the core to the server. */
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

export interface Load {
  readonly requestsPerSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** Asks once on an open connection; resolves when the whole answer is there. */
function ask(socket: Socket, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    let total = -1
    const done = (error?: Error) => {
      socket.off('data', read)
      socket.off('error', done)
      if (error === undefined) resolve()
      else reject(error)
    }
    const read = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const end = total < 0 ? received.indexOf(HEAD_END) : -1
      if (end >= 0) {
        const length = /content-length: (\d+)/i.exec(received.toString('latin1', 0, end))?.[1]
        total = end + 4 + Number(length ?? 0)
      }
      if (total >= 0 && received.length >= total) done()
    }
    socket.on('data', read)
    socket.on('error', done)
    socket.write(request)
  })
}

const quantile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

/** Runs `connections` in parallel for `seconds`; `request` gives the text of each next request. */
export async function load(
  port: number,
  connections: number,
  seconds: number,
  request: () => string,
): Promise<Load> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  const run = async () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    while (performance.now() < end) {
      const start = performance.now()
      await ask(socket, request())
      times.push(performance.now() - start)
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: connections }, run))
  times.sort((a, b) => a - b)
  return { requestsPerSecond: times.length / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

/** The text of a GET. */
export function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n`
}

/** The text of a POST of JSON. */
export function post(path: string, body: object): string {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
