/**
 * The open streams of one process. A change counter that is read a few times a second says when something was written; then
 * each kind of viewer's changes are read once, and sent to all its streams. A stream whose client does not read gets no more
 * until it does, and is closed when that takes too long. A stream begins at most one page behind the newest change.
 */
import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import { Problem } from '../../problem.ts'
import type { Store } from '../../store/store.ts'
import type { StreamCounts } from '../observability/families.ts'
import {
  MAX_STREAMS,
  MAX_STREAMS_OF_ONE,
  type Reader,
  type SharedPages,
  sharedPages,
} from './shared-pages.ts'

/** Milliseconds between two looks at the change counter. */
const TICK = 200
/** Seconds without a message after which a comment is sent. */
const HEARTBEAT = 20
/** Seconds for which a client may leave unread what was sent. */
const PATIENCE = 30
/** Bytes that may wait in a stream. */
const MAX_WAITING = 65_536
/** Streams that are sent a message before other requests run. */
const SLICE = 100

/** Who follows the changes, and from where. */
interface Follower extends Reader {
  /** The revision after which changes are sent. */
  readonly since: number
  /** Whether the client still has the rights that the stream was opened with. */
  isAllowed(): Promise<boolean>
}

interface Open {
  readonly follower: Follower
  readonly stream: Readable
  since: number
  /** Whether the buffer is full. */
  isFull: boolean
  /** Seconds of the clock: when something was last sent, and since when the buffer is full. */
  sentAt: number
  fullSince: number
  isBusy: boolean
  /** Whether something has changed while it was busy. */
  isLate: boolean
}

export interface Streams {
  /**
   * Reads what a stream begins with. Throws 410 where these changes are no longer recorded, or are more than one page: a
   * list of changes is cheaper to read then.
   */
  allowStart(follower: Follower): Promise<void>
  /** Opens a stream. Throws 429 where the caller has too many open, 503 where too many are open in total. */
  open(follower: Follower): Readable
  counts(): StreamCounts
  /** Ends all streams: their clients connect again. */
  close(): void
}

/** What the streams of one process share. */
interface Shared {
  readonly all: Set<Open>
  readonly pages: SharedPages
  readonly counted: { messages: number; dropped: number }
  elapsed(): number
}

function sendTo(one: Open, bytes: Buffer | string, { elapsed }: Shared): void {
  one.sentAt = elapsed()
  if (one.stream.push(bytes) || one.isFull) return
  one.isFull = true
  one.fullSince = elapsed()
}

function end(one: Open, { all }: Shared): void {
  // What is still being read for it is not sent any more.
  if (all.delete(one)) one.stream.push(null)
}

/** Sends what there is for one stream, as far as its client reads. */
async function advance(one: Open, shared: Shared): Promise<void> {
  const { all, pages, counted } = shared
  if (!(await one.follower.isAllowed())) return end(one, shared)
  while (!one.isFull && all.has(one)) {
    const page = await pages.read(one.follower, one.since)
    if (!all.has(one)) return
    // The client sends the request again, and gets the reason.
    if (page === undefined) return end(one, shared)
    one.since = page.next
    counted.messages += page.count
    if (page.bytes.length > 0) sendTo(one, page.bytes, shared)
    if (!page.hasMore) return
  }
}

/** Begins to send what there is for one stream, now or once it is no longer busy. */
function wake(one: Open, shared: Shared): void {
  one.isLate = one.isBusy
  if (one.isBusy || one.isFull || one.stream.destroyed) return
  one.isBusy = true
  advance(one, shared)
    .catch(() => one.stream.destroy())
    .finally(() => {
      one.isBusy = false
      if (one.isLate) wake(one, shared)
    })
}

async function wakeAll(shared: Shared): Promise<void> {
  let woken = 0
  for (const one of shared.all) {
    wake(one, shared)
    woken += 1
    if (woken % SLICE === 0) await breath()
  }
}

/** Closes a stream whose client reads too slowly, and sends a comment to one that was sent nothing for long. */
function keepUp(one: Open, shared: Shared): void {
  const now = shared.elapsed()
  if (one.isFull && now - one.fullSince >= PATIENCE) {
    shared.counted.dropped += 1
    one.stream.destroy()
  } else if (!one.isFull && now - one.sentAt >= HEARTBEAT) {
    sendTo(one, ':\n\n', shared)
    // The rights of a client that is sent nothing else are checked now and then.
    wake(one, shared)
  }
}

/** Throws 503 where too many streams are open in total, 429 where the caller has too many. */
function allowOneMore({ all }: Shared, caller: string): void {
  if (all.size >= MAX_STREAMS) throw new Problem('rest_unavailable')
  let own = 0
  for (const one of all) if (one.follower.caller === caller) own += 1
  if (own >= MAX_STREAMS_OF_ONE)
    throw new Problem('rest_too_many_requests', { headers: { 'Retry-After': '5' } })
}

/** Returns a stream of a follower, to which nothing was sent. */
function opened(follower: Follower, shared: Shared): Open {
  const stream = new Readable({
    highWaterMark: MAX_WAITING,
    read() {
      if (!one.isFull) return
      one.isFull = false
      wake(one, shared)
    },
  })
  const one: Open = {
    follower,
    stream,
    since: follower.since,
    isFull: false,
    sentAt: 0,
    fullSince: 0,
    isBusy: false,
    isLate: false,
  }
  return one
}

/** Returns the function that says whether anything was written since its last call. */
function changeWatch(store: Pick<Store, 'changeCounter' | 'revision'>): () => Promise<boolean> {
  let [counter, revision]: [number | undefined, number] = [undefined, -1]
  return async () => {
    const now = store.changeCounter()
    if (now !== undefined && now === counter) return false
    const newest = await store.revision()
    const isNewer = newest !== revision
    ;[counter, revision] = [now, newest]
    return isNewer
  }
}

/** Returns a clock that calls `each` and `look` now and then, from `start` until `stop`; `look` not before it has ended. */
function ticking(look: () => Promise<void>, each: () => void) {
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  const tick = () => {
    each()
    if (isLooking) return
    isLooking = true
    look()
      .catch(() => {})
      .finally(() => {
        isLooking = false
      })
  }
  return {
    start() {
      timer ??= setInterval(tick, TICK).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}

/** Returns the streams over a store. `elapsed` is a monotonic clock in seconds. */
export function streamsOf(store: Pick<Store, 'changeCounter' | 'revision'>, elapsed: () => number): Streams {
  const all = new Set<Open>()
  const pages = sharedPages()
  const shared: Shared = { all, pages, counted: { messages: 0, dropped: 0 }, elapsed }
  const isChanged = changeWatch(store)
  /** Sends what has changed since the last look. */
  const look = async () => {
    if (!(await isChanged())) return
    pages.clear()
    await wakeAll(shared)
  }
  const clock = ticking(look, () => {
    for (const one of all) keepUp(one, shared)
  })
  const forget = (one: Open) => {
    all.delete(one)
    if (all.size > 0) return
    clock.stop()
    pages.clear()
  }
  return {
    async allowStart(follower) {
      await look()
      const page = await pages.read(follower, follower.since)
      if (page === undefined) throw new Problem('changes-expired')
      if (page.hasMore) throw new Problem('changes-behind')
    },
    open(follower) {
      allowOneMore(shared, follower.caller)
      const one = opened(follower, shared)
      one.stream.once('close', () => forget(one))
      all.add(one)
      clock.start()
      sendTo(one, 'retry: 2000\n\n', shared)
      wake(one, shared)
      return one.stream
    },
    counts: () => ({ open: all.size, ...shared.counted }),
    close() {
      for (const one of [...all]) end(one, shared)
    },
  }
}
