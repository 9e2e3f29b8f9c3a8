/**
 * Limits how many attempts run at the same time. Healthy webhooks use the fast lane: an attempt that takes longer than a
 * second leaves it. All webhooks whose last attempt failed share another lane.
 */

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
