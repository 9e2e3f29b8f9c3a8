/** Metrics of requests, and the OpenMetrics 1.0 text format. */
import { readdir } from 'node:fs/promises'
import type { monitorEventLoopDelay } from 'node:perf_hooks'
import type { StreamCounts } from '../../changes/streams.ts'
import type { Store } from '../../store/store.ts'
import type { AttemptCounts } from '../../webhooks/deliveries.ts'

/** Upper bounds of the histogram's buckets, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  readonly labels: string
  /** Count for each bucket, not cumulative; the last bucket has no upper bound. */
  readonly counts: Float64Array
  sum: number
}

/** Escapes a label value. */
const quoted = (value: string) => value.replace(/[\\"\n]/g, (one) => (one === '\n' ? '\\n' : `\\${one}`))

function seriesLines(name: string, { labels, counts, sum }: Series): readonly string[] {
  let total = 0
  const buckets = Array.from(counts, (count, at) => {
    total += count
    return `${name}_bucket{${labels},le="${BOUNDS[at] ?? '+Inf'}"} ${total}`
  })
  return [...buckets, `${name}_count{${labels}} ${total}`, `${name}_sum{${labels}} ${sum.toFixed(6)}`]
}

/** Returns an empty histogram of response durations. */
export function newDurationHistogram() {
  const byRoute = new Map<string, Map<string, Series>>()
  const seriesOf = (route: string, method: string, status: number): Series => {
    const ofRoute = byRoute.get(route) ?? new Map<string, Series>()
    byRoute.set(route, ofRoute)
    const key = `${method} ${status}`
    const known = ofRoute.get(key)
    if (known !== undefined) return known
    const labels = `route="${quoted(route)}",method="${quoted(method)}",status="${status}"`
    const series = { labels, counts: new Float64Array(BOUNDS.length + 1), sum: 0 }
    ofRoute.set(key, series)
    return series
  }
  return {
    /** Records the duration of a response, in seconds. */
    observe(route: string, method: string, status: number, seconds: number) {
      const series = seriesOf(route, method, status)
      let at = 0
      while (at < BOUNDS.length && seconds > (BOUNDS[at] ?? 0)) at += 1
      series.counts[at] = (series.counts[at] ?? 0) + 1
      series.sum += seconds
    },
    /** The lines of the histogram, for each route, method and status. */
    lines: (name: string) =>
      [...byRoute.values()].flatMap((of) => [...of.values()].flatMap((one) => seriesLines(name, one))),
  }
}

export type DurationHistogram = ReturnType<typeof newDurationHistogram>

export interface MetricFamily {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram' | 'info'
  readonly help: string
  readonly unit?: 'seconds' | 'bytes'
  readonly lines: readonly string[]
}

/** Builds a metric family with one number for each set of labels. */
export function metricFamily(
  { name, type, help, unit }: Omit<MetricFamily, 'lines'>,
  values: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[],
): MetricFamily {
  const suffix = type === 'counter' ? '_total' : type === 'info' ? '_info' : ''
  const lines = values.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${quoted(text)}"`)
    return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
  })
  return { name, type, help, lines, ...(unit !== undefined && { unit }) }
}

export const OPEN_METRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

/** Writes metric families as one OpenMetrics document, without those of which nothing is known. */
export function metricsText(families: readonly MetricFamily[]): string {
  const known = families.filter(({ lines }) => lines.length > 0)
  const blocks = known.flatMap(({ name, type, help, unit, lines }) => [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${help}`,
    ...lines,
  ])
  return `${blocks.join('\n')}\n# EOF\n`
}

// The families of metrics, by what they measure.

/** A family with one number that goes up and down; undefined where it is not known. */
export const gauge = (name: string, help: string, value: number | undefined, unit?: 'seconds' | 'bytes') =>
  metricFamily(
    { name, type: 'gauge', help, ...(unit !== undefined && { unit }) },
    value === undefined ? [] : [[{}, value]],
  )
/** A family with one number that only grows. */
export const counter = (name: string, help: string, value: number, unit?: 'seconds') =>
  metricFamily({ name, type: 'counter', help, ...(unit !== undefined && { unit }) }, [[{}, value]])
export const byLabel = (
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  label: string,
  values: Readonly<Record<string, number>>,
) =>
  metricFamily(
    { name, type, help },
    Object.entries(values).map(([value, count]) => [{ [label]: value }, count]),
  )

/** What the database tells; undefined where it does not respond. */
export const ifKnown = <T>(read: Promise<T>): Promise<T | undefined> => read.catch(() => undefined)

/** The seconds since something began to wait; 0 if nothing does. */
export const ageSince = (since: number | null | undefined, now: number): number | undefined =>
  since === null ? 0 : since && Math.max(0, now - since)

/** The process: processor, memory, files, and the delay of its event loop. */
export async function processMetrics(
  delay: ReturnType<typeof monitorEventLoopDelay>,
): Promise<readonly MetricFamily[]> {
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
    gauge('process_open_fds', 'Open file descriptors, including connections.', open?.length),
    metricFamily(
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

export const streamMetrics = ({ open, messages, dropped }: StreamCounts): readonly MetricFamily[] => [
  gauge('fasti_change_streams', 'Open streams of changes.', open),
  counter('fasti_change_stream_messages', 'Changes sent on streams.', messages),
  counter('fasti_change_streams_dropped', 'Streams closed because their client did not read.', dropped),
]

/** Webhooks: how many fail or are switched off, what waits and for how long. `now` is in seconds since 1970 UTC. */
export async function webhookMetrics(
  { webhooks }: Pick<Store, 'webhooks'>,
  { delivered, failed, seconds }: AttemptCounts,
  now: number,
): Promise<readonly MetricFamily[]> {
  const found = await ifKnown(webhooks.standing())
  const states = found && {
    in_step: found.inStep,
    failing: found.failing,
    switched_off: found.switchedOff,
  }
  return [
    byLabel('counter', 'fasti_webhook_attempts', 'Messages sent to webhooks by outcome.', 'outcome', {
      delivered,
      failed,
    }),
    counter('fasti_webhook_attempt_seconds', 'Time spent waiting for receivers.', seconds, 'seconds'),
    byLabel('gauge', 'fasti_webhooks', 'Webhooks by state.', 'state', states ?? {}),
    gauge('fasti_webhook_deliveries_waiting', 'Deliveries to be tried again.', found?.waiting),
    gauge(
      'fasti_webhook_deliveries_waiting_seconds',
      'Age of the oldest delivery that waits.',
      ageSince(found?.waitingSince, now),
      'seconds',
    ),
    gauge(
      'fasti_webhook_behind_revisions',
      'Revisions that the webhook furthest behind has not seen.',
      found?.behind,
    ),
  ]
}

/** The counts of series that this process extended to their horizon, and of their new occurrences. */
export interface SeriesExtensionCounts {
  /** When all series were last extended, in seconds since 1970 UTC; 0 before the first time. */
  readonly extended: number
  /** The occurrences that were made. */
  readonly occurrences: number
}

/** The occurrences of series that are made as time passes. */
export const seriesMetrics = ({ extended, occurrences }: SeriesExtensionCounts): readonly MetricFamily[] => [
  counter('fasti_series_occurrences_made', 'Occurrences made as the horizon moved.', occurrences),
  gauge(
    'fasti_series_extended_timestamp_seconds',
    'When this process last extended all series; 0 before the first time.',
    extended,
    'seconds',
  ),
]

const ofReplica = ({
  isAway,
  ...reads
}: Required<ReturnType<Store['measures']>>['replica']): readonly MetricFamily[] => [
  gauge('fasti_replica_up', '1 if the replica responds, 0 if not.', isAway ? 0 : 1),
  byLabel('counter', 'fasti_replica_reads', 'Reads by whether the replica served them.', 'outcome', reads),
]

/** The database, and the writes to it. */
export async function databaseMetrics(store: Store): Promise<readonly MetricFamily[]> {
  const start = performance.now()
  const revision = await ifKnown(store.revision())
  const seconds = (performance.now() - start) / 1000
  // A replica may have answered in the place of the primary.
  const isUp = revision !== undefined && store.outage() === undefined
  const { queries, seconds: queried, failures, connections, writers, replica } = store.measures()
  return [
    gauge('fasti_database_up', '1 if the database that takes writes responds, 0 if not.', isUp ? 1 : 0),
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
    gauge('fasti_revision', 'The current revision, which every write increments.', revision),
    byLabel(
      'gauge',
      'fasti_database_connections',
      'Connections by state, and requests that wait for one.',
      'state',
      { ...connections },
    ),
    ...(replica === undefined ? [] : ofReplica(replica)),
  ]
}

/** Calendar subscriptions: how many failed at the last attempt, and how long the most overdue one is due. */
export async function subscriptionMetrics(store: Store, now: number): Promise<readonly MetricFamily[]> {
  const all = await store.subscriptions.all().catch(() => [])
  const failing = all.filter(({ failures }) => failures > 0).length
  const overdue = Math.max(0, ...all.map(({ next_utc }) => now - next_utc))
  return [
    byLabel('gauge', 'fasti_subscriptions', 'Calendar subscriptions by state.', 'state', {
      in_step: all.length - failing,
      failing,
    }),
    gauge(
      'fasti_subscriptions_overdue_seconds',
      'How long the most overdue subscription is due.',
      overdue,
      'seconds',
    ),
  ]
}
