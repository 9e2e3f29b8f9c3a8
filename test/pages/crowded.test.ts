import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { onDatabase } from '../support/on-database.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const columns = `version, modified_utc, origins, author, status, date_utc, date_set, description, website, search_text, title,
  title_key, excerpt, all_day, timezone, cost, show_map, show_map_link, hide_from_listings, sticky, featured, ticketed, tickets,
  custom_fields`

describe('pages of a calendar with a hundred events a day', () => {
  let database: FreshDatabase
  let service: TestService
  beforeAll(async () => {
    database = await freshSqliteFile()
    service = await testService('sqlite', { DATABASE_URL: database.url, FASTI_TIME_ZONE: 'UTC' })
    const start = '2027-03-01 00:00:00'
    await service.post('/events', anEvent({ start_date: start, end_date: start }))
    const at = `(1803859200 + (n % 31) * 86400 + 3600)`
    const wall = `strftime('%Y-%m-%d %H:%M:%S', ${at}, 'unixepoch')`
    await onDatabase(
      database.url,
      `insert into events (slug, uid, start_date, end_date, start_utc, end_utc, ${columns})
        with recursive numbers(n) as (select 2 union all select n + 1 from numbers where n < 3100)
        select 'event-' || n, 'uid-' || n, ${wall}, ${wall}, ${at}, ${at}, ${columns} from events cross join numbers where events.id = 1`,
    )
    await onDatabase(database.url, 'update revision set value = value + 1')
  })
  afterAll(async () => {
    await service.close()
    await database.drop()
  })

  /** Notes how many events each read of the database returns to pages. */
  const readsInto = (read: number[]) => {
    const { readView } = service.store
    return vi.spyOn(service.store, 'readView').mockImplementation(async (atLeast) => {
      const view = await readView(atLeast)
      return {
        ...view,
        async listedEvents(...asked) {
          const items = await view.listedEvents(...asked)
          read.push(items.length)
          return items
        },
      }
    })
  }

  it('read a few hundred events at most, all at once, and none that was read before', async () => {
    const read: number[] = []
    const spy = readsInto(read)
    const readFor = async (path: string) => {
      read.length = 0
      const { status } = await service.get(`//calendar/${path}`, { accept: 'text/html' })
      expect([path, status]).toEqual([path, 200])
      return read.slice()
    }
    expect(await readFor('2027-03/')).toEqual([31 * 6])
    expect(await readFor('2027-03/?x=1')).toEqual([])
    for (const path of ['week/2027-W10/', 'day/2027-03-09/', 'map/?from=2027-03-01', 'search/']) {
      const [events = 0, ...more] = await readFor(path)
      expect([path, more, Math.min(events, 300)]).toEqual([path, [], events])
    }
    spy.mockRestore()
  })

  it('are shown while somebody writes, also for a short search', async () => {
    const { readView } = service.store
    const spy = vi.spyOn(service.store, 'readView').mockImplementation(async (atLeast) => {
      const view = await readView(atLeast)
      await onDatabase(database.url, 'update revision set value = value + 1')
      return view
    })
    for (const query of ['?search=a', '?search=a&x=1']) {
      const { status } = await service.get(`//calendar/2027-03/${query}`, { accept: 'text/html' })
      expect([query, status]).toEqual([query, 200])
    }
    spy.mockRestore()
  })

  it('show the first events of each day', async () => {
    const events = async (path: string) => {
      const { body } = await service.get(`//calendar/${path}`, { accept: 'text/html' })
      return body.match(/href="[^"]*\/event\/[^"]*"/g)?.length
    }
    // Six events of each day are read, and all of them are in the page.
    expect(await events('2027-03/')).toBe(31 * 6)
    expect(await events('week/2027-W10/')).toBe(7 * 29)
    expect(await events('day/2027-03-09/')).toBe(100)
  })

  it('show what is written after they were shown, to those who may see it', async () => {
    const month = async (query = '') =>
      (await service.get(`//calendar/2027-03/${query}`, { accept: 'text/html' })).body
    const hasAll = async (query = '') => (await month(query)).includes('Latecomer')
    expect([await hasAll(), await hasAll('?x=2')]).toEqual([false, false])
    const at = { start_date: '2027-03-09 20:00:00', end_date: '2027-03-09 21:00:00' }
    const { body } = await service.post('/events', anEvent({ ...at, title: 'Latecomer', sticky: true }))
    expect([await hasAll(), await hasAll('?featured=1'), await hasAll('?x=3')]).toEqual([true, false, true])
    await service.patch(`/events/${body.id}`, { hide_from_listings: true })
    expect([await hasAll(), await hasAll('?x=4')]).toEqual([false, false])
    await service.remove(`/events/${body.id}`)
  })

  it('list at most as many pages in one sitemap as can be built quickly', async () => {
    const { body } = await service.get('//sitemap/event/1')
    expect(body.match(/<loc>/g)).toHaveLength(400)
  })
})
