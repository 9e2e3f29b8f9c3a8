/**
 * A bounded queue for work that is expensive on purpose. Callers take turns, so that one flood does not block the
 * others.
 */
import { because, Problem } from '../problem.ts'

interface Waiter {
  readonly caller: string
  start(): void
  refuse(problem: Problem): void
  /** Whether nobody waits for the result any more. */
  isGone(): boolean
}

export interface QueueLimits {
  /** The number of tasks that run at the same time. */
  readonly running: number
  /** The number of tasks of one caller that run at the same time; by default all that run. */
  readonly runningOfOne?: number
  /** The number of tasks of one caller that may wait. */
  readonly waitingOfOne: number
  /** The number of tasks of all callers that may wait. */
  readonly waiting: number
  /** The name of the tasks, as callers know them: `requests with a password`. */
  readonly what: string
  /** Called with each start of a task: no further one starts before what it returns is settled. Undefined if the next may start at once. */
  readonly breath?: () => Promise<unknown> | undefined
}

/**
 * Runs a caller's task when it is their turn. Throws 429 if this caller has too many waiting tasks, 503 if the
 * queue is full, or if `isGone` says so when the turn of the task comes.
 */
export type RunInFairTurn = <T>(caller: string, task: () => Promise<T>, isGone?: () => boolean) => Promise<T>

const tooMany = (what: string) =>
  new Problem('rest_too_many_requests', {
    ...because('too_many_of_yours_waiting', { what }),
    headers: { 'Retry-After': '5' },
  })
const full = (what: string) => new Problem('rest_unavailable', because('too_many_waiting', { what }))
const gone = () => new Problem('rest_unavailable', because('connection_closed'))

/** Waiting tasks by caller. The caller whose turn is next comes first. */
function waitingLine({ waitingOfOne, waiting, what }: QueueLimits) {
  const lines = new Map<string, Waiter[]>()
  let count = 0

  /**
   * Makes room by refusing the last task of the caller with the most. Returns false if nobody has more than
   * `length` + 1.
   */
  function displaceFor(length: number): boolean {
    const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one), [])
    if (longest.length <= length + 1) return false
    longest.pop()?.refuse(full(what))
    count -= 1
    return true
  }
  return {
    join(caller: string, waiter: Waiter): void {
      const own = lines.get(caller) ?? []
      if (own.length >= waitingOfOne) throw tooMany(what)
      if (count >= waiting && !displaceFor(own.length)) throw full(what)
      own.push(waiter)
      lines.set(caller, own)
      count += 1
    },
    /** Takes the first task of the caller whose turn is next, among those that `may` start one. */
    next(may: (caller: string) => boolean): Waiter | undefined {
      for (const [caller, own] of lines) {
        if (!may(caller)) continue
        const waiter = own.shift()
        lines.delete(caller)
        if (own.length > 0) lines.set(caller, own)
        count -= 1
        return waiter
      }
      return undefined
    },
  }
}

/**
 * Returns a new queue. When it is full, a caller with fewer waiting tasks displaces one of the caller with the
 * most.
 */
export function fairQueue(limits: QueueLimits): RunInFairTurn {
  const { breath, runningOfOne = limits.running } = limits
  const line = waitingLine(limits)
  const runningOf = new Map<string, number>()
  let running = 0
  const count = (caller: string, change: 1 | -1) => {
    running += change
    const own = (runningOf.get(caller) ?? 0) + change
    if (own === 0) runningOf.delete(caller)
    else runningOf.set(caller, own)
  }
  const may = (caller: string) => (runningOf.get(caller) ?? 0) < runningOfOne
  let isResting = false
  const rest = async (over: Promise<unknown>) => {
    isResting = true
    await over
    isResting = false
    startNext()
  }
  function startNext(): void {
    while (running < limits.running && !isResting) {
      const next = line.next(may)
      if (next === undefined) return
      if (next.isGone()) next.refuse(gone())
      else {
        count(next.caller, 1)
        next.start()
        const over = breath?.()
        if (over !== undefined) void rest(over)
      }
    }
  }
  const turn = (caller: string, isGone: () => boolean) =>
    new Promise<void>((start, refuse) => {
      line.join(caller, { caller, start, refuse, isGone })
      startNext()
    })
  return async (caller, task, isGone = () => false) => {
    await turn(caller, isGone)
    try {
      return await task()
    } finally {
      count(caller, -1)
      startNext()
    }
  }
}
