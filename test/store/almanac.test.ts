import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

for (const { name, freshUrl } of dialects) {
  describe(`events found in memory (${name})`, () => {
    let database: FreshDatabase
    let service: TestService
    const open = () => testService(name, { DATABASE_URL: database.url, FASTI_TIME_ZONE: 'UTC' })
    const titles = async (query: string, from = service) =>
      (await from.get(`/events?starts_after=1800-01-01&${query}`)).body.events
        .map(({ title }: { title: string }) => title)
        .join('')
    const create = async (title: string, day: string, links = {}) => {
      const dates = { start_date: `${day} 18:00:00`, end_date: `${day} 20:00:00` }
      const { status, body } = await service.post('/events', anEvent({ title, ...dates, ...links }))
      expect([status, body.title]).toEqual([201, title])
    }

    beforeAll(async () => {
      database = await (name === 'sqlite' ? freshSqliteFile() : freshUrl())
      service = await open()
    })
    afterAll(async () => {
      await service.close()
      await database.drop()
    })

    it('are filtered by links that were written before and after the first list', async () => {
      await create('A', '2027-03-01', { tags: ['t'], venue: { venue: 'Hall' } })
      await create('B', '2027-03-02', { tags: ['t'], categories: ['c'] })
      expect(await titles('')).toBe('AB')
      await create('C', '2027-02-01', { tags: ['t'], venue: 1, organizer: { organizer: 'Club' } })
      await service.patch('/events/1', { start_date: '2027-03-03', end_date: '2027-03-04' })
      expect(await titles('')).toBe('CBA')
      expect([await titles('tags=t'), await titles('venue=1'), await titles('organizer=1')]).toEqual([
        'CBA',
        'CA',
        'C',
      ])
      await create('D', '2027-03-02', { tags: ['t'], categories: ['c'] })
      expect([await titles('tags=t'), await titles('categories=c&order=desc')]).toEqual(['CBDA', 'DB'])
    })

    it('show the new name of a venue, also before a list has filtered by links', async () => {
      const other = await open()
      const venues = async () => {
        const { body } = await other.get('/events?starts_after=2027-02-02')
        return body.events
          .flatMap((event: { venue: { venue: string }[] }) => event.venue)
          .map(({ venue }: { venue: string }) => venue)
      }
      expect(await venues()).toEqual(['Hall'])
      await service.patch('/venues/1', { venue: 'Palace' })
      expect(await venues()).toEqual(['Palace'])
      await other.close()
    })

    it('are sorted before 1901 and after 2038, where instants take more than 32 bits', async () => {
      await create('Y', '2060-01-01')
      await create('Z', '2061-01-01')
      await create('O', '1850-01-01')
      const fresh = await open()
      for (const from of [service, fresh])
        for (const orderby of ['start_date', 'end_date'])
          expect(await titles(`orderby=${orderby}&order=asc`, from)).toBe('OCBDAYZ')
      expect(await titles('ends_before=1900-01-01')).toBe('O')
      await fresh.close()
    })
  })
}
