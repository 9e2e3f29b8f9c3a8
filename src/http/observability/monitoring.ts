/** Monitoring: metrics and slow requests, besides liveness and readiness. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../actions/policy.ts'
import { EVENT_STREAM_TYPE } from '../../contract/operations/integrations/changes.ts'
import { VERSION_WITH_COMMIT } from '../../contract/version.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { Problem } from '../../problem.ts'
import { serverTiming } from '../protocol/headers.ts'
import { type FederationWatched, federationMetrics } from './federation-metrics.ts'
import { addHealth, type HealthWatched, setNoStoreAndTypeOfReply } from './health.ts'
import { type AddressLogDetail, loggedClientAddress } from './logged-client-address.ts'
import {
  counter,
  type DeliveryAttemptCounts,
  databaseMetrics,
  gauge,
  processMetrics,
  type SeriesExtensionCounts,
  type StreamCounts,
  seriesMetrics,
  streamMetrics,
  subscriptionMetrics,
  webhookMetrics,
} from './metric-families.ts'
import {
  type DurationHistogram,
  metricFamily,
  metricsText,
  newDurationHistogram,
  OPEN_METRICS_TYPE,
} from './metrics.ts'
import { type PurgesWatched, purgeMetrics } from './purge-metrics.ts'
import { pathForLogs, requestLogFields } from './request-ids.ts'
import { submissionMetrics } from './submission-space.ts'
import type { SpanExporter } from './tracing.ts'
import {
  backUpMetrics,
  diskSpaceMetrics,
  mailMetrics,
  metricsOfImagesWithoutPictures,
} from './upkeep-metrics.ts'

/** Milliseconds from which a response is logged as slow. */
const SLOW = 1000
const LOOP_RESOLUTION = 20
/** The name of a URL without a route in metrics and logs. */
const NO_ROUTE = 'none'

/** The name of the route of a request; undefined if it has none. */
type NameOf = (request: FastifyRequest) => string | undefined

export interface MonitoringParts extends FederationWatched, HealthWatched, PurgesWatched {
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
  attempts(): DeliveryAttemptCounts
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
    ...(await submissionMetrics(store)),
    ...(await databaseMetrics(store)),
    ...(await subscriptionMetrics(store, now)),
    ...(await webhookMetrics(store, attempts(), now)),
    ...(await federationMetrics(watched)),
    ...(await purgeMetrics(watched)),
    ...(await mailMetrics(store, now)),
    ...(await metricsOfImagesWithoutPictures(store)),
    ...(await diskSpaceMetrics(watched.folders)),
    ...(await backUpMetrics(watched.lastBackUp)),
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
