/** The response with one event, from the event JSON cache: a repeated read needs neither the database nor a new representation. */
import { viewerOf } from '../../../api/context.ts'
import type { ResourceName } from '../../../contract/resources/index.ts'
import { epochOfInstant, type Moment } from '../../../domain/time/moment.ts'
import type { Item, MemoryView, Store } from '../../../store/store.ts'
import { type CachedEvent, parseCachedEventJson, surrogateKeysOfEvent } from '../../cache/cached-event.ts'
import {
  type ApiRequest,
  type ApiResponse,
  hasNeitherFieldsNorEnvelope,
  idOrSlugInPath,
  type RevalidationResult,
  representationContextOf,
} from '../../request/api-request.ts'
import type { HandlerParts } from '../handler.ts'

interface Publication {
  readonly counter: number
  readonly since: number
  /** Seconds since 1970 UTC. */
  readonly next: number
}

/** The last known next publication of each store. It holds until the next write. */
const publications = new WeakMap<Store, Publication>()

/** The second at which the next scheduled item is published; infinite without one. */
async function publicationAfter(store: Store, moment: Moment): Promise<number> {
  const [counter, now, known] = [store.changeCounter(), epochOfInstant(moment.now), publications.get(store)]
  if (known !== undefined && known.counter === counter && known.since <= now && now < known.next)
    return known.next
  const next = (await store.nextPublication(moment)) ?? Number.POSITIVE_INFINITY
  if (counter !== undefined) publications.set(store, { counter, since: now, next })
  return next
}

/** Stores whose memory view is being brought up to date. */
const catchingUp = new WeakSet<Store>()

/** Brings the memory view up to date in the background, so that later reads find it. */
function catchUp(store: Store): void {
  if (catchingUp.has(store)) return
  catchingUp.add(store)
  const end = () => void catchingUp.delete(store)
  store.readView(async () => {}, 0).then(end, end)
}

/** The response with an event. That of a date of a series may tell of any other date. */
const revalidatedAs = (event: CachedEvent): RevalidationResult => ({
  digest: event.digest,
  build: () => ({
    version: event.version,
    chunked: { digest: event.digest, chunks: [event.bytes] },
    shown: () => ({ keys: surrogateKeysOfEvent(event), isAlone: !event.isOfSeries }),
  }),
})

/**
 * Returns the response with one event. `readItem` reads the event where the cache does not have it; it throws 401, 403, 404 or
 * 410. Only for requests without a password: protected events are never cached here.
 */
export async function cachedOrReadEventResponse(
  request: ApiRequest,
  { eventJson, siteName }: HandlerParts,
  readItem: () => Promise<Item<ResourceName>>,
  shown: (item: Item<ResourceName>) => ApiResponse,
): Promise<ApiResponse> {
  const { operation, params, context, minRevision } = request
  const { store, moment } = context
  const [address, viewer] = [idOrSlugInPath(operation, params), viewerOf(context)]
  const view = representationContextOf(request, true, siteName)
  const fromMemory = (memory: MemoryView, moment: Moment) =>
    eventJson.oneFromMemory(memory, address, { ...viewer, moment }, view)
  const responseOf = (event: CachedEvent): ApiResponse => {
    const { chunked, ...own } = revalidatedAs(event).build()
    return hasNeitherFieldsNorEnvelope(request)
      ? {
          ...own,
          status: 200,
          body: {},
          chunked,
          revalidate: (memory, moment) => {
            const now = fromMemory(memory, moment)
            return now && revalidatedAs(now)
          },
        }
      : { ...own, status: 200, body: parseCachedEventJson(event) }
  }
  const memory = store.memoryView()
  const cached = memory && memory.revision >= minRevision ? fromMemory(memory, moment) : undefined
  if (cached !== undefined) return responseOf(cached)
  const item = await readItem()
  // The item was read at the revision of the memory view only if nothing was written meanwhile.
  const isCurrent = () => memory !== undefined && store.memoryView()?.revision === memory.revision
  if (store.memoryView() === undefined) catchUp(store)
  if (!('isProtected' in item) || item.isProtected || !isCurrent()) return shown(item)
  // Without the primary database, the event is shown but not cached.
  const until = await publicationAfter(store, moment).catch(() => undefined)
  const now = store.memoryView()
  if (until === undefined || now === undefined || !isCurrent()) return shown(item)
  return responseOf(eventJson.keepOne(now, { item, validUntil: until }, viewer, view))
}
