/**
 * Ready answers: what anyone was answered, as bytes, for as long as nothing is written and the clock brings no change. The
 * same question again costs a look at whether that still holds, and nothing else.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { epochOf, type Moment } from '../domain/moment.ts'
import { endOfToday } from '../domain/window.ts'
import type { Store } from '../store/store.ts'
import { isNotModified } from './preconditions.ts'

/** An answer as it went out. */
export interface Ready {
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  readonly etag: string
  readonly modified: number | undefined
}

interface Kept extends Ready {
  readonly notModified: Readonly<Record<string, string>>
  readonly era: Era
  readonly size: number
}

/** A time, in seconds since 1970 UTC, in which answers stay what they are: nothing is written, nothing comes out, no day ends. */
interface Era {
  readonly revision: number
  readonly isLocal: boolean
  readonly since: number
  readonly until: number
}

const MOST_BYTES = 64 * 1024 * 1024
/** What an entry takes besides its bytes. */
const ENTRY = 1024

/** The question that a request asks, where anyone would be answered the same. */
function questionOf({
  method,
  url,
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): string | undefined {
  if (method !== 'GET' || headers.authorization !== undefined || headers.cookie !== undefined)
    return undefined
  if (headers['x-event-password'] !== undefined) return undefined
  return `${url}\n${headers['accept-encoding']}\n${headers.accept}\n${headers.origin}`
}

/** The revision that the caller has seen: nothing older will do. */
const revisionSeen = ({ headers }: Pick<IncomingMessage, 'headers'>) => {
  const seen = Number(headers['x-fasti-revision'])
  return Number.isFinite(seen) ? seen : 0
}

const ofContent = ['content-length', 'content-type', 'content-encoding']

/** Takes the answer where it may be kept. */
export type Keep = (ready: Ready) => void

export interface ReadyAnswers {
  /** Answers before anything else has seen the request, if there is a ready answer that is known to hold without waiting. */
  answeredAtOnce(request: IncomingMessage, response: ServerResponse, moment: Moment): boolean
  /** Answers, if there is a ready answer that holds: at once where the store is known not to have changed. */
  answered(request: FastifyRequest, reply: FastifyReply, moment: Moment): boolean | Promise<boolean>
  /** How many were given. */
  given(): number
  /** To be called before anything is read for the answer. */
  keeper(request: FastifyRequest, moment: Moment): Promise<Keep | undefined>
}

/**
 * Ready answers over one store. `admit` throws where the caller may not ask, in local mode or not; `admits` tells it of a
 * request that nothing but the server has seen, where that can be told.
 */
export function readyAnswers(
  store: Store,
  admit: (request: FastifyRequest, isLocal: boolean, now: number) => void,
  admits: (request: IncomingMessage, isLocal: boolean) => boolean,
): ReadyAnswers {
  const kept = new Map<string, Kept>()
  let bytes = 0
  let given = 0
  let known: { readonly stamp: number | undefined; readonly era: Era } | undefined

  const forget = (question: string) => {
    bytes -= kept.get(question)?.size ?? 0
    kept.delete(question)
  }
  const isIn = ({ since, until }: Era, now: number) => since <= now && now < until
  /** The era of now, where that is known without waiting. */
  const current = (now: number): Era | undefined => {
    if (known?.stamp === undefined || known.stamp !== store.stamp()) return undefined
    return isIn(known.era, now) ? known.era : undefined
  }
  const learn = async (moment: Moment): Promise<Era> => {
    const stamp = store.stamp()
    const revision = await store.revision()
    const now = epochOf(moment.now)
    if (known === undefined || known.era.revision !== revision || !isIn(known.era, now)) {
      const publication = await store.nextPublication(moment)
      const until = Math.min(publication ?? Number.POSITIVE_INFINITY, endOfToday(moment))
      known = { stamp, era: { revision, isLocal: !(await store.hasUsers()), since: now, until } }
    } else known = { stamp, era: known.era }
    return known.era
  }
  const find = (request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): Kept | undefined => {
    const question = kept.size === 0 ? undefined : questionOf(request)
    return question === undefined ? undefined : kept.get(question)
  }
  const send = (request: IncomingMessage, response: ServerResponse, ready: Kept) => {
    const { headers } = request
    const isKnown =
      (headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined) &&
      isNotModified(headers, ready.etag, ready.modified)
    if (isKnown) response.writeHead(304, ready.notModified).end()
    else response.writeHead(200, ready.headers).end(ready.bytes)
    given += 1
    // A GET may bring a body, which nobody reads.
    request.resume()
  }
  return {
    given: () => given,
    answeredAtOnce(request, response, moment) {
      const ready = find(request)
      const era = ready === undefined ? undefined : current(epochOf(moment.now))
      if (era !== undefined && era.revision < revisionSeen(request)) return false
      if (ready === undefined || ready.era !== era || !admits(request, era.isLocal)) return false
      send(request, response, ready)
      return true
    },
    answered(request, reply, moment) {
      const ready = find(request)
      if (ready === undefined) return false
      const now = epochOf(moment.now)
      const answer = (era: Era) => {
        if (ready.era !== era) return false
        admit(request, era.isLocal, now)
        reply.hijack()
        send(request.raw, reply.raw, ready)
        return true
      }
      const era = current(now)
      return era === undefined || era.revision < revisionSeen(request)
        ? learn(moment).then(answer)
        : answer(era)
    },
    async keeper(request, moment) {
      const question = questionOf(request)
      if (question === undefined) return undefined
      const era = current(epochOf(moment.now)) ?? (await learn(moment))
      return (ready) => {
        // What an event's password was sent for is nobody else's, wherever in the question it stands.
        if (!ready.headers['cache-control']?.startsWith('public')) return
        forget(question)
        const headers = {
          ...ready.headers,
          'content-length': String(ready.bytes.length),
          'server-timing': 'ready',
        }
        const notModified = Object.fromEntries(
          Object.entries(headers).filter(([name]) => !ofContent.includes(name)),
        )
        const size = ready.bytes.length + question.length + ENTRY
        kept.set(question, { ...ready, headers, notModified, era, size })
        bytes += size
        for (const oldest of kept.keys()) {
          if (bytes <= MOST_BYTES) return
          forget(oldest)
        }
      }
    },
  }
}
