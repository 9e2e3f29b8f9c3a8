/**
 * The open streams of one process. A change counter that is read a few times a second says when something was written; then
 * each kind of viewer's changes are read once, and sent to all its streams. A stream whose client does not read gets no more
 * until it does, and is closed when that takes too long. A stream begins at most one page behind the newest change.
 */
import type { Readable } from 'node:stream'
import { Problem } from '../../problem.ts'
import type { Store } from '../../store/store.ts'
import type { StreamCounts } from '../observability/metric-families.ts'
import {
  endStream,
  maintainStream,
  newOpenStream,
  type OpenStream,
  type SharedStreams,
  type StreamFollower,
  sendBytesToStream,
  wakeAllStreams,
  wakeStream,
} from './open-stream.ts'
import { MAX_STREAMS, MAX_STREAMS_PER_CALLER, newSharedJournalPages } from './shared-pages.ts'

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
