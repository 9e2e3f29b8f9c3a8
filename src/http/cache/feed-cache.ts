/**
 * The feed cache: whole feeds in memory, valid until the next write; large ones once they were asked for twice, until then only what tells
 * whether a client has them. Only a few feeds are built at a time. Concurrent requests for the same feed share one build, which stops when
 * all their clients have closed the connection.
 */

import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { because, Problem } from '../../problem.ts'
import type { Store } from '../../store/store.ts'
import type { RunInFairTurn } from '../../support/fair-queue.ts'
import { newSharedBudgetCache } from '../../support/shared-budget-cache.ts'
import { type Spool, spoolWithoutText, type ToldText } from '../response/send-feed.ts'
import { isWithinValidity, type Validity, validitiesOf } from './response-cache.ts'

/** A feed, and the time until which it is valid without a write, in seconds since 1970 UTC. */
export interface BuiltFeed {
  readonly text: Spool
  readonly until: number
}

interface FeedRequest {
  /** The cache key: all that decides the text besides the data. Undefined if the text depends on the current time. */
  readonly key: string | undefined
  readonly moment: Moment
  /** The oldest revision that the feed may be read from. */
  readonly minRevision: number
  /** The name of the caller, by which the queue of feeds counts requests. */
  readonly caller: string
  /** Whether the client has closed the connection. */
  isGone(): boolean
  /** Whether the client has this text: then it need not be built. */
  has(text: ToldText): boolean
}

type BuildFeed = (goOn: () => void) => Promise<BuiltFeed>

export type WholeFeedCache = ReturnType<typeof feedCache>

/** Estimated size of a feed in bytes, besides its text. */
const FEED = 1000
/** The bytes of a text that is kept at once. Who asks for longer ones of ever other days would fill all caches with them. */
const MAX_KEPT_AT_ONCE = 1024 * 1024

const gone = () => new Problem('rest_unavailable', because('connection_gone'))

interface CachedFeed extends BuiltFeed {
  readonly validity: Validity
}

function cachedFeeds() {
  const kept = newSharedBudgetCache<string, CachedFeed>()
  return {
    get(key: string, validity: Validity, now: number): BuiltFeed | undefined {
      const one = kept.get(key)
      if (one === undefined || one.validity.revision !== validity.revision) return undefined
      return isWithinValidity(one.validity, now) && now < one.until ? one : undefined
    },
    put(key: string, one: CachedFeed, wasAsked: boolean): void {
      const { held, size } = one.text
      if (held !== undefined && (wasAsked || size <= MAX_KEPT_AT_ONCE)) kept.set(key, one, size + FEED)
      else kept.set(key, { ...one, text: spoolWithoutText(one.text) }, FEED)
    },
  }
}

interface UnderWay {
  readonly feed: Promise<BuiltFeed>
  readonly waiting: Set<() => boolean>
}

/** Returns the builds that are under way, each shared by all requests for the same feed. */
function builds(inTurn: RunInFairTurn) {
  const underWay = new Map<string, UnderWay>()
  return {
    /** Joins the build with that name; undefined if there is none. */
    join(name: string, { isGone }: FeedRequest): Promise<BuiltFeed> | undefined {
      const running = underWay.get(name)
      running?.waiting.add(isGone)
      return running?.feed
    },
    /** Begins a build, which stops when nobody waits for it. */
    begin(
      name: string,
      { caller, isGone }: FeedRequest,
      build: BuildFeed,
      keep: (made: BuiltFeed) => void,
    ): Promise<BuiltFeed> {
      const waiting = new Set([isGone])
      const areGone = () => [...waiting].every((isGone) => isGone())
      const act = async () => {
        const made = await build(goingOn(areGone))
        keep(made)
        return made
      }
      const feed = inTurn(caller, act, areGone).finally(() => underWay.delete(name))
      underWay.set(name, { feed, waiting })
      return feed
    },
  }
}

/** Returns the function that ends a build once nobody waits for it. */
const goingOn = (isGone: () => boolean) => () => {
  if (isGone()) throw gone()
}

/** Returns an empty feed cache over one store, whose feeds are built in the turns of a queue. */
export function feedCache(store: Store, inTurn: RunInFairTurn) {
  const { current, learn } = validitiesOf(store)
  const kept = cachedFeeds()
  const { join, begin } = builds(inTurn)
  return {
    /** Returns a feed, cached or built by `build`. Throws 429 or 503 if too many builds are waiting. */
    async feed(request: FeedRequest, build: BuildFeed): Promise<BuiltFeed> {
      const { key, moment, minRevision, caller, isGone } = request
      const now = epochOfInstant(moment.now)
      const known = current(now)
      const validity = known !== undefined && known.revision >= minRevision ? known : await learn(moment)
      if (key === undefined || validity.revision < minRevision)
        return inTurn(caller, () => build(goingOn(isGone)), isGone)
      const before = kept.get(key, validity, now)
      if (before !== undefined && (before.text.held !== undefined || request.has(before.text))) return before
      const name = `${validity.revision} ${key}`
      const shared = await join(name, request)
      // A text in a temporary file can be sent only once.
      if (shared?.text.held !== undefined) return shared
      return begin(name, request, build, (made) => kept.put(key, { ...made, validity }, before !== undefined))
    },
  }
}
