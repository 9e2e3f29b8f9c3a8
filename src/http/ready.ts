/**
 * Ready answers: what anyone was answered, as bytes, for as long as nothing is written and the clock brings no change. The
 * same question again costs a look at whether that still holds, and nothing else.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { epochOf, type Moment } from '../domain/moment.ts'
import type { Store } from '../store/store.ts'
import { encodingFor, encodingOf } from './encodings.ts'
import { type Era, eras, isIn } from './eras.ts'
import { type Kept, keptAnswers, keptOf, notModifiedOf, type Ready, remade, wireFor } from './kept.ts'
import { isNotModified, modifiedSince, revisionSeen } from './preconditions.ts'
import { isWritten } from './wire.ts'

/** The question that a request asks, where anyone would be answered the same. */
function questionOf({
  method,
  url,
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): string | undefined {
  if (method !== 'GET' || headers.authorization !== undefined || headers.cookie !== undefined)
    return undefined
  if (headers['x-event-password'] !== undefined) return undefined
  // What a date tells depends on what else happened within its second.
  if (modifiedSince(headers) !== undefined) return undefined
  return `${url}\n${encodingFor(headers['accept-encoding'])}\n${headers.accept}\n${headers.origin}`
}

/** Where an answer is to be kept. */
export interface Keep {
  /** Nothing older is kept there: whoever has seen that revision is given what is. */
  readonly revision: number
  /** Takes the answer where it may be kept. */
  take(ready: Ready): void
}

export interface ReadyAnswers {
  /** Answers before anything else has seen the request, if there is a ready answer that is known to hold without waiting. */
  answeredAtOnce(request: IncomingMessage, response: ServerResponse, moment: Moment): boolean
  /** Answers, if there is a ready answer that holds: at once where the store is known not to have changed. */
  answered(request: FastifyRequest, reply: FastifyReply, moment: Moment): boolean | Promise<boolean>
  /** How many were given. */
  given(): number
  /** Bytes that those take which are kept, by and large. */
  held(): number
  /** To be called before anything is read for the answer. */
  keeper(request: FastifyRequest, moment: Moment): Promise<Keep | undefined>
}

/**
 * Ready answers over one store. `admit` throws where the caller may not ask, in local mode or not; `admits` tells it of a
 * request that nothing but the server has seen, where that can be told. `keepAlive` is how long, in milliseconds, connections
 * are kept open.
 */
export function readyAnswers(
  store: Store,
  admit: (request: FastifyRequest, isLocal: boolean) => void,
  admits: (request: IncomingMessage, isLocal: boolean) => boolean,
  keepAlive: number,
): ReadyAnswers {
  const answers = keptAnswers()
  let given = 0
  const { current, learn } = eras(store)

  const find = (request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): Kept | undefined => {
    const question = questionOf(request)
    return question === undefined ? undefined : answers.get(question)
  }
  /** The answer in an era: as it was, or made again as far as memory tells what was written since. */
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
    // It may have become long enough to be compressed, which takes its time.
    const isPlain = encodingOf(made.length, headers['accept-encoding']) === undefined
    return isPlain ? answers.put(made) : undefined
  }
  const send = (request: IncomingMessage, response: ServerResponse, ready: Kept, now: number) => {
    const { headers } = request
    const isKnown =
      (headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined) &&
      isNotModified(headers, ready.etag, ready.modified)
    given += 1
    if (isWritten(wireFor(ready, isKnown, keepAlive), now, request, response)) return
    if (isKnown) response.writeHead(304, notModifiedOf(ready.headers)).end()
    else response.writeHead(200, ready.headers).end(Buffer.concat(ready.body))
    // A GET may bring a body, which nobody reads.
    request.resume()
  }
  return {
    given: () => given,
    held: () => answers.held(),
    answeredAtOnce(request, response, moment) {
      const ready = find(request)
      if (ready === undefined) return false
      const now = epochOf(moment.now)
      const era = current(now)
      if (era === undefined || era.revision < revisionSeen(request.headers)) return false
      if (!admits(request, era.isLocal)) return false
      const answer = inEra(ready, era, moment, request)
      if (answer === undefined) return false
      send(request, response, answer, now)
      return true
    },
    answered(request, reply, moment) {
      const ready = find(request)
      if (ready === undefined) return false
      const now = epochOf(moment.now)
      const give = (era: Era) => {
        const answer = inEra(ready, era, moment, request)
        if (answer === undefined) return false
        admit(request, era.isLocal)
        reply.hijack()
        send(request.raw, reply.raw, answer, now)
        return true
      }
      const era = current(now)
      if (era !== undefined && era.revision >= revisionSeen(request.headers)) return give(era)
      const catchUp = async () => {
        const learnt = await learn(moment)
        // So that memory tells of what was written, too.
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
        // What an event's password was sent for is nobody else's, wherever in the question it stands.
        if (ready.headers['cache-control']?.startsWith('public')) answers.put(keptOf(question, ready, era))
      }
      return { revision: era.revision, take }
    },
  }
}
