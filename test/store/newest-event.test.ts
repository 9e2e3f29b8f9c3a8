/** An event is read without a snapshot, and shows the same as in one. */
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import {
  almanacFollower,
  connectDatabase,
  type Db,
  newestEventReader,
  type Viewer,
} from '../support/inside/store.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const moment = { now: Temporal.Instant.from('2027-01-15T08:00:00Z'), zone: 'UTC' }
const anyone: Viewer = { scope: { user: undefined, reads: 'none', edits: 'none' }, moment }
const administrator: Viewer = { scope: { user: 1, reads: 'all', edits: 'all' }, moment }

const linked = {
  venue: [{ venue: 'Hall' }, { venue: 'Annex', status: 'draft' }],
  organizer: [{ organizer: 'Zoo' }, { organizer: 'Club' }],
  categories: ['Music', 'Art'],
  tags: ['Live'],
}

for (const dialect of dialects) {
  describe(`the newest state of an event on ${dialect.name}`, () => {
    let database: FreshDatabase
    let service: TestService
    let headers: Record<string, string>
    const fresh = () => (dialect.name === 'sqlite' ? freshSqliteFile() : dialect.freshUrl())
    beforeEach(async () => {
      database = await fresh()
      service = await testService(dialect.name, { DATABASE_URL: database.url })
      headers = (await service.user('administrator')).headers
    })
    afterEach(async () => {
      await service.close()
      await database.drop()
    })

    const inSnapshot = (id: number, viewer: Viewer) =>
      service.store.snapshot(async (view) => {
        const record = await view.find('event', { id }, moment)
        return record && (await view.items('event', [record], viewer))[0]
      })
    /** Lets memory follow all writes, also that of the last visit, which happens behind the first request. */
    const settle = async () => {
      await vi.waitFor(async () =>
        expect((await service.get('/users/1', headers)).body.last_seen_utc).not.toBe(''),
      )
      await service.store.readView(0)
    }

    it('is what a snapshot shows, of every kind of event and to every viewer', async () => {
      const group = await service.post('/groups', { name: 'Museum' }, headers)
      const more = [
        linked,
        { ...linked, password: 'secret' },
        { description: `${'long '.repeat(2000)}end` },
        { group: group.body.id },
        { post_parent: 1 },
        { recurrence: 'FREQ=DAILY;COUNT=3', ...linked },
        { status: 'draft' },
        { status: 'publish', date: '2027-01-15 07:00:00', ...linked },
        { status: 'publish', date: '2028-01-15 07:00:00', ...linked },
        { translations: { de: { title: 'Ein Titel', state: 'draft' } } },
      ]
      for (const one of more) await service.post('/events', anEvent(one), headers)
      await service.remove('/events/4', headers)
      await settle()
      // The connection that is notified of writes is opened by the first look, and memory follows behind it.
      await vi.waitFor(async () => {
        await service.store.readView(0)
        expect(await service.store.newestEvent({ id: 1 }, anyone)).toBeDefined()
      }, 20_000)
      for (let id = 1; id <= more.length + 2; id++)
        for (const viewer of [anyone, administrator])
          expect(await service.store.newestEvent({ id }, viewer)).toEqual(await inSnapshot(id, viewer))
      const known = await inSnapshot(1, anyone)
      expect(await service.store.newestEvent({ slug: known?.record.slug ?? '' }, anyone)).toEqual(known)
    })

    it('is unknown of what is not there, and of slugs that no event has', async () => {
      await service.post('/events', anEvent({ title: 'Gone' }), headers)
      await service.remove('/events/1', headers)
      await settle()
      for (const address of [{ id: 2 }, { slug: 'nothing' }, { slug: 'a\0' }, { slug: 'gone' }])
        expect(await service.store.newestEvent(address, administrator)).toBeUndefined()
    })

    it('is unknown where another write falls between its statements, and after a write that memory has not followed', async () => {
      await service.post('/events', anEvent(linked), headers)
      await service.post('/events', anEvent(), headers)
      const connection = await connectDatabase(database.url)
      const follower = almanacFollower()
      await follower.follow(connection.reader, 1)
      let after = async () => {}
      const db: Db = {
        dialect: connection.name,
        async run(text, values) {
          const result = await connection.reader.run<never>(text, values)
          await after()
          return result
        },
      }
      const read = newestEventReader(db, follower)
      after = async () => {
        after = async () => {}
        await service.patch('/venues/1', { venue: 'Park' }, headers)
      }
      expect(await read({ id: 1 }, anyone)).toBeUndefined()
      expect(await read({ id: 1 }, anyone)).toBeUndefined()
      await follower.follow(connection.reader, 1)
      expect(await read({ id: 1 }, anyone)).toMatchObject({ venues: [{ record: { name: 'Park' } }] })
      await connection.close()
    })
  })
}
