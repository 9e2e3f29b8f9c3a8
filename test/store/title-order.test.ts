import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import {
  almanacFollower,
  connectDatabase,
  storePartWithSnapshotsAndViews,
  type Viewer,
} from '../support/inside/store.ts'
import { type Explained, explainingReader } from '../support/plans.ts'
import { anEvent, postEvents, type TestService, testService } from '../support/service.ts'

/** More than the database sorts for each page. */
const EVENTS = 1010
const PAGE = 100

const moment = { now: Temporal.Instant.from('2026-11-20T12:00:00Z'), zone: 'UTC' }
const editor: Viewer = { scope: { user: 1, reads: 'all', edits: 'all' }, moment }
const query = {
  ...({ page: 1, orderby: 'title', order: 'asc' } as const),
  ...{ status: ['any'] as const, hidden: false, window: {} },
}

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

    it('read the whole order once, and then the places of what was written', async () => {
      const connection = await connectDatabase(database.url)
      const explained: Explained = { statements: [], steps: [] }
      const store = storePartWithSnapshotsAndViews({
        connection: explainingReader(connection, explained),
        replica: undefined,
        almanac: almanacFollower(),
        counter: () => undefined,
      })
      const found = async () => {
        explained.statements.splice(0)
        explained.steps.splice(0)
        const view = await store.readView(0)
        const { ids } = await view.findEvents({ ...query, per_page: 2000 }, editor)
        expect(ids).toEqual(expected())
        return explained.statements.filter((text) => text.includes('as titled')).length
      }
      expect(await found()).toBe(1)
      for (const [id, title] of [
        [400, 'Before all'],
        [401, 'Night 123'],
      ] as const) {
        await service.patch(`/events/${id}`, { title }, headers)
        titles.set(id, title)
      }
      const { body } = await service.post('/events', anEvent({ title: 'Night 123' }), headers)
      titles.set(body.id, 'Night 123')
      await service.remove('/events/402?force=true', headers)
      titles.delete(402)
      expect(await found()).toBe(0)
      await connection.close()
    })
  })
}
