import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

/** A cache that notes the purges it is sent, and answers them with a status. */
interface Receiver {
  readonly purges: string[][]
  readonly headers: IncomingMessage['headers'][]
  status: number
  readonly url: string
  readonly server: Server
}

async function receiver(): Promise<Receiver> {
  const [purges, headers]: [string[][], IncomingMessage['headers'][]] = [[], []]
  const server = createServer((request, response) => {
    expect(request.method).toBe('PURGE')
    if (made.status === 200) purges.push(String(request.headers.xkey).split(' '))
    headers.push(request.headers)
    response.writeHead(made.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const made: Receiver = { purges, headers, status: 200, url, server }
  return made
}

for (const { name, freshUrl } of dialects) {
  describe(`§22 purges (${name})`, () => {
    let database: FreshDatabase
    let cache: Receiver
    let services: readonly [TestService, TestService]
    let writes: Record<string, string>
    beforeEach(async () => {
      database = await (name === 'sqlite' ? freshSqliteFile() : freshUrl())
      cache = await receiver()
      const env = {
        DATABASE_URL: database.url,
        FASTI_TIME_ZONE: 'UTC',
        FASTI_SURROGATE_KEYS: 'on',
        FASTI_PURGE_URL: cache.url.replace('//', '//us%40er:pass@'),
      }
      services = [await testService(name, env), await testService(name, env)]
      writes = (await services[0].user('administrator', 'ada')).headers
      await services[0].post('/venues', { venue: 'Hall' }, writes)
      for (const called of ['a', 'b']) {
        await services[0].post('/categories', { name: called }, writes)
        await services[0].post('/events', anEvent({ title: called, venue: 1, categories: [called] }), writes)
      }
      await services[0].purger?.purge()
    })
    afterEach(async () => {
      for (const service of services) await service.close()
      await database.drop()
      cache.server.close()
    })

    it('begin with everything, and then name what changed since the last one, by whichever process', async () => {
      expect(cache.purges).toEqual([['settings', 'list', 'many']])
      expect(cache.headers[0]).toMatchObject({
        authorization: `Basic ${Buffer.from('us@er:pass').toString('base64')}`,
        'surrogate-key': 'settings list many',
      })
      await services[0].patch('/venues/1', { venue: 'Great hall' }, writes)
      await services[1].patch('/events/1', { title: 'Other' }, writes)
      await services[0].purger?.purge()
      expect(cache.purges.length).toBe(2)
      expect(cache.purges[1]).toEqual(expect.arrayContaining(['venue-1', 'event-1', 'list', 'many']))
      expect(cache.purges[1]).not.toContain('event-2')
      await services[0].purger?.purge()
      expect(cache.purges.length).toBe(2)
    })

    it('are sent by one instance alone', async () => {
      await services[1].patch('/events/1', { title: 'Other' }, writes)
      await services[1].purger?.purge()
      expect(cache.purges.length).toBe(1)
      await services[0].purger?.purge()
      expect(cache.purges.length).toBe(2)
    })

    it('are not lost where the cache refuses them', async () => {
      await services[0].patch('/events/1', { title: 'Other' }, writes)
      cache.status = 503
      await expect(services[0].purger?.purge()).rejects.toThrow('503')
      await services[0].patch('/events/2', { title: 'Another' }, writes)
      cache.status = 200
      await services[0].purger?.purge()
      expect(cache.purges[1]).toEqual(expect.arrayContaining(['event-1', 'event-2']))
      expect(services[0].purger?.counts()).toEqual({ sent: 2, failed: 1 })
      const { body } = await services[0].get('//metrics', writes)
      expect(body).toContain('fasti_purges_total{outcome="failed"} 1')
      expect(body).toContain('fasti_purge_behind_revisions 0')
    })

    it('are of everything after a change of the settings, another configuration, or too many items', async () => {
      await services[0].patch('/settings', { name: 'Other' }, writes)
      await services[0].purger?.purge()
      expect(cache.purges.at(-1)).toEqual(['settings', 'list', 'many'])
      for (let at = 0; at < 9; at++)
        await services[0].post(
          '/events',
          anEvent({ title: `${at}`, tags: Array.from({ length: 60 }, (_, tag) => `tag ${at} ${tag}`) }),
          writes,
        )
      await services[0].purger?.purge()
      expect(cache.purges.at(-1)).toEqual(['settings', 'list', 'many'])
      for (const service of services) await service.purger?.stop()
      const other = await testService(name, {
        DATABASE_URL: database.url,
        FASTI_SURROGATE_KEYS: 'on',
        FASTI_PURGE_URL: cache.url,
        FASTI_NAME: 'Another name',
      })
      await other.purger?.purge()
      expect(cache.purges.length).toBe(4)
      await other.close()
    })

    it('leave no cached answer that is another one by now, after any writes', async () => {
      const [service] = services
      const paths = ['/events', '/events/1', '/events/2', '/events/by-slug/a', '/events?categories=1']
      const more = ['/venues/1', '/venues', '/categories/2', '//event/a', '//calendar/agenda', '//venue/hall']
      const kept = new Map<string, { readonly text: string; readonly keys: readonly string[] }>()
      const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))
      let [hits, differing] = [0, 0]
      const title = fc.constantFrom('x', 'y')
      const id = fc.integer({ min: 1, max: 3 })
      const step = fc.oneof(
        fc.record({ path: id.map((one) => `/events/${one}`), body: fc.record({ title }) }),
        fc.record({
          path: id.map((one) => `/events/${one}`),
          body: fc.record({ venue: fc.constantFrom([], [1]) }),
        }),
        fc.record({
          path: id.map((one) => `/events/${one}`),
          body: fc.record({ categories: fc.subarray([1, 2]), status: fc.constantFrom('publish', 'draft') }),
        }),
        fc.record({ path: id.map((one) => `/events/${one}`), body: fc.record({ post_parent: fc.nat(2) }) }),
        fc.record({ path: fc.constant('/venues/1'), body: fc.record({ venue: title }) }),
        fc.record({
          path: fc.constantFrom('/categories/1', '/categories/2'),
          body: fc.record({ name: fc.uuid() }),
        }),
        fc.record({ path: fc.constant('/categories/2'), body: fc.record({ parent: fc.nat(1) }) }),
        fc.record({ path: fc.constant('/settings'), body: fc.record({ name: title }) }),
        fc.record({
          path: fc.constant('/events'),
          body: fc.record({ title, categories: fc.subarray([1, 2]) }),
        }),
      ) as fc.Arbitrary<{ readonly path: string; readonly body: Json }>
      const steps = fc.array(step, { minLength: 60, maxLength: 60 })
      await fc.assert(
        fc.asyncProperty(steps, async (all) => {
          for (const { path, body } of all) {
            if (path === '/events') await service.post(path, anEvent(body), writes)
            else await service.patch(path, body, writes)
            const before = cache.purges.length
            await service.purger?.purge()
            const purged = new Set(cache.purges.slice(before).flat())
            for (const [asked, { keys }] of kept) if (keys.some((key) => purged.has(key))) kept.delete(asked)
            for (const asked of [...paths, ...more]) {
              const { body: now, headers, status } = await service.get(asked)
              const text = textOf(now)
              const one = kept.get(asked)
              if (one !== undefined) {
                hits += 1
                expect(one.text, `${path} ${JSON.stringify(body)}, then ${asked}`).toBe(text)
              }
              if (status !== 200) continue
              expect(headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=[1-9]/)
              if (one === undefined) differing += 1
              kept.set(asked, { text, keys: (headers['surrogate-key'] ?? '').split(' ') })
            }
          }
        }),
        { numRuns: 1, endOnFailure: true },
      )
      expect(hits).toBeGreaterThan(20)
      expect(differing).toBeGreaterThan(60)
    })
  })
}
