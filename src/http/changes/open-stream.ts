/** One open stream of changes: what is sent to it, as far as its client reads, and when it is closed. */
import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import type { ChangeStreamCaller, SharedJournalPages } from './shared-pages.ts'

/** Seconds without a message after which a comment is sent. */
const HEARTBEAT = 20
/** Seconds for which a client may leave unread what was sent. */
const PATIENCE = 30
/** Bytes that may wait in a stream. */
const MAX_WAITING = 65_536
/** Streams that are sent a message before other requests run. */
const SLICE = 100

/** Who follows the changes, and from where. */
export interface StreamFollower extends ChangeStreamCaller {
  /** The revision after which changes are sent. */
  readonly since: number
  /** Whether the client still has the rights that the stream was opened with. */
  isAllowed(): Promise<boolean>
}

export interface OpenStream {
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
export interface SharedStreams {
  readonly all: Set<OpenStream>
  readonly pages: SharedJournalPages
  readonly counted: { messages: number; dropped: number }
  elapsed(): number
}

/** Sends bytes to a stream, and notes when its buffer is full. */
export function sendBytesToStream(one: OpenStream, bytes: Buffer | string, { elapsed }: SharedStreams): void {
  one.sentAt = elapsed()
  if (one.stream.push(bytes) || one.isFull) return
  one.isFull = true
  one.fullSince = elapsed()
}

/** Ends a stream: its client connects again. */
export function endStream(one: OpenStream, { all }: SharedStreams): void {
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
export function wakeStream(one: OpenStream, shared: SharedStreams): void {
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
export async function wakeAllStreams(shared: SharedStreams): Promise<void> {
  let woken = 0
  for (const one of shared.all) {
    wakeStream(one, shared)
    woken += 1
    if (woken % SLICE === 0) await breath()
  }
}

/** Closes a stream whose client reads too slowly, and sends a comment to one that was sent nothing for long. */
export function maintainStream(one: OpenStream, shared: SharedStreams): void {
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
export function newOpenStream(follower: StreamFollower, shared: SharedStreams): OpenStream {
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
