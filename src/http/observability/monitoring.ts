/** Monitoring: metrics and slow requests, besides liveness and readiness. */
import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../api/policy.ts'
import type { StreamCounts } from '../../changes/streams.ts'
import { EVENT_STREAM_TYPE } from '../../contract/operations/other-programs.ts'
import { VERSION_WITH_COMMIT } from '../../contract/version.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { because, Problem } from '../../problem.ts'
import type { Store } from '../../store/store.ts'
import type { AttemptCounts } from '../../webhooks/deliveries.ts'
import { serverTiming } from '../protocol.ts'
import { type AddressLogDetail, loggedClientAddress, pathForLogs, requestLogFields } from './logs.ts'
import {
  ageSince,
  byLabel,
  counter,
  type DurationHistogram,
  databaseMetrics,
  gauge,
  ifKnown,
  type MetricFamily,
  metricFamily,
  metricsText,
  newDurationHistogram,
  OPEN_METRICS_TYPE,
  processMetrics,
  type SeriesExtensionCounts,
  seriesMetrics,
  streamMetrics,
  subscriptionMetrics,
  webhookMetrics,
} from './metrics.ts'
import type { SpanExporter } from './tracing.ts'

// Liveness and readiness, for load balancers and supervisors.

interface HealthWatched {
  readonly store: Store
  /** Sets the headers of every response. */
  decorated(request: FastifyRequest, reply: FastifyReply): void
  /** Whether the service is about to end: load balancers turn to another instance. */
  isEnding(): boolean
  /** The same while it is being prepared. */
  isStarting(): boolean
}

/** Throws if the service begins or is about to end, or if the database does not respond or is damaged. */
async function assertReady({ store, isStarting, isEnding }: HealthWatched): Promise<void> {
  if (isStarting()) throw new Problem('rest_unavailable', because('instance_starting'))
  if (isEnding()) throw new Problem('rest_unavailable', because('instance_ending'))
  await store.revision()
  const damage = store.damage()
  if (damage !== undefined) throw damage
}

/** Returns a reply that no cache keeps, with a media type. */
const setNoStoreAndTypeOfReply = (reply: FastifyReply, type: string): FastifyReply =>
  reply.header('Cache-Control', 'no-store').type(type)

/** Adds /healthz and /readyz. */
function addHealth(app: FastifyInstance, watched: HealthWatched): void {
  const { store, decorated } = watched
  const state = (word: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    decorated(request, reply)
    reply.header('X-Fasti-Version', VERSION_WITH_COMMIT)
    if (word === 'ready') await assertReady(watched)
    const isRefused = store.outage() !== undefined || store.refusal() !== undefined
    const writes = word === 'ready' && isRefused ? { writes: 'unavailable' } : {}
    const body = JSON.stringify({ status: word, ...writes })
    return setNoStoreAndTypeOfReply(reply, 'application/json; charset=utf-8').send(body)
  }
  app.get('/healthz', state('ok'))
  app.get('/readyz', state('ready'))
}

// Metrics of what keeps a calendar for years, such as space on the disk, and of other servers.

/** The free bytes of the fullest disk that has one of these folders; undefined where none exists. */
async function leastFreeSpace(folders: readonly string[]): Promise<number | undefined> {
  const free = await Promise.all(
    folders.map((folder) =>
      statfs(folder).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => Number.POSITIVE_INFINITY,
      ),
    ),
  )
  const least = Math.min(...free)
  return Number.isFinite(least) ? least : undefined
}

interface FederationWatched {
  /** The counts of attempts of this process to send to other servers; undefined if the calendar does not federate. */
  federationAttempts(): AttemptCounts | undefined
}

/** Returns what waits for other servers, how many of them fail, and the attempts of this process; nothing if the calendar does not federate. */
async function federationMetrics({
  store,
  federationAttempts,
}: FederationWatched & { readonly store: Pick<Store, 'federation'> }): Promise<readonly MetricFamily[]> {
  const attempts = federationAttempts()
  if (attempts === undefined) return []
  const { delivered, failed } = attempts
  const found = await ifKnown(store.federation.queue.health())
  return [
    byLabel('counter', 'fasti_federation_attempts', 'Activities sent to servers by outcome.', 'outcome', {
      delivered,
      failed,
    }),
    gauge('fasti_federation_deliveries_waiting', 'Activities that wait for a server.', found?.waiting),
    gauge('fasti_federation_hosts_failing', 'Servers that failed at the last attempt.', found?.failingHosts),
    gauge('fasti_federation_followers', 'Accepted followers.', found?.followers),
  ]
}

interface PurgesWatched {
  /** The counts of this process's purges since it started; undefined without a cache in front of the service that is told. */
  purgeCounts(): { readonly sent: number; readonly failed: number } | undefined
}

/** Returns the purges of this process, and how far all are behind; nothing without a cache that is told. */
async function purgeMetrics({
  store,
  purgeCounts,
}: PurgesWatched & { readonly store: Pick<Store, 'purges'> }): Promise<readonly MetricFamily[]> {
  const counts = purgeCounts()
  if (counts === undefined) return []
  const { sent: accepted, failed } = counts
  return [
    byLabel('counter', 'fasti_purges', 'Purges sent to the cache in front by outcome.', 'outcome', {
      accepted,
      failed,
    }),
    gauge(
      'fasti_purge_behind_revisions',
      'Revisions that the cache in front was not told of.',
      await ifKnown(store.purges.behind()),
    ),
  ]
}

/** Milliseconds from which a response is logged as slow. */
const SLOW = 1000
const LOOP_RESOLUTION = 20
/** The name of a URL without a route in metrics and logs. */
const NO_ROUTE = 'none'

/** The name of the route of a request; undefined if it has none. */
type NameOf = (request: FastifyRequest) => string | undefined

interface MonitoringParts extends FederationWatched, HealthWatched, PurgesWatched {
  readonly now: () => Moment
  /** The caller. Throws if the caller is not admitted. */
  caller(request: FastifyRequest, reply: FastifyReply): Promise<Actor>
  /** The response cache: how many responses it has sent, and its size in bytes. */
  readonly responseCache: { hits(): number; held(): number }
  /** The open streams of changes. */
  readonly streams: { counts(): StreamCounts }
  /** The counts of series that were extended, and of their new occurrences. */
  extension(): SeriesExtensionCounts
  /** The counts of attempts of this process to send to webhooks. */
  attempts(): AttemptCounts
  readonly logAddresses: AddressLogDetail
  /** The folders whose disks must not be full. */
  readonly folders: readonly string[]
  /** When the last back-up was completed, in seconds since 1970 UTC; undefined if none was. */
  lastBackUp(): Promise<number | undefined>
  /** The sender of request spans, if configured. */
  readonly spans: SpanExporter | undefined
}

/** A response that has been sent. */
interface Sent {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The name of its route; undefined if it has none. */
  readonly route: string | undefined
  readonly milliseconds: number
  /** A stream lasts as long as its client wants. */
  readonly isStream: boolean
}

/** Logs a response that was slow; at the level of debugging every one, with its address. */
function logSent({ request, reply, route, milliseconds, isStream }: Sent, watched: MonitoringParts): void {
  const { level } = request.log
  const tellsAll = level === 'debug' || level === 'trace'
  // The log tells once that the database is away, not for each request that waited for it.
  const isAway = reply.statusCode === 503 && watched.store.outage() !== undefined
  const isSlow = milliseconds >= SLOW && !isStream && !isAway
  if (!tellsAll && !isSlow) return
  const address = tellsAll ? loggedClientAddress(request.ip, watched.logAddresses) : undefined
  const line = {
    ...requestLogFields(request),
    ...(address !== undefined && { address }),
    route: route ?? NO_ROUTE,
    status: reply.statusCode,
    milliseconds: Math.round(milliseconds),
  }
  if (isSlow) request.log.warn(line, 'slow response')
  else request.log.debug(line, 'response')
}

/** The families of metrics of this process, without those of its responses. */
async function familiesOf(watched: MonitoringParts) {
  const { store, responseCache, streams, extension, attempts } = watched
  const now = epochOfInstant(watched.now().now)
  const mail = await ifKnown(store.mail.standing())
  return [
    counter('fasti_ready_answers', 'Responses sent from the response cache.', responseCache.hits()),
    gauge(
      'fasti_ready_answers_held_bytes',
      'Memory used by the response cache.',
      responseCache.held(),
      'bytes',
    ),
    ...streamMetrics(streams.counts()),
    ...seriesMetrics(extension()),
    gauge(
      'fasti_submissions_space_bytes',
      'Space of what the public submitted and nobody approved, about.',
      await ifKnown(store.proposals.space()),
      'bytes',
    ),
    ...(await databaseMetrics(store)),
    ...(await subscriptionMetrics(store, now)),
    ...(await webhookMetrics(store, attempts(), now)),
    ...(await federationMetrics(watched)),
    ...(await purgeMetrics(watched)),
    gauge('fasti_mail_waiting', 'E-mails in the queue.', mail?.waiting),
    gauge(
      'fasti_mail_waiting_seconds',
      'Age of the oldest e-mail in the queue.',
      ageSince(mail?.waitingSince, now),
      'seconds',
    ),
    gauge(
      'fasti_pictures_waiting',
      'Images without pictures for pages.',
      await ifKnown(store.countWithoutPictures()),
    ),
    gauge(
      'fasti_disk_free_bytes',
      'Free space of the fullest disk with the data folder or the database file.',
      await leastFreeSpace(watched.folders),
      'bytes',
    ),
    gauge(
      'fasti_backup_timestamp_seconds',
      'When fasti backup last completed and verified a back-up.',
      await ifKnown(watched.lastBackUp()),
      'seconds',
    ),
  ]
}

/** Adds /metrics, for users. */
function addMetrics(app: FastifyInstance, watched: MonitoringParts, responseTimes: DurationHistogram): void {
  const delay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION })
  delay.enable()
  app.addHook('onClose', async () => void delay.disable())
  app.get('/metrics', async (request, reply) => {
    watched.decorated(request, reply)
    if ((await watched.caller(request, reply)).role === 'anonymous') throw new Problem('rest_not_logged_in')
    const version = metricFamily({ name: 'fasti', type: 'info', help: 'The version of the service.' }, [
      [{ version: VERSION_WITH_COMMIT, node: process.version }, 1],
    ])
    const durations = {
      name: 'fasti_request_duration_seconds',
      type: 'histogram',
      help: 'Duration of responses by route, method and status.',
      unit: 'seconds',
      lines: responseTimes.lines('fasti_request_duration_seconds'),
    } as const
    const families = [version, durations, ...(await familiesOf(watched)), ...(await processMetrics(delay))]
    return setNoStoreAndTypeOfReply(reply, OPEN_METRICS_TYPE).send(metricsText(families))
  })
}

/** Adds /healthz, /readyz and /metrics, and measures every response by the name of its route. */
export function addMonitoring(app: FastifyInstance, watched: MonitoringParts, nameOf: NameOf): void {
  const responseTimes = newDurationHistogram()
  app.addHook('onResponse', (request, reply, done) => {
    const { method, headers } = request
    const { statusCode: status, elapsedTime: milliseconds } = reply
    const route = nameOf(request)
    const isStream = String(reply.getHeader('content-type')).startsWith(EVENT_STREAM_TYPE)
    if (!isStream) responseTimes.observe(route ?? NO_ROUTE, method, status, milliseconds / 1000)
    watched.spans?.ended({ method, path: pathForLogs(request.url), route, status, headers, milliseconds })
    logSent({ request, reply, route, milliseconds, isStream }, watched)
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('Server-Timing', serverTiming(reply))
    done(null, payload)
  })
  app.addHook('onClose', async () => watched.spans?.close())
  addHealth(app, watched)
  addMetrics(app, watched, responseTimes)
}
