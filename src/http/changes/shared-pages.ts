/** Pages of changes, each read once for all streams at the same place, one after the other. */
import { setImmediate as breath } from 'node:timers/promises'
import type { ChangePage } from '../../store/store.ts'
import { fairQueue } from '../../support/fair-queue.ts'

/** The most open streams of one process. */
export const MAX_STREAMS = 2000
/** The most open streams of one caller: other addresses still find room. */
export const MAX_STREAMS_PER_CALLER = 50
/** Pages in memory, for streams that are opened before the next write. */
const MAX_SHARED = 100
/** Changes of a page, and so those after which a stream may begin. */
const MAX_TOGETHER = 1000

/** Who opens a stream of changes, with the rights that it is sent by. */
export interface ChangeStreamCaller {
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

export interface SharedJournalPages {
  /** Returns the page after a revision; undefined where it is no longer recorded. Throws what `read` throws. */
  read(reader: ChangeStreamCaller, since: number): Promise<Messages | undefined>
  /** Forgets all pages: something has changed. */
  clear(): void
}

/** Returns an empty store of pages. Readers take turns, and other requests run between two pages. */
export function newSharedJournalPages(): SharedJournalPages {
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
