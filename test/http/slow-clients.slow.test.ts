import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createService,
  MAX_CONNECTIONS,
  readConfig,
  type Service,
  timeouts,
} from '../support/inside/service.ts'
import { listening, rawConnection, rawly } from '../support/sockets.ts'

const config = readConfig({ DATABASE_URL: 'sqlite::memory:', FASTI_LOG_LEVEL: 'silent' })
const index = '/cal/events/v1/'
const head = (line: string, ...more: readonly string[]) =>
  [line, 'Host: localhost', ...more, '', ''].join('\r\n')

// Timeouts do not depend on the database, so one database is enough.
describe('slow and broken clients', () => {
  let service: Service
  let port: number
  beforeAll(async () => {
    service = await createService(config, {
      patience: { headers: 150, request: 300, idle: 600, keepAlive: 600, check: 50, linger: 100 },
    })
    port = await listening(service)
  })
  afterAll(() => service.close())

  const problem = (body: string): { code: string; data: { status: number } } => JSON.parse(body)

  it('§6 an incomplete head gets 408, and the connection is closed', async () => {
    const { status, head: got, body } = await rawly(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    expect([status, problem(body).code, problem(body).data.status]).toEqual([
      408,
      'rest_request_timeout',
      408,
    ])
    expect(got).toMatch(/^Connection: close$/im)
    expect(got).toMatch(/^X-Content-Type-Options: nosniff$/im)
  })

  it('§6 a head sent byte by byte has the same timeout', async () => {
    const connection = await rawConnection(port)
    const drip = setInterval(() => connection.send('a'), 20)
    connection.send('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    const { status } = await connection.ended
    clearInterval(drip)
    expect(status).toBe(408)
  })

  it('§6 an incomplete body gets 408, and nothing is written', async () => {
    const sent = head(`POST ${index}events HTTP/1.1`, 'Content-Type: application/json', 'Content-Length: 500')
    const { status, body } = await rawly(
      port,
      `${sent}{"title":"Half","start_date":"2027-05-04","end_date":"2027-05-04"`,
    )
    expect([status, problem(body).code]).toEqual([408, 'rest_request_timeout'])
    const { statusCode, body: list } = await service.app.inject(`${index}events?status=any`)
    expect([statusCode, JSON.parse(list).total]).toEqual([200, 0])
  })

  it('§6 a body sent byte by byte has the same timeout', async () => {
    const connection = await rawConnection(port)
    connection.send(
      head(`POST ${index}events HTTP/1.1`, 'Content-Type: application/json', 'Transfer-Encoding: chunked'),
    )
    const drip = setInterval(() => connection.send('1\r\n \r\n'), 20)
    const { status } = await connection.ended
    clearInterval(drip)
    expect(status).toBe(408)
  })

  it('a silent connection is closed', async () => {
    const { head: got } = await (await rawConnection(port)).ended
    expect(['', expect.stringContaining(' 408 ')]).toContainEqual(got)
  })

  it('other clients are served meanwhile', async () => {
    const slow = await Promise.all(Array.from({ length: 50 }, () => rawConnection(port)))
    for (const one of slow) one.send('GET / HTTP/1.1\r\n')
    const { status } = await rawly(port, head(`GET ${index} HTTP/1.1`, 'Connection: close'))
    expect(status).toBe(200)
    for (const { socket } of slow) socket.destroy()
  })

  it('§6 headers past 32 KiB get 431, and a URL of that length gets 414', async () => {
    const headers = await rawly(port, head(`GET ${index} HTTP/1.1`, `X-Long: ${'x'.repeat(40_000)}`))
    expect([headers.status, problem(headers.body).code]).toEqual([431, 'rest_headers_too_large'])
    const many = Array.from({ length: 3000 }, (_, at) => `X-${at}: ${'y'.repeat(20)}`)
    expect((await rawly(port, head(`GET ${index} HTTP/1.1`, ...many))).status).toBe(431)
    const address = await rawly(port, head(`GET ${index}?${'x'.repeat(40_000)} HTTP/1.1`))
    expect([address.status, problem(address.body).code]).toEqual([414, 'rest_uri_too_long'])
    const query = await rawly(port, head(`GET ${index}?${'x'.repeat(9000)} HTTP/1.1`, 'Connection: close'))
    expect([query.status, problem(query.body).code]).toEqual([414, 'rest_uri_too_long'])
  })

  it('§6 a Content-Length past the limit gets 413 before the body is sent', async () => {
    const sent = head(
      `POST ${index}events HTTP/1.1`,
      'Content-Type: application/json',
      'Content-Length: 99999999',
    )
    const connection = await rawConnection(port)
    connection.send(sent)
    const { status, body } = await connection.ended
    expect([status, problem(body).code]).toEqual([413, 'rest_body_too_large'])
  })

  it('§6 a chunked body gets 413 at the limit', async () => {
    const connection = await rawConnection(port)
    connection.send(
      head(`POST ${index}events HTTP/1.1`, 'Content-Type: application/json', 'Transfer-Encoding: chunked'),
    )
    for (let sent = 0; sent < 20 && connection.socket.writable; sent++)
      connection.send(`10000\r\n${'x'.repeat(0x10000)}\r\n`)
    const { status } = await connection.ended
    expect([413, Number.NaN]).toContainEqual(status)
  })

  it('§6 bytes that are not HTTP get a JSON 400', async () => {
    for (const text of [
      'hello\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      head(`POST ${index}events HTTP/1.1`, 'Content-Length: 5', 'Transfer-Encoding: chunked'),
      head(`POST ${index}events HTTP/1.1`, 'Content-Length: 5', 'Content-Length: 6'),
      head(`GET ${index} HTTP/1.1`, 'X-Bad: a\x00b'),
      head(`GET ${index} HTTP/1.1`, ' folded'),
    ]) {
      const { status, body } = await rawly(port, text)
      expect([status, problem(body).code], text.slice(0, 80)).toEqual([400, 'rest_invalid_json'])
      expect(body).not.toContain('hello')
    }
  })

  it('§6 a missing Host, two of them, and an unknown expectation get JSON problems', async () => {
    const line = `GET ${index} HTTP/1.1\r\n`
    for (const [text, status, code] of [
      [`${line}\r\n`, 400, 'rest_invalid_json'],
      [`${line}Host: a\r\nHost: b\r\n\r\n`, 400, 'rest_invalid_json'],
      [head(`GET ${index} HTTP/1.1`, 'Expect: a-miracle'), 417, 'rest_expectation_failed'],
    ] as const) {
      const got = await rawly(port, text)
      expect([got.status, problem(got.body)], text).toMatchObject([status, { code, data: { status } }])
      expect(got.head).toMatch(/^X-Content-Type-Options: nosniff$/im)
      expect(got.head).toMatch(/^Connection: close$/im)
    }
    expect((await rawly(port, `GET ${index} HTTP/1.0\r\n\r\n`)).status).toBe(403)
  })

  it('a client that never reads its responses is disconnected', async () => {
    const accepted = once(service.app.server, 'connection')
    const { socket, send } = await rawConnection(port)
    socket.pause()
    const [there] = await accepted
    send(head(`GET ${index} HTTP/1.1`).repeat(600))
    await once(there, 'close')
    socket.destroy()
  })

  it('connection limits and timeouts are those of the documentation', () => {
    expect(service.app.server.maxConnections).toBe(MAX_CONNECTIONS)
    expect(timeouts).toEqual({
      headers: 10_000,
      request: 30_000,
      idle: 120_000,
      keepAlive: 72_000,
      check: 5_000,
      linger: 2_000,
    })
  })
})
