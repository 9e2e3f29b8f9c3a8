import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { chosenDialects } from '../support/dialect-names.ts'
import { onServer } from '../support/on-server.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { copied, startStandby } from '../support/postgres-standby.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const soon = { timeout: 60_000, interval: 20 }
const quietly = () => {}

describe.runIf(chosenDialects().includes('postgres'))('a replica that is read', () => {
  let [primary, standby]: PostgresServer[] = []
  let service: TestService
  let writes: Record<string, string>
  let searches = 0
  const reads = () => service.store.measures().replica ?? { answered: 0, behind: 0, failed: 0 }
  const create = async () => (await service.post('/events', anEvent(), writes)).body.id as number
  const total = async () => (await service.get('/events')).body.total as number
  const onCopy = (statement: string) => onServer(standby?.url ?? '', statement)
  /** Resolves once the replica has everything that the primary has. */
  const caughtUp = () =>
    vi.waitFor(async () => {
      const { answered } = reads()
      // No list was cached for a search that was not made before.
      searches += 1
      await service.get(`/events?search=n${searches}`, writes)
      expect(reads().answered).toBeGreaterThan(answered)
    }, soon)

  beforeAll(async () => {
    // What was written is there after a crash.
    primary = await startPostgres(quietly, { ...copied, synchronous_commit: 'on' })
    standby = await startStandby(primary, quietly)
    service = await testService('postgres', { DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url })
    writes = (await service.user('administrator', 'ada')).headers
    await create()
  }, 60_000)
  afterAll(async () => {
    await service?.close()
    await standby?.stop()
    await primary?.stop()
  })
  beforeEach(caughtUp)

  it('serves lists, items and feeds instead of the primary, and counts its reads', async () => {
    const before = reads()
    expect((await service.get('/events/1')).body.id).toBe(1)
    expect((await service.get('/events?per_page=1&search=n')).status).toBe(200)
    expect((await service.get('/events.ics')).status).toBe(200)
    expect(reads().answered).toBeGreaterThanOrEqual(before.answered + 2)
    const { body } = await service.get('//metrics', writes)
    expect(body).toContain('fasti_replica_reads_total{outcome="answered"}')
    expect(body).toContain('fasti_replica_up 1')
  })

  it('is skipped while it is older than the primary, so that no viewer sees older data', async () => {
    await onCopy('select pg_wal_replay_pause()')
    const before = await total()
    const { behind } = reads()
    const id = await create()
    expect(await total()).toBe(before + 1)
    expect((await service.get(`/events/${id}`)).status).toBe(200)
    expect(reads().behind).toBeGreaterThan(behind)
    await onCopy('select pg_wal_replay_resume()')
    await caughtUp()
    expect(await total()).toBe(before + 1)
  })

  it('is avoided for a while after a lost connection, and the primary is read', async () => {
    const expected = await total()
    await standby?.crash()
    await create()
    expect(await total()).toBe(expected + 1)
    await caughtUp()
    expect(await total()).toBe(expected + 1)
  })

  it('leaves nothing in memory that it showed in place of a primary that went away between finding and reading', async () => {
    const id = await create()
    await caughtUp()
    await onCopy('select pg_wal_replay_pause()')
    await service.patch(`/events/${id}`, { title: 'Newer' }, writes)
    const view = await service.store.readView(0)
    await primary?.kill()
    const anyone = { user: undefined, reads: 'none', edits: 'none' } as const
    const moment = { now: Temporal.Now.instant(), zone: 'UTC' }
    const [shown] = await view.events([id], { scope: anyone, moment })
    expect(shown?.record.title).not.toBe('Newer')
    await primary?.revive()
    await onCopy('select pg_wal_replay_resume()')
    await vi.waitFor(async () => expect(await create()).toBeGreaterThan(1), soon)
    const later = await service.store.readView(0)
    expect(later.isAsOf('event', id, view.revision)).toBe(false)
    expect((await service.get(`/events/${id}`)).body.title).toBe('Newer')
  })

  it('is read while the primary is down', async () => {
    const expected = await total()
    await primary?.kill()
    expect(await total()).toBe(expected)
    expect((await service.get('/events/1')).status).toBe(200)
    await primary?.revive()
    await vi.waitFor(async () => expect(await create()).toBeGreaterThan(1), soon)
  })
})
