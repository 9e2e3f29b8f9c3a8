/** A server of map tiles and a geocoder on loopback. It records its requests. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

export interface MapServer {
  readonly origin: string
  /** The paths of the requests, with their queries. */
  readonly asked: readonly string[]
  /** Sets the next response of the geocoder; a number is a status. */
  answer(places: readonly object[] | number): void
  close(): Promise<void>
}

/** Starts the server. */
export async function mapServer(): Promise<MapServer> {
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#dfe8d8' } })
    .png()
    .toBuffer()
  const asked: string[] = []
  let places: readonly object[] | number = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url?.startsWith('/search') !== true)
      return response.setHeader('content-type', 'image/png').end(tile)
    if (typeof places === 'number') return response.writeHead(places).end()
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(places))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer(next) {
      places = next
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
