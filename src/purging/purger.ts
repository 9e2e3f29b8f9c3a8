/**
 * Tells a cache in front of the service what was written (contract §22), by any process: the journal knows. Of all processes on one
 * database, only the one with the lease does.
 */
import { surrogateKeyOfItem, surrogateKeysOfPurge } from '../domain/surrogate-keys.ts'
import type { Store } from '../store/store.ts'
import { followerOf } from '../webhooks/delivering.ts'

/** Sends a purge of these keys, complete up to a revision. Throws if the cache did not accept it. */
type SendPurge = (keys: readonly string[], upTo: number) => Promise<void>

/**
 * Milliseconds from a write that is noticed to its purge: an answer that was sent just before the write reaches the cache first, and is
 * purged too.
 */
const SETTLED_AFTER = 100
/** Milliseconds between two attempts: the first, and the most. */
const [FIRST_RETRY, LAST_RETRY] = [500, 8000]

interface PurgerOptions {
  readonly store: Pick<Store, 'purges' | 'changeCounter' | 'outage'>
  /** All of the configuration that answers depend on, as one text. */
  readonly configuration: string
  readonly send: SendPurge
}

/** Returns the purger of one process. */
export function purgerOf({ store, configuration, send }: PurgerOptions) {
  const { purges } = store
  const counted = { sent: 0, failed: 0 }
  let noticed: { readonly upTo: number; readonly sentFrom: number } | undefined
  let pause = FIRST_RETRY
  /** Sends what waits up to a revision, and saves that it was sent. */
  const sendUpTo = async (upTo: number) => {
    const waiting = await purges.waiting(upTo, configuration)
    if (waiting === undefined) return
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
  // Notices writes, sends them once they have settled, and again later where that failed.
  const follower = followerOf(store, purges, async () => {
    const now = performance.now()
    if (noticed === undefined) {
      const newest = await purges.revision()
      if ((await purges.waiting(newest, configuration)) === undefined) return
      noticed = { upTo: newest, sentFrom: now + SETTLED_AFTER }
    }
    follower.again()
    const { upTo, sentFrom } = noticed
    if (now < sentFrom) return
    try {
      await sendUpTo(upTo)
      ;[noticed, pause] = [undefined, FIRST_RETRY]
    } catch (error) {
      noticed = { upTo, sentFrom: performance.now() + pause }
      pause = Math.min(pause * 2, LAST_RETRY)
      throw error
    }
  })
  return {
    /** How many purges this process has sent since it started, and how many failed. */
    counts: () => ({ ...counted }),
    /** Sends what waits, if this process has the lease or can take it. Throws if it can't be sent. */
    purge: () => follower.now(async () => sendUpTo(await purges.revision())),
    /** Sends continuously until `stop`. */
    start: follower.start,
    stop: () => follower.stop(0, async () => {}),
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
