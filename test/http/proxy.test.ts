import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { readConfig } from '../support/inside/service.ts'
import { type TestService, testService } from '../support/service.ts'
import { listening, rawly } from '../support/sockets.ts'

/** Finds the address that a request is counted by, with failed logins from it. */
async function fail(service: TestService, peer: string, forwarded?: string): Promise<number> {
  const { statusCode } = await service.app.inject({
    url: '/cal/events/v1/events',
    remoteAddress: peer,
    headers: {
      authorization: 'Bearer wrong',
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    },
  })
  return statusCode
}

async function exhaust(service: TestService, peer: string, forwarded?: string): Promise<void> {
  for (let at = 0; at < 10; at++) await fail(service, peer, forwarded)
}

for (const { name } of anyDialects()) {
  describe(`the client’s address on ${name}`, () => {
    let service: TestService
    const open = async (env: Record<string, string>) => {
      service = await testService(name, env)
      await service.user('editor')
      return service
    }
    const closed = async (run: () => Promise<void>) => {
      try {
        await run()
      } finally {
        await service.close()
      }
    }

    it('§0.1 is that of the connection if no proxy is trusted, whatever the headers say', async () => {
      await open({})
      await closed(async () => {
        for (let at = 0; at < 10; at++) await fail(service, '192.0.2.1', `10.0.0.${at}`)
        expect(await fail(service, '192.0.2.1', '10.0.0.99')).toBe(429)
        expect(await fail(service, '192.0.2.2', '192.0.2.1')).toBe(401)
      })
    })

    it('§0.1 is the one that a trusted proxy names, not one that the client sent', async () => {
      await open({ FASTI_TRUST_PROXY: '10.0.0.1, 10.1.0.0/16' })
      await closed(async () => {
        await exhaust(service, '10.0.0.1', '203.0.113.5')
        expect(await fail(service, '10.0.0.1', '203.0.113.5')).toBe(429)
        expect(await fail(service, '10.0.0.1', '1.2.3.4, 203.0.113.5')).toBe(429)
        expect(await fail(service, '10.1.2.3', '1.2.3.4, 203.0.113.5, 10.0.0.1')).toBe(429)
        expect(await fail(service, '10.0.0.1', '203.0.113.6')).toBe(401)
        expect(await fail(service, '203.0.113.7', '203.0.113.5')).toBe(401)
      })
    })

    it('§0.1 can’t be forged by a client that bypasses the proxy', async () => {
      await open({ FASTI_TRUST_PROXY: 'loopback' })
      await closed(async () => {
        for (let at = 0; at < 10; at++) await fail(service, '192.0.2.9', `203.0.113.${at}`)
        expect(await fail(service, '192.0.2.9', '203.0.113.99')).toBe(429)
        expect(await fail(service, '127.0.0.1', '192.0.2.9')).toBe(429)
      })
    })

    it('§5 may be malformed in a header: the request is refused or counted, never a 500', async () => {
      await open({ FASTI_TRUST_PROXY: 'loopback' })
      await closed(async () => {
        for (const forwarded of [
          '',
          ',',
          'unknown',
          '::::',
          '1.2.3.4.5',
          'x'.repeat(5000),
          '2001:db8::1%eth0',
        ])
          expect([401, 429], forwarded.slice(0, 20)).toContain(await fail(service, '127.0.0.1', forwarded))
      })
    })

    it('§0 URLs in responses follow FASTI_BASE_URL, never the Host or the forwarding headers', async () => {
      await open({ FASTI_BASE_URL: 'https://calendar.example', FASTI_TRUST_PROXY: 'loopback' })
      await closed(async () => {
        const { headers, body } = await service.get('/events', {
          host: 'evil.example',
          'x-forwarded-host': 'evil.example',
          'x-forwarded-proto': 'javascript',
          forwarded: 'host=evil.example;proto=http',
        })
        expect(JSON.stringify([headers, body])).not.toContain('evil.example')
        expect(body.rest_url).toMatch(/^https:\/\/calendar\.example\//)
      })
    })
  })
}

describe('FASTI_TRUST_PROXY', () => {
  it('§0.1 accepts addresses, networks and named groups; not all addresses, not a number of hops', () => {
    for (const text of ['10.0.0.1', '10.0.0.0/8, 2001:db8::/32', 'loopback', 'uniquelocal,linklocal', '::1'])
      expect(readConfig({ FASTI_TRUST_PROXY: text }).trustProxy.length, text).toBeGreaterThan(0)
    for (const text of [
      'true',
      '1',
      '*',
      '0.0.0.0/0',
      '::/0',
      'proxy.example',
      '10.0.0.1/33',
      '10.0.0.0/8/8',
      'all',
    ])
      expect(() => readConfig({ FASTI_TRUST_PROXY: text }), text).toThrow('FASTI_TRUST_PROXY')
    expect(readConfig({}).trustProxy).toEqual([])
  })
})

for (const { name } of anyDialects()) {
  describe(`local mode on ${name}`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await testService(name)
    })
    afterAll(() => service.close())

    const write = (headers: Record<string, string>) =>
      service.post('/tags', { name: `t ${Math.random()}` }, headers)

    it('§5 accepts loopback names only, so DNS rebinding fails', async () => {
      for (const host of [
        'localhost',
        'localhost:3000',
        'LOCALHOST',
        '127.0.0.1:3000',
        '127.8.8.8',
        '[::1]',
        '[::1]:3000',
        'app.localhost:3000',
      ])
        expect((await write({ host })).status, host).toBe(201)
      for (const host of [
        'evil.example',
        'localhost.evil.example',
        '127.0.0.1.evil.example',
        'localhost:3000@evil.example',
        'evil.example#localhost',
        'evil.example/localhost',
        'xlocalhost',
        'localhost.',
        'localhost, evil.example',
        '[::1].evil.example',
        '127.0.0.1.nip.io',
        '0.0.0.0',
        '192.168.0.5',
        '[::ffff:192.168.0.5]',
        '2130706433',
      ]) {
        const { status, body } = await write({ host })
        expect([status, body.code], host).toEqual([403, 'rest_local_mode'])
      }
    })

    it('§5 refuses requests from other sites’ pages, including reads and preflights', async () => {
      for (const origin of [
        'https://evil.example',
        'http://localhost.evil.example',
        'null',
        'file://',
        'http://192.168.0.5',
        'chrome-extension://x',
        'evil',
      ])
        for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD'])
          expect(
            (await service.ask(method, '/events', undefined, { origin })).status,
            `${method} ${origin}`,
          ).toBe(403)
      expect((await write({ origin: 'http://localhost:5173' })).status).toBe(201)
    })

    it('§5 refuses forms on other sites, which send no preflight', async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        const headers = { origin: 'https://evil.example', 'content-type': type }
        expect((await service.post('/tags/1?_method=DELETE', 'name=x', headers)).status).toBe(403)
      }
    })

    it('§5 refuses requests that a proxy forwards for other machines, with any Host', async () => {
      for (const headers of [
        { 'x-forwarded-for': '203.0.113.5' },
        { 'x-forwarded-for': '127.0.0.1, 203.0.113.5' },
        { 'x-real-ip': '203.0.113.5' },
        { 'x-forwarded-host': 'calendar.example' },
        { 'x-forwarded-host': 'localhost, calendar.example' },
        { forwarded: 'for=203.0.113.5' },
        { forwarded: 'for="[2001:db8::1]:4711"' },
        { forwarded: 'host=calendar.example' },
      ])
        expect((await write({ host: 'localhost', ...headers })).status, JSON.stringify(headers)).toBe(403)
      expect((await write({ host: 'localhost', 'x-forwarded-for': '127.0.0.1' })).status).toBe(201)
      expect((await write({ host: 'localhost', forwarded: 'for="[::1]";host=localhost' })).status).toBe(201)
    })

    it('§5 refuses other machines, whatever headers they send', async () => {
      for (const remoteAddress of [
        '192.168.0.5',
        '::ffff:192.168.0.5',
        '2001:db8::1',
        '0.0.0.0',
        '128.0.0.1',
      ]) {
        const { statusCode } = await service.app.inject({
          url: '/cal/events/v1/events',
          remoteAddress,
          headers: { host: 'localhost', 'x-forwarded-for': '127.0.0.1' },
        })
        expect(statusCode, remoteAddress).toBe(403)
      }
    })

    it('§5 checks the effective host if several are sent, or the request target names another', async () => {
      const port = await listening(service)
      const ask = (line: string, ...hosts: readonly string[]) =>
        rawly(
          port,
          [`${line} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), 'Connection: close', '', ''].join(
            '\r\n',
          ),
        )
      expect((await ask('GET /cal/events/v1/events', `127.0.0.1:${port}`)).status).toBe(200)
      for (const hosts of [['evil.example', 'localhost'], [], [''], ['evil.example']])
        expect([400, 403]).toContain((await ask('GET /cal/events/v1/events', ...hosts)).status)
      const absolute = await ask('GET http://evil.example/cal/events/v1/events', 'localhost')
      expect(absolute.status).toBe(403)
    })

    it('§5 ends immediately with the first user, for every route', async () => {
      await service.user('administrator')
      const { status, body } = await write({ host: 'localhost' })
      expect([status, body.code]).toEqual([401, 'rest_not_logged_in'])
      expect((await service.get('/events', { host: 'calendar.example' })).status).toBe(200)
    })
  })
}
