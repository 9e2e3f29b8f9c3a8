/** Monitoring: liveness, readiness, metrics and slow requests. */
import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../actions/policy.ts'
import { VERSION } from '../../contract/version.ts'
import { epochOf, type Moment } from '../../domain/time/moment.ts'
import { Problem } from '../../problem.ts'
import type { Store } from '../../store/store.ts'
import { patternOf } from '../roots.ts'
import { durations, exposition, type Family, family, OPEN_METRICS } from './metrics.ts'
import { namesOf, shownPath } from './request-ids.ts'
import type { Spans } from './tracing.ts'

/** Milliseconds from which a response is logged as slow. */
const SLOW = 1000
const LOOP_RESOLUTION = 20

export interface Monitored {
  readonly store: Store
  readonly now: () => Moment
  /** Sets the headers of every response. */
  decorated(request: FastifyRequest, reply: FastifyReply): void
  /** The caller. Throws if the caller is not admitted. */
  caller(request: FastifyRequest, reply: FastifyReply): Promise<Actor>
  /** The response cache: how many responses it has sent, and its size in bytes. */
  readonly responseCache: { hits(): number; held(): number }
  /** The sender of request spans, if configured. */
  readonly spans: Spans | undefined
}

const gauge = (name: string, help: string, value: number, unit?: 'seconds' | 'bytes') =>
  family({ name, type: 'gauge', help, ...(unit !== undefined && { unit }) }, [[{}, value]])
const counter = (name: string, help: string, value: number, unit?: 'seconds') =>
  family({ name, type: 'counter', help, ...(unit !== undefined && { unit }) }, [[{}, value]])

async function ofProcess(delay: ReturnType<typeof monitorEventLoopDelay>): Promise<readonly Family[]> {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  // Only Linux has this folder.
  const open = await readdir('/proc/self/fd').catch(() => undefined)
  return [
    counter('process_cpu_seconds', 'CPU time used.', (user + system) / 1e6, 'seconds'),
    gauge('process_resident_memory_bytes', 'Resident memory.', rss, 'bytes'),
    gauge('nodejs_heap_used_bytes', 'Heap in use.', heapUsed, 'bytes'),
    gauge('nodejs_heap_total_bytes', 'Heap allocated from the system, in use or not.', heapTotal, 'bytes'),
    gauge(
      'nodejs_external_bytes',
      'Memory in use outside the heap, such as the bytes of responses.',
      external,
      'bytes',
    ),
    ...(open === undefined
      ? []
      : [gauge('process_open_fds', 'Open file descriptors, including connections.', open.length)]),
    family(
      {
        name: 'nodejs_eventloop_delay_seconds',
        type: 'gauge',
        help: 'Event loop delay.',
        unit: 'seconds',
      },
      [50, 99].map((part) => [{ quantile: String(part / 100) }, Math.max(0, delay.percentile(part) / 1e9)]),
    ),
  ]
}

const readsOf = (replica: Readonly<Record<string, number>>) =>
  family(
    { name: 'fasti_replica_reads', type: 'counter', help: 'Reads by whether the replica served them.' },
    Object.entries(replica).map(([outcome, count]) => [{ outcome }, count]),
  )

async function ofDatabase(store: Store): Promise<readonly Family[]> {
  const start = performance.now()
  const revision = await store.revision().catch(() => undefined)
  const seconds = (performance.now() - start) / 1000
  const { queries, seconds: queried, failures, connections, writers, replica } = store.measures()
  return [
    gauge('fasti_database_up', '1 if the database responds, 0 if not.', revision === undefined ? 0 : 1),
    gauge(
      'fasti_database_damaged',
      '1 if the database file is damaged and writes are refused, 0 if not.',
      store.damage() === undefined ? 0 : 1,
    ),
    gauge('fasti_database_ping_seconds', 'Duration of a query for this scrape.', seconds, 'seconds'),
    counter('fasti_database_queries', 'Queries executed.', queries),
    counter('fasti_database_failures', 'Queries that failed.', failures),
    counter('fasti_database_query_seconds', 'Time spent in queries.', queried, 'seconds'),
    gauge('fasti_writers_waiting', 'Writes in progress or in the queue.', writers.waiting),
    counter('fasti_writes', 'Writes committed or refused.', writers.done),
    counter('fasti_write_seconds', 'Time spent in writes, including the queue.', writers.seconds, 'seconds'),
    counter('fasti_write_groups', 'Transactions shared by a group of writes.', writers.groups),
    ...(revision === undefined
      ? []
      : [gauge('fasti_revision', 'The current revision, which every write increments.', revision)]),
    family(
      {
        name: 'fasti_database_connections',
        type: 'gauge',
        help: 'Connections by state, and requests that wait for one.',
      },
      Object.entries(connections).map(([state, count]) => [{ state }, count]),
    ),
    ...(replica === undefined ? [] : [readsOf(replica)]),
  ]
}

/** Calendar subscriptions: how many failed at the last attempt, and how long the most overdue one is due. */
async function ofSubscriptions(store: Store, now: number): Promise<readonly Family[]> {
  const all = await store.subscriptions.all().catch(() => [])
  const failing = all.filter(({ failures }) => failures > 0).length
  const overdue = Math.max(0, ...all.map(({ next_utc }) => now - next_utc))
  return [
    family({ name: 'fasti_subscriptions', type: 'gauge', help: 'Calendar subscriptions by state.' }, [
      [{ state: 'in_step' }, all.length - failing],
      [{ state: 'failing' }, failing],
    ]),
    gauge(
      'fasti_subscriptions_overdue_seconds',
      'How long the most overdue subscription is due.',
      overdue,
      'seconds',
    ),
  ]
}

/** Throws if the database does not respond, or is damaged. */
async function assertReady(store: Store): Promise<void> {
  await store.revision()
  const damage = store.damage()
  if (damage !== undefined) throw damage
}

/** Adds /healthz, /readyz and /metrics, and measures every response. `names` maps a route's URL to its pattern in metrics. */
export function monitor(app: FastifyInstance, watched: Monitored, names: ReadonlyMap<string, string>): void {
  const { store, now, decorated, caller, responseCache, spans } = watched
  const answers = durations()
  const delay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION })
  delay.enable()
  const tellsAll = app.log.level === 'debug' || app.log.level === 'trace'
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    const route = url === undefined ? 'none' : (names.get(url) ?? patternOf(url))
    const milliseconds = reply.elapsedTime
    answers.observe(route, request.method, reply.statusCode, milliseconds / 1000)
    const { method, headers } = request
    const { statusCode: status } = reply
    spans?.ended({ method, path: shownPath(request.url), route: url && route, status, headers, milliseconds })
    if (tellsAll || milliseconds >= SLOW) {
      const line = {
        ...namesOf(request),
        route,
        status: reply.statusCode,
        milliseconds: Math.round(milliseconds),
      }
      if (milliseconds >= SLOW) request.log.warn(line, 'slow response')
      else request.log.debug(line, 'response')
    }
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('Server-Timing', `total;dur=${reply.elapsedTime.toFixed(1)}`)
    done(null, payload)
  })
  app.addHook('onClose', async () => {
    delay.disable()
    await spans?.close()
  })
  const plain = (reply: FastifyReply, type: string) => reply.header('Cache-Control', 'no-store').type(type)
  const state = (word: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    decorated(request, reply)
    if (word === 'ready') await assertReady(store)
    return plain(reply, 'application/json; charset=utf-8').send(`{"status":"${word}"}`)
  }
  app.get('/healthz', state('ok'))
  app.get('/readyz', state('ready'))
  app.get('/metrics', async (request, reply) => {
    decorated(request, reply)
    if ((await caller(request, reply)).role === 'anonymous') throw new Problem('rest_not_logged_in')
    const families = [
      family({ name: 'fasti', type: 'info', help: 'The version of the service.' }, [
        [{ version: VERSION, node: process.version }, 1],
      ]),
      {
        name: 'fasti_request_duration_seconds',
        type: 'histogram',
        help: 'Duration of responses by route, method and status.',
        unit: 'seconds',
        lines: answers.lines('fasti_request_duration_seconds'),
      } as const,
      counter('fasti_ready_answers', 'Responses sent from the response cache.', responseCache.hits()),
      gauge(
        'fasti_ready_answers_held_bytes',
        'Memory used by the response cache.',
        responseCache.held(),
        'bytes',
      ),
      ...(await ofDatabase(store)),
      ...(await ofSubscriptions(store, epochOf(now().now))),
      ...(await ofProcess(delay)),
    ]
    return plain(reply, OPEN_METRICS).send(exposition(families))
  })
}
