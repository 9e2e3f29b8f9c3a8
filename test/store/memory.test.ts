import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

for (const { name, freshUrl } of dialects) {
  describe(`what writes remember of linked items (${name})`, () => {
    let database: FreshDatabase
    let service: TestService
    let other: TestService
    let headers: Record<string, string>

    beforeAll(async () => {
      database = name === 'sqlite' ? await freshSqliteFile() : await freshUrl()
      service = await testService(name, { DATABASE_URL: database.url })
      other = await testService(name, { DATABASE_URL: database.url })
      headers = (await service.user('administrator', 'ada')).headers
      await service.post('/venues', { venue: 'Hall' }, headers)
      await service.post('/categories', { name: 'Music' }, headers)
      await service.post('/tags', { name: 'Loud' }, headers)
    })
    afterAll(async () => {
      await service.close()
      await other.close()
      await database.drop()
    })

    const linked = (more = {}) => anEvent({ venue: 1, categories: [1], tags: [1], ...more })
    const create = async (by = service) => (await by.post('/events', linked(), headers)).body
    const countOf = async () => (await service.get('/categories/1')).body.count

    it('follows the writes of the same process', async () => {
      expect((await create()).venue).toMatchObject({ venue: 'Hall' })
      await service.patch('/venues/1', { venue: 'Great Hall' }, headers)
      expect((await create()).venue).toMatchObject({ venue: 'Great Hall' })
      await service.patch('/tags/1', { name: 'Quiet' }, headers)
      const { tags } = await create()
      expect(tags).toMatchObject([{ name: 'Quiet', count: 3 }])
    })

    it('follows the writes of other processes', async () => {
      await create()
      await other.patch('/venues/1', { venue: 'Barn' }, headers)
      expect((await create()).venue).toMatchObject({ venue: 'Barn' })
      await create(other)
      const { categories } = await create()
      expect(categories).toMatchObject([{ count: await countOf() }])
    })

    it('forgets what was rolled back, also where others shared the transaction', async () => {
      await create()
      const before = await countOf()
      const answers = await Promise.all([
        service.post('/events', linked(), headers),
        service.post('/events?dry_run=true', linked(), headers),
        service.patch('/venues/1?dry_run=true', { venue: 'Nowhere' }, headers),
        service.post('/events', linked({ end_date: '1999-01-01' }), headers),
        service.post('/events', linked(), headers),
      ])
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 400, 201])
      expect(answers[4]?.body.venue).toMatchObject({ venue: 'Barn' })
      const after = await create()
      expect(after.categories).toMatchObject([{ count: before + 3 }])
      expect(await countOf()).toBe(before + 3)
    })

    it('shows an event after several changes in one transaction as it is read again', async () => {
      const sent = linked({
        cost: '5',
        tickets: [{ name: 'Seat', price: '7' }],
        custom_fields: { age: '18' },
      })
      const operations = [
        { method: 'POST', path: '/events', body: sent },
        { method: 'PATCH', path: '/venues/1', body: { venue: 'Loft' } },
        { method: 'DELETE', path: '/tags/1' },
        { method: 'POST', path: '/events', body: anEvent({ venue: 1, categories: [1] }) },
      ]
      const { body } = await service.post('/batch', { operations }, headers)
      const [created, , , last] = body.results
      const id = created.body.id
      expect(last.body.venue).toMatchObject({ venue: 'Loft' })
      expect((await service.get(`/events/${id}`, headers)).body.venue).toMatchObject({ venue: 'Loft' })
      const { json_ld: _, ...shown } = last.body
      const { json_ld: __, ...read } = (await service.get(`/events/${last.body.id}`, headers)).body
      expect(shown).toEqual(read)
    })

    it('answers an update with what is read again', async () => {
      const { id } = await create()
      const changes = { title: 'Other', venue: [], cost: '3', custom_fields: { dress: 'black' } }
      const { body } = await service.patch(`/events/${id}`, changes, headers)
      expect((await service.get(`/events/${id}`, headers)).body).toEqual(body)
    })
  })
}
