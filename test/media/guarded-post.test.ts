/** Posting to addresses that users send. The tests use loopback only. */
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { postPublic } from '../../src/media/fetching/guarded-fetch.ts'
import { resolving } from '../support/names.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** Starts a server that does `act` with each connection after its first bytes. Returns its port and the received bytes. */
async function listening(act: (socket: Socket) => void, address = '127.0.0.1', port = 0) {
  const [sent, sockets]: [string[], Set<Socket>] = [[], new Set()]
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', (bytes) => {
      sent.push(bytes.toString())
      act(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, address, resolve))
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port, sent, sockets }
}

const answering = (text: string) => (socket: Socket) => socket.end(text)
/** Answers without closing the connection. */
const keeping = (socket: Socket) => socket.write('HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n')
const created = answering('HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n')

/** Repeats `act` until the socket is closed. */
function repeatedly(socket: Socket, act: () => void): void {
  const timer = setInterval(act, 1)
  socket.on('close', () => clearInterval(timer))
}

const post = (port: number, milliseconds?: number, host = '127.0.0.1') =>
  postPublic(
    `http://${host}:${port}/`,
    { body: '{}', headers: {} },
    { allowedHosts: [host], variable: 'FASTI_WEBHOOK_HOSTS', milliseconds },
  )

describe('postPublic', () => {
  it('§13 gives up a receiver that does not respond in time, even if it keeps the connection busy', async () => {
    const late = 'there was no response within 0.3 seconds'
    const silent = await listening(() => {})
    await expect(post(silent.port, 300)).rejects.toThrow(late)
    const trickling = await listening((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      repeatedly(socket, () => socket.write('x'))
    })
    await expect(post(trickling.port, 300)).rejects.toThrow(/no response/)
    const continuing = await listening((socket) => {
      repeatedly(socket, () => socket.write('HTTP/1.1 102 Processing\r\n\r\n'))
    })
    await expect(post(continuing.port, 300)).rejects.toThrow(late)
  })

  it('§13 refuses endless headers, and closes the connection of an endless body', async () => {
    const headers = await listening((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      repeatedly(socket, () => socket.write(`X-More: ${'x'.repeat(1000)}\r\n`))
    })
    await expect(post(headers.port)).rejects.toThrow('HPE_HEADER_OVERFLOW')
    const body = await listening((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      repeatedly(socket, () => socket.write(`1000\r\n${'x'.repeat(4096)}\r\n`))
    })
    expect(await post(body.port)).toEqual({ status: 200 })
    for (const socket of body.sockets)
      if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve))
  })

  it('§13 takes a redirect as the response, and does not follow it', async () => {
    const other = await listening(created)
    const first = await listening(
      answering(`HTTP/1.1 308 Moved\r\nLocation: http://127.0.0.1:${other.port}/\r\n\r\n`),
    )
    expect(await post(first.port)).toEqual({ status: 308 })
    expect([first.sent.length, other.sent.length]).toEqual([1, 0])
  })

  it('§13 reports why there is no response', async () => {
    const hung = await listening((socket) => socket.destroy())
    await expect(post(hung.port)).rejects.toThrow(/there was no response \(ECONNRESET\)/)
    const babbling = await listening(answering('nonsense\r\n\r\n'))
    await expect(post(babbling.port)).rejects.toThrow(/there was no response \(HPE_/)
  })

  it('§13 connects to the address that was checked, even if the name resolves to another one a moment later', async () => {
    const checked = await listening(keeping)
    const rebound = await listening(keeping, '127.0.0.2', checked.port)
    const answers = [['127.0.0.1'], ['127.0.0.2']]
    ends.push(resolving(() => answers.shift() ?? []))
    expect(await post(checked.port, 5000, 'hooks.example')).toEqual({ status: 201 })
    expect([checked.sent.length, rebound.sent.length]).toEqual([1, 0])
    // The next attempt resolves the name again.
    expect(await post(checked.port, 5000, 'hooks.example')).toEqual({ status: 201 })
    expect([checked.sent.length, rebound.sent.length]).toEqual([1, 1])
  })

  it('§13 uses an open connection again, and a new one if the receiver has closed it', async () => {
    const ports: (number | undefined)[] = []
    const server = createHttpServer(({ socket }, response) => {
      ports.push(socket.remotePort)
      // The third request meets a connection that is closed at this moment.
      if (ports.length === 3) socket.destroy()
      else response.writeHead(200).end('thanks')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    ends.push(() => server.close())
    const { port } = server.address() as AddressInfo
    for (let at = 0; at < 3; at++) expect(await post(port)).toEqual({ status: 200 })
    const [first, second, third, fourth] = ports
    expect([second, third, fourth === first]).toEqual([first, first, false])
  })

  it('§13 makes no connection if a name now resolves to a private address', async () => {
    const secret = await listening(created)
    ends.push(resolving(() => ['127.0.0.1', '10.0.0.1', '::1', '169.254.169.254']))
    await expect(
      postPublic(
        `https://hooks.example:${secret.port}/`,
        { body: '{}', headers: {} },
        { allowedHosts: [], variable: 'FASTI_WEBHOOK_HOSTS' },
      ),
    ).rejects.toThrow('hooks.example has no public address')
    expect(secret.sent).toEqual([])
  })
})
