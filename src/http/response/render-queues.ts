/**
 * Queues for responses that take long to render. Callers take turns, so one address delays the others by at most the responses
 * that are being rendered; and other requests, such as /healthz, run between two starts.
 */
import { setImmediate } from 'node:timers/promises'
import { fairQueue, type RunInFairTurn } from '../../support/fair-queue.ts'

/** One queue for each kind, so that a scan of all texts or a long feed does not hold up the pages. */
export interface RenderQueues {
  /** Pages, sitemaps and documentation. */
  readonly pages: RunInFairTurn
  /** Searches of texts, as pages and as lists. */
  readonly searches: RunInFairTurn
  /** Feeds and files of many events: one address builds one at a time. */
  readonly feeds: RunInFairTurn
}

/**
 * Milliseconds of rendering between two turns of other requests. Most searches are found in memory and take less than one: if other
 * requests had their turn after each, a search would wait as many turns as others wait before it.
 */
const SPAN = 5

/** Returns a breath: it lets other requests run where tasks have been starting for longer than `SPAN`. */
function breathing(): () => Promise<unknown> | undefined {
  let since = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - since < SPAN) return undefined
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}

/** Milliseconds that a feed waits for its turn: clients and proxies give up after a minute. */
const FEED_PATIENCE = 30_000

/** A browser opens few pages at once, but the clients behind one proxy have one address. */
const waiting = { waitingOfOne: 60, waiting: 240 }

/** Returns new queues. */
export function renderQueues(): RenderQueues {
  return {
    pages: fairQueue({ ...waiting, running: 2, what: 'requests for pages', breath: breathing() }),
    searches: fairQueue({ ...waiting, running: 4, what: 'searches', breath: breathing() }),
    feeds: fairQueue({
      running: 2,
      runningOfOne: 1,
      waitingOfOne: 20,
      waiting: 80,
      patience: FEED_PATIENCE,
      what: 'requests for feeds',
      breath: breathing(),
    }),
  }
}
