/**
 * A bounded queue for work that is expensive on purpose. Callers take turns, so that one flood does not block the
 * others.
 */
import { Problem } from '../../problem.ts'

interface Waiter {
  start(): void
  refuse(problem: Problem): void
}

export interface QueueLimits {
  /** The number of tasks that run at the same time. */
  readonly running: number
  /** The number of tasks of one caller that may wait. */
  readonly waitingOfOne: number
  /** The number of tasks of all callers that may wait. */
  readonly waiting: number
}

/**
 * Runs a caller's task when it is their turn. Throws 429 if this caller has too many waiting tasks, 503 if the
 * queue is full.
 */
export type FairQueue = <T>(caller: string, task: () => Promise<T>) => Promise<T>

const tooMany = () =>
  new Problem('rest_too_many_requests', {
    message: 'Too many of your requests with a password are waiting. Try again shortly.',
    headers: { 'Retry-After': '5' },
  })
const full = () =>
  new Problem('rest_unavailable', {
    message: 'Too many requests with a password are waiting. Try again shortly.',
  })

/** Waiting tasks by caller. The caller whose turn is next comes first. */
function waitingLine({ waitingOfOne, waiting }: QueueLimits) {
  const lines = new Map<string, Waiter[]>()
  let count = 0

  /**
   * Makes room by refusing the last task of the caller with the most. Returns false if nobody has more than
   * `length` + 1.
   */
  function displaceFor(length: number): boolean {
    const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one), [])
    if (longest.length <= length + 1) return false
    longest.pop()?.refuse(full())
    count -= 1
    return true
  }
  return {
    join(caller: string, waiter: Waiter): void {
      const own = lines.get(caller) ?? []
      if (own.length >= waitingOfOne) throw tooMany()
      if (count >= waiting && !displaceFor(own.length)) throw full()
      own.push(waiter)
      lines.set(caller, own)
      count += 1
    },
    next(): Waiter | undefined {
      const [first] = lines
      if (first === undefined) return undefined
      const [caller, own] = first
      const waiter = own.shift()
      lines.delete(caller)
      if (own.length > 0) lines.set(caller, own)
      count -= 1
      return waiter
    },
  }
}

/**
 * Returns a new queue. When it is full, a caller with fewer waiting tasks displaces one of the caller with the
 * most.
 */
export function fairQueue(limits: QueueLimits): FairQueue {
  const line = waitingLine(limits)
  let running = 0
  const turn = async (caller: string) => {
    if (running < limits.running) {
      running += 1
      return
    }
    await new Promise<void>((start, refuse) => line.join(caller, { start, refuse }))
  }
  const release = () => {
    const next = line.next()
    if (next === undefined) running -= 1
    else next.start()
  }
  return async (caller, task) => {
    await turn(caller)
    try {
      return await task()
    } finally {
      release()
    }
  }
}
