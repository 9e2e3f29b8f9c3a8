import { once } from 'node:events'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Problem } from '../support/inside/api.ts'
import { bodyReserver, readWholeBody } from '../support/inside/service.ts'
import { type TestService, testService } from '../support/service.ts'
import { listening, type RawConnection, rawConnection } from '../support/sockets.ts'

const MIB = 1_048_576
const json = 'Content-Type: application/json'

/** Waits until the received text matches `pattern`. */
async function until(pattern: RegExp, heard: () => string, { socket }: RawConnection): Promise<string> {
  while (!pattern.test(heard())) await once(socket, 'data')
  return heard()
}

describe('bodies of requests', () => {
  let service: TestService
  let port: number
  let ada: string
  let sub: string
  const open: RawConnection[] = []

  beforeAll(async () => {
    const env = { FASTI_TRUST_PROXY: 'loopback', FASTI_SUBMISSIONS: 'open' }
    service = await testService('sqlite', env)
    ada = `Authorization: ${(await service.user('editor', 'ada')).headers.authorization}`
    sub = `Authorization: ${(await service.user('subscriber', 'sub')).headers.authorization}`
    port = await listening(service)
  })
  afterEach(async () => {
    await Promise.all(
      open.splice(0).map(async ({ socket, ended }) => {
        socket.destroy()
        await ended
      }),
    )
    // The server sees the close event a moment later.
    await expect
      .poll(() => new Promise((resolve) => service.app.server.getConnections((_, count) => resolve(count))), {
        timeout: 60_000,
      })
      .toBe(0)
  })
  afterAll(() => service.close())

  /** Sends the head of a request from an address, without its body. */
  async function begin(ip: string, line: string, ...lines: readonly string[]) {
    const connection = await rawConnection(port)
    open.push(connection)
    let text = ''
    connection.socket.on('data', (piece) => {
      text += piece.toString('latin1')
    })
    const [method, path] = line.split(' ')
    const head = [`${method} ${path?.replace('~', '/cal/events/v1')} HTTP/1.1`, 'Host: localhost']
    connection.send([...head, `X-Forwarded-For: ${ip}`, ...lines, '', ''].join('\r\n'))
    return {
      ...connection,
      heard: (pattern: RegExp) => until(pattern, () => text, connection),
      text: () => text,
    }
  }
  const ANSWER = /^HTTP\/1\.1 [2-5]\d\d .*\r\n[\s\S]*\r\n\r\n\{/
  /** The status and code of the response to a request whose body is never sent. */
  async function answer(...request: Parameters<typeof begin>) {
    const text = await (await begin(...request)).heard(ANSWER)
    return [Number(text.split(' ')[1]), /"code":"(\w+)"/.exec(text)?.[1]]
  }

  it('§6 are refused before they are sent: by route, method, credentials, general right and Content-Length', async () => {
    const [small, large] = ['Content-Length: 1048576', `Content-Length: ${49 * MIB}`]
    for (const [line, lines, expected] of [
      ['POST ~/nowhere', [json, small], [404, 'rest_no_route']],
      ['POST /healthz', [json, small], [404, 'rest_no_route']],
      ['PATCH ~/events/x', [json, small], [404, 'rest_no_route']],
      ['PATCH ~/import', [json, large], [405, 'rest_method_not_allowed']],
      ['POST ~/import?_method=PUT', [json, large], [405, 'rest_method_not_allowed']],
      ['POST ~/events', [json, small], [401, 'rest_not_logged_in']],
      ['POST ~/events', [json, 'Transfer-Encoding: chunked'], [401, 'rest_not_logged_in']],
      [
        'POST ~/events',
        ['Content-Type: multipart/form-data; boundary=b', small],
        [401, 'rest_not_logged_in'],
      ],
      ['POST ~/import', [json, large], [401, 'rest_not_logged_in']],
      ['POST ~/media', ['Content-Type: image/png', large], [401, 'rest_not_logged_in']],
      ['PATCH ~/users/1', [json, small], [401, 'rest_not_logged_in']],
      ['POST ~/subscriptions', [json, small], [401, 'rest_not_logged_in']],
      ['POST ~/events', [json, small, 'Authorization: Bearer wrong'], [401, 'rest_invalid_credentials']],
      ['PUT ~/events/1', [json, small, sub], [403, 'rest_forbidden']],
      ['POST ~/import', [json, large, sub], [403, 'rest_forbidden']],
      ['POST ~/events', [json, 'Content-Length: 1048577', ada], [413, 'rest_body_too_large']],
      ['POST ~/media', ['Content-Type: image/png', large, ada], [413, 'rest_body_too_large']],
    ] as const)
      expect(await answer('10.0.0.1', line, ...lines), `${line} ${lines}`).toEqual(expected)
  })

  it('§2.1 are ignored for methods without a body, up to the maximum size', async () => {
    const [large, larger] = [`Content-Length: ${MIB}`, `Content-Length: ${MIB + 1}`]
    for (const [line, lines, status] of [
      ['GET ~/events', [json, large], 200],
      ['POST ~/events?_method=GET', [json, large], 200],
      ['OPTIONS ~/import', [json, large], 200],
      ['DELETE ~/events/99', [json, large, ada], 404],
      ['DELETE ~/events/99', [json, 'Transfer-Encoding: chunked', ada], 404],
      ['DELETE ~/events/99', [json, larger, ada], 413],
      ['OPTIONS ~/import', [json, larger], 413],
    ] as const)
      expect((await answer('10.0.0.2', line, ...lines))[0], line).toBe(status)
  })

  it('§8 may override the method in a form; anonymous callers only in a small one', async () => {
    const posted = async (payload: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const { statusCode } = await service.app.inject({
        method: 'POST',
        url: '/cal/events/v1/events',
        headers,
        payload,
      })
      return statusCode
    }
    expect(await posted('_method=GET')).toBe(200)
    expect(await posted(`_method=GET&x=${'x'.repeat(8192)}`)).toBe(401)
  })

  it('§6 of users are limited to 64 MiB for one address, and twice that in total', async () => {
    const large = [`Content-Length: ${40 * MIB}`, 'Content-Type: text/csv', ada] as const
    const first = await begin('10.0.1.1', 'POST ~/import', ...large)
    expect(await answer('10.0.1.1', 'POST ~/import', ...large)).toEqual([429, 'rest_too_many_requests'])
    await begin('10.0.1.2', 'POST ~/import', ...large)
    await begin('10.0.1.3', 'POST ~/import', ...large)
    const refused = await begin('10.0.1.4', 'POST ~/import', ...large)
    const text = await refused.heard(ANSWER)
    expect([text.split(' ')[1], /Retry-After: (\d+)/i.exec(text)?.[1]]).toEqual(['503', '5'])
    // A small body still fits.
    const beside = await begin(
      '10.0.1.4',
      'POST ~/tags',
      json,
      'Content-Length: 14',
      'Connection: close',
      ada,
    )
    beside.send('{"name":"Two"}')
    expect((await beside.ended).status).toBe(201)
    first.socket.destroy()
    await first.ended
    await expect
      .poll(async () =>
        (await begin('10.0.1.5', 'POST ~/import', ...large, 'Expect: 100-continue')).heard(/^HTTP/),
      )
      .toContain('HTTP/1.1 100 Continue')
  })

  it('§6 of anonymous callers have a separate limit: 6 MiB for one address', async () => {
    const most = [json, 'Content-Length: 262144'] as const
    for (let count = 0; count < 24; count++) await begin('10.0.2.1', 'POST ~/session', ...most)
    expect(await answer('10.0.2.1', 'POST ~/session', ...most)).toEqual([429, 'rest_too_many_requests'])
    expect(
      await answer('10.0.2.1', 'POST /event/x', 'Content-Type: text/plain', 'Content-Length: 9000'),
    ).toEqual([429, 'rest_too_many_requests'])
    const other = await service.post(
      '/session',
      { login: 'ada', password: 'wrong' },
      { 'x-forwarded-for': '10.0.2.2' },
    )
    expect(other.status).toBe(401)
    const own = await service.post(
      '/tags',
      { name: 'Beside' },
      { authorization: ada.slice(15), 'x-forwarded-for': '10.0.2.1' },
    )
    expect(own.status).toBe(201)
  })

  it('§6 of anonymous callers have at most 256 KiB, of users 1 MiB', async () => {
    const sized = (bytes: number) => [json, `Content-Length: ${bytes}`] as const
    expect(await answer('10.0.5.1', 'POST ~/session', ...sized(262_145))).toEqual([
      413,
      'rest_body_too_large',
    ])
    const most = await begin('10.0.5.1', 'POST ~/session', ...sized(262_144), 'Expect: 100-continue')
    await most.heard(/^HTTP\/1\.1 100 Continue/)
    const own = await begin('10.0.5.1', 'POST ~/tags', ...sized(MIB), 'Expect: 100-continue', ada)
    await own.heard(/^HTTP\/1\.1 100 Continue/)
    expect(await answer('10.0.5.1', 'POST ~/tags', ...sized(MIB + 1), ada)).toEqual([
      413,
      'rest_body_too_large',
    ])
  })

  it('§6 of submissions have 256 KiB unless they hold a picture, whose form has at most 262,144 characters of text', async () => {
    const form = 'Content-Type: application/x-www-form-urlencoded'
    for (const path of ['~/submissions', '/submit/'])
      for (const type of [json, form, `${form}; charset=utf-8`, 'Content-Type: application/ld+json']) {
        const sized = (bytes: number) => [`POST ${path}`, type, `Content-Length: ${bytes}`] as const
        const [line, ...lines] = sized(262_145)
        expect([path, type, ...(await answer('10.0.6.1', line, ...lines))]).toEqual([
          ...[path, type],
          ...[413, 'rest_body_too_large'],
        ])
        const most = await begin('10.0.6.2', ...sized(262_144), 'Expect: 100-continue')
        await most.heard(/^HTTP\/1\.1 100 Continue/)
      }
    const sent = async (text: string) => {
      const data = new FormData()
      data.set('title', text)
      const whole = new Request('http://x/', { method: 'POST', body: data })
      return service.post('/submissions', Buffer.from(await whole.arrayBuffer()), {
        'content-type': whole.headers.get('content-type') ?? '',
        'x-forwarded-for': '10.0.6.3',
      })
    }
    expect((await sent('x'.repeat(262_139))).status).toBe(400)
    expect((await sent('x'.repeat(262_140))).status).toBe(413)
  })

  it('RFC 9110 §10.1.1 get 100 Continue only if they are admitted', async () => {
    const waiting = ['Content-Length: 16', json, 'Expect: 100-continue'] as const
    const refused = await begin('10.0.3.1', 'POST ~/tags', ...waiting)
    const text = await refused.heard(ANSWER)
    expect(text).toMatch(/^HTTP\/1\.1 401 /)
    expect(text).toMatch(/^Connection: close$/im)
    const welcome = await begin('10.0.3.1', 'POST ~/tags', ...waiting, ada)
    await welcome.heard(/^HTTP\/1\.1 100 Continue\r\n\r\n/)
    welcome.send('{"name":"Asked"}')
    expect(await welcome.heard(/\r\n\r\nHTTP\/1\.1 \d/)).toContain('HTTP/1.1 201 Created')
  })

  it('§4 are read whole from chunks of any size', async () => {
    const connection = await begin(
      '10.0.4.1',
      'POST ~/tags',
      json,
      'Transfer-Encoding: chunked',
      'Connection: close',
      ada,
    )
    const body = JSON.stringify({ name: 'In chunks', description: 'x'.repeat(20_000) })
    connection.send(`${[...body].map((letter) => `1\r\n${letter}\r\n`).join('')}0\r\n\r\n`)
    expect((await connection.ended).status).toBe(201)
  })
})

describe('reading a body', () => {
  const roomy = (bytes: number) => {
    const room = bodyReserver()('address', true)
    room.take(64 * MIB - bytes)
    return room
  }
  const problem = (status: number) => expect.objectContaining({ name: 'Problem', status })

  it('reserves budget for a chunked body as it grows, and none beyond its limit', async () => {
    const chunks = Array.from({ length: 200 }, () => Buffer.alloc(1000, 'x'))
    const body = { mostBytes: 300_000, length: undefined }
    const read = await readWholeBody(Readable.from(chunks), { ...body, room: roomy(300_000) })
    expect(read.equals(Buffer.concat(chunks))).toBe(true)
    await expect(readWholeBody(Readable.from(chunks), { ...body, room: roomy(100_000) })).rejects.toEqual(
      problem(429),
    )
    await expect(
      readWholeBody(Readable.from(chunks), { ...body, mostBytes: 199_999, room: roomy(300_000) }),
    ).rejects.toEqual(problem(413))
  })

  it('refuses a body that differs from its Content-Length, and one that ends early', async () => {
    const of = (stream: Readable, length: number) =>
      readWholeBody(stream, { mostBytes: 100, length, room: roomy(100) })
    expect(String(await of(Readable.from([Buffer.from('ab'), 'cd']), 4))).toBe('abcd')
    for (const length of [3, 5])
      await expect(of(Readable.from([Buffer.from('abcd')]), length)).rejects.toEqual(problem(400))
    const broken = new Readable({ read() {} })
    const read = of(broken, 4)
    broken.destroy()
    await expect(read).rejects.toBeInstanceOf(Problem)
  })

  it('releases the budget of a body once', () => {
    const budget = bodyReserver()
    const [one, other] = [budget('a', false), budget('a', false)]
    one.take(6 * MIB)
    expect(() => other.take(1)).toThrow(problem(429))
    one.release()
    one.release()
    other.take(6 * MIB)
    expect(() => one.take(1)).toThrow()
  })
})
