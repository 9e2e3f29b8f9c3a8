import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dialects, type FreshDatabase } from '../support/dialects.ts'
import { onServer } from '../support/on-server.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const soon = { timeout: 60_000, interval: 10 }

const name = 'postgres'
const postgres = dialects.find((one) => one.name === name)

function freshUrl(): Promise<FreshDatabase> {
  if (postgres === undefined) throw new Error('PostgreSQL is left out')
  return postgres.freshUrl()
}

describe.skipIf(postgres === undefined)('the change counter on PostgreSQL', () => {
  let database: FreshDatabase
  let [here, there]: TestService[] = []
  let writes: Record<string, string>
  beforeEach(async () => {
    database = await freshUrl()
    const env = { DATABASE_URL: database.url, FASTI_TIME_ZONE: 'UTC' }
    ;[here, there] = [await testService(name, env), await testService(name, env)]
    writes = (await here.user('administrator', 'ada')).headers
  })
  afterEach(async () => {
    await here?.close()
    await there?.close()
    await database.drop()
  })
  const total = async () => (await there?.get('/events'))?.body.total
  const listening = () =>
    vi.waitFor(async () => {
      await total()
      expect(there?.store.changeCounter()).toBeTypeOf('number')
    }, soon)

  it('lets cached responses be served without a query', async () => {
    await listening()
    await total()
    const before = there?.store.measures().queries
    for (let times = 0; times < 5; times++) expect(await total()).toBe(0)
    expect(there?.store.measures().queries).toBe(before)
  })

  it('changes soon after another instance has written, and at once for clients that know of the write', async () => {
    await listening()
    for (let count = 1; count <= 3; count++) {
      const made = await here?.post('/events', anEvent(), writes)
      const seen = { 'x-fasti-revision': made?.headers['x-fasti-revision'] ?? '' }
      if (count === 2) expect((await there?.get('/events', seen))?.body.total).toBe(count)
      await vi.waitFor(async () => expect(await total()).toBe(count), soon)
    }
  })

  it('never causes an older response to a client that has seen the write, however late it changes', async () => {
    await listening()
    for (const path of ['/events', '/venues']) await there?.get(path)
    await onServer(database.url, 'alter table revision disable trigger revision_notice')
    const made = await here?.post('/events', anEvent(), writes)
    const seen = { 'x-fasti-revision': made?.headers['x-fasti-revision'] ?? '' }
    // A request for something else reveals the revision before the almanac has caught up.
    await there?.get('/venues', seen)
    const one = '/events?per_page=1'
    await there?.get(one)
    expect((await there?.get(one, seen))?.body.total).toBe(1)
  })

  it('never hides a series, or where its category went, from a client that has seen the write', async () => {
    const yoga = await here?.post('/categories', { name: 'Yoga', slug: 'yoga' }, writes)
    const id = yoga?.body.id
    await listening()
    const found = async (revision = '0') =>
      (await there?.get('/series?categories=yoga', { 'x-fasti-revision': revision }))?.body.total
    expect([await found(), await found()]).toEqual([0, 0])
    await onServer(database.url, 'alter table revision disable trigger revision_notice')
    const event = anEvent({ categories: [id], recurrence: 'FREQ=DAILY;COUNT=2' })
    expect(await found((await here?.post('/events', event, writes))?.headers['x-fasti-revision'])).toBe(1)
    await here?.patch(`/categories/${id}`, { slug: 'stretching' }, writes)
    const other = await here?.post('/categories', { name: 'Other', slug: 'yoga' }, writes)
    expect(await found(other?.headers['x-fasti-revision'])).toBe(0)
  })

  it('is undefined while the server is unreachable, and reads are still up to date', async () => {
    await listening()
    await onServer(
      database.url,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'fasti notices' and datname = current_database()`,
    )
    await vi.waitFor(() => expect(there?.store.changeCounter()).toBeUndefined(), soon)
    await here?.post('/events', anEvent(), writes)
    expect(await total()).toBe(1)
    await listening()
    await here?.post('/events', anEvent(), writes)
    await vi.waitFor(async () => expect(await total()).toBe(2), soon)
  })

  it('is undefined before there is a user, so that the first one ends local mode at once', async () => {
    const fresh = await freshUrl()
    const local = await testService(name, { DATABASE_URL: fresh.url })
    const other = await testService(name, { DATABASE_URL: fresh.url })
    expect((await local.post('/events', anEvent({ status: 'draft' }))).status).toBe(201)
    expect([(await local.get('/events/1')).status, local.store.changeCounter()]).toEqual([200, undefined])
    await other.user('administrator', 'ada')
    expect((await local.get('/events/1')).status).toBe(401)
    await local.close()
    await other.close()
    await fresh.drop()
  })
})
