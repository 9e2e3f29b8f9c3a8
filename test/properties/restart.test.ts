import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../support/dialect-names.ts'
import { anyDialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { browser } from '../support/site.ts'

type Headers = Record<string, string>

interface Step {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body: Json
}

const names = ['alpha', 'beta', 'gamma']
const few = (most: number) => fc.integer({ min: 1, max: most })
const name = fc.constantFrom(...names)
const status = fc.constantFrom('publish', 'publish', 'draft')
/** When an item is published: now, or while the test runs. */
const date = fc.constantFrom('2027-01-15 11:00:00', '2027-01-15 15:00:00', '2027-01-16 09:00:00')

const eventBody = fc.record(
  {
    title: name,
    start_date: fc.integer({ min: 4, max: 9 }).map((day) => `2027-01-1${day} 18:00:00`),
    end_date: fc.constant('2027-01-20 20:00:00'),
    status,
    date,
    categories: fc.subarray([1, 2, 3]),
    tags: fc.subarray(['1', '2', 'gamma']),
    venue: fc.constantFrom([], [1], [2, 1], [{ venue: 'Loft' }]),
    organizer: fc.constantFrom([], [1], [{ organizer: 'Choir' }]),
    hide_from_listings: fc.constantFrom(false, false, true),
    password: fc.constantFrom('', '', 's'),
  },
  { requiredKeys: ['title'] },
)
const terms = fc.constantFrom('categories', 'tags')

const single: fc.Arbitrary<Step> = fc.oneof(
  eventBody.map((body): Step => ({ method: 'POST', path: '/events', body: anEvent(body) })),
  fc.tuple(few(9), eventBody).map(([id, body]): Step => ({ method: 'PATCH', path: `/events/${id}`, body })),
  fc
    .tuple(few(9), fc.boolean())
    .map(([id, force]): Step => ({ method: 'DELETE', path: `/events/${id}`, body: { force } })),
  fc.tuple(few(2), fc.constantFrom('Hall', 'Barn'), status, date).map(
    ([id, venue, of, at]): Step => ({
      method: 'PATCH',
      path: `/venues/${id}`,
      body: { venue, status: of, date: at },
    }),
  ),
  fc.tuple(terms, few(3), fc.constantFrom(...names, 'delta'), fc.constantFrom('', '#aa0011')).map(
    ([kind, id, called, color]): Step => ({
      method: 'PATCH',
      path: `/${kind}/${id}`,
      body: { name: called, ...(kind === 'categories' && { color }) },
    }),
  ),
  fc.tuple(fc.constantFrom('categories', 'tags', 'venues'), few(3), few(3)).map(
    ([kind, id, other]): Step => ({
      method: 'POST',
      path: `/${kind}/${id}/merge`,
      body: { items: [other] },
    }),
  ),
)

/** What fails, and what is only tried, leaves nothing behind; writes of one moment share a transaction. */
const steps: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 3, arbitrary: fc.array(single, { minLength: 1, maxLength: 3 }) },
  single.map((step) => [{ ...step, path: `${step.path}?dry_run=true` }]),
  fc
    .tuple(fc.array(single, { minLength: 1, maxLength: 3 }), fc.constantFrom('/tags', '/none'))
    .map(([all, last]): readonly Step[] => {
      const operations = [...all, { method: 'POST', path: last, body: { name: 'epsilon' } }]
      return [{ method: 'POST', path: '/batch', body: { operations } }]
    }),
)

const lists = ['/events', '/events?tags=1', '/venues', '/categories', '/events.ics']
const pages = ['/calendar/2027-01/', '/event/alpha/']
/** The places that filters suggest: those with events to come on the same day, maybe earlier. */
const suggested = /<datalist.*?<\/datalist>/g
/** Events before the first write. */
const START = 6

for (const { name: dialect, freshUrl } of anyDialects()) {
  describe(`responses of services that have run for a while (${dialect})`, () => {
    let database: FreshDatabase
    let services: readonly [TestService, TestService]
    let readers: readonly Headers[]
    const start = () => testService(dialect, { DATABASE_URL: database.url, FASTI_TIME_ZONE: 'UTC' })

    beforeAll(async () => {
      database = await (dialect === 'sqlite' ? freshSqliteFile() : freshUrl())
      services = [await start(), await start()]
      const [service] = services
      const { headers: editor } = await service.user('editor')
      const { headers: author } = await service.user('author')
      readers = [{}, editor]
      for (const venue of ['Hall', 'Barn']) await service.post('/venues', { venue }, editor)
      await service.post('/organizers', { organizer: 'Club' }, editor)
      for (const called of names)
        for (const kind of ['categories', 'tags']) await service.post(`/${kind}`, { name: called }, editor)
      for (let at = 0; at < START; at += 1) {
        const own = { title: names[at % 3], categories: [(at % 3) + 1], tags: [(at % 2) + 1], venue: [1] }
        await service.post(
          '/events',
          anEvent({ ...own, start_date: '2027-01-18 10:00:00' }),
          at % 2 === 0 ? author : editor,
        )
      }
    })
    afterAll(async () => {
      for (const service of services) await service.close()
      await database.drop()
    })

    /** What a service responds to all readers, with the revision that they have seen. */
    async function shown(service: TestService, seen: Headers) {
      const all: string[] = []
      for (const reader of readers) {
        for (const path of lists) {
          const { status, body } = await service.get(path, { ...reader, ...seen })
          all.push(`${path} ${status} ${JSON.stringify(body)}`)
        }
        for (const path of pages) {
          const { status, body } = await service.get(`/${path}`, { ...browser, ...reader, ...seen })
          all.push(`${path} ${status} ${String(body).replace(suggested, '')}`)
        }
      }
      return all
    }

    it('are those of a service that has just started, after any writes through either of them', async () => {
      const writes = fc.record({ by: fc.nat(1), steps, minutes: fc.constantFrom(0, 0, 30, 300) })
      const rounds = fc.array(fc.array(writes, { minLength: 3, maxLength: 3 }), {
        minLength: isLong() ? 12 : 8,
        maxLength: isLong() ? 12 : 8,
      })
      let now = Temporal.Instant.from('2027-01-15T12:00:00Z')
      const property = fc.asyncProperty(rounds, async (all) => {
        for (const round of all) {
          let seen: Headers = {}
          for (const { by, steps, minutes } of round) {
            now = now.add({ minutes })
            for (const service of services) service.at(now.toString())
            const sent = steps.map((step) =>
              services[by === 0 ? 0 : 1].ask(step.method, step.path, step.body, readers[1]),
            )
            const revisions = (await Promise.all(sent)).map(({ headers }) =>
              Number(headers['x-fasti-revision'] ?? 0),
            )
            seen = { 'x-fasti-revision': String(Math.max(...revisions)) }
            for (const service of services) await shown(service, seen)
          }
          const fresh = await start()
          fresh.at(now.toString())
          const expected = await shown(fresh, {})
          await fresh.close()
          for (const service of services) expect(await shown(service, seen)).toEqual(expected)
        }
      })
      await fc.assert(property, { numRuns: 1, endOnFailure: true })
    })
  })
}
