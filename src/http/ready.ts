/**
 * The response cache: public responses as bytes, valid until the next write, scheduled publication or midnight. A repeated
 * request costs one validity check.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { epochOf, type Moment } from '../domain/moment.ts'
import type { Store } from '../store/store.ts'
import { encodingFor, encodingOf } from './encodings.ts'
import { type Era, eras, isIn } from './eras.ts'
import { type Kept, keptAnswers, keptOf, notModifiedOf, type Ready, remade, wholeBodyOf } from './kept.ts'
import { isNotModified, modifiedSince, revisionSeen } from './preconditions.ts'

/** The cache key of a request; undefined if the response depends on the caller. */
function questionOf({
  method,
  url,
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): string | undefined {
  if (method !== 'GET' || headers.authorization !== undefined || headers.cookie !== undefined)
    return undefined
  if (headers['x-event-password'] !== undefined) return undefined
  // A date comparison needs the item's history: several changes may have happened in the same second.
  if (modifiedSince(headers) !== undefined) return undefined
  return `${url}\n${encodingFor(headers['accept-encoding'])}\n${headers.accept}\n${headers.origin}`
}

/** A place in the cache for one response. */
export interface Keep {
  /** The response must not be read from an older revision. */
  readonly revision: number
  /** Caches the response if it is public. */
  take(ready: Ready): void
}

export interface ReadyAnswers {
  /** Responds if a cached response is valid, synchronously if the change counter shows no write. Returns whether it did. */
  answered(request: FastifyRequest, reply: FastifyReply, moment: Moment): boolean | Promise<boolean>
  /** How many responses were sent from the cache. */
  given(): number
  /** Approximate size of the cache, in bytes. */
  held(): number
  /** Returns the place for a response; undefined if it can't be cached. Call it before any data is read for the response. */
  keeper(request: FastifyRequest, moment: Moment): Promise<Keep | undefined>
}

/** Returns an empty response cache over one store. `admit` throws if the caller is not admitted. */
export function readyAnswers(
  store: Store,
  admit: (request: FastifyRequest, isLocal: boolean) => void,
): ReadyAnswers {
  const answers = keptAnswers()
  let given = 0
  const { current, learn } = eras(store)

  const find = (request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): Kept | undefined => {
    const question = questionOf(request)
    return question === undefined ? undefined : answers.get(question)
  }
  /** The cached response in a validity: unchanged, or revalidated from memory; undefined if neither is possible. */
  const inEra = (
    ready: Kept,
    era: Era,
    moment: Moment,
    { headers }: Pick<IncomingMessage, 'headers'>,
  ): Kept | undefined => {
    if (ready.era === era) return ready
    if (ready.era.isLocal !== era.isLocal || !isIn(ready.era, epochOf(moment.now))) return undefined
    const glance = store.glance()
    const again = glance?.revision === era.revision ? ready.again?.(glance, moment) : undefined
    if (again === undefined) return undefined
    if (again.tag === ready.tag) {
      ready.era = era
      return ready
    }
    if (ready.encoding !== undefined) return undefined
    const made = keptOf(ready.question, remade(ready, again), era)
    // The new body may be long enough to need compression, which is asynchronous.
    const isPlain = encodingOf(made.length, headers['accept-encoding']) === undefined
    return isPlain ? answers.put(made) : undefined
  }
  const send = (request: IncomingMessage, response: ServerResponse, ready: Kept) => {
    const { headers } = request
    const isKnown =
      (headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined) &&
      isNotModified(headers, ready.etag, ready.modified)
    given += 1
    if (isKnown) response.writeHead(304, notModifiedOf(ready.headers)).end()
    else response.writeHead(200, ready.headers).end(wholeBodyOf(ready))
    // A GET may have a body; it is discarded.
    request.resume()
  }
  return {
    given: () => given,
    held: () => answers.held(),
    answered(request, reply, moment) {
      const ready = find(request)
      if (ready === undefined) return false
      const now = epochOf(moment.now)
      const give = (era: Era) => {
        const answer = inEra(ready, era, moment, request)
        if (answer === undefined) return false
        admit(request, era.isLocal)
        reply.hijack()
        send(request.raw, reply.raw, answer)
        return true
      }
      const era = current(now)
      if (era !== undefined && era.revision >= revisionSeen(request.headers)) return give(era)
      const catchUp = async () => {
        const learnt = await learn(moment)
        // Opening a read view brings the memory view up to date.
        if (ready.again !== undefined && store.glance() === undefined) await store.look(async () => {}, 0)
        return give(learnt)
      }
      return catchUp()
    },
    async keeper(request, moment) {
      const question = questionOf(request)
      if (question === undefined) return undefined
      const era = current(epochOf(moment.now)) ?? (await learn(moment))
      const take = (ready: Ready) => {
        // Responses to requests with an event password are private, wherever the password was sent.
        if (ready.headers['cache-control']?.startsWith('public')) answers.put(keptOf(question, ready, era))
      }
      return { revision: era.revision, take }
    },
  }
}
