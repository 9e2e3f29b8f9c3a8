/** Passes purges on to a cache, notes when each was over, and loses them on demand. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A purge that the cache has accepted: up to which revision, and when, in milliseconds of the monotonic clock. */
export interface PassedPurge {
  readonly upTo: number
  readonly at: number
}

export interface Relay {
  readonly url: string
  readonly passed: PassedPurge[]
  lost: number
  /** Whether purges are refused. */
  isLosing: boolean
  close(): void
}

/** Returns a relay to the cache on a port. */
export async function relayTo(port: number): Promise<Relay> {
  const server = createServer(async (request, response) => {
    const { xkey = '', 'x-fasti-revision': upTo } = request.headers
    const pass = () =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'PURGE', headers: { xkey: String(xkey) } })
    const status = relay.isLosing
      ? 503
      : await pass().then(
          ({ status }) => status,
          () => 502,
        )
    if (status === 200) relay.passed.push({ upTo: Number(upTo), at: performance.now() })
    else relay.lost += 1
    response.writeHead(status).end()
  })
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const relay: Relay = { url, passed: [], lost: 0, isLosing: false, close: () => void server.close() }
  return relay
}
