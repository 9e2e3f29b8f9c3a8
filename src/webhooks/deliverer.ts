/**
 * Delivers to webhooks. Of all processes on one database, only the one with the lease delivers. Each webhook has its own rounds,
 * so that a slow receiver delays no other; the results of several rounds are saved in one transaction.
 */
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { epochOf } from '../domain/time/moment.ts'
import type { Round, Store } from '../store/store.ts'
import { attemptDelivery, isSuccess, type Post } from './attempts.ts'
import { lanes } from './lanes.ts'
import { type MessageSource, representing } from './messages.ts'
import { pacing } from './pacing.ts'
import { MAX_ENTRIES, type RoundTools, roundOf } from './rounds.ts'

/** Seconds for which a lease is valid, and after which it is renewed. */
const LEASE = 8
const RENEWED_AFTER = 2
/** Milliseconds between two checks for deliveries after a write, and without one. */
const TICK = 100
const IDLE_TICK = 1000
/** Milliseconds for which outcomes are collected before they are saved. */
const GATHERED = 10
/** Rounds of each webhook in one call of `deliver`. */
const MAX_PASSES = 20
/** Milliseconds for which a stop waits for attempts. */
const STOP_TIMEOUT = 3000

/** The attempts of this process since it started. */
interface AttemptCounts {
  readonly delivered: number
  readonly failed: number
  /** The total duration of the attempts, in seconds. */
  readonly seconds: number
}

export interface Deliverer {
  counts(): AttemptCounts
  /** Delivers everything that is due, if this process has the lease or can take it. */
  deliver(): Promise<void>
  /** Delivers continuously until `stop`. */
  start(failed: (error: unknown) => void): void
  stop(): Promise<void>
}

export interface DelivererOptions {
  readonly store: Store
  readonly source: MessageSource
  readonly post: Post
}

/** Saves the rounds that end within some milliseconds in one transaction. */
function settling(save: (rounds: readonly Round[]) => Promise<void>): (round: Round) => Promise<void> {
  let waiting: Round[] = []
  let next: Promise<void> | undefined
  return (round) => {
    waiting.push(round)
    next ??= new Promise<void>((resolve) => setTimeout(resolve, GATHERED)).then(() => {
      const rounds = waiting
      waiting = []
      next = undefined
      return save(rounds)
    })
    return next
  }
}

/** Returns the deliverer of one process. */
export function delivererOf({ store, source, post }: DelivererOptions): Deliverer {
  const { delivering } = store.webhooks
  const holder = randomUUID()
  const stopped = new AbortController()
  // Each attempt listens to it; the lanes bound how many run.
  setMaxListeners(0, stopped.signal)
  const lane = lanes()
  const counted = { delivered: 0, failed: 0, seconds: 0 }
  const rounds = new Map<number, Promise<void>>()
  const now = () => epochOf(source.context().moment.now)
  let leasedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let [counter, lookedAt]: [number | undefined, number] = [undefined, Number.NEGATIVE_INFINITY]

  const lease = async () => {
    if (performance.now() - leasedAt < RENEWED_AFTER * 1000) return true
    const requestedAt = performance.now()
    leasedAt = (await delivering.lease(holder, LEASE)) ? requestedAt : Number.NEGATIVE_INFINITY
    return performance.now() - leasedAt < (LEASE - 1) * 1000
  }
  const turn = pacing(() => store.measures().writers.done)
  const send: RoundTools['send'] = (webhook, message) =>
    lane.run(webhook.failures > 0, async () => {
      await turn()
      if (stopped.signal.aborted || !(await lease())) throw new Error('another process delivers now')
      const outcome = await attemptDelivery(webhook, message, now(), post, stopped.signal)
      counted[isSuccess(outcome) ? 'delivered' : 'failed'] += 1
      counted.seconds += outcome.milliseconds / 1000
      return outcome
    })
  const settle = settling((saved) => delivering.settle(saved, holder, now()))

  /** Begins a round for each webhook that has none. `known` contains the read entries of the journal, for all rounds. */
  const begin = async (failed: (error: unknown) => void) => {
    const known = new Map<number, ReturnType<RoundTools['entriesAfter']>>()
    const entriesAfter: RoundTools['entriesAfter'] = (revision) => {
      const found = known.get(revision) ?? delivering.entries(revision, MAX_ENTRIES)
      known.set(revision, found)
      return found
    }
    const tools = { delivering, now, source, represented: representing(source), entriesAfter, send, settle }
    // What is read here of a webhook whose round ends meanwhile is older than what that round has saved.
    const busy = new Set(rounds.keys())
    const [active, waiting, revision] = await Promise.all([
      delivering.active(now()),
      delivering.waiting(now()),
      store.revision(),
    ])
    for (const webhook of active) {
      const hasMore = webhook.seen_revision < revision && webhook.held_utc <= now()
      const own = waiting.get(webhook.id) ?? { waiting: 0, due: 0 }
      if (busy.has(webhook.id) || !(hasMore || own.due > 0)) continue
      const round = roundOf(webhook, own, tools)
        .catch((error) => (stopped.signal.aborted ? undefined : failed(error)))
        .finally(() => {
          rounds.delete(webhook.id)
          // What came while the round ended is looked for at once.
          counter = undefined
        })
      rounds.set(webhook.id, round)
    }
  }
  const look = async (failed: (error: unknown) => void) => {
    if (!(await lease())) return
    await store.settle({ moment: source.context().moment, actor: source.context().actor })
    const current = store.changeCounter()
    const isQuiet = current !== undefined && current === counter
    if (isQuiet && performance.now() - lookedAt < IDLE_TICK) return
    ;[counter, lookedAt] = [current, performance.now()]
    await begin(failed)
  }
  let running: Promise<void> | undefined
  return {
    counts: () => counted,
    async deliver() {
      const errors: unknown[] = []
      leasedAt = Number.NEGATIVE_INFINITY
      if (!(await lease())) return
      await store.settle({ moment: source.context().moment, actor: source.context().actor })
      for (let at = 0; at < MAX_PASSES; at++) {
        await begin((error) => errors.push(error))
        if (rounds.size === 0) break
        await Promise.all(rounds.values())
        if (errors.length > 0) throw errors[0]
      }
    },
    start(failed) {
      timer = setInterval(() => {
        running ??= look(failed)
          .catch(failed)
          .finally(() => {
            running = undefined
          })
      }, TICK).unref()
    },
    async stop() {
      clearInterval(timer)
      const late = setTimeout(() => stopped.abort(), STOP_TIMEOUT).unref()
      await running
      await Promise.all(rounds.values())
      clearTimeout(late)
      if (leasedAt > Number.NEGATIVE_INFINITY) await delivering.release(holder).catch(() => {})
    },
  }
}
