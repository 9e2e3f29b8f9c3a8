import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { anEvent, postEvents, type TestService, testService } from '../support/service.ts'

/** More than the database sorts for each page. */
const EVENTS = 1010
const PAGE = 100

for (const { name, freshUrl } of dialects) {
  describe(`lists of many events by title on ${name}`, () => {
    let database: FreshDatabase
    let service: TestService
    let headers: Record<string, string>
    /** Titles by id, of which some are equal. */
    const titles = new Map<number, string>()

    beforeAll(async () => {
      database = await (name === 'sqlite' ? freshSqliteFile : freshUrl)()
      service = await testService(name, { DATABASE_URL: database.url })
      headers = (await service.user('administrator')).headers
      const events = Array.from({ length: EVENTS }, (_, at) =>
        anEvent({ title: `Night ${String((at * 7919) % 500).padStart(3, '0')}` }),
      )
      await postEvents(service, events, headers)
      for (const [at, { title }] of events.entries()) titles.set(at + 1, String(title))
    })
    afterAll(async () => {
      await service.close()
      await database.drop()
    })

    const shown = async (order: string) => {
      const ids: number[] = []
      for (let page = 1; page <= Math.ceil(titles.size / PAGE); page++) {
        const list = `/events?orderby=title&order=${order}&per_page=${PAGE}&page=${page}`
        const { body } = await service.get(list, headers)
        expect(body.total).toBe(titles.size)
        ids.push(...body.events.map(({ id }: { readonly id: number }) => id))
      }
      return ids
    }
    const expected = () =>
      [...titles]
        .sort(([a, one], [b, other]) => (one === other ? a - b : one < other ? -1 : 1))
        .map(([id]) => id)

    it('are whole on all their pages, in both directions', async () => {
      expect(await shown('asc')).toEqual(expected())
      expect(await shown('desc')).toEqual(expected().reverse())
    })

    it('follow what was renamed, added and removed, singly and at once', async () => {
      const rename = async (id: number, title: string) => {
        expect((await service.patch(`/events/${id}`, { title }, headers)).status).toBe(200)
        titles.set(id, title)
      }
      await rename(17, 'A first night')
      await service.remove('/events/3', headers)
      titles.delete(3)
      expect(await shown('asc')).toEqual(expected())
      for (const [id, title] of [
        [5, 'Night 250'],
        [6, 'Night 250'],
        [7, 'Night 2505'],
        [8, 'Zz'],
        [9, 'Zzz'],
      ] as const)
        await rename(id, title)
      const { body } = await service.post('/events', anEvent({ title: 'Zz' }), headers)
      titles.set(body.id, 'Zz')
      expect(await shown('asc')).toEqual(expected())
      for (const from of [100, 200, 300]) {
        const ids = Array.from({ length: 100 }, (_, at) => from + at)
        expect((await service.post('/events/bulk', { ids, shift_days: 1 }, headers)).status).toBe(200)
      }
      expect(await shown('desc')).toEqual(expected().reverse())
    })
  })
}
