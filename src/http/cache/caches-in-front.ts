/**
 * Answers that caches in front of the service keep (contract §22): for how long, and by which keys a purge names them. One is kept
 * only if nothing was written since it was begun: the purge of that write may already be over.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ResourceName, resourceNames } from '../../contract/resources/index.ts'
import { surrogateKeyOfItem, surrogateKeysOfAnswer } from '../../domain/surrogate-keys.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import type { Item, Store } from '../../store/store.ts'
import { queryOfUrlOfAnyLength } from '../request/query.ts'
import { idsShownBySingleEvent, type ShownIds } from './renderings.ts'
import { type Validity, validityTracker } from './validity.ts'

/** Seconds for which a cache may show what has ended while it asks again. */
const REVALIDATION = 30

/** Of answers that caches in front must not keep. */
const UNSHARED = 'private, no-cache'
/** Of faults, which nobody keeps. */
const UNKEPT = 'private, no-store'

/** The items that an answer shows, and whether they alone decide it: no list, and no time but that of publications and midnight. */
export interface ShownItemKeys {
  readonly keys: Iterable<string>
  readonly isAlone?: boolean
}

/** All that decides how long an answer may be kept. */
interface AnswerCachingFacts {
  readonly status: number
  readonly shown?: ShownItemKeys | undefined
  /** Whether it depends on the current time. */
  readonly isMoving?: boolean | undefined
  /** Seconds since 1970 UTC after which it is another one, whatever is written. */
  readonly until?: number
}

/** Tells caches in front whether and how long they may keep one answer. */
export interface FrontCacheAnswerMarker {
  /** Sets the headers of the answer, when it is about to be sent. */
  mark(reply: FastifyReply, answer: AnswerCachingFacts): Promise<void>
}

/** The markers of answers for caches in front of the service. */
export interface FrontCacheAnswerMarkers {
  /** The marker of answers that no cache keeps, whatever it makes of other directives. */
  readonly faults: FrontCacheAnswerMarker
  /** Returns the marker of an answer; undefined if it depends on the caller. Call it before any data is read for the answer. */
  begin(request: FastifyRequest, moment: Moment): Promise<FrontCacheAnswerMarker | undefined>
  /** The Cache-Control of an answer that holds for a validity, as of now. */
  control(validity: Validity, now: number): string
}

/** Returns the keys of items. */
export const surrogateKeysOfIds = (shown: ShownIds): readonly string[] =>
  resourceNames.flatMap((name) => shown[name]?.map((id) => surrogateKeyOfItem(name, id)) ?? [])

/** Returns the keys of an item and, of an event, of all that it shows. */
export function surrogateKeysOfItem(name: ResourceName, item: Item<ResourceName>): readonly string[] {
  if (!('isProtected' in item)) return [surrogateKeyOfItem(name, item.record.id)]
  return surrogateKeysOfIds(idsShownBySingleEvent(item))
}

/** The headers with the keys of what an answer shows. */
function surrogateHeaders({ keys = [], isAlone = false }: Partial<ShownItemKeys> = {}) {
  const all = surrogateKeysOfAnswer(keys, isAlone)
  return { 'Surrogate-Key': all.join(' '), 'Cache-Tag': all.join(',') }
}

function isPublicRead({ method, headers, url }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers.authorization !== undefined || headers.cookie !== undefined) return false
  return headers['x-event-password'] === undefined && !queryOfUrlOfAnyLength(url).has('password')
}

const keptFor = (seconds: number) =>
  `public, max-age=0, s-maxage=${Math.max(0, Math.floor(seconds))}, stale-while-revalidate=${REVALIDATION}`

/** Returns the markers of the answers from a store. */
export function frontCacheAnswerMarkersOfStore(store: Store, now: () => Moment): FrontCacheAnswerMarkers {
  const { current, learn } = validityTracker(store, store.freshCounter)
  const validityAt = async (moment: Moment) => current(epochOfInstant(moment.now)) ?? learn(moment)
  const control: FrontCacheAnswerMarkers['control'] = ({ isLocal, until }, at) =>
    isLocal || store.staleness() !== undefined ? UNSHARED : keptFor(until - at)

  /** The Cache-Control of an answer that was begun in a validity. */
  async function controlOf(begun: Validity, { status, isMoving, until = begun.until }: AnswerCachingFacts) {
    if (status >= 400) return UNKEPT
    const moment = now()
    const validity = await validityAt(moment)
    if (validity.revision !== begun.revision) return UNSHARED
    const at = epochOfInstant(moment.now)
    const ends = isMoving === true ? at : Math.min(validity.until, begun.until, until)
    return control({ ...validity, until: ends }, at)
  }

  return {
    control,
    faults: { mark: async (reply) => void reply.header('Cache-Control', UNKEPT) },
    async begin(request, moment) {
      if (!isPublicRead(request)) return undefined
      const begun = await validityAt(moment)
      return {
        async mark(reply, answer) {
          const { status, shown } = answer
          // The header of a redirect stays.
          if (status >= 300 && status < 400) return
          reply.header(
            'Cache-Control',
            reply.hasHeader('Set-Cookie') ? UNKEPT : await controlOf(begun, answer),
          )
          reply.header('Vary', `${reply.getHeader('Vary') ?? ''}, X-Fasti-Revision`)
          reply.headers(surrogateHeaders(shown))
        },
      }
    },
  }
}
