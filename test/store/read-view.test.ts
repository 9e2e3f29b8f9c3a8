import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import type { Viewer } from '../support/inside/store.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const moment = { now: Temporal.Instant.from('2027-01-15T08:00:00Z'), zone: 'UTC' }
const anyone: Viewer = { scope: { user: undefined, reads: 'none', edits: 'none' }, moment }
const editor: Viewer = { scope: { user: 1, reads: 'all', edits: 'all' }, moment }
const order = { page: 1, per_page: 10, order: 'asc', orderby: 'id' } as const
const query = { ...order, status: ['publish'], hidden: false, window: {} } as const

for (const { name, freshUrl } of dialects) {
  describe(`events that were found before a write on ${name}`, () => {
    let database: FreshDatabase
    let service: TestService
    let headers: Record<string, string>
    beforeAll(async () => {
      database = await (name === 'sqlite' ? freshSqliteFile : freshUrl)()
      service = await testService(name, { DATABASE_URL: database.url })
      headers = (await service.user('administrator')).headers
      for (const title of ['One', 'Two', 'Three', 'Four'])
        await service.post('/events', anEvent({ title }), headers)
    })
    afterAll(async () => {
      await service.close()
      await database.drop()
    })

    it('are read as they are by then, without what their reader may no longer see', async () => {
      const view = await service.store.readView(0)
      const { ids, total } = await view.findEvents(query, anyone)
      expect([ids, total]).toEqual([[1, 2, 3, 4], 4])
      await service.patch('/events/1', { title: 'First' }, headers)
      await service.patch('/events/2', { status: 'draft' }, headers)
      await service.remove('/events/3', headers)
      await service.remove('/events/4?force=true', headers)
      const read = async (viewer: Viewer) => {
        const whole = await view.events(ids, viewer)
        const listed = await view.listedEvents(ids, viewer, [])
        expect(listed.map(({ record }) => record.id)).toEqual(whole.map(({ record }) => record.id))
        return whole.map(({ record: { title, status } }) => `${title} ${status}`)
      }
      expect(await read(anyone)).toEqual(['First publish'])
      expect(await read(editor)).toEqual(['First publish', 'Two draft', 'Three trash'])
    })

    it('are found anew by a view that may not be older than a write', async () => {
      const { headers: written } = await service.post('/events', anEvent({ title: 'Five' }), headers)
      const view = await service.store.readView(Number(written['x-fasti-revision']))
      const found = await Promise.all([view.findEvents(query, anyone), view.findEvents(query, editor)])
      expect(found.map(({ ids }) => ids)).toEqual([
        [1, 5],
        [1, 5],
      ])
    })
  })
}
