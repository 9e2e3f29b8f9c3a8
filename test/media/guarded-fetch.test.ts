/** Fetching by address, limited to public addresses. The tests use loopback only. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../src/domain/public-address.ts'
import { type FetchLimits, fetchPublic } from '../../src/media/fetching/guarded-fetch.ts'

const limits: FetchLimits = { bytes: 1000, milliseconds: 5000, redirects: 3, allowedHosts: [] }
const servers: Server[] = []

async function serve(answer: RequestListener): Promise<{ readonly port: number; readonly host: string }> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, host: `127.0.0.1:${port}` }
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

describe('public addresses', () => {
  test.each([
    ...[
      '0.0.0.0',
      '10.0.0.1',
      '100.64.0.1',
      '100.127.255.255',
      '127.0.0.1',
      '127.255.255.255',
      '169.254.169.254',
    ],
    ...['172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1'],
    ...['198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
    ...[
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:10.0.0.1',
      '::ffff:93.184.216.34',
      '::7f00:1',
      '64:ff9b::a00:1',
    ],
    ...['64:ff9b:1::1', '100::1', '2001::1', '2001:20::1', '2001:db8::1', '2002:7f00:1::', '2002:a00:1::1'],
    ...[
      '3fff::1',
      '5f00::1',
      'fc00::1',
      'fd12:3456::1',
      'fe80::1',
      'fe80::1%lo',
      'fec0::1',
      'ff02::1',
      'localhost',
      '',
    ],
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each([
    ...[
      '1.1.1.1',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '172.15.255.255',
      '172.32.0.0',
    ],
    ...[
      '192.0.1.1',
      '198.17.255.255',
      '198.20.0.0',
      '223.255.255.255',
      '2606:4700::1111',
      '2a00:1450::1',
      '2001:200::1',
    ],
  ])('%s is', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('addresses refused before a connection', () => {
  test.each([
    ...['http://127.0.0.1/a', 'http://localhost/a', 'http://[::1]/', 'http://0/', 'http://127.1/'],
    ...[
      'http://2130706433/',
      'http://0x7f000001/',
      'http://0177.0.0.1/',
      'http://0x7f.1/',
      'http://169.254.169.254/',
    ],
    ...[
      'http://[::ffff:10.0.0.1]/',
      'http://[::ffff:a00:1]/',
      'http://[::127.0.0.1]/',
      'http://10.0.0.1:8080/',
    ],
    ...['http://[fe80::1]/', 'http://[fd00::1]/', 'http://[64:ff9b::7f00:1]/', 'http://[2002:7f00:1::]/'],
    ...['http://１２７.0.0.1/', 'http://127。0。0。1/', 'https://192.168.0.1/'],
  ])('%s has no public address', async (address) => {
    await expect(fetchPublic(address, limits)).rejects.toThrow(/has no public address/)
  })

  test.each([
    ['ftp://example.com/a.png', /ftp: addresses are not supported/],
    ['file:///etc/passwd', /file: addresses are not supported/],
    ['data:image/png;base64,AAAA', /data: addresses are not supported/],
    ['http://me:secret@example.com/', /may not contain a login/],
    ['http://', /is not a valid address/],
    ['a.png', /is not a valid address/],
  ])('%s: %s', async (address, why) => {
    await expect(fetchPublic(address, limits)).rejects.toThrow(why)
  })
})

describe('allowed private hosts', () => {
  test('are matched by name or by name and port, in any letter case', async () => {
    const { host, port } = await serve((_, reply) =>
      reply.setHeader('content-type', 'Image/PNG; x=1').end('bytes'),
    )
    for (const allowed of ['127.0.0.1', host]) {
      const fetched = await fetchPublic(`http://${host}/a?b#c`, { ...limits, allowedHosts: [allowed] })
      expect(fetched).toMatchObject({
        status: 200,
        bytes: Buffer.from('bytes'),
        type: 'image/png',
        address: `http://${host}/a?b`,
      })
    }
    const byName = await fetchPublic(`http://LOCALHOST:${port}/`, { ...limits, allowedHosts: ['LocalHost'] })
    expect(byName.bytes.toString()).toBe('bytes')
  })

  test('get the additional headers, but other hosts after a redirect do not', async () => {
    const told: (string | undefined)[] = []
    const other = await serve((request, reply) => {
      told.push(request.headers.authorization)
      reply.statusCode = 304
      reply.setHeader('etag', '"a"').end()
    })
    const { host } = await serve((request, reply) => {
      told.push(request.headers.authorization)
      reply.writeHead(302, { location: request.url === '/a' ? '/b' : `http://${other.host}/` }).end()
    })
    const manner = { headers: { Authorization: 'Bearer x' }, statuses: [304] }
    const open = { ...limits, allowedHosts: ['127.0.0.1'] }
    const answer = await fetchPublic(`http://${host}/a`, open, manner)
    expect(told).toEqual(['Bearer x', 'Bearer x', undefined])
    expect([answer.status, answer.headers.etag, answer.bytes.length]).toEqual([304, '"a"', 0])
    await expect(fetchPublic(`http://${other.host}/`, open)).rejects.toThrow('it returned 304 instead of 200')
  })

  test('do not allow other hosts or ports', async () => {
    const { host } = await serve((_, reply) => reply.end())
    for (const allowed of ['127.0.0.1:1', '127.0.0.2', 'localhost', '0.0.1'])
      await expect(fetchPublic(`http://${host}/`, { ...limits, allowedHosts: [allowed] })).rejects.toThrow(
        /public/,
      )
  })

  test('get requests without credentials or cookies, for an unencoded body', async () => {
    let sent: object = {}
    const { host } = await serve((request, reply) => {
      sent = request.headers
      reply.end()
    })
    await fetchPublic(`http://${host}/`, { ...limits, allowedHosts: [host] })
    expect(sent).toEqual({
      ...{ host, accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Fasti', connection: 'close' },
    })
  })
})

describe('redirects', () => {
  const allowedHosts = ['127.0.0.1']

  test('are followed up to the limit', async () => {
    const { host } = await serve(({ url = '' }, reply) => {
      const left = Number(url.slice(1))
      if (left > 0) reply.writeHead(302, { location: `/${left - 1}` })
      reply.end('there')
    })
    const fetched = await fetchPublic(`http://${host}/3`, { ...limits, allowedHosts })
    expect(fetched.address).toBe(`http://${host}/0`)
    await expect(fetchPublic(`http://${host}/4`, { ...limits, allowedHosts })).rejects.toThrow(
      'it redirects more than 3 times',
    )
  })

  test.each([
    ['http://127.0.0.2/', /127.0.0.2 has no public address/],
    ['//localhost/', /localhost has no public address/],
    ['http://169.254.169.254/latest', /has no public address/],
    ['file:///etc/passwd', /file: addresses/],
    ['http://a:b@127.0.0.1/', /login/],
    ['http://', /is not a valid address/],
  ])('to %s are checked like the first address', async (location, why) => {
    const { host } = await serve((_, reply) => reply.writeHead(301, { location }).end())
    await expect(fetchPublic(`http://${host}/`, { ...limits, allowedHosts: ['127.0.0.1'] })).rejects.toThrow(
      why,
    )
  })
})

describe('limits', () => {
  const allowedHosts = ['127.0.0.1']

  test('a body up to the limit is accepted, one byte more is refused, with or without Content-Length', async () => {
    const { host } = await serve(({ url = '' }, reply) => {
      const [, size, announced] = url.split('/')
      if (announced) reply.setHeader('content-length', Number(size))
      else reply.write('')
      reply.end(Buffer.alloc(Number(size)))
    })
    for (const how of ['', '/announced']) {
      const fetched = await fetchPublic(`http://${host}/1000${how}`, { ...limits, allowedHosts })
      expect(fetched.bytes).toHaveLength(1000)
      await expect(fetchPublic(`http://${host}/1001${how}`, { ...limits, allowedHosts })).rejects.toThrow(
        'it is larger than 1000 bytes',
      )
    }
  })

  test.each(['head', 'body', 'redirects'])('the timeout includes every phase: %s', async (slow) => {
    const { host } = await serve(({ url = '' }, reply) => {
      if (slow === 'body') reply.writeHead(200).write('a')
      if (slow === 'redirects' && url === '/') reply.writeHead(302, { location: '/again' }).end()
    })
    await expect(
      fetchPublic(`http://${host}/`, { ...limits, allowedHosts, milliseconds: 100 }),
    ).rejects.toThrow('it took longer than 0.1 seconds')
  })

  test('a missing, truncated or encoded body and an unavailable host are refused with the reason', async () => {
    const { host } = await serve(({ url }, reply) => {
      if (url === '/gone') reply.writeHead(404).end('no')
      if (url === '/part') reply.writeHead(206).end('no')
      if (url === '/br') reply.writeHead(200, { 'content-encoding': 'br' }).end('no')
      if (url === '/cut') reply.writeHead(200, { 'content-length': 10 }).write('a', () => reply.destroy())
    })
    const at = (path: string) => fetchPublic(`http://${host}${path}`, { ...limits, allowedHosts })
    await expect(at('/gone')).rejects.toThrow('it returned 404 instead of 200')
    await expect(at('/part')).rejects.toThrow('it returned 206 instead of 200')
    await expect(at('/br')).rejects.toThrow('it has the content encoding br')
    await expect(at('/cut')).rejects.toThrow('there was no response (ECONNRESET)')
    await expect(fetchPublic('http://127.0.0.1:1/', { ...limits, allowedHosts })).rejects.toThrow(
      'there was no response (ECONNREFUSED)',
    )
  })

  test('a body in gzip that was not requested is read, within the limit of its unpacked size', async () => {
    const text = 'BEGIN:VCALENDAR'.repeat(50)
    const encoded = { 'content-encoding': 'gzip' }
    const { host } = await serve(({ url }, reply) => {
      const [bytes, headers] =
        url === '/bomb'
          ? [gzipSync(Buffer.alloc(10_000_000)), encoded]
          : url === '/cut'
            ? [gzipSync(text).subarray(0, 30), encoded]
            : [gzipSync(text), url === '/said' ? encoded : {}]
      reply.writeHead(200, headers).end(bytes)
    })
    const at = (path: string) =>
      fetchPublic(`http://${host}${path}`, { ...limits, allowedHosts, bytes: 20_000 })
    for (const path of ['/said', '/unsaid']) expect(String((await at(path)).bytes), path).toBe(text)
    await expect(at('/bomb')).rejects.toThrow('it is larger than 20000 bytes')
    await expect(at('/cut')).rejects.toThrow('it is compressed with gzip, and not whole')
  })
})
