import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isLong } from '../support/dialect-names.ts'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { random } from '../support/pairwise.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { dump, load } from '../support/transfer.ts'

const queries = [
  '',
  'page=2',
  'ends_after=2027-01-14',
  'starts_before=2028-01-01&order=desc',
  'start_date=2026-01-01&end_date=2029-12-31&orderby=end_date',
  'starts_after=2000-01-01&orderby=title',
  'starts_after=2000-01-01&orderby=modified&order=desc',
  'starts_after=2000-01-01&orderby=date',
  'starts_after=2000-01-01&categories=1',
  'starts_after=2000-01-01&tags=1,2',
  'starts_after=2000-01-01&venue=1',
  'starts_after=2000-01-01&organizer=1,2&featured=true',
  'starts_after=2000-01-01&geoloc=true',
  'starts_after=2000-01-01&geoloc=false&ticketed=false',
  'starts_after=2000-01-01&geoloc_lat=48.85&geoloc_lng=2.35&orderby=distance',
  'starts_after=2000-01-01&search=jazz',
  'starts_after=2000-01-01&search=jazz%20-open',
  'starts_after=2000-01-01&search=%E7%A5%AD',
  'starts_after=2000-01-01&post_parent=0',
  'include=1,2,3,4,5,60',
]
const editorial = [
  ...queries,
  'status=any&starts_after=2000-01-01',
  'status=trash&starts_after=2000-01-01',
  'status=future,draft&starts_after=2000-01-01',
  'hide_from_listings=true&starts_after=2000-01-01',
]

const day = (next: (below: number) => number) =>
  `202${6 + next(4)}-${String(1 + next(12)).padStart(2, '0')}-${String(1 + next(28)).padStart(2, '0')}`

function someEvent(next: (below: number) => number): Json {
  const start = day(next)
  return {
    title: ['Jazz night', 'Open air', '夏の祭り', 'Reading', 'Jazz in the open'][next(5)],
    start_date: `${start} 18:00:00`,
    end_date: next(6) === 0 ? '2029-12-30 20:00:00' : `${start} 20:00:00`,
    categories: next(2) === 0 ? [['Music', 'Film', 'Talk'][next(3)]] : [],
    tags: next(2) === 0 ? [['one', 'two'][next(2)]] : [],
    venue: next(2) === 0 ? [{ venue: ['Hall', 'Park'][next(2)], geo_lat: 48.85, geo_lng: 2.35 }] : [],
    organizer: next(3) === 0 ? [{ organizer: ['City', 'Club'][next(2)] }] : [],
    featured: next(2) === 0,
    hide_from_listings: next(6) === 0,
    tickets: next(4) === 0 ? [{ name: 'T', price: 1 }] : [],
    status: ['publish', 'publish', 'publish', 'draft', 'private'][next(5)],
    ...(next(6) === 0 && { status: 'publish', date: `2027-01-15 1${next(9)}:30:00` }),
  }
}

type Write = (
  service: TestService,
  headers: Record<string, string>,
  next: (below: number) => number,
) => Promise<number>

const created = async (service: TestService, path: string, body: Json, headers: Record<string, string>) =>
  (await service.post(path, body, headers)).status

const someId = (next: (below: number) => number) => 1 + next(40)

/** Changes to a calendar. Each returns the status of its response. */
const writes: readonly Write[] = [
  (service, headers, next) => created(service, '/events', someEvent(next), headers),
  (service, headers, next) => created(service, '/events', someEvent(next), headers),
  async (service, headers, next) =>
    (await service.patch(`/events/${someId(next)}`, someEvent(next), headers)).status,
  async (service, headers, next) =>
    (await service.patch(`/events/${someId(next)}`, { password: next(2) === 0 ? 's' : null }, headers))
      .status,
  async (service, headers, next) =>
    (
      await service.patch(
        `/events/${someId(next)}`,
        { post_parent: next(3) === 0 ? null : 1 + next(6) },
        headers,
      )
    ).status,
  async (service, headers, next) => (await service.remove(`/events/${someId(next)}`, headers)).status,
  async (service, headers, next) =>
    (await service.remove(`/events/${1 + next(12)}?force=true`, headers)).status,
  async (service, headers, next) =>
    (await service.patch(`/events/${someId(next)}`, { status: 'publish' }, headers)).status,
  async (service, headers, next) =>
    (
      await service.patch(
        `/venues/${1 + next(2)}`,
        { geo_lat: next(2) === 0 ? null : 48.8, status: 'publish' },
        headers,
      )
    ).status,
  async (service, headers, next) => (await service.remove(`/venues/${1 + next(2)}`, headers)).status,
  async (service, headers, next) =>
    next(4) === 0 ? (await service.remove(`/categories/${1 + next(3)}`, headers)).status : 200,
  async (service, headers, next) =>
    next(4) === 0 ? (await service.remove(`/tags/${1 + next(2)}`, headers)).status : 200,
]

const answers = async (service: TestService, asked: readonly string[], headers: Record<string, string>) => {
  const all: unknown[] = []
  for (const query of asked) {
    const { status, body } = await service.get(`/events?per_page=20&${query}`, headers)
    all.push([query, status, status === 200 ? [body.total, body.events] : body.data.params])
  }
  return all
}

const kinds = dialects.map(({ name, freshUrl }) => ({
  name,
  fresh: name === 'sqlite' ? freshSqliteFile : freshUrl,
}))

for (const { name, fresh } of kinds) {
  describe(`several instances on one database (${name})`, () => {
    let database: FreshDatabase
    let services: TestService[]
    const open = async () => {
      const service = await testService(name, { DATABASE_URL: database.url, FASTI_TIME_ZONE: 'UTC' })
      services.push(service)
      return service
    }

    beforeEach(async () => {
      database = await fresh()
      services = []
    })
    afterEach(async () => {
      for (const service of services) await service.close()
      await database.drop()
    })

    it('list the same as a newly started one, after every write through any of them', async () => {
      const next = random(11)
      const [a, b] = [await open(), await open()]
      const { headers } = await a.user('editor', 'erin')
      const statuses = new Set<number>()
      let listed = 0
      for (let round = 0; round < 4; round++) {
        for (let at = 0; at < 16; at++) {
          const write = writes[round === 0 ? 0 : next(writes.length)]
          if (write !== undefined) statuses.add(await write(next(2) === 0 ? a : b, headers, next))
        }
        const now = `2027-01-15T1${next(10)}:45:00Z`
        if (!isLong() && round % 2 === 0) continue
        const c = await open()
        for (const service of [a, b, c]) service.at(now)
        for (const [asked, who] of [
          [queries, {}],
          [editorial, headers],
        ] as const) {
          const expected = await answers(c, asked, who)
          expect(await answers(a, asked, who)).toEqual(expected)
          expect(await answers(b, asked, who)).toEqual(expected)
          listed += JSON.stringify(expected).length
        }
      }
      expect(listed).toBeGreaterThan(isLong() ? 60_000 : 30_000)
      expect([...statuses]).toEqual(expect.arrayContaining([200, 201]))
    })

    it('list what another has just acknowledged, also sixty events written at once', async () => {
      const [a, b] = [await open(), await open()]
      await b.get('/events')
      const made = Array.from({ length: 60 }, (_, at) => ({
        ...someEvent(random(at)),
        status: 'publish',
        hide_from_listings: false,
        date: '2027-01-01',
      }))
      await Promise.all(made.map((event, at) => (at % 2 === 0 ? a : b).post('/events', event)))
      for (const service of [a, b])
        expect((await service.get('/events?starts_after=2000-01-01')).body.total).toBe(60)
    })

    it('list an event without a parent once its parent is deleted permanently', async () => {
      const [a, b] = [await open(), await open()]
      const event = { title: 'A', start_date: '2027-05-01', end_date: '2027-05-01' }
      await a.post('/events', event)
      await a.post('/events', { ...event, post_parent: 1 })
      const orphans = async (service: TestService) => (await service.get('/events?post_parent=0')).body.total
      expect([await orphans(a), await orphans(b)]).toEqual([1, 1])
      await a.post('/events', event)
      await a.remove('/events/1?force=true')
      expect([await orphans(a), await orphans(b)]).toEqual([2, 2])
    })

    it('drop the links of a deleted event, also if a new event has the same id', async () => {
      const [a, b] = [await open(), await open()]
      const { headers } = await a.user('administrator', 'ada')
      const bearing = { venue: 1, organizer: 1, categories: 1, tags: 1 }
      const made = { venue: { venue: 'V' }, organizer: { organizer: 'O' }, categories: ['C'], tags: ['T'] }
      const shown = { ...anEvent(), status: 'publish' }
      await a.post('/events', { ...shown, ...made }, headers)
      const text = await dump(a.store)
      await a.post('/events', { ...shown, ...bearing }, headers)
      const asked = ['', ...Object.entries(bearing).map(([kind, id]) => `${kind}=${id}`)]
      const all = async () => [await answers(a, asked, {}), await answers(b, asked, {})]
      await all()
      for (const path of ['venues/1', 'organizers/1', 'categories/1', 'tags/1'])
        expect((await a.remove(`/${path}?force=true`, headers)).status).toBe(200)
      await load(a.store, text)
      await answers(a, ['include=1'], {})
      const expected = await answers(await open(), asked, {})
      expect(await all()).toEqual([expected, expected])
      expect(JSON.stringify(expected)).toContain('"name":"C"')
    })

    it('publish a scheduled event by the clock, and hide it again if the clock goes back', async () => {
      const [a, b] = [await open(), await open()]
      const event = {
        title: 'Later',
        start_date: '2027-05-01',
        end_date: '2027-05-01',
        date: '2027-01-15 13:00:00',
      }
      await a.post('/events', event)
      const totals = async (now: string) => {
        for (const service of [a, b]) service.at(now)
        return [(await a.get('/events')).body.total, (await b.get('/events')).body.total]
      }
      expect(await totals('2027-01-15T12:59:59Z')).toEqual([0, 0])
      expect(await totals('2027-01-15T13:00:00Z')).toEqual([1, 1])
      expect(await totals('2027-01-15T12:59:59Z')).toEqual([0, 0])
    })
  })
}
