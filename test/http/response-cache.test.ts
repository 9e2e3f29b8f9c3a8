import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile, isAny } from '../support/dialects.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'
import { listening, rawly } from '../support/sockets.ts'

for (const { name, freshUrl } of dialects) {
  describe(`cached responses (${name})`, () => {
    let database: FreshDatabase
    let service: TestService

    beforeEach(async () => {
      database = await (name === 'sqlite' ? freshSqliteFile() : freshUrl())
      service = await testService(name, { DATABASE_URL: database.url, FASTI_TIME_ZONE: 'UTC' })
    })
    afterEach(async () => {
      await service.close()
      await database.drop()
    })
    /** Lists are cached from the second time on: the third response comes from the cache. */
    const thrice = async (path: string, headers?: Readonly<Record<string, string>>) => {
      const made = await service.get(path, headers)
      await service.get(path, headers)
      return [made, await service.get(path, headers)] as const
    }
    const total = async (path = '/events') => {
      const [made, ready] = await thrice(path)
      expect(ready.body.total).toBe(made.body.total)
      return ready.body.total
    }

    it.runIf(isAny(name))('equal new ones in every header', async () => {
      await service.post('/events', anEvent())
      for (const path of ['/events', '/events/1', '/events/by-slug/a', '/venues', '/', '//']) {
        const [made, ready] = await thrice(path)
        const { date: _, connection: __, ...headers } = made.headers
        expect(ready.headers, path).toMatchObject(headers)
        expect([ready.status, ready.body]).toEqual([made.status, made.body])
      }
    })

    it.runIf(isAny(name))(
      'are cached from the second request on, if they can be rebuilt from memory',
      async () => {
        const timings = []
        for (let at = 0; at < 3; at++) timings.push((await service.ask('GET', '/events')).timing === 'ready')
        expect(timings).toEqual([false, false, true])
      },
    )

    it('are invalid after the next write, in this or another process', async () => {
      const other = await testService(name, { DATABASE_URL: database.url, FASTI_TIME_ZONE: 'UTC' })
      for (const [at, writer] of [service, other, service, other].entries()) {
        expect([await total(), await total()]).toEqual([at, at])
        await writer.post('/events', anEvent())
      }
      expect(await total()).toBe(4)
      await other.close()
    })

    it('§8 are at least as new as the X-Fasti-Revision of the request, in every instance', async () => {
      const other = await testService(name, { DATABASE_URL: database.url, FASTI_TIME_ZONE: 'UTC' })
      for (let count = 1; count <= 5; count++) {
        const { headers } = await service.post('/events', anEvent())
        const { body } = await other.get('/events', { 'x-fasti-revision': headers['x-fasti-revision'] ?? '' })
        expect(body.total).toBe(count)
        expect(await total()).toBe(count)
      }
      const ahead = await other.get('/events', { 'x-fasti-revision': '999999' })
      expect([ahead.status, ahead.body.total]).toEqual([200, 5])
      await other.close()
    })

    it.runIf(isAny(name))(
      'are compressed like new ones, also after a list has grown past the limit',
      async () => {
        const compressed = { 'accept-encoding': 'gzip' }
        await thrice('/events', compressed)
        await service.post('/events', anEvent())
        await total('/events?per_page=1')
        const ready = await service.get('/events', compressed)
        const other = await testService(name, { DATABASE_URL: database.url, FASTI_TIME_ZONE: 'UTC' })
        const { date: _, ...headers } = (await other.get('/events', compressed)).headers
        expect([headers['content-encoding'], ready.headers]).toMatchObject(['gzip', headers])
        await other.close()
      },
    )

    it.runIf(isAny(name))('are the same over a connection as within the process', async () => {
      await service.post('/events', anEvent())
      const base = await service.app.listen({ port: 0, host: '127.0.0.1' })
      const ask = async (headers: Record<string, string> = {}) => {
        const answer = await fetch(`${base}/cal/events/v1/events`, { headers })
        return { answer, text: await answer.text() }
      }
      const [made, _again, ready] = [await ask(), await ask(), await ask()]
      const { date: _, 'server-timing': __, ...expected } = Object.fromEntries(made.answer.headers)
      expect(Object.fromEntries(ready.answer.headers)).toMatchObject(expected)
      expect([ready.answer.status, ready.text]).toEqual([200, made.text])
      const etag = made.answer.headers.get('etag') ?? ''
      expect((await ask({ 'if-none-match': etag })).answer.status).toBe(304)
      await service.post('/events', anEvent())
      expect(JSON.parse((await ask()).text).total).toBe(2)
      expect(JSON.parse((await ask({ 'if-none-match': etag })).text).total).toBe(2)
      const other = await ask({ origin: 'https://evil.example' })
      expect(other.answer.status).toBe(403)
    })

    it.runIf(isAny(name))(
      'are sent in order to pipelined requests; the last one closes the connection',
      async () => {
        await service.post('/events', anEvent({ description: 'long '.repeat(9000) }))
        const port = await listening(service)
        const ask = (connection: string) =>
          `GET /cal/events/v1/events HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`
        const once = await rawly(port, ask('close'))
        const { head, body } = await rawly(
          port,
          [ask('keep-alive'), ask('keep-alive'), ask('close')].join(''),
        )
        const answers = `${head}\r\n\r\n${body}`.split(/(?=HTTP\/1\.1 200 OK)/)
        expect(answers.map((one) => one.slice(one.indexOf('\r\n\r\n') + 4))).toEqual(Array(3).fill(once.body))
        expect(answers.map((one) => /^connection: (.*)$/im.exec(one)?.[1])).toEqual([
          'keep-alive',
          'keep-alive',
          'close',
        ])
      },
    )

    it('are invalid after midnight in the site zone, and after a scheduled publication', async () => {
      await service.post('/events', anEvent({ start_date: '2027-01-15', end_date: '2027-01-15' }))
      await service.post('/events', anEvent({ date: '2027-01-15 13:00:00' }))
      service.at('2027-01-15T12:59:59Z')
      expect([await total(), await total()]).toEqual([1, 1])
      service.at('2027-01-15T13:00:00Z')
      expect([await total(), await total()]).toEqual([2, 2])
      service.at('2027-01-15T23:59:59Z')
      expect(await total()).toBe(2)
      service.at('2027-01-16T00:00:00Z')
      expect(await total()).toBe(1)
      service.at('2027-01-15T12:00:00Z')
      expect(await total()).toBe(1)
    })

    it.runIf(isAny(name))('are not used for relative dates', async () => {
      await service.post(
        '/events',
        anEvent({ start_date: '2027-01-15 12:30:00', end_date: '2027-01-15 12:45:00' }),
      )
      const under = '/events?strict_dates=1&ends_after=now'
      expect([await total(under), await total(under)]).toEqual([1, 1])
      service.at('2027-01-15T12:50:00Z')
      expect(await total(under)).toBe(0)
    })

    it('are invalid when local mode ends', async () => {
      await service.post('/events', anEvent({ status: 'draft' }))
      expect((await thrice('/events/1')).map(({ status }) => status)).toEqual([200, 200])
      await service.user('editor', 'erin')
      expect((await service.get('/events/1')).status).toBe(401)
    })

    it.runIf(isAny(name))('are refused in local mode to requests for another host', async () => {
      expect([await total(), await total()]).toEqual([0, 0])
      for (const headers of [
        { host: 'evil.example' },
        { origin: 'https://evil.example' },
        { 'x-forwarded-host': 'a.example' },
      ]) {
        expect((await service.get('/events', headers)).status).toBe(403)
      }
    })

    it.runIf(isAny(name))(
      'are for anonymous callers: users and event passwords get their own responses',
      async () => {
        const { headers } = await service.user('author', 'ada')
        await service.post('/events', anEvent({ status: 'private' }), headers)
        await service.post('/events', anEvent({ title: 'Secret' }), headers)
        await service.patch('/events/2', { password: 's', description: 'inside' }, headers)
        const statuses = async () => [
          (await service.get('/events/1')).status,
          (await service.get('/events/1', headers)).status,
          (await service.get('/events/2')).status,
          (await service.get('/events/2?password=s')).status,
          (await service.get('/events/2', { 'x-event-password': 's' })).status,
          (await service.get('/events/2?password=wrong')).status,
        ]
        expect(await statuses()).toEqual([401, 200, 401, 200, 200, 401])
        expect(await statuses()).toEqual([401, 200, 401, 200, 200, 401])
      },
    )

    it.runIf(isAny(name))('return 304 without a body if the client has them', async () => {
      await service.post('/events', anEvent())
      const [{ headers }] = await thrice('/events')
      const known = await service.get('/events', { 'if-none-match': String(headers.etag) })
      expect([known.status, known.body, known.headers.etag]).toEqual([304, '', headers.etag])
      expect(known.headers['content-type']).toBeUndefined()
      expect((await service.get('/events', { 'if-none-match': '"other"' })).status).toBe(200)
      await service.patch('/events/1', { title: 'B' })
      expect((await service.get('/events', { 'if-none-match': String(headers.etag) })).status).toBe(200)
    })

    it('order terms by their current names, also in lists that were cached before', async () => {
      for (const called of ['Beta', 'Gamma']) await service.post('/categories', { name: called })
      for (const title of ['A', 'B']) await service.post('/events', anEvent({ title, categories: [1, 2] }))
      const named = async (page: number) => {
        const { body } = await service.get(`/events?per_page=1&page=${page}`)
        return body.events[0].categories.map(({ name: called }: { name: string }) => called)
      }
      expect([await named(1), await named(2)]).toEqual([
        ['Beta', 'Gamma'],
        ['Beta', 'Gamma'],
      ])
      await service.patch('/categories/1', { name: 'Zeta' })
      expect([await named(1), await named(2)]).toEqual([
        ['Gamma', 'Zeta'],
        ['Gamma', 'Zeta'],
      ])
    })

    it('include scheduled publications in counts, also in lists that were not cached before', async () => {
      await service.post('/events', anEvent({ tags: ['t'] }))
      await service.post(
        '/events',
        anEvent({ tags: ['t'], date: '2027-01-15 13:00:00', venue: { venue: 'V' } }),
      )
      const count = async (path: string) => (await service.get(path)).body.events[0].tags[0].count
      expect(await count('/events?page=1')).toBe(1)
      service.at('2027-01-15T13:00:00Z')
      expect(await count('/events?per_page=5')).toBe(2)
    })

    it.runIf(isAny(name))('differ by the Accept header', async () => {
      await service.post('/events', anEvent({ description: 'long '.repeat(500) }))
      const encodings = async () => {
        const all = []
        for (const accepted of ['br', 'gzip', 'identity'])
          all.push(
            (await service.get('/events', { 'accept-encoding': accepted })).headers['content-encoding'],
          )
        return all
      }
      expect(await encodings()).toEqual(['br', 'gzip', undefined])
      expect(await encodings()).toEqual(['br', 'gzip', undefined])
    })
  })
}
