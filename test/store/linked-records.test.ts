import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { onDatabase } from '../support/on-database.ts'
import { anEvent, postEvents, type TestService, testService } from '../support/service.ts'

const shared = {
  venue: { venue: 'Hall' },
  organizer: { organizer: 'Club' },
  categories: ['Music'],
  tags: ['Live'],
}

describe('the items that events link to', () => {
  let database: FreshDatabase
  let service: TestService
  let headers: Record<string, string>
  const read = async (path: string) => {
    const before = service.store.measures().queries
    const { body } = await service.get(path)
    return { body, queries: service.store.measures().queries - before }
  }
  beforeEach(async () => {
    database = await freshSqliteFile()
    service = await testService('sqlite', { DATABASE_URL: database.url })
    headers = (await service.user('administrator')).headers
    await postEvents(
      service,
      Array.from({ length: 4 }, (_, at) => anEvent({ title: `Event ${at}`, ...shared })),
      headers,
    )
    // A list lets the process follow the journal, and an event learn the next publication.
    await service.get('/events?starts_after=2100-01-01')
    const { body } = await service.post('/events', anEvent(), headers)
    await service.get('/events?starts_after=2100-01-01')
    await service.get(`/events/${body.id}`)
  })
  afterEach(async () => {
    await service.close()
    await database.drop()
  })

  it('are read once for all events that share them', async () => {
    const first = await read('/events/1')
    const second = await read('/events/2')
    expect(second.body.venue).toEqual(first.body.venue)
    expect(second.body.tags).toEqual(first.body.tags)
    // The venue, the organizer, the category, the tag, and whether the revision is the same afterwards.
    expect(first.queries).toBe(6)
    expect(second.queries).toBe(1)
  })

  it('are read again after a change, also by another process', async () => {
    await read('/events/1')
    await service.patch('/venues/1', { venue: 'Park' }, headers)
    expect((await read('/events/2')).body.venue.venue).toBe('Park')
    const other = await testService('sqlite', { DATABASE_URL: database.url })
    await other.patch('/tags/1', { name: 'Loud' }, headers)
    await other.close()
    expect((await read('/events/3')).body.tags).toMatchObject([{ name: 'Loud' }])
    await service.remove('/organizers/1?force=true', headers)
    expect((await read('/events/4')).body.organizer).toEqual([])
  })

  it('are asked once for a word in their names, also where many have it', async () => {
    await onDatabase(
      database.url,
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1100)
        insert into tags (slug, name, name_key, description, search_text, origins, count, version, modified_utc)
        select 'many-' || n, 'Many ' || n, 'many ' || n, '', '', '[]', 0, 1, 0 from numbers`,
    )
    const days = ['2026-01-01', '2026-01-02']
    for (const day of days)
      await service.post(
        '/events',
        anEvent({ title: 'Many live music', start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` }),
        headers,
      )
    const searched = (word: string, day: string) =>
      read(`/events?search=${word}&search_in=title,terms&start_date=${day} 00:00:00&end_date=${day} 23:59:59`)
    // The first word is searched before the events of each day are known; one tag has the second, many have the third.
    const queries = []
    for (const word of ['music', 'live', 'many'])
      for (const day of days) {
        const found = await searched(word, day)
        expect(found.body.total).toBe(1)
        queries.push(found.queries)
      }
    expect(queries[5]).toBe(queries[3])
  })

  it('count what has been scheduled as soon as it is public', async () => {
    const later = { date: '2027-01-15 09:00:00', status: 'publish' }
    await service.post('/events', anEvent({ title: 'Scheduled', ...shared, ...later }), headers)
    expect((await read('/events/1')).body.tags).toMatchObject([{ count: 4 }])
    service.at('2027-01-15T15:00:00Z')
    expect((await read('/events/2')).body.tags).toMatchObject([{ count: 5 }])
  })
})
