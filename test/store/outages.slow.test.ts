import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { chosenDialects } from '../support/dialect-names.ts'
import { onServer } from '../support/on-server.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { copied, startStandby } from '../support/postgres-standby.ts'
import { serve } from '../support/process.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const soon = { timeout: 60_000, interval: 20 }
const quietly = () => {}
const refused = [503, 'rest_unavailable', '5']

describe.runIf(chosenDialects().includes('postgres'))('while a database server is away', () => {
  let [primary, standby]: PostgresServer[] = []
  let service: TestService
  let ada: Record<string, string>
  let searches = 0
  const create = (more = {}) => service.post('/events', anEvent(more), ada)
  const standing = async () => (await service.get('//readyz')).body
  /** Resolves when the replica shows what the primary shows. */
  const caughtUp = async () => {
    // On a machine that others use, a write may take longer than the service waits for its database.
    const id = await vi.waitFor(async () => {
      const made = await create({ title: 'Newest' })
      expect(made.status).toBe(201)
      return made.body.id as number
    }, soon)
    await vi.waitFor(async () => {
      const before = service.store.measures().replica?.answered ?? 0
      searches += 1
      expect((await service.get(`/events?search=n${searches}`, ada)).status).toBe(200)
      expect(service.store.measures().replica?.answered).toBeGreaterThan(before)
    }, soon)
    return id
  }
  const isBack = () => vi.waitFor(async () => expect((await create()).status).toBe(201), soon)
  const isKnownAway = () =>
    vi.waitFor(async () => {
      expect((await create()).status).toBe(503)
      expect(service.store.outage()).toBeGreaterThanOrEqual(0)
    }, soon)

  beforeAll(async () => {
    // A killed server keeps what it acknowledged.
    primary = await startPostgres(quietly, { ...copied, synchronous_commit: 'on' })
    standby = await startStandby(primary, quietly)
    service = await testService('postgres', {
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: standby.url,
      FASTI_DATABASE_TIMEOUT: '1',
    })
    ada = (await service.user('administrator', 'ada')).headers
    await create({
      ...{ title: 'Oldest', venue: { venue: 'Hall' }, organizer: { organizer: 'Club' } },
      ...{ categories: ['Music'], tags: ['Old'] },
    })
  }, 60_000)
  afterAll(async () => {
    await service?.close()
    await standby?.stop()
    await primary?.stop()
  })

  const feeds = ['ics', 'rss', 'atom', 'feed.json'].map((format) => `events.${format}`)
  const linked = ['venues', 'organizers', 'categories', 'tags'] as const
  const views = ['', 'agenda/', 'day/', 'week/', 'weekend/', 'map/', 'search/?q=oldest', '2027-05/']
  const reads: readonly string[] = [
    ...[
      'events',
      'events?search=oldest',
      'events?tags=old',
      'events/1',
      'events/by-slug/oldest',
      'events/1.ics',
    ],
    ...['series', 'media', 'changes', 'settings'],
    ...linked.flatMap((name) => [name, `${name}/1`, ...feeds.map((feed) => `${name}/1/${feed}`)]),
    ...feeds,
  ].map((path) => `/${path}`)
  const pages: readonly string[] = [
    ...views.map((view) => `calendar/${view}`),
    ...['', 'event/oldest/', 'venue/hall/', 'organizer/club/', 'category/music/', 'tag/old/', 'sitemap.xml'],
  ].map((path) => `//${path}`)
  const asEditor = ['/events?status=any', '/events/1/history', '/users', '/users/1', '/audit', '/webhooks']
  const allReads = async (id: number) => {
    const asked = [
      ...[`/events/${id}`, ...reads, ...pages].map((path) => [path, {}] as const),
      ...asEditor.map((path) => [path, ada] as const),
    ]
    for (const [path, headers] of asked) {
      const answered = await service.get(path, headers)
      expect([path, answered.status]).toEqual([path, answered.status === 302 ? 302 : 200])
      expect([path, answered.headers.warning]).toEqual([path, '110 - "Response is Stale"'])
      expect(answered.headers['x-fasti-stale'], path).toMatch(/^\d+$/)
    }
  }

  describe('a primary that is down', () => {
    let id: number
    beforeEach(async () => {
      id = await caughtUp()
      await primary?.kill()
      await isKnownAway()
    })
    afterEach(async () => {
      await primary?.revive()
      await isBack()
    })

    it('is replaced by its replica for all that is read, and each response says so', async () => {
      await allReads(id)
      // Also a response that was cached before.
      expect((await service.get('/events')).headers['x-fasti-stale']).toBeDefined()
    })

    it('leaves the service ready for reads, and writes are refused at once', async () => {
      expect((await service.get('//metrics', ada)).body).toContain('\nfasti_database_up 0\n')
      expect(await standing()).toEqual({ status: 'ready', writes: 'unavailable' })
      const { status, body, headers } = await create()
      expect([status, body.code, headers['retry-after']]).toEqual(refused)
    })
  })

  it('a primary that comes back ends the outage: no response is marked, and writes are accepted', async () => {
    await caughtUp()
    await primary?.kill()
    await isKnownAway()
    await primary?.revive()
    await isBack()
    expect(await standing()).toEqual({ status: 'ready' })
    expect((await service.get('/events')).headers).not.toHaveProperty('x-fasti-stale')
  })

  it('a replica that lacks the last write is read without it, but not by who has seen that write', async () => {
    await caughtUp()
    await onServer(standby?.url ?? '', 'select pg_wal_replay_pause()')
    const { total } = (await service.get('/events')).body
    const written = await create()
    const seen = { 'x-fasti-revision': written.headers['x-fasti-revision'] ?? '' }
    expect((await service.get('/events')).body.total).toBe(total + 1)
    await primary?.kill()
    await isKnownAway()
    expect((await service.get('/events')).body.total).toBe(total)
    for (const path of ['/events', '/venues']) expect((await service.get(path, seen)).status).toBe(503)
    await primary?.revive()
    await onServer(standby?.url ?? '', 'select pg_wal_replay_resume()')
    await isBack()
    await vi.waitFor(
      async () => expect((await service.get('/events', seen)).body.total).toBeGreaterThan(total + 1),
      soon,
    )
  })

  it('a primary that hangs is given up: its replica is read, writes are refused, until it goes on', async () => {
    const id = await caughtUp()
    await primary?.pause()
    const during = create()
    await allReads(id)
    expect((await during).status).toBe(503)
    expect(await standing()).toEqual({ status: 'ready', writes: 'unavailable' })
    await primary?.resume()
    await isBack()
  })

  it('a replica that hangs is given up, and the primary is read', async () => {
    const id = await caughtUp()
    await standby?.pause()
    expect((await service.get(`/events/${id}`)).status).toBe(200)
    expect((await service.get('/events?search=newest')).status).toBe(200)
    expect(await standing()).toEqual({ status: 'ready' })
    expect((await service.get('//metrics', ada)).body).toContain('\nfasti_replica_up 0\n')
    await standby?.resume()
    await caughtUp()
  })

  it('two that hang make the service not ready, and every request is refused', async () => {
    await caughtUp()
    await primary?.pause()
    await standby?.pause()
    expect((await service.get('//readyz')).status).toBe(503)
    const { status, body, headers } = await service.get('/events')
    expect([status, body.code, headers['retry-after']]).toEqual(refused)
    await primary?.resume()
    await standby?.resume()
    await isBack()
  })
})

describe.runIf(chosenDialects().includes('postgres'))('the log of a service whose database hangs', () => {
  it('has one line when it goes away and one when it is back, however many requests there are', async () => {
    const server = await startPostgres(quietly)
    const folder = await scratch('fasti-outage-')
    const running = await serve({
      ...{ DATABASE_URL: server.url, FASTI_DATA_DIR: folder },
      FASTI_DATABASE_TIMEOUT: '1',
    })
    const get = async (path: string) => (await fetch(new URL(path, running.address))).status
    await server.pause()
    const during = await Promise.all(
      Array.from({ length: 20 }, (_, at) => get(`/cal/events/v1/events?n=${at}`)),
    )
    expect(new Set(during)).toEqual(new Set([503]))
    for (let at = 0; at < 30; at++) expect(await get('/readyz')).toBe(503)
    await server.resume()
    await vi.waitFor(async () => expect(await get('/readyz')).toBe(200), soon)
    running.child.kill('SIGTERM')
    const { stdout } = await running.ended
    await server.stop()
    const told = stdout
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [String(JSON.parse(line).msg)] : []))
    expect(told.filter((line) => !/^(Server listening|Fasti is ready)/.test(line))).toEqual([
      'the database is away',
      'the database is back',
    ])
  })
})
