/** Clients that send a whole body before they read get the answer to a request that is refused by its head. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moment } from '../support/importing.ts'
import { type TestService, testService } from '../support/service.ts'
import { hashOnce, signedIn } from '../support/sessions.ts'
import { listening, rawConnection } from '../support/sockets.ts'

const MIB = 1_048_576
const PASSWORD = 'correct horse battery'

const statusIn = (answer: unknown) => Object(answer).data?.status
const PIECE = Buffer.alloc(MIB / 4, 'a')

describe('a request that is refused before its body is read', () => {
  let service: TestService
  let port: number
  let sub: string
  let ada: string
  beforeAll(async () => {
    service = await testService('sqlite', { FASTI_SUBMISSIONS: 'open' })
    ada = (await service.user('editor', 'ada')).headers.authorization ?? ''
    sub = (await service.user('subscriber', 'sub')).headers.authorization ?? ''
    port = await listening(service)
  })
  afterAll(() => service.close())

  /** Sends a body of `size` bytes to the end, and only then reads. Returns the status and code, and what the connection met. */
  async function sent(method: string, path: string, size: number, headers: Record<string, string>) {
    const socket = connect({ host: '127.0.0.1', port })
    const faults: string[] = []
    socket.on('error', ({ message }) => faults.push(message))
    const isChunked = 'transfer-encoding' in headers
    const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${method} /cal/events/v1${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
    for (let left = size; left > 0 && !socket.destroyed; left -= PIECE.length) {
      const piece = isChunked ? [`${PIECE.length.toString(16)}\r\n`, PIECE, '\r\n'] : [PIECE]
      for (const part of piece) socket.write(part)
      if (socket.writableNeedDrain) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
    }
    socket.end(isChunked ? '0\r\n\r\n' : '')
    let text = ''
    for await (const piece of socket) text += piece
    const [, ...bodies] = text.split(/\r\n\r\n(?=\{)/)
    return [Number(/HTTP\/1.1 ([2-5]\d\d)/.exec(text)?.[1]), JSON.parse(bodies.join('')).code, ...faults]
  }
  const json = { 'content-type': 'application/json' }
  const as = (authorization: string) => ({ ...json, authorization })
  const ways = {
    'with its length': (size: number) => ({ 'content-length': String(size) }),
    chunked: () => ({ 'transfer-encoding': 'chunked' }),
    'with an expectation': (size: number) => ({ 'content-length': String(size), expect: '100-continue' }),
  } as const

  it.each(Object.entries(ways))('is answered when the client has sent all of it: %s', async (_, framing) => {
    const of = (size: number) => [size * MIB, framing(size * MIB)] as const
    const picture = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="a.jpg"' }
    for (const [method, path, size, headers, expected] of [
      ['POST', '/submissions', 9, json, [413, 'rest_body_too_large']],
      ['POST', '/media', 20, { ...as(ada), ...picture }, [413, 'rest_body_too_large']],
      ['POST', '/events', 1, json, [401, 'rest_not_logged_in']],
      ['POST', '/events', 16, json, [401, 'rest_not_logged_in']],
      ['POST', '/events', 1, as(sub), [403, 'rest_forbidden']],
      ['POST', '/nowhere', 16, json, [404, 'rest_no_route']],
      ['PATCH', '/import', 16, as(ada), [405, 'rest_method_not_allowed']],
      [
        'POST',
        '/import',
        1,
        { ...as(ada), 'content-type': 'image/png' },
        [415, 'rest_unsupported_media_type'],
      ],
    ] as const) {
      const [bytes, more] = of(size)
      expect([path, ...(await sent(method, path, bytes, { ...headers, ...more }))]).toEqual([
        ...[path, ...expected],
      ])
    }
  })

  it('is answered where its caller has asked too often, and where a session sends no token', async () => {
    const body = Buffer.alloc(9 * MIB, 'a')
    const limited = await testService('sqlite', { FASTI_SUBMISSIONS: 'open', FASTI_RATE_LIMIT: '1/minute' })
    try {
      const at = `http://127.0.0.1:${await listening(limited)}/cal/events/v1`
      await fetch(`${at}/events`)
      const refused = await fetch(`${at}/submissions`, { method: 'POST', headers: json, body })
      expect([refused.status, statusIn(await refused.json())]).toEqual([429, 429])
    } finally {
      await limited.close()
    }
    await service.store.accounts.addUser('bea', 'editor', moment, { password: await hashOnce(PASSWORD) })
    const { cookie } = await signedIn(service, 'bea', PASSWORD)
    const headers = { ...json, ...cookie }
    const refused = await fetch(`http://127.0.0.1:${port}/cal/events/v1/events`, {
      method: 'POST',
      headers,
      body,
    })
    expect([refused.status, statusIn(await refused.json())]).toEqual([403, 403])
  })

  it('is answered to clients that keep their connections, again and again, of known and of unknown length', async () => {
    const at = `http://127.0.0.1:${port}/cal/events/v1`
    const pieces = () =>
      new ReadableStream({
        pull(controller) {
          left -= 1
          if (left < 0) controller.close()
          else controller.enqueue(PIECE)
        },
      })
    let left = 0
    for (const [path, status] of [
      ['/submissions', 413],
      ['/events', 401],
      ['/submissions', 413],
      ['/nowhere', 404],
    ] as const) {
      left = 36
      for (const body of [Buffer.alloc(9 * MIB, 'a'), pieces()]) {
        const sent = { method: 'POST', headers: json, body, duplex: 'half' } as const
        const refused = await fetch(`${at}${path}`, sent)
        expect([path, refused.status, statusIn(await refused.json())]).toEqual([path, status, status])
      }
    }
  })

  it('is answered where it is not an HTTP request: by the size of its head, or its syntax', async () => {
    for (const [text, status] of [
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(4 * MIB)}\r\n\r\n`, 431],
      [`GET /${'a'.repeat(4 * MIB)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414],
      [`NOT HTTP${'a'.repeat(4 * MIB)}`, 400],
      [
        `POST / HTTP/1.1\r\nHost: x\r\nHost: y\r\nContent-Length: ${4 * MIB}\r\n\r\n${'a'.repeat(4 * MIB)}`,
        400,
      ],
    ] as const) {
      const connection = await rawConnection(port)
      connection.send(text)
      const { status: answered, body } = await connection.ended
      expect([answered, JSON.parse(body).data.status]).toEqual([status, status])
    }
  })

  it('ends its connection: what is sent behind it is no request', async () => {
    const connection = await rawConnection(port)
    const event = JSON.stringify({ title: 'Behind', start_date: '2027-05-04', end_date: '2027-05-04' })
    const head = (path: string, length: number) =>
      `POST /cal/events/v1${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: ${ada}\r\nContent-Length: ${length}\r\n\r\n`
    connection.send(head('/events', 2 * MIB) + 'a'.repeat(2 * MIB) + head('/events', event.length) + event)
    const { status, body } = await connection.ended
    expect([status, body.split('HTTP/1.1').length]).toEqual([413, 1])
    expect((await service.get('/events?start_date=2027-01-01')).body.total).toBe(0)
  })

  it('leaves its connection to the next one, where it is read to its end', async () => {
    const connection = await rawConnection(port)
    const refused = `POST /cal/events/v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${MIB}\r\n\r\n${'a'.repeat(MIB)}`
    connection.send(`${refused}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    const { status, body } = await connection.ended
    expect([status, body]).toEqual([401, expect.stringContaining('HTTP/1.1 200 OK')])
  })

  it.each([
    ['with a length', '/submissions', `Content-Length: ${10_000 * MIB}`, ''],
    ['chunked', '/events', 'Transfer-Encoding: chunked', `${(MIB / 4).toString(16)}\r\n`],
  ])('is read on within bounds, however much is sent: %s', async (_, path, framing, before) => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true }).on('error', () => {})
    let text = ''
    socket.on('data', (piece) => {
      text += piece
    })
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.write(
      `POST /cal/events/v1${path} HTTP/1.1\r\nHost: x\r\n${framing}\r\nContent-Type: application/json\r\n\r\n`,
    )
    let written = 0
    while (!socket.destroyed && written < 500 * MIB) {
      written += PIECE.length
      if (!socket.write(`${before}${PIECE}${before && '\r\n'}`))
        await Promise.race([once(socket, 'drain').catch(() => {}), ended])
    }
    await ended
    expect([/^HTTP\/1.1 4/.test(text), written > 16 * MIB, written < 500 * MIB]).toEqual([true, true, true])
  })
})
