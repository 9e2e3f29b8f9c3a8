import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { addressRateKey, newRateCounter } from '../support/inside/people.ts'
import { type Answered, anEvent, type TestService, testService } from '../support/service.ts'

const basic = (login: string, token: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${token}`).toString('base64')}`,
})
const from = (remoteAddress: string) => ({ remoteAddress })
const codes = (answers: readonly Answered[]) => answers.map(({ status }) => status)

/** Sends a request from an address, which `inject` simulates. */
async function askFrom(
  service: TestService,
  address: string,
  path: string,
  headers: Record<string, string> = {},
) {
  const url = path.startsWith('//') ? path.slice(1) : `/cal/events/v1${path}`
  const {
    statusCode,
    headers: got,
    body,
  } = await service.app.inject({ method: 'GET', url, headers, ...from(address) })
  return { status: statusCode, headers: got as Record<string, string>, body }
}

for (const { name } of anyDialects()) {
  describe(`failed logins on ${name}`, () => {
    let service: TestService
    let minute = 0
    let ada: Record<string, string>

    beforeAll(async () => {
      service = await testService(name)
      ada = (await service.user('editor', 'ada')).headers
    })
    afterAll(() => service.close())
    /** Each test runs in separate minutes. */
    const nextMinute = () => {
      minute += 1
      service.at(`2027-01-15T12:${String(minute).padStart(2, '0')}:00Z`)
    }

    it('§5 are limited to ten a minute for an address; then every route returns 429 with Retry-After', async () => {
      nextMinute()
      for (const path of [
        '/',
        '/events',
        '/events/1',
        '/doc',
        '//',
        '/tags',
        '/venues',
        '/organizers/9',
        '/tags/9',
        '/x',
      ])
        await askFrom(service, '192.0.2.1', path === '/x' ? '/categories' : path, {
          authorization: 'Bearer wrong',
        })
      const answer = await askFrom(service, '192.0.2.1', '/events', { authorization: 'Bearer wrong' })
      expect([answer.status, answer.headers['retry-after']]).toEqual([429, '60'])
      expect(JSON.parse(answer.body).code).toBe('rest_too_many_requests')
    })

    it('§5 also block valid credentials from that address until the minute is over, but no other address', async () => {
      nextMinute()
      for (let at = 0; at < 10; at++)
        await askFrom(service, '192.0.2.2', '/', { authorization: 'Bearer wrong' })
      expect((await askFrom(service, '192.0.2.2', '/', ada)).status).toBe(429)
      expect((await askFrom(service, '192.0.2.3', '/', ada)).status).toBe(200)
      expect((await askFrom(service, '192.0.2.2', '/')).status).toBe(200)
      service.at(`2027-01-15T12:${String(minute).padStart(2, '0')}:59Z`)
      const late = await askFrom(service, '192.0.2.2', '/', ada)
      expect([late.status, late.headers['retry-after']]).toEqual([429, '1'])
      nextMinute()
      expect((await askFrom(service, '192.0.2.2', '/', ada)).status).toBe(200)
    })

    it('§5 are limited to ten a minute for a login, from all addresses together, in any case', async () => {
      nextMinute()
      for (let at = 0; at < 10; at++)
        await askFrom(service, `198.51.100.${at}`, '/', basic(at % 2 ? 'ADA' : 'ada', `wrong ${at}`))
      expect((await askFrom(service, '198.51.100.99', '/', basic('ada', 'x'))).status).toBe(429)
      expect((await askFrom(service, '198.51.100.99', '/', basic('bob', 'x'))).status).toBe(401)
      expect((await askFrom(service, '198.51.100.98', '/', ada)).status).toBe(200)
    })

    it('§5 count a whole IPv6 network as one address', async () => {
      nextMinute()
      for (let at = 0; at < 10; at++)
        await askFrom(service, `2001:db8:1:2::${at}`, '/', { authorization: 'Bearer wrong' })
      expect((await askFrom(service, '2001:db8:1:2:ffff::1', '/', ada)).status).toBe(429)
      expect((await askFrom(service, '2001:db8:1:3::1', '/', ada)).status).toBe(200)
    })

    it('§5 get the same response for existing and unknown logins', async () => {
      nextMinute()
      const told = async (login: string, address: string) => {
        const answers = []
        for (let at = 0; at < 11; at++)
          answers.push(await askFrom(service, address, '/events', basic(login, 'x')))
        return answers.map(({ status, headers: { date: _, 'server-timing': __, ...headers }, body }) => ({
          status,
          headers,
          body,
        }))
      }
      expect(await told('ada', '192.0.2.20')).toEqual(await told('nobody', '192.0.2.21'))
    })

    it('§5 are limited to ten if they arrive at the same time', async () => {
      nextMinute()
      const all = await Promise.all(
        Array.from({ length: 40 }, () => askFrom(service, '192.0.2.30', '/', { authorization: 'Bearer x' })),
      )
      expect(all.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10)
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([401, 429]))
    })

    it('§5 do not include valid credentials', async () => {
      nextMinute()
      const all = await Promise.all(
        Array.from({ length: 30 }, () => askFrom(service, '192.0.2.31', '/', ada)),
      )
      expect(all.every(({ status }) => status === 200)).toBe(true)
    })

    it('§5 §6 block for a minute at most, even if the system clock is set back by hours', async () => {
      nextMinute()
      for (let at = 0; at < 10; at++)
        await askFrom(service, '192.0.2.50', '/', { authorization: 'Bearer wrong' })
      service.at('2027-01-15T10:00:00Z')
      const late = await askFrom(service, '192.0.2.50', '/', ada)
      expect([late.status, Number(late.headers['retry-after'])]).toEqual([429, 60])
      service.at('2027-01-15T10:01:00Z')
      expect((await askFrom(service, '192.0.2.50', '/', ada)).status).toBe(200)
    })

    it('§5 include malformed headers, which never count as anonymous', async () => {
      nextMinute()
      for (const authorization of [
        '',
        ' ',
        'Basic',
        'Basic !!!',
        'Bearer',
        'Digest a="b"',
        `Basic ${Buffer.from('ada').toString('base64')}`,
      ])
        expect(
          (await askFrom(service, '192.0.2.40', '/events', { authorization })).status,
          authorization,
        ).toBe(401)
    })
  })

  describe(`guessed event passwords on ${name}`, () => {
    let service: TestService
    let path: string
    let at = 0
    const guess = (password: string) => service.get(path, { 'x-event-password': password })

    beforeAll(async () => {
      service = await testService(name)
      const editor = await service.user('editor')
      const { body } = await service.post('/events', anEvent({ title: 'Closed' }), editor.headers)
      path = `/events/${body.id}`
      await service.patch(path, { password: 'right one' }, editor.headers)
    })
    afterAll(() => service.close())

    it('§4.7 are limited to sixty a minute, also if they arrive at the same time', async () => {
      const burst = await Promise.all(Array.from({ length: 100 }, (_, n) => guess(`burst ${n}`)))
      expect(codes(burst).filter((status) => status === 401).length).toBe(60)
      expect(codes(burst).filter((status) => status === 429).length).toBe(40)
      const barred = await guess('right one')
      expect([barred.status, barred.headers['retry-after']]).toEqual([429, '60'])
      at += 1
      service.at(`2027-01-15T12:0${at}:00Z`)
      expect((await guess('right one')).status).toBe(200)
    })

    it('§4.7 are not counted if they are right', async () => {
      for (let n = 0; n < 70; n++) expect((await guess('right one')).status).toBe(200)
    })

    it('§8 make the response uncacheable, right or wrong, in the header or in the URL', async () => {
      for (const answer of [
        await guess('right one'),
        await guess('wrong'),
        await service.get(`${path}?password=wrong`),
        await service.get(`${path}?p%61ssword=right%20one`),
      ])
        expect(answer.headers['cache-control']).toBe('private, no-store')
      expect((await service.get(path)).headers['cache-control']).toBe('public, no-cache')
    })
  })

  describe(`FASTI_RATE_LIMIT on ${name}`, () => {
    let service: TestService
    let ada: Record<string, string>
    let bob: Record<string, string>
    beforeAll(async () => {
      service = await testService(name, { FASTI_RATE_LIMIT: '3/minute' })
      ada = (await service.user('author', 'ada')).headers
      bob = (await service.user('author', 'bob')).headers
    })
    afterAll(() => service.close())

    it('§6 counts requests by address, including reads and refused ones, and sends Retry-After', async () => {
      const all = [
        await askFrom(service, '192.0.2.1', '/events'),
        await askFrom(service, '192.0.2.1', '/events/999'),
        await askFrom(service, '192.0.2.1', '//'),
        await askFrom(service, '192.0.2.1', '/events'),
      ]
      expect(all.map(({ status }) => status)).toEqual([200, 404, 200, 429])
      expect(all[3]?.headers['retry-after']).toBe('60')
      expect((await askFrom(service, '192.0.2.2', '/events')).status).toBe(200)
    })

    it('§6 counts requests with a token by token, from all addresses', async () => {
      const asked = async (headers: Record<string, string>, address: string) =>
        (await askFrom(service, address, '/events', headers)).status
      expect([
        await asked(ada, '192.0.2.3'),
        await asked(ada, '192.0.2.4'),
        await asked(ada, '192.0.2.5'),
      ]).toEqual([200, 200, 200])
      expect(await asked(ada, '192.0.2.6')).toBe(429)
      expect(await asked(bob, '192.0.2.3')).toBe(200)
    })

    it('§6 does not apply to the health check, and resets after a minute', async () => {
      for (let at = 0; at < 5; at++)
        expect((await askFrom(service, '192.0.2.1', '//healthz')).status).toBe(200)
      service.at('2027-01-15T12:01:00Z')
      expect((await askFrom(service, '192.0.2.1', '/events')).status).toBe(200)
    })
  })

  describe(`size limits on ${name}`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await testService(name)
    })
    afterAll(() => service.close())

    it('§6 a body of any type is at most 1 MiB', async () => {
      const long = (bytes: number) =>
        JSON.stringify({ ...anEvent(), unknown: '' }).replace('""', `"${'x'.repeat(bytes)}"`)
      const fits = await service.post('/events', long(1_048_576 - long(0).length), {
        'content-type': 'application/json',
      })
      expect(fits.status).toBe(201)
      for (const type of [
        'application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/plain',
      ]) {
        const answer = await service.post('/events', 'x'.repeat(1_048_577), { 'content-type': type })
        expect([answer.status, answer.body.code], type).toEqual([413, 'rest_body_too_large'])
      }
    })

    it('§6 a query is at most 8 KiB', async () => {
      const query = (bytes: number) => `/events?x=${'y'.repeat(bytes - 2)}`
      expect((await service.get(query(8192))).status).toBe(200)
      const answer = await service.get(query(8193))
      expect([answer.status, answer.body.code]).toEqual([414, 'rest_uri_too_long'])
    })

    it('§2.1 a list has at most 500 members, in the query, a form and JSON', async () => {
      const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
      expect((await service.get(`/events?include=${ids(500).join()}`)).status).toBe(200)
      for (const answer of [
        await service.get(`/events?include=${ids(501).join()}`),
        await service.get(
          `/events?${ids(501)
            .map((id) => `include[]=${id}`)
            .join('&')}`,
        ),
      ])
        expect([answer.status, Object.keys(answer.body.data.params ?? {})]).toEqual([400, ['include']])
      const sent = await service.post('/events', anEvent({ categories: ids(501) }))
      expect([sent.status, Object.keys(sent.body.data.params)]).toEqual([400, ['categories']])
      const form = ids(501)
        .map((id) => `tags[]=${id}`)
        .join('&')
      const answer = await service.post('/events?title=a&start_date=2027-05-04&end_date=2027-05-04', form, {
        'content-type': 'application/x-www-form-urlencoded',
      })
      expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, ['tags']])
    })

    it('§2.2 a page has at most FASTI_MAX_PER_PAGE items, and its number is a safe integer', async () => {
      expect((await service.get('/events?per_page=9007199254740992')).status).toBe(200)
      for (const collection of ['events', 'venues', 'organizers', 'categories', 'tags'])
        expect(
          (await service.get(`/${collection}?page=9007199254740991&per_page=100`)).status,
          collection,
        ).toBe(404)
    })
  })
}

describe('a counter', () => {
  it('returns the wait in whole seconds, at least one', () => {
    const { allow, count } = newRateCounter(1)
    count('a', 0.7)
    for (const [now, wait] of [
      [0.8, '60'],
      [60.65, '1'],
    ] as const)
      expect(() => allow('a', now)).toThrow(expect.objectContaining({ headers: { 'Retry-After': wait } }))
    expect(() => allow('a', 60.7)).not.toThrow()
  })

  it('holds the latest ten thousand names at most', () => {
    const { allow, count } = newRateCounter(1)
    for (let at = 0; at <= 10_000; at++) count(`name ${at}`, 0)
    expect(() => allow('name 0', 1)).not.toThrow()
    expect(() => allow('name 1', 1)).toThrow()
    expect(() => allow('name 10000', 1)).toThrow()
  })

  it('subtracts a forgiven count', () => {
    const { allow, count, forgive } = newRateCounter(1)
    count('a', 0)
    forgive('a')
    forgive('a')
    forgive('b')
    expect(() => allow('a', 0)).not.toThrow()
    count('a', 0)
    expect(() => allow('a', 59)).toThrow()
    expect(() => allow('a', 60)).not.toThrow()
  })

  it('names IPv4 addresses the same in every notation, and IPv6 addresses by their network', () => {
    expect(addressRateKey('::ffff:192.0.2.1')).toBe(addressRateKey('192.0.2.1'))
    expect(addressRateKey('2001:db8::1')).toBe(addressRateKey('2001:db8:0:0:ffff:ffff:ffff:ffff'))
    expect(addressRateKey('2001:db8:0:1::1')).not.toBe(addressRateKey('2001:db8::1'))
    expect(addressRateKey('::1')).toBe('address 0:0:0:0::/64')
  })
})
