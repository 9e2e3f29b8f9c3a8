import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sectionOf } from '../../scripts/version.ts'
import { anyDialects } from '../support/dialects.ts'
import { VERSION, VERSION_WITH_COMMIT } from '../support/inside/api.ts'
import { mediaLibraryOf, noteTimeOfLastBackUp } from '../support/inside/media.ts'
import { serve } from '../support/process.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

/** The samples of an OpenMetrics document: name and labels → value. Throws on an invalid line. */
function samplesOf(text: string): ReadonlyMap<string, number> {
  expect(text.endsWith('\n# EOF\n'), 'its end').toBe(true)
  const lines = text.split('\n').filter((line) => line !== '' && !/^# (TYPE|HELP|UNIT|EOF)\b/.test(line))
  return new Map(
    lines.map((line) => {
      const [, name = '', value] =
        /^([a-z_]+(?:\{(?:[a-z]+="(?:[^"\\]|\\.)*",?)*\})?) (-?[\d.e+-]+)$/.exec(line) ?? []
      expect(value, line).toBeDefined()
      return [name, Number(value)]
    }),
  )
}

for (const { name: dialect } of anyDialects()) {
  describe(`monitoring on ${dialect}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(dialect)
    })
    afterEach(() => service.close())

    const scraped = async (headers?: Record<string, string>) => {
      const answer = await service.get('//metrics', headers)
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toBe(
        'application/openmetrics-text; version=1.0.0; charset=utf-8',
      )
      return samplesOf(answer.body)
    }
    const EVENTS = 'route="/cal/events/v1/events"'

    it('counts responses by route, method and status, for all roots together', async () => {
      await service.post('/events', anEvent())
      await service.get('/events')
      await service.get('//de/cal/events/v1/events')
      await service.get('/events/1')
      await service.get('/events/77')
      await service.get('//nowhere')
      const samples = await scraped()
      const count = (labels: string) => samples.get(`fasti_request_duration_seconds_count{${labels}}`)
      expect(count(`${EVENTS},method="POST",status="201"`)).toBe(1)
      expect(count(`${EVENTS},method="GET",status="200"`)).toBe(2)
      expect(count('route="/cal/events/v1/events/{id}",method="GET",status="404"')).toBe(1)
      expect(count('route="none",method="GET",status="404"')).toBe(1)
    })

    it('measures durations in cumulative buckets', async () => {
      for (let at = 0; at < 5; at++) await service.get('/venues')
      const samples = await scraped()
      const labels = 'route="/cal/events/v1/venues",method="GET",status="200"'
      const buckets = [...samples].filter(([name]) =>
        name.startsWith(`fasti_request_duration_seconds_bucket{${labels}`),
      )
      expect(buckets.map(([, value]) => value)).toEqual(
        buckets.map(([, value]) => value).sort((a, b) => a - b),
      )
      expect(buckets.at(-1)).toEqual([expect.stringContaining('le="+Inf"'), 5])
      expect(samples.get(`fasti_request_duration_seconds_sum{${labels}}`)).toBeGreaterThan(0)
    })

    it('has metrics of the response cache, the database and the process', async () => {
      for (let at = 0; at < 3; at++) await service.get('/events')
      const samples = await scraped()
      expect(samples.get('fasti_database_up')).toBe(1)
      expect(samples.get('fasti_database_queries_total')).toBeGreaterThan(1)
      expect(samples.get('fasti_database_failures_total')).toBe(0)
      expect(samples.get('fasti_revision')).toBe(0)
      expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
      expect(
        [...samples.keys()].some((name) => name.startsWith(`fasti_info{version="${VERSION_WITH_COMMIT}"`)),
      ).toBe(true)
      if (dialect === 'sqlite') expect(samples.get('fasti_ready_answers_total')).toBe(1)
      else expect(samples.get('fasti_database_connections{state="waiting"}')).toBe(0)
    })

    it('shows metrics to any caller in local mode, and otherwise to users only', async () => {
      await scraped()
      const { headers } = await service.user('subscriber')
      await scraped(headers)
      expect((await service.get('//metrics')).body.code).toBe('rest_not_logged_in')
    })

    it('is alive without its database, but ready only with it', async () => {
      expect((await service.get('//readyz')).body).toEqual({ status: 'ready' })
      await service.store.close()
      const healthy = await service.get('//healthz')
      expect([healthy.status, healthy.body]).toEqual([200, { status: 'ok' }])
      expect(healthy.headers['x-fasti-version']).toBe(VERSION_WITH_COMMIT)
      const { status, body, headers } = await service.get('//readyz')
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'rest_unavailable', '5'])
    })

    it('is ready once memory is filled, so that the first list finds it', async () => {
      const { store } = service
      let free = () => {}
      const freed = new Promise<void>((resolve) => {
        free = resolve
      })
      // On PostgreSQL, each list asks for the revision until there is a user, and until the listener is connected.
      await service.user('subscriber')
      await store.hasUsers()
      await vi.waitFor(() => expect(store.changeCounter()).toBeDefined(), { timeout: 60_000 })
      const busy = store.snapshot(() => freed)
      const preparing = service.prepare()
      const { status, body } = await service.get('//readyz')
      expect([status, body.message]).toEqual([503, 'This instance is being prepared.'])
      free()
      await Promise.all([busy, preparing])
      expect((await service.get('//readyz')).body).toEqual({ status: 'ready' })
      const revision = await store.revision()
      // The listener is trusted for a second at a time, and may be about to be asked again.
      await vi.waitFor(() => expect(store.currentView()?.revision).toBe(revision), { timeout: 60_000 })
    })

    it('tells how much e-mail waits since when, and the free space of the disk', async () => {
      const { store } = service
      expect((await scraped()).get('fasti_mail_waiting')).toBe(0)
      const mail = { recipient: 'ada@example.org', subject_id: null, language: 'en', data: {} } as const
      service.at('2027-01-15T12:00:00Z')
      for (const time of ['2027-01-15T10:30:00Z', '2027-01-15T11:55:00Z'])
        await store.mail.add({ ...mail, kind: 'password' }, { now: Temporal.Instant.from(time), zone: 'UTC' })
      const samples = await scraped()
      expect([samples.get('fasti_mail_waiting'), samples.get('fasti_mail_waiting_seconds')]).toEqual([
        2, 5400,
      ])
      if (dialect === 'sqlite') expect(samples.get('fasti_disk_free_bytes')).toBeGreaterThan(0)
    })

    it('sends Server-Timing with every response, and marks cached ones', async () => {
      const timing = async (method: string, path: string) => (await service.ask(method, path)).timing
      expect(await timing('GET', '/events')).toMatch(/^total;dur=\d+\.\d$/)
      expect(await timing('GET', '/events')).toMatch(/^total;dur=/)
      expect(await timing('GET', '/events')).toBe('ready')
      expect(await timing('GET', '/events/77')).toMatch(/^total;dur=/)
      expect(await timing('GET', '//nowhere')).toMatch(/^total;dur=/)
      expect(await timing('POST', '/events')).toMatch(/^total;dur=/)
    })
  })
}

describe('the log', () => {
  const [trace, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const traced: readonly Record<string, string>[] = [
    { traceparent: `00-${trace}-${parent}-01`, 'x-request-id': 'proxy-7' },
    { traceparent: `00-${'0'.repeat(32)}-${parent}-01`, 'x-request-id': 'two words' },
  ]
  /** Serves four reads of a list and two traced reads of an event. Returns the responses to the list, the metrics, and the output. */
  const played = async (env: Readonly<Record<string, string>>) => {
    const folder = await scratch('fasti-log-')
    const service = await serve({ FASTI_DATA_DIR: folder, FASTI_LOG_LEVEL: 'debug', ...env })
    const answers: Response[] = []
    for (let at = 0; at < 4; at += 1) answers.push(await fetch(`${service.address}/venues`))
    const metrics = await (await fetch(new URL('/metrics', service.address))).text()
    for (const headers of traced) await fetch(`${service.address}/events/1?password=secret`, { headers })
    service.child.kill('SIGTERM')
    const { stdout } = await service.ended
    await rm(folder, { recursive: true })
    return { answers, metrics, stdout }
  }
  const lines = (stdout: string, path: string) =>
    stdout.split('\n').filter((line) => line.includes('"response"') && line.includes(`${path}"`))
  let free: Awaited<ReturnType<typeof played>>
  let limited: typeof free
  beforeAll(async () => {
    free = await played({})
    limited = await played({ FASTI_RATE_LIMIT: '3/minute' })
  })

  it('identifies each request by its id and its trace, without its query', () => {
    const found = lines(free.stdout, '/events/1').map((line) => JSON.parse(line))
    const answer = {
      method: 'GET',
      path: '/cal/events/v1/events/1',
      route: '/cal/events/v1/events/{id}',
      status: 404,
    }
    expect(found).toMatchObject([{ ...answer, reqId: 'proxy-7', trace_id: trace, parent_id: parent }, answer])
    expect([found[1].reqId, 'trace_id' in found[1]]).toEqual([expect.stringMatching(/^[\w-]{8}-\w+$/), false])
    // With a duplicate field name, parsers choose differently.
    expect(free.stdout).not.toMatch(/"reqId".*"reqId"/)
    expect(free.stdout).not.toContain('secret')
  })

  it('has a line for every request, which counts in the histogram, from the cache too', () => {
    expect(free.answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(free.answers.map(({ headers }) => headers.get('server-timing') === 'ready')).toContain(true)
    expect(lines(free.stdout, '/venues')).toHaveLength(4)
    expect(free.metrics).toContain(
      'fasti_request_duration_seconds_count{route="/cal/events/v1/venues",method="GET",status="200"} 4',
    )
  })

  it('has a line for every request with a rate limit, too', () => {
    expect(limited.answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(limited.answers.map(({ headers }) => headers.get('server-timing') === 'ready')).toContain(true)
    expect(lines(limited.stdout, '/venues')).toHaveLength(4)
  })
})

it('the alerts each have a paragraph that says what to do, and the paragraphs each an alert', () => {
  const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8')
  const alerts = [...read('ops/prometheus/fasti.rules.yml').matchAll(/- alert: (\w+)\n +expr: \S/g)]
  const paragraphs = [...read('docs/how-to/alerts.md').matchAll(/^## (\w+)\n\n\S/gm)]
  expect(alerts.length).toBeGreaterThan(10)
  expect(paragraphs.map(([, name]) => name)).toEqual(alerts.map(([, name]) => name))
})

it('the dashboard and the alerts use existing metrics only', async () => {
  const folder = await scratch('fasti-metrics-')
  const service = await testService('sqlite', { FASTI_DATA_DIR: folder })
  await service.get('/events')
  await noteTimeOfLastBackUp(mediaLibraryOf({ dataDir: folder, imageHosts: [] }))
  const text: string = (await service.get('//metrics')).body
  await service.close()
  await rm(folder, { recursive: true })
  // Those of a replica are tried with one, in test/store/replica.slow.test.ts.
  const ofReplica = ['fasti_replica_up', 'fasti_replica_reads_total']
  const told = [...ofReplica, ...[...text.matchAll(/^([a-z_]+)[{ ]/gm)].map(([, name]) => name)]
  const asked = ['grafana/fasti.json', 'prometheus/fasti.rules.yml'].flatMap((file) => {
    const ops = readFileSync(resolve(import.meta.dirname, '../../ops', file), 'utf8')
    return [...ops.matchAll(/\b(?:fasti|process|nodejs)_[a-z_]+/g)].map(([name]) => name)
  })
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter((name) => !told.includes(name))).toEqual([])
})

it('the program has the version of its package, which the changelog tells about', () => {
  const read = (name: string) => readFileSync(resolve(import.meta.dirname, '../..', name), 'utf8')
  const lock = JSON.parse(read('package-lock.json'))
  expect([lock.version, lock.packages[''].version]).toEqual([VERSION, VERSION])
  expect(sectionOf(read('CHANGELOG.md'), VERSION).text).toContain('**Breaking**')
})
