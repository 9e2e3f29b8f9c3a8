/** A web server on loopback that serves images. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ImageHost {
  readonly address: string
  /** The requested paths, in order. */
  readonly asked: string[]
  /** Sets the response of a path: bytes, or a function. */
  put(path: string, what: Buffer | RequestListener): string
  close(): Promise<void>
}

/** Starts a host at 127.0.0.1. Other paths get 404. */
export async function imageHost(): Promise<ImageHost> {
  const asked: string[] = []
  const answers = new Map<string, Buffer | RequestListener>()
  const server = createServer((request, reply) => {
    asked.push(request.url ?? '')
    const what = answers.get(request.url ?? '')
    if (typeof what === 'function') what(request, reply)
    else if (what === undefined) reply.writeHead(404).end()
    else reply.end(what)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    asked,
    put(path, what) {
      answers.set(path, what)
      return `${address}${path}`
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
