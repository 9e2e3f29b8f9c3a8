import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, freshSqliteFile, isAny } from '../support/dialects.ts'
import { inRotation } from '../support/in-rotation.ts'
import { feedCache, renderQueues, spoolBody } from '../support/inside/service.ts'
import { anEvent, postEvents, testService } from '../support/service.ts'

/**
 * The statements of a request for a cached feed: the revision and, where it was not notified for a second, the settings, colours and own pages of the
 * site. A new feed takes more.
 */
const MAX_QUERIES = 5
const EVENTS = 120

for (const { name, freshUrl } of dialects) {
  describe(`a repeated request for a feed on ${name}`, () => {
    const opened = async () => {
      const database = await (name === 'sqlite' ? freshSqliteFile : freshUrl)()
      const service = await testService(name, { DATABASE_URL: database.url })
      const { headers } = await service.user('administrator')
      const sent = {
        categories: ['Music'],
        tags: ['Live'],
        venue: { venue: 'Hall' },
        organizer: { organizer: 'Club' },
      }
      const events = Array.from({ length: EVENTS }, (_, at) => anEvent({ title: `Event ${at}`, ...sent }))
      await postEvents(service, events, headers)
      const ask = async (path: string, method = 'GET', more: Record<string, string> = {}) => {
        const before = service.store.measures().queries
        const { status, body, headers } = await service.ask(method, path, undefined, more)
        return {
          status,
          text: String(body),
          etag: headers.etag,
          queries: service.store.measures().queries - before,
        }
      }
      return { service, headers, ask, database }
    }

    let open: Awaited<ReturnType<typeof opened>>
    beforeAll(async () => {
      open = await opened()
    })
    afterAll(async () => {
      await open.service.close()
      await open.database.drop()
    })

    it('§8 reads nothing from the database until the next write', async () => {
      const { ask } = open
      for (const path of ['/events.ics', '/events.rss', '/events.atom', '/events.feed.json']) {
        const first = await ask(path)
        for (const again of [
          await ask(path),
          await ask(path, 'HEAD'),
          await ask(path, 'GET', { 'if-none-match': String(first.etag) }),
        ]) {
          expect(again.etag).toBe(first.etag)
          expect([path, again.queries]).toEqual([path, Math.min(again.queries, MAX_QUERIES)])
        }
      }
    })

    it('§0 reads only what changed after a write, and returns the same text as a new build', async () => {
      const { service, headers, ask, database } = open
      const first = await ask('/events.ics')
      expect(first.text.match(/^BEGIN:VEVENT/gm)).toHaveLength(EVENTS)
      // This changes the counts of the category, but nothing that other events show.
      await service.post('/events', anEvent({ title: 'Another', categories: ['Music'] }), headers)
      const second = await ask('/events.ics')
      expect(second.text).toContain('SUMMARY:Another')
      expect(second.etag).not.toBe(first.etag)
      await service.remove('/events/3', headers)
      const third = await ask('/events.ics')
      expect(third.text).toContain('STATUS:CANCELLED')
      // The number of statements does not follow that of the events.
      expect(third.queries).toBeLessThan(EVENTS / 3)
      const changes = [
        ['/categories/1', { name: 'Sound' }],
        ['/tags/1', { name: 'Loud' }],
        ['/venues/1', { venue: 'Park' }],
        ['/organizers/1', { organizer: 'Choir' }],
        ['/events/7', { title: 'Renamed' }],
        ['/events/8', { password: 'open sesame' }],
      ] as const
      // Which events show an item is the same on every database.
      for (const [path, change] of isAny(name) ? changes : inRotation(3)(changes)) {
        expect((await service.patch(path, change, headers)).status).toBe(200)
        const here = await ask('/events.ics')
        const elsewhere = await testService(name, { DATABASE_URL: database.url })
        expect([path, here.text === (await elsewhere.get('/events.ics')).body]).toEqual([path, true])
        await elsewhere.close()
      }
    })
  })
}

describe('building feeds', () => {
  it('is shared by concurrent requests, and stops when all their clients are gone', async () => {
    const service = await testService('sqlite')
    const cache = feedCache(service.store, renderQueues().feeds)
    const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
    const leaving = { first: false, second: false }
    const request = (who: keyof typeof leaving, key = 'all') => ({
      key,
      moment,
      minRevision: 0,
      caller: 'somebody',
      isGone: () => leaving[who],
      has: () => false,
    })
    let [begun, steps] = [0, 0]
    const make = async (goOn: () => void) => {
      begun += 1
      for (let step = 0; step < 20; step += 1) {
        goOn()
        steps += 1
        await new Promise((resolve) => setImmediate(resolve))
        if (step === 3) leaving.first = true
      }
      return {
        text: await spoolBody([{ bytes: Buffer.from('x'), tag: 'x' }], () => '', 'a'),
        until: Number.POSITIVE_INFINITY,
      }
    }
    const both = await Promise.all([cache.feed(request('first'), make), cache.feed(request('second'), make)])
    expect([begun, steps, both[0] === both[1]]).toEqual([1, 20, true])
    expect((await cache.feed(request('second'), make)).text).toBe(both[0].text)
    leaving.first = false
    await expect(cache.feed(request('first', 'other'), make)).rejects.toMatchObject({
      code: 'rest_unavailable',
    })
    expect([begun, steps]).toEqual([2, 24])
    await service.close()
  })

  it('keeps a long text once it was asked for twice, and until then knows who has it', async () => {
    const service = await testService('sqlite')
    const cache = feedCache(service.store, renderQueues().feeds)
    const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
    const MIB = 1024 * 1024
    let begun = 0
    const ask = (bytes: number, known = '') =>
      cache.feed(
        {
          key: String(bytes),
          moment,
          minRevision: 0,
          caller: 'somebody',
          isGone: () => false,
          has: ({ digest }) => digest === known,
        },
        async () => {
          begun += 1
          const text = await spoolBody([{ bytes: Buffer.alloc(bytes), tag: String(bytes) }], () => '', 'a')
          return { text, until: Number.POSITIVE_INFINITY }
        },
      )
    const times = async (bytes: number) => {
      begun = 0
      const { digest, held } = (await ask(bytes)).text
      expect(held).toBeDefined()
      const told = (await ask(bytes, digest)).text
      expect([told.digest, told.size]).toEqual([digest, bytes])
      const known = begun
      for (let again = 0; again < 3; again += 1) expect((await ask(bytes, 'other')).text.held).toBeDefined()
      return [known, begun]
    }
    expect(await times(MIB)).toEqual([1, 1])
    expect(await times(MIB + 1)).toEqual([1, 2])
    await service.close()
  })
})
