/** Delivers activities to the servers of followers. Of all processes on one database, only the one with the lease delivers. */
import { setMaxListeners } from 'node:events'
import type { DueDelivery, FailingFederationHost, FederationDeliveryResult } from '../../store/store.ts'
import type { SendPost } from '../../webhooks/attempts.ts'
import { makeGatheredSaver } from '../../webhooks/gathering.ts'
import { newFastAndFailingLanes } from '../../webhooks/lanes.ts'
import { type DeliveryLease, deliveryLease } from '../../webhooks/lease.ts'
import { tickerOf } from '../../webhooks/ticking.ts'
import { type FederationParts, nowInSeconds } from '../federation-parts.ts'
import { paceBesideWrites, type RunInTurn } from './pace.ts'
import { planActivitiesAboutNearOccurrences, planActivitiesAboutNewChanges } from './planning.ts'
import { deliveryResultByFailure, postDelivery, saveDeliveryResults, signedDelivery } from './sending.ts'

// Attempts to deliver, at the pace that writes leave.

/** The attempts of this process since it started. */
interface FederationAttemptCounts {
  delivered: number
  failed: number
  /** Seconds that attempts took. */
  seconds: number
}

/** The parts of the deliveries of a process that attempts need. */
interface DeliveryAttemptParts {
  readonly source: FederationParts
  readonly lease: DeliveryLease
  readonly stopped: AbortController
  readonly counted: FederationAttemptCounts
  readonly pace: { readonly inTurn: RunInTurn }
}

/** Attempts a delivery. `known`: how its host stood before. */
type AttemptDelivery = (delivery: DueDelivery, known: FailingFederationHost | undefined) => Promise<void>

/** Returns the function that attempts deliveries, each in its lane and at the pace that writes leave. */
function deliveryAttempter(
  { source, lease, stopped, counted, pace: { inTurn } }: DeliveryAttemptParts,
  post: SendPost,
): AttemptDelivery {
  const lane = newFastAndFailingLanes()
  const save = makeGatheredSaver<FederationDeliveryResult>(
    (results) => saveDeliveryResults(source, results),
    inTurn,
  )
  return async (delivery, known) => {
    const result = await lane.run(known !== undefined, async () => {
      const signed = await inTurn(async () => {
        if (stopped.signal.aborted || !(await lease.hold())) throw new Error('another process delivers now')
        return signedDelivery(source, delivery)
      })
      const start = performance.now()
      const failure = await postDelivery(signed, post, stopped.signal)
      counted.seconds += (performance.now() - start) / 1000
      return deliveryResultByFailure(source, delivery, failure, known)
    })
    counted[result.outcome === 'delivered' ? 'delivered' : 'failed'] += 1
    await save(result)
  }
}

/** Milliseconds between two looks at the queue without a write. */
const IDLE = 1000
/** Seconds between two looks for occurrences that have come near. */
const OCCURRENCES = 3600
/** Deliveries that are read together, those of them that begin to one host, and the most that run: their activities are in memory. */
const MAX_DUE = 50
const MAX_OF_HOST = 8
const MAX_RUNNING = 1024
/** Milliseconds for which a stop waits for attempts, and rounds of `deliver`. */
const STOP_TIMEOUT = 3000
const MAX_ROUNDS = 200

/** The deliverer of one process to the servers of followers. */
export interface FederationDeliverer {
  counts(): FederationAttemptCounts
  /** Delivers everything that is due, if this process has the lease or can take it. */
  deliver(): Promise<void>
  /** Delivers continuously until `stop`. */
  start(failed: (error: unknown) => void): void
  stop(): Promise<void>
}

/** The deliveries of one process. */
interface Deliveries extends DeliveryAttemptParts {
  readonly pace: ReturnType<typeof paceBesideWrites>
  /** The running attempts by delivery. */
  readonly running: Map<number, { readonly host: string; readonly done: Promise<void> }>
  /** The change counter of the last look, and the monotonic milliseconds at which it was. */
  looked: { readonly counter: number | undefined; readonly at: number }
  /** The newest revision that was seen, by which writes of other processes show. */
  readonly seen: { revision: number }
  /** Whether more waits than can begin: what was written since is planned later, and then as it is by then. */
  isFull: boolean
  /** When occurrences were looked for, in seconds since 1970 UTC. */
  occurrencesAt: number
}

/** Reads deliveries that are due, and how their hosts stand. */
async function dueNow(deliveries: Deliveries) {
  const { source, running } = deliveries
  const { store } = source.context()
  const { queue } = store.federation
  deliveries.seen.revision = await store.revision()
  const busy = [...new Set([...running.values()].map(({ host }) => host))]
  const limit = Math.min(MAX_DUE, MAX_RUNNING - running.size)
  const due = limit > 0 ? await queue.due(nowInSeconds(source), { limit, ofHost: MAX_OF_HOST, busy }) : []
  return { due, hosts: await queue.hosts([...new Set(due.map(({ host }) => host))]) }
}

/** Begins deliveries that are due, to hosts to which none runs. Returns how many. */
async function begin(
  deliveries: Deliveries,
  attempt: AttemptDelivery,
  failed: (error: unknown) => void,
): Promise<number> {
  const { running, stopped, pace } = deliveries
  const { due, hosts } = await pace.inTurn(() => dueNow(deliveries))
  for (const delivery of due) {
    const done = attempt(delivery, hosts.get(delivery.host))
      .catch((error) => (stopped.signal.aborted ? undefined : failed(error)))
      .finally(() => running.delete(delivery.id))
    running.set(delivery.id, { host: delivery.host, done })
  }
  return due.length
}

/** Waits for the attempts that run. */
const ended = ({ running }: Pick<Deliveries, 'running'>) =>
  Promise.all([...running.values()].map(({ done }) => done))

/** Plans the first of what was written. Returns whether there may be more. */
async function plan(deliveries: Deliveries): Promise<boolean> {
  const { source, pace } = deliveries
  const { store, moment, actor } = source.context()
  await store.settle({ moment, actor })
  const hasMore = await planActivitiesAboutNewChanges(source, pace.inTurn)
  if (Math.abs(nowInSeconds(source) - deliveries.occurrencesAt) < OCCURRENCES) return hasMore
  deliveries.occurrencesAt = nowInSeconds(source)
  await planActivitiesAboutNearOccurrences(source, pace.inTurn)
  return hasMore
}

/** Begins deliveries if this process has the lease and something was written, or some time has passed. */
async function look(
  deliveries: Deliveries,
  attempt: AttemptDelivery,
  failed: (error: unknown) => void,
): Promise<void> {
  const { looked, lease, source } = deliveries
  if (!(await lease.hold())) return
  const counter = source.context().store.changeCounter()
  const isQuiet = counter !== undefined && counter === looked.counter
  if (isQuiet && performance.now() - looked.at < IDLE) return
  deliveries.looked = { counter, at: performance.now() }
  let hasMore = true
  while (hasMore && !deliveries.stopped.signal.aborted) {
    hasMore = !deliveries.isFull && (await plan(deliveries))
    deliveries.isFull = (await begin(deliveries, attempt, failed)) === MAX_DUE
  }
  if (deliveries.isFull) deliveries.looked = { counter: undefined, at: Number.NEGATIVE_INFINITY }
}

async function deliverAll(deliveries: Deliveries, attempt: AttemptDelivery): Promise<void> {
  const { lease, running, pace } = deliveries
  const errors: unknown[] = []
  pace.hurry()
  lease.forget()
  if (!(await lease.hold())) return
  deliveries.occurrencesAt = Number.NEGATIVE_INFINITY
  while (await plan(deliveries));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const begun = await begin(deliveries, attempt, (error) => errors.push(error))
    if (begun === 0 && running.size === 0) return
    await ended(deliveries)
    if (errors.length > 0) throw errors[0]
  }
}

/** Returns the deliverer of one process. */
export function federationDeliverer(source: FederationParts, post: SendPost): FederationDeliverer {
  const stopped = new AbortController()
  // Each attempt listens to it; the lanes bound how many run.
  setMaxListeners(0, stopped.signal)
  const { store } = source.context()
  const seen = { revision: 0 }
  const deliveries: Deliveries = {
    source,
    stopped,
    lease: deliveryLease(store.federation.queue),
    pace: paceBesideWrites(() => store.measures().writers.done + seen.revision),
    counted: { delivered: 0, failed: 0, seconds: 0 },
    running: new Map(),
    looked: { counter: undefined, at: Number.NEGATIVE_INFINITY },
    seen,
    isFull: false,
    occurrencesAt: Number.NEGATIVE_INFINITY,
  }
  const attempt = deliveryAttempter(deliveries, post)
  const ticker = tickerOf((failed) => look(deliveries, attempt, failed))
  return {
    counts: () => deliveries.counted,
    deliver: () => deliverAll(deliveries, attempt),
    start: ticker.start,
    async stop() {
      const late = setTimeout(() => stopped.abort(), STOP_TIMEOUT).unref()
      deliveries.pace.hurry()
      await ticker.halt()
      await ended(deliveries)
      clearTimeout(late)
      await deliveries.lease.release()
    },
  }
}
