import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../support/dialect-names.ts'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const letters = ['alpha', 'beta', 'gamma']
const few = (most: number) => fc.integer({ min: 1, max: most })
const name = fc.constantFrom(...letters)

/** The fields that are changed: those that move an event in lists, or change how others are shown. */
const eventBody = fc.record(
  {
    title: name,
    start_date: fc.integer({ min: 1, max: 9 }).map((day) => `2027-01-1${day} 18:00:00`),
    end_date: fc.constant('2027-01-20 20:00:00'),
    status: fc.constantFrom('publish', 'publish', 'draft'),
    date: fc.constantFrom('2027-01-14 12:00:00', '2027-01-15 12:30:00', '2027-01-15 13:30:00'),
    featured: fc.boolean(),
    categories: fc.subarray([1, 2, 3]),
    tags: fc.subarray(['1', '2', 'gamma']),
    venue: fc.constantFrom([], [{ venue: 'Hall' }], [1]),
    organizer: fc.constantFrom([], [{ organizer: 'Club' }], [1]),
    hide_from_listings: fc.constantFrom(false, false, true),
    post_parent: fc.constantFrom(0, 1, 2),
  },
  { requiredKeys: ['title'] },
)

interface Step {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: Json
}

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  eventBody.map((body): Step => ({ method: 'POST', path: '/events', body: anEvent(body) })),
  fc.tuple(few(12), eventBody).map(([id, body]): Step => ({ method: 'PATCH', path: `/events/${id}`, body })),
  fc.tuple(few(12), fc.boolean()).map(
    ([id, isForced]): Step => ({
      method: 'DELETE',
      path: `/events/${id}${isForced ? '?force=true' : ''}`,
    }),
  ),
  fc.tuple(fc.constantFrom('venue', 'organizer'), fc.uuid(), fc.constantFrom('publish', 'draft')).map(
    ([kind, called, status]): Step => ({
      method: 'PATCH',
      path: `/${kind}s/1`,
      body: { [kind]: called, status },
    }),
  ),
  fc
    .tuple(fc.constantFrom('categories', 'tags'), few(3), fc.uuid())
    .map(([kind, id, called]): Step => ({ method: 'PATCH', path: `/${kind}/${id}`, body: { name: called } })),
  fc
    .tuple(fc.constantFrom('tags', 'tags', 'tags', 'categories', 'venues', 'organizers'), few(3))
    .map(([kind, id]): Step => ({ method: 'DELETE', path: `/${kind}/${id}?force=true` })),
  fc
    .tuple(few(12), fc.constantFrom('s', null))
    .map(([id, password]): Step => ({ method: 'PATCH', path: `/events/${id}`, body: { password } })),
  fc
    .tuple(few(3), few(3))
    .map(([id, parent]): Step => ({ method: 'PATCH', path: `/categories/${id}`, body: { parent } })),
)

const questions = [
  '/events',
  '/events?categories=1',
  '/events?tags=2&order=desc',
  '/events?categories=alpha&per_page=2',
  '/events?venue=1',
  '/events?organizer=1&featured=true',
  '/events?search=alpha',
  '/events?start_date=2027-01-01&end_date=2027-01-31&orderby=title&per_page=3',
  '/events?start_date=2027-01-01&orderby=modified&per_page=2&page=2',
  '/events?start_date=2026-01-01&ends_before=2027-01-31',
  '/events/1',
  '/events/2',
  '/events/3',
  '/events/by-slug/alpha',
]
const times = [
  '2027-01-15T12:00:00Z',
  '2027-01-15T12:29:59Z',
  '2027-01-15T12:30:00Z',
  '2027-01-15T14:00:00Z',
  '2027-01-16T00:00:00Z',
]

const INSTANCES = 3
const movesOf = (count: number) =>
  fc.array(
    fc.record({
      writer: fc.nat(INSTANCES - 1),
      reader: fc.nat(INSTANCES - 1),
      step: stepArbitrary,
      time: fc.nat(times.length * 3),
      questions: fc.subarray(questions, { minLength: 4, maxLength: 4 }),
    }),
    { minLength: count, maxLength: count },
  )

for (const { name: dialect, freshUrl } of dialects) {
  describe(`responses of several instances (${dialect})`, () => {
    let database: FreshDatabase
    let services: readonly TestService[]
    let writes: Record<string, string>
    beforeAll(async () => {
      database = await (dialect === 'sqlite' ? freshSqliteFile() : freshUrl())
      const env = { DATABASE_URL: database.url, FASTI_TIME_ZONE: 'UTC' }
      services = await Promise.all(Array.from({ length: INSTANCES }, () => testService(dialect, env)))
      writes = (await services[0]?.user('administrator', 'ada'))?.headers ?? {}
      await services[0]?.post('/venues', { venue: 'Hall', geo_lat: 45, geo_lng: 7 }, writes)
      await services[0]?.post('/organizers', { organizer: 'Club' }, writes)
      for (const called of letters)
        for (const kind of ['categories', 'tags'])
          await services[0]?.post(`/${kind}`, { name: called }, writes)
      for (const categories of [
        [1, 2],
        [2, 3],
        [1, 2, 3],
        [1, 3],
      ])
        await services[0]?.post('/events', anEvent({ categories, tags: categories, venue: 1 }), writes)
    })
    afterAll(async () => {
      for (const service of services) await service.close()
      await database.drop()
    })

    /** Returns the response rebuilt from the database: responses to requests with a password are not cached. */
    const anew = async (service: TestService, path: string, headers: Record<string, string>) => {
      const { status, body } = await service.get(path, { ...headers, 'x-event-password': 'none' })
      return { status, body }
    }
    const kept = async (service: TestService, path: string, sent: Record<string, string>) => {
      const { status, body, headers } = await service.get(path, sent)
      return { status, body, etag: headers.etag }
    }
    /** Byte for byte: a different order is a different response. */
    const textOf = ({ status, body }: { readonly status: number; readonly body: unknown }) =>
      JSON.stringify([status, body])

    it('§8 are never older than a write that the client has seen, by any client, for readers and editors', async () => {
      let shared = 0
      const moves = movesOf(isLong() ? 300 : 60)
      await fc.assert(
        fc.asyncProperty(moves, async (all) => {
          for (const { writer, reader, step, time, questions: asked } of all) {
            for (const service of services) service.at(times[time] ?? times[0] ?? '')
            const [here, there] = [services[writer], services[reader]] as [TestService, TestService]
            const { headers } = await here.ask(step.method, step.path, step.body, writes)
            const seen = { 'x-fasti-revision': headers['x-fasti-revision'] ?? '0' }
            for (const path of asked) {
              for (const who of [{}, writes]) {
                const expected = await anew(here, path, who)
                const mine = await kept(here, path, who)
                expect(textOf(mine), `${step.method} ${step.path}, then ${path}`).toBe(textOf(expected))
                expect(await kept(there, path, { ...who, ...seen }), `elsewhere: ${path}`).toEqual(mine)
                shared += expected.body.events?.length ?? 0
              }
            }
          }
        }),
        { numRuns: 1, endOnFailure: true },
      )
      expect(shared).toBeGreaterThan(60)
    })
  })
}
