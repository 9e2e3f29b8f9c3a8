/** What all that deliver share: the lease and the looks of a follower, lanes, gathered results. */
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { LeaseStore, Store } from '../store/store.ts'

// Saving outcomes together: those of some milliseconds in one transaction.

/** Milliseconds for which outcomes are collected before they are saved. */
const GATHERED = 10

/**
 * Returns the function that saves an outcome together with those that follow it within some milliseconds, and until `inTurn` lets them be
 * saved.
 */
export function makeGatheredSaver<T>(
  save: (all: readonly T[]) => Promise<void>,
  inTurn: (act: () => Promise<void>) => Promise<void> = (act) => act(),
): (one: T) => Promise<void> {
  let waiting: T[] = []
  let next: Promise<void> | undefined
  return (one) => {
    waiting.push(one)
    next ??= new Promise<void>((resolve) => setTimeout(resolve, GATHERED)).then(() =>
      inTurn(() => {
        const all = waiting
        waiting = []
        next = undefined
        return save(all)
      }),
    )
    return next
  }
}

// Limits how many attempts run at the same time. Healthy webhooks use the fast lane: an attempt that takes longer than a
// second leaves it. All webhooks whose last attempt failed share another lane.

/** The maximum of running attempts of healthy webhooks that began within the last second. */
const MAX_FAST = 64
/** The maximum of running attempts of failing webhooks. */
const MAX_FAILING = 32
/** The maximum of all running attempts. */
const MAX_TOTAL = 1024
/** Milliseconds. */
const YOUNG = 1000

interface Lanes {
  /** Runs an attempt as soon as its lane is free. */
  run<T>(isFailing: boolean, act: () => Promise<T>): Promise<T>
}

interface Waiting {
  readonly isFailing: boolean
  readonly start: () => void
}

/** The running attempts of each lane and of both, and those that wait for room. */
interface Traffic {
  readonly taken: { fast: number; failing: number; total: number }
  readonly waiting: Waiting[]
}

const hasRoom = ({ taken }: Traffic, isFailing: boolean) =>
  taken.total < MAX_TOTAL && (isFailing ? taken.failing < MAX_FAILING : taken.fast < MAX_FAST)

/** Starts those of the waiting attempts whose lanes have room. */
function startNext(traffic: Traffic): void {
  const { waiting } = traffic
  for (const isFailing of [false, true]) {
    while (hasRoom(traffic, isFailing)) {
      const at = waiting.findIndex((one) => one.isFailing === isFailing)
      if (at < 0) break
      for (const one of waiting.splice(at, 1)) one.start()
    }
  }
}

/** Enters a lane, and returns the function that ends the attempt. */
function enter(traffic: Traffic, isFailing: boolean): () => void {
  const { taken } = traffic
  const lane = isFailing ? 'failing' : 'fast'
  let isIn = true
  taken.total += 1
  taken[lane] += 1
  const leave = () => {
    if (!isIn) return
    isIn = false
    taken[lane] -= 1
    startNext(traffic)
  }
  const timer = isFailing ? undefined : setTimeout(leave, YOUNG).unref()
  return () => {
    clearTimeout(timer)
    taken.total -= 1
    leave()
    startNext(traffic)
  }
}

/** Returns empty lanes. */
export function newFastAndFailingLanes(): Lanes {
  const traffic: Traffic = { taken: { fast: 0, failing: 0, total: 0 }, waiting: [] }
  return {
    run: (isFailing, act) =>
      new Promise((resolve, reject) => {
        const start = () => {
          const end = enter(traffic, isFailing)
          act().then(resolve, reject).finally(end)
        }
        if (hasRoom(traffic, isFailing)) start()
        else traffic.waiting.push({ isFailing, start })
      }),
  }
}

// Looking for work from time to time, one look after the other.

/** Milliseconds between two looks. */
const TICK = 100

interface Ticker {
  /** Looks until `halt`. */
  start(failed: (error: unknown) => void): void
  /** Ends. Waits for the look that has begun. */
  halt(): Promise<void>
}

/** Returns what looks for work; a look that takes longer than a tick delays the next one. */
export function tickerOf(look: (failed: (error: unknown) => void) => Promise<void>): Ticker {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  return {
    start(failed) {
      const tick = () => {
        running ??= look(failed)
          .catch(failed)
          .finally(() => {
            running = undefined
          })
      }
      timer = setInterval(tick, TICK).unref()
    },
    async halt() {
      clearInterval(timer)
      await running
    },
  }
}

// Following what is written: of all processes on one database, only the one with the lease delivers.

/** Seconds for which a lease is valid, so that another process delivers soon after a crash, and after which it is renewed. */
const LEASE = 5
const RENEWED_AFTER = 2
/** Milliseconds between two looks without a write. */
const IDLE = 1000

type OnFault = (error: unknown) => void

/** One process of those that may deliver. */
interface Follower {
  /** The name of this process as the holder of the lease. */
  readonly holder: string
  /** Aborted when a stop has waited long enough. */
  readonly signal: AbortSignal
  /** Takes or renews the lease where that is due. Returns whether this process has it. */
  hold(): Promise<boolean>
  /** Looks at the next tick, even if nothing is written. */
  again(): void
  /** Does something now, if this process has the lease or can take it. */
  now(act: () => Promise<void>): Promise<void>
  /** Looks until `stop`. */
  start(failed: OnFault): void
  /** Ends after the look that has begun and all that `ended` waits for, and gives the lease back. `patience` is in milliseconds. */
  stop(patience: number, ended: () => Promise<unknown>): Promise<void>
}

/** Returns a follower, which looks with `look` if it has the lease and something was written, or some time has passed. */
export function followerOf(
  store: Pick<Store, 'changeCounter' | 'outage'>,
  leases: LeaseStore,
  look: (failed: OnFault) => Promise<void>,
): Follower {
  const holder = randomUUID()
  const stopped = new AbortController()
  // Each attempt listens to it; the lanes bound how many run.
  setMaxListeners(0, stopped.signal)
  let [takenAt, lookedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let counter: number | undefined
  const hold = async () => {
    if (performance.now() - takenAt < RENEWED_AFTER * 1000) return true
    const requestedAt = performance.now()
    takenAt = (await leases.lease(holder, LEASE)) ? requestedAt : Number.NEGATIVE_INFINITY
    return performance.now() - takenAt < (LEASE - 1) * 1000
  }
  const ticker = tickerOf(async (failed) => {
    if (store.outage() !== undefined || !(await hold())) return
    const before = counter
    counter = store.changeCounter()
    const isQuiet = counter !== undefined && counter === before
    if (isQuiet && performance.now() - lookedAt < IDLE) return
    lookedAt = performance.now()
    await look(failed)
  })
  return {
    holder,
    signal: stopped.signal,
    hold,
    again() {
      lookedAt = Number.NEGATIVE_INFINITY
    },
    async now(act) {
      takenAt = Number.NEGATIVE_INFINITY
      if (await hold()) await act()
    },
    start: ticker.start,
    async stop(patience, ended) {
      const late = setTimeout(() => stopped.abort(), patience).unref()
      await ticker.halt()
      await ended()
      clearTimeout(late)
      if (takenAt > Number.NEGATIVE_INFINITY) await leases.release(holder).catch(() => {})
    },
  }
}
