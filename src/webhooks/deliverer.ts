/**
 * Delivers to webhooks. Of all processes on one database, only the one with the lease delivers. Each webhook has its own rounds,
 * so that a slow receiver delays no other; the results of several rounds are saved in one transaction.
 */
import {
  type DelivererOptions,
  type DeliveryProcessState,
  newDeliveryProcessState,
  type OnFault,
  roundStarter,
} from './deliveries.ts'
import { tickerOf } from './ticking.ts'

/** Milliseconds between two checks for deliveries without a write. */
const IDLE_TICK = 1000
/** Rounds of each webhook in one call of `deliver`. */
const MAX_PASSES = 20
/** Milliseconds for which a stop waits for attempts: as long as one may take. */
const STOP_TIMEOUT = 15_000

export interface WebhookDeliverer {
  counts(): DeliveryProcessState['counted']
  /** Delivers everything that is due, if this process has the lease or can take it. */
  deliver(): Promise<void>
  /** Delivers continuously until `stop`. */
  start(failed: (error: unknown) => void): void
  stop(): Promise<void>
}

const settleStore = ({ store, source }: DeliveryProcessState) => {
  const { moment, actor } = source.context()
  return store.settle({ moment, actor })
}

/** Publishes what is due and begins rounds if this process has the lease and something was written, or some time has passed. */
async function look(
  deliveries: DeliveryProcessState,
  begin: (failed: OnFault) => Promise<void>,
  failed: OnFault,
): Promise<void> {
  if (!(await deliveries.lease.hold())) return
  const counter = deliveries.store.changeCounter()
  const { looked } = deliveries
  const isQuiet = counter !== undefined && counter === looked.counter
  if (isQuiet && performance.now() - looked.at < IDLE_TICK) return
  deliveries.looked = { counter, at: performance.now() }
  await settleStore(deliveries)
  await begin(failed)
}

/** Delivers everything that is due, if this process has the lease or can take it. */
async function deliverAll(
  deliveries: DeliveryProcessState,
  begin: (failed: OnFault) => Promise<void>,
): Promise<void> {
  const { lease, rounds } = deliveries
  const errors: unknown[] = []
  deliveries.isEnding = false
  lease.forget()
  if (!(await lease.hold())) return
  await settleStore(deliveries)
  for (let at = 0; at < MAX_PASSES; at++) {
    await begin((error) => errors.push(error))
    if (rounds.size === 0) break
    await Promise.all(rounds.values())
    if (errors.length > 0) throw errors[0]
  }
}

/** Returns the deliverer of one process. */
export function webhookDelivererOf(options: DelivererOptions): WebhookDeliverer {
  const deliveries = newDeliveryProcessState(options)
  const { lease, rounds, stopped } = deliveries
  const begin = roundStarter(deliveries)
  const ticker = tickerOf((failed) => look(deliveries, begin, failed))
  return {
    counts: () => deliveries.counted,
    deliver: () => deliverAll(deliveries, begin),
    start: ticker.start,
    async stop() {
      deliveries.isEnding = true
      const late = setTimeout(() => stopped.abort(), STOP_TIMEOUT).unref()
      await ticker.halt()
      await Promise.all(rounds.values())
      clearTimeout(late)
      await lease.release()
    },
  }
}
