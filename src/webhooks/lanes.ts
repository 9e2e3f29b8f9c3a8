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

export interface Lanes {
  /** Runs an attempt as soon as its lane is free. */
  run<T>(isFailing: boolean, act: () => Promise<T>): Promise<T>
}

/** Returns empty lanes. */
export function lanes(): Lanes {
  const taken = { fast: 0, failing: 0, total: 0 }
  const waiting: { readonly isFailing: boolean; readonly start: () => void }[] = []
  const hasRoom = (isFailing: boolean) =>
    taken.total < MAX_TOTAL && (isFailing ? taken.failing < MAX_FAILING : taken.fast < MAX_FAST)
  const next = () => {
    for (const isFailing of [false, true]) {
      const at = waiting.findIndex((one) => one.isFailing === isFailing)
      if (at < 0 || !hasRoom(isFailing)) continue
      const [one] = waiting.splice(at, 1)
      one?.start()
      return next()
    }
  }
  const enter = (isFailing: boolean): (() => void) => {
    taken.total += 1
    let isIn = true
    const lane = isFailing ? 'failing' : 'fast'
    taken[lane] += 1
    const leave = () => {
      if (!isIn) return
      isIn = false
      taken[lane] -= 1
      next()
    }
    const timer = isFailing ? undefined : setTimeout(leave, YOUNG).unref()
    return () => {
      clearTimeout(timer)
      taken.total -= 1
      leave()
      next()
    }
  }
  return {
    run: (isFailing, act) =>
      new Promise((resolve, reject) => {
        const start = () => {
          const leave = enter(isFailing)
          act().then(resolve, reject).finally(leave)
        }
        if (hasRoom(isFailing)) start()
        else waiting.push({ isFailing, start })
      }),
  }
}
