import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { limitConnections, trustedProxyTest } from '../support/inside/service.ts'
import { testService } from '../support/service.ts'
import { listening } from '../support/sockets.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  // Clients first: a service that closes waits for requests in progress.
  for (const end of ends.splice(0).reverse()) await end()
})

/** Opens a connection from an address of this machine, and sends `text`. */
async function opened(port: number, localAddress = '127.0.0.1', text = ''): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  socket.on('error', () => {})
  ends.push(() => socket.destroy())
  await once(socket, 'connect')
  if (text !== '') socket.write(text)
  return socket.resume()
}

const isOpen = ({ readyState }: Socket) => readyState === 'open'
const head = (line: string, ...more: readonly string[]) =>
  [line, 'Host: localhost', ...more, '', ''].join('\r\n')
const health = head('GET /healthz HTTP/1.1')

/** A server with connection limits that never responds. */
async function bounded(bounds: Parameters<typeof limitConnections>[1]): Promise<readonly [Server, number]> {
  const server = createServer(() => {})
  limitConnections(server, bounds)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return [server, (server.address() as AddressInfo).port]
}

const nobody = () => false

describe('connections', () => {
  it('of one address are limited: the oldest idle one is closed, none with a request in progress', async () => {
    const service = await testService('sqlite', { FASTI_CONNECTIONS_PER_ADDRESS: '3' })
    ends.push(() => service.close())
    const port = await listening(service)
    const busy = await opened(
      port,
      '127.0.0.1',
      head('POST /cal/events/v1/tags HTTP/1.1', 'Content-Length: 9', 'Content-Type: application/json'),
    )
    const kept = await opened(port)
    kept.write(health)
    await once(kept, 'data')
    const silent = await opened(port)
    const other = await opened(port, '127.0.0.2')
    const ended = once(kept, 'close')
    const fourth = await opened(port)
    await ended
    expect([busy, silent, other, fourth].map(isOpen)).toEqual([true, true, true, true])
    const nextEnded = once(silent, 'close')
    const fifth = await opened(port, '127.0.0.1', health)
    await nextEnded
    await once(fifth, 'data')
    expect([busy, other, fourth].map(isOpen)).toEqual([true, true, true])
  })

  it('that all have a request in progress block new ones of their address', async () => {
    const [server, port] = await bounded({ ofAddress: 2, inSum: 9, isProxy: nobody })
    const busy = []
    for (let count = 0; count < 2; count++) {
      const asked = once(server, 'request')
      busy.push(await opened(port, '127.0.0.1', health))
      await asked
    }
    const late = await opened(port)
    await once(late, 'close')
    expect(busy.map(isOpen)).toEqual([true, true])
    expect(isOpen(await opened(port, '127.0.0.2'))).toBe(true)
  })

  it('of a trusted proxy are not limited by address', async () => {
    const service = await testService('sqlite', {
      FASTI_CONNECTIONS_PER_ADDRESS: '2',
      FASTI_TRUST_PROXY: '127.0.0.1',
    })
    ends.push(() => service.close())
    const port = await listening(service)
    const many = await Promise.all(Array.from({ length: 8 }, () => opened(port)))
    for (const one of many) {
      one.write(health)
      await once(one, 'data')
    }
    expect(many.every(isOpen)).toBe(true)
  })

  it('past the total limit are closed at the address that has the most', async () => {
    const [, port] = await bounded({ ofAddress: 9, inSum: 5, isProxy: (address) => address === '127.0.0.3' })
    const proxy = [await opened(port, '127.0.0.3'), await opened(port, '127.0.0.3')]
    const few = await opened(port, '127.0.0.2')
    const many = [await opened(port)]
    const [oldest] = many
    const ended = oldest && once(oldest, 'close')
    many.push(await opened(port))
    await ended
    const next = many[1] && once(many[1], 'close')
    const late = await opened(port, '127.0.0.4')
    await Promise.race([next, once(few, 'close'), once(late, 'close')])
    expect(proxy.map(isOpen)).toEqual([true, true])
    expect([few, ...many, late].filter(isOpen).length).toBe(2)
  })

  it('serve other clients while one address holds its maximum', async () => {
    const service = await testService('sqlite', { FASTI_CONNECTIONS_PER_ADDRESS: '20' })
    ends.push(() => service.close())
    const port = await listening(service)
    const all = await Promise.all(Array.from({ length: 200 }, () => opened(port)))
    await expect.poll(() => all.filter(isOpen).length).toBe(20)
    const other = await opened(port, '127.0.0.2', health)
    expect(String(await once(other, 'data'))).toContain('200 OK')
  })
})

describe('a trusted proxy', () => {
  it('§0.1 is an address, a network or a named group of networks', () => {
    const isProxy = trustedProxyTest(['192.0.2.1', '2001:db8::/32', 'loopback', 'uniquelocal'])
    for (const address of [
      '192.0.2.1',
      '::ffff:192.0.2.1',
      '2001:db8:1::1',
      '127.0.0.9',
      '::1',
      '10.2.3.4',
      'fd00::1',
    ])
      expect(isProxy(address), address).toBe(true)
    for (const address of ['192.0.2.2', '2001:db9::1', '169.254.0.1', '', 'unknown'])
      expect(isProxy(address), address).toBe(false)
  })
})
