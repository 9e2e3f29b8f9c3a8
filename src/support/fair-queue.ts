/**
 * A bounded queue for work that is expensive on purpose. Callers take turns, so that one flood does not block the
 * others.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { because, Problem, type RefusalReason } from '../problem.ts'

interface Waiter {
  readonly caller: string
  start(): void
  refuse(problem: Problem): void
  /** Whether nobody waits for the result any more. */
  isGone(): boolean
  /** Whether its turn comes too late. */
  isLate(): boolean
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
  /** Milliseconds that a task may wait. One whose turn comes later is refused, so that its caller knows in time. */
  readonly patience?: number
  /** The name of the tasks, as callers know them: `requests with a password`. */
  readonly what: string
  /** Called with each start of a task: no further one starts before what it returns is settled. Undefined if the next may start at once. */
  readonly breath?: () => Promise<unknown> | undefined
  /** The clock in monotonic milliseconds; by default that of the process. */
  readonly now?: () => number
}

/**
 * Runs a caller's task when it is their turn. Throws 429 if this caller has too many waiting tasks, 503 if the
 * queue is full, or if the task waited too long, or `isGone` says so, when its turn comes.
 */
export type RunInFairTurn = <T>(caller: string, task: () => Promise<T>, isGone?: () => boolean) => Promise<T>

/** The turn of a task in its queue. */
interface Turn {
  /** Runs a part of the task, for the caller with this name, while others have its place. */
  aside<T>(act: (caller: string) => Promise<T>): Promise<T>
}

const turns = new AsyncLocalStorage<Turn>()

/**
 * Runs a part of the present task that waits for something else than the processor, such as its turn in another queue: meanwhile others
 * have its place. `act` is called with the name of the caller, which is empty outside of all queues.
 */
export const runAside: Turn['aside'] = (act) => turns.getStore()?.aside(act) ?? act('')

/** The present task, by which something is known of it until it ends; undefined outside of all queues. */
export const presentTask = (): object | undefined => turns.getStore()

/** 429: this caller has too many tasks. */
export const tooManyOfCaller = (what: string) =>
  new Problem('rest_too_many_requests', {
    ...because('too_many_of_yours_waiting', { what }),
    headers: { 'Retry-After': '5' },
  })
/** 503: all callers together have too many tasks. */
export const tooManyOfAll = (what: string) =>
  new Problem('rest_unavailable', because('too_many_waiting', { what }))
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
    longest.pop()?.refuse(tooManyOfAll(what))
    count -= 1
    return true
  }
  return {
    join(caller: string, waiter: Waiter): void {
      const own = lines.get(caller) ?? []
      if (own.length >= waitingOfOne) throw tooManyOfCaller(what)
      if (count >= waiting && !displaceFor(own.length)) throw tooManyOfAll(what)
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
  const {
    breath,
    runningOfOne = limits.running,
    patience = Number.POSITIVE_INFINITY,
    now = () => performance.now(),
  } = limits
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
  /** Tasks that went aside and want their place again. They take turns with those that have not begun, and are not refused. */
  const returning: Waiter[] = []
  const nextReturning = () => {
    const at = returning.findIndex(({ caller }) => may(caller))
    return at < 0 ? undefined : returning.splice(at, 1)[0]
  }
  let isReturning = false
  const nextTask = () => {
    isReturning = !isReturning
    return isReturning ? (nextReturning() ?? line.next(may)) : (line.next(may) ?? nextReturning())
  }
  function startNext(): void {
    while (running < limits.running && !isResting) {
      const next = nextTask()
      if (next === undefined) return
      if (next.isGone()) next.refuse(gone())
      else if (next.isLate()) next.refuse(tooManyOfAll(limits.what))
      else {
        count(next.caller, 1)
        next.start()
        const over = breath?.()
        if (over !== undefined) void rest(over)
      }
    }
  }
  const leave = (caller: string) => {
    count(caller, -1)
    startNext()
  }
  const turn = (caller: string, isGone: () => boolean) =>
    new Promise<void>((start, refuse) => {
      const until = now() + patience
      line.join(caller, { caller, start, refuse, isGone, isLate: () => now() > until })
      startNext()
    })
  return async (caller, task, isGone = () => false) => {
    await turn(caller, isGone)
    let isOver = false
    let asides = 0
    /** Settled while the task has its place, unless it is aside. */
    let place: Promise<void> = Promise.resolve()
    const back = () =>
      new Promise<void>((start, refuse) => {
        returning.push({ caller, start, refuse, isGone: () => false, isLate: () => false })
        startNext()
      })
    const aside: Turn['aside'] = async (act) => {
      asides += 1
      if (asides === 1) {
        await place
        leave(caller)
      }
      try {
        return await act(caller)
      } finally {
        asides -= 1
        if (asides === 0 && !isOver) place = back()
        await place
      }
    }
    try {
      return await turns.run({ aside }, task)
    } finally {
      isOver = true
      if (asides === 0) {
        await place
        leave(caller)
      }
    }
  }
}

// Limits expensive tasks to one at a time in a process.

/**
 * Returns a function that runs one task at a time. It throws 503 with `reason` while another one is running, and 429 within `pause` seconds of
 * `elapsed` after it.
 */
export function oneTaskAtATimeRunner(
  reason: RefusalReason,
  pause = 0,
  elapsed: () => number = () => 0,
): <T>(act: () => Promise<T>) => Promise<T> {
  let isBusy = false
  let last = Number.NEGATIVE_INFINITY
  return async (act) => {
    if (elapsed() - last < pause)
      throw new Problem('rest_too_many_requests', { headers: { 'Retry-After': String(pause) } })
    if (isBusy) throw new Problem('rest_unavailable', { ...reason, headers: { 'Retry-After': '10' } })
    isBusy = true
    try {
      const result = await act()
      last = elapsed()
      return result
    } finally {
      isBusy = false
    }
  }
}
