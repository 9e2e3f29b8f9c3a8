/**
 * The open streams of one process. A change counter that is read a few times a second says when something was written; then
 * each kind of viewer's changes are read once, and sent to all its streams. A stream whose client does not read gets no more
 * until it does, and is closed when that takes too long. A stream begins at most one page behind the newest change.
 */
import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import { Problem } from '../problem.ts'
import type { ChangePage, Store } from '../store/store.ts'
import { fairQueue } from '../support/fair-queue.ts'

export interface StreamCounts {
  readonly open: number
  readonly messages: number
  /** Streams that were closed because their client did not read. */
  readonly dropped: number
}

// Pages of changes, each read once for all streams at the same place, one after the other.

/** The most open streams of one process. */
const MAX_STREAMS = 2000
/** The most open streams of one caller: other addresses still find room. */
export const MAX_STREAMS_PER_CALLER = 50
/** Pages in memory, for streams that are opened before the next write. */
const MAX_SHARED = 100
/** Changes of a page, and so those after which a stream may begin. */
const MAX_TOGETHER = 1000

/** Who opens a stream of changes, with the rights that it is sent by. */
interface ChangeStreamCaller {
  /** Who opens the stream: a token, a user or an address. */
  readonly caller: string
  /** The name of the rights and the root of viewers who are sent the same bytes. */
  readonly kind: string
  /** Returns the changes after a revision; undefined where they are no longer recorded. */
  read(since: number, limit: number): Promise<ChangePage | undefined>
  /** The message of each change of a page. */
  messages(page: ChangePage): string
}

/** A page as it is sent: its messages, and how many they are. */
interface Messages extends Omit<ChangePage, 'changes'> {
  readonly count: number
  readonly bytes: Buffer
}

interface SharedJournalPages {
  /** Returns the page after a revision; undefined where it is no longer recorded. Throws what `read` throws. */
  read(reader: ChangeStreamCaller, since: number): Promise<Messages | undefined>
  /** Forgets all pages: something has changed. */
  clear(): void
}

/** Returns an empty store of pages. Readers take turns, and other requests run between two pages. */
function newSharedJournalPages(): SharedJournalPages {
  const known = new Map<string, Promise<Messages | undefined>>()
  const inTurn = fairQueue({
    running: 1,
    waitingOfOne: MAX_STREAMS_PER_CALLER,
    waiting: MAX_STREAMS,
    what: 'streams of changes',
    breath,
  })
  const read = (reader: ChangeStreamCaller, since: number) =>
    inTurn(reader.caller, async () => {
      const page = await reader.read(since, MAX_TOGETHER)
      if (page === undefined) return undefined
      const { changes, next, hasMore } = page
      return { next, hasMore, count: changes.length, bytes: Buffer.from(reader.messages(page)) }
    })
  return {
    read(reader, since) {
      const key = `${reader.kind} ${since}`
      const found = known.get(key)
      if (found !== undefined) return found
      if (known.size >= MAX_SHARED) known.clear()
      const page = read(reader, since)
      known.set(key, page)
      // The next stream tries again.
      page.catch(() => known.get(key) === page && known.delete(key))
      return page
    },
    clear: () => known.clear(),
  }
}

// One open stream of changes: what is sent to it, as far as its client reads, and when it is closed.

/** Seconds without a message after which a comment is sent. */
const HEARTBEAT = 20
/** Seconds for which a client may leave unread what was sent. */
const PATIENCE = 30
/** Bytes that may wait in a stream. */
const MAX_WAITING = 65_536
/** Streams that are sent a message before other requests run. */
const SLICE = 100

/** Who follows the changes, and from where. */
interface StreamFollower extends ChangeStreamCaller {
  /** The revision after which changes are sent. */
  readonly since: number
  /** Whether the client still has the rights that the stream was opened with. */
  isAllowed(): Promise<boolean>
}

interface OpenStream {
  readonly follower: StreamFollower
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

/** The parts that the streams of one process share. */
interface SharedStreams {
  readonly all: Set<OpenStream>
  readonly pages: SharedJournalPages
  readonly counted: { messages: number; dropped: number }
  elapsed(): number
}

/** Sends bytes to a stream, and notes when its buffer is full. */
function sendBytesToStream(one: OpenStream, bytes: Buffer | string, { elapsed }: SharedStreams): void {
  one.sentAt = elapsed()
  if (one.stream.push(bytes) || one.isFull) return
  one.isFull = true
  one.fullSince = elapsed()
}

/** Ends a stream: its client connects again. */
function endStream(one: OpenStream, { all }: SharedStreams): void {
  // What is still being read for it is not sent any more.
  if (all.delete(one)) one.stream.push(null)
}

/** Sends what there is for one stream, as far as its client reads. */
async function advance(one: OpenStream, shared: SharedStreams): Promise<void> {
  const { all, pages, counted } = shared
  if (!(await one.follower.isAllowed())) return endStream(one, shared)
  while (!one.isFull && all.has(one)) {
    const page = await pages.read(one.follower, one.since)
    if (!all.has(one)) return
    // The client sends the request again, and gets the reason.
    if (page === undefined) return endStream(one, shared)
    one.since = page.next
    counted.messages += page.count
    if (page.bytes.length > 0) sendBytesToStream(one, page.bytes, shared)
    if (!page.hasMore) return
  }
}

/** Begins to send what there is for one stream, now or once it is no longer busy. */
function wakeStream(one: OpenStream, shared: SharedStreams): void {
  one.isLate = one.isBusy
  if (one.isBusy || one.isFull || one.stream.destroyed) return
  one.isBusy = true
  advance(one, shared)
    .catch(() => one.stream.destroy())
    .finally(() => {
      one.isBusy = false
      if (one.isLate) wakeStream(one, shared)
    })
}

/** Begins to send what there is for all streams, in slices. */
async function wakeAllStreams(shared: SharedStreams): Promise<void> {
  let woken = 0
  for (const one of shared.all) {
    wakeStream(one, shared)
    woken += 1
    if (woken % SLICE === 0) await breath()
  }
}

/** Closes a stream whose client reads too slowly, and sends a comment to one that was sent nothing for long. */
function maintainStream(one: OpenStream, shared: SharedStreams): void {
  const now = shared.elapsed()
  if (one.isFull && now - one.fullSince >= PATIENCE) {
    shared.counted.dropped += 1
    one.stream.destroy()
  } else if (!one.isFull && now - one.sentAt >= HEARTBEAT) {
    sendBytesToStream(one, ':\n\n', shared)
    // The rights of a client that is sent nothing else are checked now and then.
    wakeStream(one, shared)
  }
}

/** Returns a stream of a follower, to which nothing was sent. */
function newOpenStream(follower: StreamFollower, shared: SharedStreams): OpenStream {
  const stream = new Readable({
    highWaterMark: MAX_WAITING,
    read() {
      if (!one.isFull) return
      one.isFull = false
      wakeStream(one, shared)
    },
  })
  const one: OpenStream = {
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

/** Milliseconds between two looks at the change counter. */
const TICK = 200

export interface ChangeStreams {
  /**
   * Reads what a stream begins with. Throws 410 where these changes are no longer recorded, or are more than one page: a
   * list of changes is cheaper to read then.
   */
  allowStart(follower: StreamFollower): Promise<void>
  /** Opens a stream. Throws 429 where the caller has too many open, 503 where too many are open in total. */
  open(follower: StreamFollower): Readable
  counts(): StreamCounts
  /** Ends all streams: their clients connect again. */
  close(): void
}

/** Throws 503 where too many streams are open in total, 429 where the caller has too many. */
function allowOneMore({ all }: SharedStreams, caller: string): void {
  if (all.size >= MAX_STREAMS) throw new Problem('rest_unavailable')
  let own = 0
  for (const one of all) if (one.follower.caller === caller) own += 1
  if (own >= MAX_STREAMS_PER_CALLER)
    throw new Problem('rest_too_many_requests', { headers: { 'Retry-After': '5' } })
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

/** Returns the function that sends what has changed since its last call. */
function looker(store: Pick<Store, 'changeCounter' | 'revision'>, shared: SharedStreams) {
  const isChanged = changeWatch(store)
  return async () => {
    if (!(await isChanged())) return
    shared.pages.clear()
    await wakeAllStreams(shared)
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
export function changeStreamsOf(
  store: Pick<Store, 'changeCounter' | 'revision'>,
  elapsed: () => number,
): ChangeStreams {
  const all = new Set<OpenStream>()
  const pages = newSharedJournalPages()
  const shared: SharedStreams = { all, pages, counted: { messages: 0, dropped: 0 }, elapsed }
  const look = looker(store, shared)
  const clock = ticking(look, () => {
    for (const one of all) maintainStream(one, shared)
  })
  const forget = (one: OpenStream) => {
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
      const one = newOpenStream(follower, shared)
      one.stream.once('close', () => forget(one))
      all.add(one)
      clock.start()
      sendBytesToStream(one, 'retry: 2000\n\n', shared)
      wakeStream(one, shared)
      return one.stream
    },
    counts: () => ({ open: all.size, ...shared.counted }),
    close() {
      for (const one of [...all]) endStream(one, shared)
    },
  }
}
