/** Watching the service: whether it lives, whether it is ready, what it does, and what took long. */
import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../actions/policy.ts'
import { VERSION } from '../contract/version.ts'
import { epochOf, type Moment } from '../domain/moment.ts'
import { Problem } from '../problem.ts'
import type { Store } from '../store/store.ts'
import { durations, exposition, type Family, family, OPEN_METRICS } from './metrics.ts'
import { namesOf, shownPath } from './names.ts'
import { patternOf } from './roots.ts'
import type { Spans } from './tracing.ts'

/** Milliseconds from which on an answer is worth a line in the log. */
const SLOW = 1000
const LOOP_RESOLUTION = 20

export interface Watched {
  readonly store: Store
  readonly now: () => Moment
  /** Sets the headers of every answer. */
  decorated(request: FastifyRequest, reply: FastifyReply): void
  /** Who asks. Throws where the caller may not. */
  caller(request: FastifyRequest, reply: FastifyReply): Promise<Actor>
  /** How many answers were ready, and the bytes that those take which are kept. */
  readonly readyAnswers: { given(): number; held(): number }
  /** Where spans of requests go, if anywhere. */
  readonly spans: Spans | undefined
}

const gauge = (name: string, help: string, value: number, unit?: 'seconds' | 'bytes') =>
  family({ name, type: 'gauge', help, ...(unit !== undefined && { unit }) }, [[{}, value]])
const counter = (name: string, help: string, value: number, unit?: 'seconds') =>
  family({ name, type: 'counter', help, ...(unit !== undefined && { unit }) }, [[{}, value]])

async function ofProcess(delay: ReturnType<typeof monitorEventLoopDelay>): Promise<readonly Family[]> {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  // Only some systems tell.
  const open = await readdir('/proc/self/fd').catch(() => undefined)
  return [
    counter('process_cpu_seconds', 'Time on the processor.', (user + system) / 1e6, 'seconds'),
    gauge('process_resident_memory_bytes', 'Memory held.', rss, 'bytes'),
    gauge('nodejs_heap_used_bytes', 'Heap in use.', heapUsed, 'bytes'),
    gauge('nodejs_heap_total_bytes', 'Heap taken from the system, in use or not.', heapTotal, 'bytes'),
    gauge(
      'nodejs_external_bytes',
      'Memory in use beside the heap, such as the bytes of answers.',
      external,
      'bytes',
    ),
    ...(open === undefined ? [] : [gauge('process_open_fds', 'Open files and connections.', open.length)]),
    family(
      {
        name: 'nodejs_eventloop_delay_seconds',
        type: 'gauge',
        help: 'How late timers are.',
        unit: 'seconds',
      },
      [50, 99].map((part) => [{ quantile: String(part / 100) }, Math.max(0, delay.percentile(part) / 1e9)]),
    ),
  ]
}

const readsOf = (replica: Readonly<Record<string, number>>) =>
  family(
    { name: 'fasti_replica_reads', type: 'counter', help: 'Reads that the replica answered, or could not.' },
    Object.entries(replica).map(([outcome, count]) => [{ outcome }, count]),
  )

async function ofDatabase(store: Store): Promise<readonly Family[]> {
  const start = performance.now()
  const revision = await store.revision().catch(() => undefined)
  const seconds = (performance.now() - start) / 1000
  const { queries, seconds: queried, failures, connections, writers, replica } = store.measures()
  return [
    gauge('fasti_database_up', 'Whether the database answers.', revision === undefined ? 0 : 1),
    gauge(
      'fasti_database_damaged',
      'Whether damage to its file was found, after which nothing is written.',
      store.damage() === undefined ? 0 : 1,
    ),
    gauge('fasti_database_ping_seconds', 'How long it took to answer just now.', seconds, 'seconds'),
    counter('fasti_database_queries', 'Queries.', queries),
    counter('fasti_database_failures', 'Queries that failed.', failures),
    counter('fasti_database_query_seconds', 'Time spent in queries.', queried, 'seconds'),
    gauge('fasti_writers_waiting', 'Writers who wait for their turn, or write.', writers.waiting),
    counter('fasti_writes', 'Writes that were kept or refused.', writers.done),
    counter(
      'fasti_write_seconds',
      'Time that writes took, waiting for their turn too.',
      writers.seconds,
      'seconds',
    ),
    counter('fasti_write_groups', 'Groups of writes that shared a transaction.', writers.groups),
    ...(revision === undefined ? [] : [gauge('fasti_revision', 'How often anything was written.', revision)]),
    family(
      { name: 'fasti_database_connections', type: 'gauge', help: 'Connections, and who waits for one.' },
      Object.entries(connections).map(([state, count]) => [{ state }, count]),
    ),
    ...(replica === undefined ? [] : [readsOf(replica)]),
  ]
}

/** How subscriptions stand: those that failed the last time, and how long ago the one that waits longest was due. */
async function ofSubscriptions(store: Store, now: number): Promise<readonly Family[]> {
  const all = await store.subscriptions.all().catch(() => [])
  const failing = all.filter(({ failures }) => failures > 0).length
  const overdue = Math.max(0, ...all.map(({ next_utc }) => now - next_utc))
  return [
    family({ name: 'fasti_subscriptions', type: 'gauge', help: 'Outside calendars kept in step.' }, [
      [{ state: 'in_step' }, all.length - failing],
      [{ state: 'failing' }, failing],
    ]),
    gauge('fasti_subscriptions_overdue_seconds', 'For how long the latest is due.', overdue, 'seconds'),
  ]
}

/** Throws where the database does not answer, or nothing can be written to it any more. */
async function assertReady(store: Store): Promise<void> {
  await store.revision()
  const damage = store.damage()
  if (damage !== undefined) throw damage
}

/** Adds /healthz, /readyz and /metrics, and watches every answer. `names` gives the pattern that a route is counted by. */
export function watch(app: FastifyInstance, watched: Watched, names: ReadonlyMap<string, string>): void {
  const { store, now, decorated, caller, readyAnswers, spans } = watched
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
      if (milliseconds >= SLOW) request.log.warn(line, 'slow answer')
      else request.log.debug(line, 'answer')
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
      family({ name: 'fasti', type: 'info', help: 'The version.' }, [
        [{ version: VERSION, node: process.version }, 1],
      ]),
      {
        name: 'fasti_request_duration_seconds',
        type: 'histogram',
        help: 'Answers by route, method and status.',
        unit: 'seconds',
        lines: answers.lines('fasti_request_duration_seconds'),
      } as const,
      counter('fasti_ready_answers', 'Answers that were ready.', readyAnswers.given()),
      gauge(
        'fasti_ready_answers_held_bytes',
        'Memory for answers that are kept.',
        readyAnswers.held(),
        'bytes',
      ),
      ...(await ofDatabase(store)),
      ...(await ofSubscriptions(store, epochOf(now().now))),
      ...(await ofProcess(delay)),
    ]
    return plain(reply, OPEN_METRICS).send(exposition(families))
  })
}
