import { once } from 'node:events'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { acceptForwardedWrites, forwardWrites } from '../support/inside/service.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'
import { listening, rawConnection, rawly } from '../support/sockets.ts'

const body = JSON.stringify(anEvent())

describe('a request that is forwarded to the writer', () => {
  let database: FreshDatabase
  let services: readonly TestService[]
  let ports: readonly number[]
  let authorization: string
  let taking: Server
  beforeAll(async () => {
    database = await freshSqliteFile()
    const env = { DATABASE_URL: database.url }
    const writing = await testService('sqlite', env)
    const other = await testService('sqlite', env)
    services = [writing, other]
    authorization = String((await writing.user('editor')).headers.authorization)
    ports = [await listening(writing), await listening(other)]
    const door = join(await scratch('fasti-door-'), 'writer')
    taking = await acceptForwardedWrites(writing.app.server, door)
    forwardWrites(other.app.server, door)
  })
  afterAll(async () => {
    taking.close()
    for (const service of services) await service.close()
    await database.drop()
  })
  /** The responses to a create with these extra header lines: directly from the writer, and through a forwarding process. */
  const answers = (...lines: readonly string[]) => {
    const own = [`Authorization: ${authorization}`, 'Content-Type: application/json', 'Connection: close']
    const head = [...lines, ...own, `Content-Length: ${body.length}`, '', '']
    return Promise.all(ports.map(async (port) => (await rawly(port, `${head.join('\r\n')}${body}`)).status))
  }
  const create = 'POST /cal/events/v1/events HTTP/1.1'

  it('RFC 9110 §7.6.1 is forwarded without its hop-by-hop headers, including announced trailers', async () => {
    expect(await answers(create, 'Host: localhost', 'TE: trailers', 'Trailer: X-Sum')).toEqual([201, 201])
  })

  it('RFC 9110 §10.1.1 is refused for an unknown expectation, and the next one succeeds', async () => {
    expect(await answers(create, 'Host: localhost', 'Expect: the-unexpected')).toEqual([417, 417])
    expect(await answers(create, 'Host: localhost')).toEqual([201, 201])
  })

  it('keeps the client’s address and any number of headers', async () => {
    for (const count of [997, 1100, 3000]) {
      const lines = Array.from({ length: count }, (_, at) => `x${at}:y`)
      expect(await answers(create, 'Host: localhost', ...lines), String(count)).toEqual([201, 201])
    }
  })

  it('ends with its response, even if its body is incomplete', async () => {
    const [, port = 0] = ports
    const connection = await rawConnection(port)
    const head = [create, 'Host: localhost', 'Content-Type: application/json', 'Content-Length: 500', '', '']
    connection.send(head.join('\r\n'))
    const [answer] = await once(connection.socket, 'data')
    expect(String(answer)).toContain(' 401 ')
    const held = () => new Promise((resolve) => taking.getConnections((_, count) => resolve(count)))
    await expect.poll(held).toBe(0)
    connection.socket.destroy()
  })

  it('RFC 9112 §11.2 hides no other request in its body, however its length is given', async () => {
    const hidden = 'GET /cal/events/v1/session HTTP/1.1\r\nHost: x\r\n\r\n'
    const length = `Content-Length: ${hidden.length}`
    const chunked = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
    const remove = 'DELETE /cal/events/v1/events/1 HTTP/1.1'
    const cases: readonly (readonly [status: number, lines: readonly string[], body: string])[] = [
      [401, [create, 'Connection: close', length], hidden],
      [401, [create, 'Connection: close, content-length', length], hidden],
      [401, [remove, 'Connection: close', length], hidden],
      [401, [remove, 'Connection: close, transfer-encoding', 'Transfer-Encoding: chunked'], chunked],
      [401, [create, 'Connection: close', 'Transfer-Encoding: gzip, chunked'], chunked],
      [400, [create, 'Connection: close', 'Content-Length: 4', 'Transfer-Encoding: chunked'], chunked],
      [400, ['POST /cal/events/v1/events HTTP/1.0', 'Transfer-Encoding: chunked'], chunked],
      [400, ['GET /cal/events/v1 HTTP/1.0', 'Connection: keep-alive', 'Transfer-Encoding: chunked'], chunked],
      [400, [create, 'Connection: close', 'Content-Length: 4', length], hidden],
      [400, [create, 'Connection: close', 'Transfer-Encoding: chunked, gzip'], chunked],
      [400, [create, 'Connection: close', 'Transfer-Encoding: xchunked'], chunked],
      [400, ['POST /cal/events/v1/events\tx HTTP/1.1', 'Connection: close', length], hidden],
    ]
    for (const [status, [first, ...lines], body] of cases)
      for (const port of ports) {
        const answer = await rawly(port, [first, 'Host: localhost', ...lines, '', body].join('\r\n'))
        expect([answer.status, answer.body.includes('HTTP/1.1')], lines.join()).toEqual([status, false])
      }
  })

  it('RFC 9112 §3.2 needs a Host header in HTTP/1.1, but not in 1.0', async () => {
    expect(await answers('POST /cal/events/v1/events HTTP/1.0')).toEqual([201, 201])
    expect(await answers(create)).toEqual([400, 400])
  })
})
