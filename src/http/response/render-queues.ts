/**
 * Queues for responses that take long to render. Callers take turns, so one address delays the others by at most the responses
 * that are being rendered; and other requests, such as /healthz, run between two starts.
 */
import { setImmediate } from 'node:timers/promises'
import { fairQueue, type RunInFairTurn } from '../../support/fair-queue.ts'
import type { ApiRequest } from '../request/api-request.ts'

/**
 * Milliseconds of rendering between two turns of other requests. Most searches are found in memory and take less than one: if other
 * requests had their turn after each, a search would wait as many turns as others wait before it.
 */
const SPAN = 5

/**
 * Turns of the event loop in a breath. A turn accepts one connection and runs one step of each request: with a single turn, connections
 * would queue up before the service, where no caller has a turn of their own.
 */
const TURNS = 8

async function otherTurns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate()
}

/** Returns a breath: it lets other requests run where tasks have been starting for longer than a span of milliseconds. */
function breathing(span = SPAN): () => Promise<unknown> | undefined {
  let since = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - since < span) return undefined
    return otherTurns().then(() => {
      since = performance.now()
    })
  }
}

/** Milliseconds that a feed waits for its turn: clients and proxies give up after a minute. */
const FEED_PATIENCE = 30_000

/** A browser opens few pages at once, but the clients behind one proxy have one address. */
const waiting = { waitingOfOne: 60, waiting: 240 }

/** Returns new queues, one for each kind, so that a scan of all texts or a long feed does not hold up the pages. */
export function renderQueues() {
  return {
    /** Pages, sitemaps and documentation. */
    pages: fairQueue({ ...waiting, running: 2, what: 'requests for pages', breath: breathing() }),
    /** Searches of texts, as pages and as lists. */
    searches: fairQueue({ ...waiting, running: 4, runningOfOne: 2, what: 'searches', breath: breathing() }),
    // Long lists without words. Each takes tens of milliseconds without a pause: others have their turn after each.
    lists: fairQueue({ ...waiting, running: 3, runningOfOne: 1, what: 'long lists', breath: breathing(0) }),
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

/** The most items of a list that does not wait. */
const MAX_AT_ONCE = 30

/** Returns the queue in which a list waits; undefined for one that takes little: of few items, in the order of starts. */
export function queueOfList(
  { searches, lists }: ReturnType<typeof renderQueues>,
  { query }: Pick<ApiRequest, 'query'>,
): RunInFairTurn | undefined {
  if ((query.text('search') ?? '') !== '') return searches
  const isSorted = !['', 'start_date'].includes(query.text('orderby') ?? '')
  return isSorted || Number(query.text('per_page')) > MAX_AT_ONCE ? lists : undefined
}
