import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { anyDialects, freshSqliteFile } from '../support/dialects.ts'
import {
  almanacFollower,
  connectDatabase,
  storePartWithSnapshotsAndViews,
  type Viewer,
} from '../support/inside/store.ts'
import { anEvent, testService } from '../support/service.ts'

const moment = { now: Temporal.Instant.from('2027-01-15T08:00:00Z'), zone: 'UTC' }
const anyone: Viewer = { scope: { user: undefined, reads: 'none', edits: 'none' }, moment }
const order = { page: 1, per_page: 10, order: 'asc', orderby: 'id' } as const
const query = { ...order, status: ['publish'], hidden: false, window: {} } as const

// A file that was copied earlier stands for the replica.
it.runIf(anyDialects().some(({ name }) => name === 'sqlite'))(
  'lists are found and read at one revision on an older replica while the primary is away, and after that',
  async () => {
    const database = await freshSqliteFile()
    const older = `${database.url}-older`
    const service = await testService('sqlite', { DATABASE_URL: database.url })
    const { headers } = await service.user('administrator')
    await service.post('/venues', { venue: 'Hall' }, headers)
    await service.post('/events', anEvent({ title: 'One' }), headers)
    await service.post('/events', anEvent({ title: 'Two', venue: 1 }), headers)
    const connection = await connectDatabase(database.url)
    await connection.writer.run(`vacuum into '${older.replace('sqlite:', '')}'`, [])
    await service.patch('/events/1', { title: 'First', venue: 1 }, headers)
    await service.post('/events', anEvent({ title: 'Three' }), headers)
    const replica = await connectDatabase(older)
    let isAway = false
    const store = storePartWithSnapshotsAndViews({
      connection,
      replica: {
        read: (act, otherwise) => (isAway ? replica.reader.hold(act) : otherwise()),
        reader: connection.reader,
        standIns: () => 0,
        measures: () => ({ answered: 0, behind: 0, failed: 0, isAway: false }),
        close: async () => {},
      },
      almanac: almanacFollower(),
      counter: () => undefined,
    })
    const shown = async (more = {}) => {
      const view = await store.readView(0)
      const { ids, total } = await view.findEvents({ ...query, ...more }, anyone)
      const titles = (await view.events(ids, anyone)).map(({ record }) => record.title)
      return { revision: view.revision, total, titles }
    }
    const all = await shown()
    expect(all).toMatchObject({ total: 3, titles: ['First', 'Two', 'Three'] })
    isAway = true
    const before = await shown()
    expect(before).toMatchObject({ total: 2, titles: ['One', 'Two'] })
    expect(before.revision).toBeLessThan(all.revision)
    expect(await shown({ venue: [1] })).toMatchObject({ total: 1, titles: ['Two'] })
    isAway = false
    expect(await shown()).toEqual(all)
    expect(await shown({ venue: [1] })).toMatchObject({ total: 2, titles: ['First', 'Two'] })
    for (const one of [service, connection, replica]) await one.close()
    await database.drop()
  },
)
