/** Delivers activities to the servers of followers. Of all processes on one database, only the one with the lease delivers. */
import { setMaxListeners } from 'node:events'
import type { DueDelivery, FederationDeliveryResult } from '../../store/store.ts'
import type { Post } from '../../webhooks/attempts.ts'
import { outcomeGatherer } from '../../webhooks/gathering.ts'
import { newAttemptLanes } from '../../webhooks/lanes.ts'
import { type DeliveryLease, deliveryLease } from '../../webhooks/lease.ts'
import { attemptPacer } from '../../webhooks/pacing.ts'
import { tickerOf } from '../../webhooks/ticking.ts'
import { type FederationSource, nowInSeconds } from '../source.ts'
import { planChanges, planOccurrences } from './planning.ts'
import { deliveryResultOf, isGivenUp, postDelivery, signedDelivery } from './sending.ts'

/** Milliseconds between two looks at the queue without a write. */
const IDLE = 1000
/** Seconds between two looks for occurrences that have come near. */
const OCCURRENCES = 3600
/** Deliveries that are read together, those of them that begin to one host, and the most that run: their activities are in memory. */
const MAX_DUE = 200
const MAX_OF_HOST = 8
const MAX_RUNNING = 1024
/** Milliseconds for which a stop waits for attempts. */
const STOP_TIMEOUT = 3000
/** Rounds of `deliver`. */
const MAX_ROUNDS = 200

/** The attempts of this process since it started. */
interface FederationCounts {
  delivered: number
  failed: number
  /** Seconds that attempts took. */
  seconds: number
}

export interface FederationDeliverer {
  counts(): FederationCounts
  /** Delivers everything that is due, if this process has the lease or can take it. */
  deliver(): Promise<void>
  /** Delivers continuously until `stop`. */
  start(failed: (error: unknown) => void): void
  stop(): Promise<void>
}

/** The deliveries of one process. */
interface Deliveries {
  readonly source: FederationSource
  readonly lease: DeliveryLease
  readonly stopped: AbortController
  readonly counted: FederationCounts
  /** The running attempts by delivery. */
  readonly running: Map<number, { readonly host: string; readonly done: Promise<void> }>
  /** The change counter of the last look, and the monotonic milliseconds at which it was. */
  looked: { readonly counter: number | undefined; readonly at: number }
  /** When occurrences were looked for, in seconds since 1970 UTC. */
  occurrencesAt: number
}

type Attempt = (delivery: DueDelivery) => Promise<void>

/** Saves results, and gives up hosts. */
async function settle({ source }: Deliveries, results: readonly FederationDeliveryResult[]): Promise<void> {
  const { followers, queue } = source.context().store.federation
  await queue.settle(results)
  const dead = results.filter((result) => isGivenUp(result, nowInSeconds(source)))
  for (const host of new Set(dead.map(({ delivery }) => delivery.host))) await followers.removeHost(host)
}

/** Returns what lets deliveries be signed one after the other, while it is their turn: hundreds at once would leave writes no time. */
function turnsBetweenWrites(turn: () => Promise<void>) {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(act: () => Promise<T>): Promise<T> => {
    const mine = last.then(turn).then(act)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** Returns the function that attempts a delivery, in its lane and at the pace that writes leave. */
function attempter(deliveries: Deliveries, post: Post): Attempt {
  const { source, lease, stopped, counted } = deliveries
  const { store } = source.context()
  const lane = newAttemptLanes()
  const inTurn = turnsBetweenWrites(attemptPacer(() => store.measures().writers.done))
  const save = outcomeGatherer<FederationDeliveryResult>((results) => settle(deliveries, results))
  return async (delivery) => {
    const known = (await store.federation.queue.hosts([delivery.host])).get(delivery.host)
    const result = await lane.run(known !== undefined, async () => {
      const signed = await inTurn(async () => {
        if (stopped.signal.aborted || !(await lease.hold())) throw new Error('another process delivers now')
        return signedDelivery(source, delivery)
      })
      const start = performance.now()
      const status = await postDelivery(signed, post, stopped.signal)
      counted.seconds += (performance.now() - start) / 1000
      return deliveryResultOf(source, delivery, status, known)
    })
    counted[result.outcome === 'delivered' ? 'delivered' : 'failed'] += 1
    await save(result)
  }
}

/** Begins deliveries that are due, to hosts to which none runs. Returns how many. */
async function begin(
  { source, running, stopped }: Deliveries,
  attempt: Attempt,
  failed: (error: unknown) => void,
): Promise<number> {
  const { queue } = source.context().store.federation
  const busy = [...new Set([...running.values()].map(({ host }) => host))]
  const limit = Math.min(MAX_DUE, MAX_RUNNING - running.size)
  const due = limit > 0 ? await queue.due(nowInSeconds(source), { limit, ofHost: MAX_OF_HOST, busy }) : []
  for (const delivery of due) {
    const done = attempt(delivery)
      .catch((error) => (stopped.signal.aborted ? undefined : failed(error)))
      .finally(() => running.delete(delivery.id))
    running.set(delivery.id, { host: delivery.host, done })
  }
  return due.length
}

/** Waits for the attempts that run. */
const ended = ({ running }: Pick<Deliveries, 'running'>) =>
  Promise.all([...running.values()].map(({ done }) => done))

/** Plans everything that was written. */
async function plan(deliveries: Deliveries): Promise<void> {
  const { source } = deliveries
  const { store, moment, actor } = source.context()
  await store.settle({ moment, actor })
  while (await planChanges(source));
  if (Math.abs(nowInSeconds(source) - deliveries.occurrencesAt) < OCCURRENCES) return
  deliveries.occurrencesAt = nowInSeconds(source)
  await planOccurrences(source)
}

/** Begins deliveries if this process has the lease and something was written, or some time has passed. */
async function look(
  deliveries: Deliveries,
  attempt: Attempt,
  failed: (error: unknown) => void,
): Promise<void> {
  const { looked, lease, source } = deliveries
  if (!(await lease.hold())) return
  const counter = source.context().store.changeCounter()
  const isQuiet = counter !== undefined && counter === looked.counter
  if (isQuiet && performance.now() - looked.at < IDLE) return
  deliveries.looked = { counter, at: performance.now() }
  await plan(deliveries)
  await begin(deliveries, attempt, failed)
}

async function deliverAll(deliveries: Deliveries, attempt: Attempt): Promise<void> {
  const { lease, running } = deliveries
  const errors: unknown[] = []
  lease.forget()
  if (!(await lease.hold())) return
  deliveries.occurrencesAt = Number.NEGATIVE_INFINITY
  await plan(deliveries)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const begun = await begin(deliveries, attempt, (error) => errors.push(error))
    if (begun === 0 && running.size === 0) return
    await ended(deliveries)
    if (errors.length > 0) throw errors[0]
  }
}

/** Returns the deliverer of one process. */
export function federationDeliverer(source: FederationSource, post: Post): FederationDeliverer {
  const stopped = new AbortController()
  // Each attempt listens to it; the lanes bound how many run.
  setMaxListeners(0, stopped.signal)
  const deliveries: Deliveries = {
    source,
    stopped,
    lease: deliveryLease(source.context().store.federation.queue),
    counted: { delivered: 0, failed: 0, seconds: 0 },
    running: new Map(),
    looked: { counter: undefined, at: Number.NEGATIVE_INFINITY },
    occurrencesAt: Number.NEGATIVE_INFINITY,
  }
  const attempt = attempter(deliveries, post)
  const ticker = tickerOf((failed) => look(deliveries, attempt, failed))
  return {
    counts: () => deliveries.counted,
    deliver: () => deliverAll(deliveries, attempt),
    start: ticker.start,
    async stop() {
      const late = setTimeout(() => stopped.abort(), STOP_TIMEOUT).unref()
      await ticker.halt()
      await ended(deliveries)
      clearTimeout(late)
      await deliveries.lease.release()
    },
  }
}
