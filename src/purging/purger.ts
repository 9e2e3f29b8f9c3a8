/**
 * Tells a cache in front of the service what was written (contract §22), by any process: the journal knows. Of all processes on one
 * database, only the one with the lease does.
 */
import { surrogateKeyOfItem, surrogateKeysOfPurge } from '../domain/surrogate-keys.ts'
import type { CachePurgeStore, Store, WaitingPurge } from '../store/store.ts'
import { type DeliveryLease, deliveryLease, tickerOf } from '../webhooks/delivering.ts'

/** Sends a purge of these keys, complete up to a revision. Throws if the cache did not accept it. */
type SendPurge = (keys: readonly string[], upTo: number) => Promise<void>

/**
 * Milliseconds from a write that is noticed to its purge: an answer that was sent just before the write reaches the cache first, and is
 * purged too.
 */
const SETTLED_AFTER = 100
/** Milliseconds between two checks without a write. */
const IDLE_TICK = 1000
/** Milliseconds between two attempts: the first, and the most. */
const [FIRST_RETRY, LAST_RETRY] = [500, 8000]

/** The counts of this process's purges since it started. */
interface PurgeCounts {
  readonly sent: number
  readonly failed: number
}

interface Purger {
  counts(): PurgeCounts
  /** Sends what waits, if this process has the lease or can take it. Throws if it can't be sent. */
  purge(): Promise<void>
  /** Sends continuously until `stop`. */
  start(failed: (error: unknown) => void): void
  stop(): Promise<void>
}

interface PurgerOptions {
  readonly store: Pick<Store, 'purges' | 'changeCounter' | 'outage'>
  /** All of the configuration that answers depend on, as one text. */
  readonly configuration: string
  readonly send: SendPurge
}

/** Returns the function that sends one purge and saves that it was sent. */
function sender(purges: CachePurgeStore, send: SendPurge, counted: { sent: number; failed: number }) {
  return async (waiting: WaitingPurge): Promise<void> => {
    const items = waiting.items.map(({ resource, item_id }) => surrogateKeyOfItem(resource, item_id))
    try {
      await send(surrogateKeysOfPurge(items, waiting.isOfAll), waiting.upTo)
      counted.sent += 1
    } catch (error) {
      counted.failed += 1
      throw error
    }
    await purges.sent(waiting)
  }
}

/** Returns the look of a process for writes, which it sends once they have settled, and again later where that failed. */
function looker(
  { store, configuration }: PurgerOptions,
  lease: DeliveryLease,
  sendOne: (waiting: WaitingPurge) => Promise<void>,
) {
  const { purges } = store
  let looked: { readonly counter: number | undefined; readonly at: number } | undefined
  let noticed: { readonly upTo: number; readonly at: number } | undefined
  let [retryAt, pause] = [0, FIRST_RETRY]

  /** Whether nothing was written since the last look, as far as this process can tell without a query. */
  function isQuiet(now: number): boolean {
    const counter = store.changeCounter()
    const isSame = looked !== undefined && counter !== undefined && looked.counter === counter
    if (isSame && looked !== undefined && now - looked.at < IDLE_TICK) return true
    looked = { counter, at: now }
    return false
  }

  return async () => {
    const now = performance.now()
    if (now < retryAt || store.outage() !== undefined || !(await lease.hold())) return
    if (noticed === undefined) {
      if (isQuiet(now)) return
      const upTo = await purges.revision()
      if ((await purges.waiting(upTo, configuration)) !== undefined) noticed = { upTo, at: now }
      return
    }
    if (now - noticed.at < SETTLED_AFTER) return
    const waiting = await purges.waiting(noticed.upTo, configuration)
    try {
      if (waiting !== undefined) await sendOne(waiting)
      ;[noticed, looked, pause] = [undefined, undefined, FIRST_RETRY]
    } catch (error) {
      retryAt = performance.now() + pause
      pause = Math.min(pause * 2, LAST_RETRY)
      throw error
    }
  }
}

/** Returns the purger of one process. */
export function purgerOf(options: PurgerOptions): Purger {
  const { store, configuration, send } = options
  const { purges } = store
  const counted = { sent: 0, failed: 0 }
  const lease = deliveryLease(purges)
  const sendOne = sender(purges, send, counted)
  const ticker = tickerOf(looker(options, lease, sendOne))
  return {
    counts: () => ({ ...counted }),
    async purge() {
      lease.forget()
      if (!(await lease.hold())) return
      const waiting = await purges.waiting(await purges.revision(), configuration)
      if (waiting !== undefined) await sendOne(waiting)
    },
    start: ticker.start,
    async stop() {
      await ticker.halt()
      await lease.release()
    },
  }
}

// Sends purges over HTTP.

/** Milliseconds after which a cache that does not answer is given up. */
const PATIENCE = 5000

/** Returns the function that sends a purge to an address, whose name and password are sent as its credentials. */
export function purgeSenderTo(address: string): SendPurge {
  const { username, password, ...url } = partsOf(address)
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const authorization = username === '' ? {} : { authorization: `Basic ${credentials.toString('base64')}` }
  return async (keys, upTo) => {
    const named = keys.join(' ')
    const response = await fetch(url.href, {
      method: 'PURGE',
      headers: { xkey: named, 'surrogate-key': named, 'x-fasti-revision': String(upTo), ...authorization },
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
    })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`the cache answered a purge with ${response.status}`)
  }
}

/** An address without its credentials, and these. */
function partsOf(address: string) {
  const url = new URL(address)
  const { username, password } = url
  url.username = ''
  url.password = ''
  return { username, password, href: url.href }
}
