import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { moment } from '../support/importing.ts'
import { parseListArgs } from '../support/inside/api.ts'
import { eventsOfFeed } from '../support/inside/items.ts'
import { mediaLibraryOf } from '../support/inside/media.ts'
import { anonymousActor } from '../support/inside/people.ts'
import { anEvent, postEvents, type TestService, testService } from '../support/service.ts'

/** Several slices. */
const EVENTS = 1000

for (const { name, freshUrl } of dialects) {
  describe(`files of many events on ${name}`, () => {
    let database: FreshDatabase
    let service: TestService
    let headers: Record<string, string>
    beforeAll(async () => {
      database = await (name === 'sqlite' ? freshSqliteFile : freshUrl)()
      service = await testService(name, { DATABASE_URL: database.url, FASTI_TRUST_PROXY: 'loopback' })
      headers = (await service.user('administrator')).headers
      const sent = { venue: { venue: 'Hall' }, organizer: { organizer: 'Club' }, categories: ['Music'] }
      const events = Array.from({ length: EVENTS }, (_, at) => anEvent({ title: `Choir ${at}`, ...sent }))
      await postEvents(service, events, headers)
    })
    afterAll(async () => {
      await service.close()
      await database.drop()
    })

    let serial = 0
    const fileFrom = (path: string, address: string) => {
      serial += 1
      return service.get(`${path}?start_date=${1100 + serial}-01-01`, { 'x-forwarded-for': address })
    }

    it.each(['/events.csv', '/events.jsonl'])('%s: others read while it is made', async (file) => {
      let done = 0
      const files = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(async (address) => {
        const { status } = await fileFrom(file, address)
        expect(status).toBe(200)
        done += 1
      })
      const answered: number[] = []
      while (done === 0) {
        const path = [`/events/${900 - answered.length - 50 * serial}`, '/venues?search=hall'][
          answered.length % 2
        ]
        const { status } = await service.get(String(path), { 'x-forwarded-for': '198.51.100.1' })
        answered.push(status)
        // Without network, answers alone would leave no turn to the files.
        await setImmediate()
      }
      // A reader has a turn after each slice. If files held the connection, it would have one or two.
      expect(answered.length).toBeGreaterThan(EVENTS / 100 / 2)
      expect(new Set(answered)).toEqual(new Set([200]))
      await Promise.all(files)
    })

    it.each(['/events.csv', '/events.jsonl'])(
      '%s: is kept until the next write, also for a client that has it',
      async (file) => {
        const first = await service.get(file)
        const before = service.store.measures().queries
        const again = await service.get(file, { 'if-none-match': String(first.headers.etag) })
        expect([again.status, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag])
        expect((await service.get(file)).body).toBe(first.body)
        // The caller and the revision of each request; a new file takes more for each of its slices.
        expect(service.store.measures().queries - before).toBeLessThanOrEqual(8)
      },
    )

    it('leave out what was withdrawn after they began', async () => {
      const images = mediaLibraryOf({ dataDir: '/nowhere', imageHosts: [] })
      const context = { store: service.store, moment, actor: anonymousActor, currency: undefined, images }
      const args = parseListArgs('event', { start_date: '2020-01-01' })
      const ids: number[] = []
      for await (const some of eventsOfFeed({ ...args, format: 'csv' }, EVENTS, context, 0)) {
        ids.push(...some.map(({ record }) => record.id))
        if (ids.length > 100) continue
        await service.patch('/events/990', { status: 'draft' }, headers)
        await service.patch('/events/991', { hide_from_listings: true }, headers)
        await service.remove('/events/992', headers)
      }
      expect(ids).toHaveLength(EVENTS - 3)
      expect(ids.filter((id) => id >= 990 && id <= 992)).toEqual([])
    })
  })
}
