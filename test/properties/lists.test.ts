import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyOf, day } from '../support/arbitrary.ts'
import { isLong } from '../support/dialect-names.ts'
import { dialects, isAny } from '../support/dialects.ts'
import { itemNames, resourceNamed } from '../support/inside/api.ts'
import { runSeed } from '../support/run-seed.ts'
import { type Answered, type Json, type TestService, testService } from '../support/service.ts'

const BASE = 'http://127.0.0.1:3000'
const collections = itemNames.map((name) => resourceNamed(name).collection)

/** Returns a date as text, with or without a time of day or a time zone. */
const date = fc
  .tuple(day, fc.constantFrom('', ' 00:00:00', ' 09:30', 'T23:59:59', 'T12:00:00Z', ' 18:00 Asia/Tokyo'))
  .map((parts) => parts.join(''))
const anyDate = fc.oneof(
  { arbitrary: date, weight: 5 },
  fc.constantFrom('today', 'now', '+3 days', '1809453600'),
)
const end = fc.constantFrom('starts', 'ends')

/** The filters that the pages of each collection are read with. */
const filters: Readonly<Record<string, readonly string[]>> = {
  events: [
    'starts_after=2000-01-01',
    'ends_before=2027-06-01&order=DESC',
    'start_date=2026-01-01',
    'geoloc=0',
  ],
  venues: ['', 'has_events=1', 'orderby=name', 'search=n', 'only_with_upcoming=true'],
  organizers: ['', 'has_events=0', 'orderby=modified&order=asc', 'exclude=1,2,3'],
  categories: ['', 'hide_empty=0', 'hide_empty=false&orderby=count&order=desc'],
  tags: ['', 'hide_empty=0&orderby=slug', 'hide_empty=no&search=n'],
  groups: [''],
  pages: [''],
}
const status = fc.constantFrom('', 'status=any', 'status=draft,private')
const walk = fc.constantFrom(...collections).chain((collection) =>
  fc.record({
    collection: fc.constant(collection),
    filter: fc.constantFrom(...(filters[collection] ?? [])),
    status: ['categories', 'tags', 'groups'].includes(collection) ? fc.constant('') : status,
    perPage: fc.integer({ min: 1, max: 12 }),
    root: fc.constantFrom('', '/de', '/ja'),
  }),
)

/** More than a database has connections, and than writes that share a transaction. */
const WRITERS = isLong() ? 100 : 70

const others = [
  ['venues', { venue: 'Same' }],
  ['organizers', { organizer: 'Same' }],
] as const

for (const { name: dialect } of dialects) {
  /** Whether suites that do not depend on the database run on this one. */
  describe(`any list on ${dialect}`, () => {
    let service: TestService

    /** Requests an address from a response. */
    const follow = (address: string): Promise<Answered> => {
      expect(address.startsWith(BASE), address).toBe(true)
      return service.get(`/${address.slice(BASE.length)}`)
    }

    beforeAll(async () => {
      service = await testService(dialect)
      for (const name of itemNames) {
        const count = name === 'event' ? 35 : 6
        for (const body of fc.sample(bodyOf[name], { numRuns: count, seed: runSeed() })) {
          const { status, body: made } = await service.post(`/${resourceNamed(name).collection}`, body)
          expect(status, JSON.stringify([body, made])).toBe(201)
        }
      }
      for (const id of [7, 8, 9]) await service.remove(`/events/${id}`)
    })
    afterAll(() => service.close())

    const found = async (query: string): Promise<readonly number[]> => {
      const { status, body } = await service.get(`/events?status=any&per_page=100&${query}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return body.events.map(({ id }: { id: number }) => id)
    }
    const inOrder = (ids: readonly number[]) => [...ids].sort((a, b) => a - b)

    it('§3.1 the events before and after any date are all events', async () => {
      const all = await found('starts_after=1000-01-02')
      await fc.assert(
        fc.asyncProperty(end, anyDate, async (which, when) => {
          const value = encodeURIComponent(when)
          const before = await found(`${which}_before=${value}`)
          const after = await found(`${which}_after=${value}`)
          expect(inOrder([...before, ...after])).toEqual(inOrder(all))
        }),
        { numRuns: isLong() ? 25 : isAny(dialect) ? 8 : 5 },
      )
    })

    it('§3.1 with strict dates, the events before, at and after the start of any event are all events', async () => {
      const { body } = await service.get(
        '/events?status=any&per_page=100&starts_after=1000-01-02&_fields=events',
      )
      const events: readonly Json[] = body.events
      const exact = events.map((event) => ({ event, which: 'starts' as const, at: event.utc_start_date }))
      const others = events.map((event) => ({ event, which: 'ends' as const, at: event.utc_end_date }))
      const moments = [...exact, ...others]
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...moments),
          fc.integer({ min: -1, max: 1 }),
          async ({ which, at }, by) => {
            const key = which === 'starts' ? 'utc_start_date' : 'utc_end_date'
            const minute =
              String(at).slice(0, 17) + String((Number(String(at).slice(17)) + by + 60) % 60).padStart(2, '0')
            const value = encodeURIComponent(`${minute}Z`)
            const told = (test: (moment: string) => boolean) =>
              inOrder(events.filter((one) => test(String(one[key]))).map(({ id }) => Number(id)))
            expect(inOrder(await found(`strict_dates=1&${which}_before=${value}`))).toEqual(
              told((moment) => moment < minute),
            )
            expect(inOrder(await found(`strict_dates=1&${which}_after=${value}`))).toEqual(
              told((moment) => moment > minute),
            )
          },
        ),
        { numRuns: isLong() ? 25 : isAny(dialect) ? 8 : 5 },
      )
    })

    it('§1.9 pages linked by next_rest_url and back again make up the list, and total is its length', async () => {
      await fc.assert(
        fc.asyncProperty(walk, async ({ collection, filter, status, perPage, root }) => {
          const address = `${BASE}${root}/cal/events/v1/${collection}?${filter}&${status}`
          const whole = (await follow(`${address}&per_page=100`)).body
          const pages: Json[] = []
          for (let next: unknown = `${address}&per_page=${perPage}`; typeof next === 'string'; ) {
            const { body } = await follow(next)
            expect((await follow(body.rest_url)).body).toEqual(body)
            pages.push(body)
            next = body.next_rest_url
          }
          const items = pages.flatMap((page) => page[collection])
          expect(items).toEqual(whole[collection])
          expect(pages.every(({ total }) => total === items.length)).toBe(true)
          expect(pages.every(({ total_pages }) => total_pages === Math.ceil(items.length / perPage))).toBe(
            true,
          )
          for (const [at, page] of pages.entries()) {
            const previous = page.previous_rest_url
            if (at === 0) expect(previous).toBeUndefined()
            else expect((await follow(String(previous))).body).toEqual(pages[at - 1])
          }
        }),
        { numRuns: isLong() ? 10 : 4 },
      )
    })

    // How addresses are written does not depend on the database.
    for (const root of isAny(dialect) ? ['', '/fr'] : ['']) {
      it(`§1.1 every rest_url, embedded ones too, leads to its item${root && ` under ${root}`}`, async () => {
        // No test changes an item, so each linked one is read once.
        const read = new Map<string, Promise<Answered>>()
        const once = (address: string) => {
          const answer = read.get(address) ?? follow(address)
          read.set(address, answer)
          return answer
        }
        for (const collection of collections) {
          const perPage = isAny(dialect) ? 100 : 10
          const query = `hide_empty=0&status=any&starts_after=2000-01-01&per_page=${perPage}`
          const { body } = await follow(`${BASE}${root}/cal/events/v1/${collection}?${query}`)
          for (const listed of body[collection]) {
            const { rest_url, venue, organizer, categories, tags, ...own } = listed
            const single = (await once(rest_url)).body
            for (const [key, value] of Object.entries(own))
              expect(single[key], `${rest_url} ${key}`).toEqual(value)
            if (collection !== 'events') continue
            for (const linked of [venue, organizer, categories, tags].flat())
              expect((await once(linked.rest_url)).body, linked.rest_url).toMatchObject(linked)
          }
        }
      })
    }
  })

  describe(`many concurrent writers on ${dialect}`, () => {
    // How writers are serialised depends on the database; that slugs of all kinds are found the same way does not.
    for (const [collection, body] of [
      ['events', { title: 'Same', start_date: '2027-05-04', end_date: '2027-05-04' }],
      ...(isAny(dialect) ? others : []),
    ] as const) {
      it(`§4.4 get different slugs for ${collection} with the same title`, async () => {
        const service = await testService(dialect)
        const made = await Promise.all(
          Array.from({ length: WRITERS }, () => service.post(`/${collection}`, body)),
        )
        const slugs = ['same', ...Array.from({ length: WRITERS - 1 }, (_, at) => `same-${at + 2}`)]
        expect(made.map((one) => one.body.slug).sort()).toEqual(slugs.sort())
        await service.close()
      })
    }
  })
}
