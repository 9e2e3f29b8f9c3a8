/** Admission: identifies the caller, and applies local mode and the rate limit. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../actions/context.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { Problem } from '../../problem.ts'
import type { AppOptions } from '../options.ts'
import { authentication } from './credentials.ts'
import { MAX_WRONG_PASSWORDS } from './event-passwords.ts'
import { allowLocal } from './local-mode.ts'
import { attempts } from './login-attempts.ts'
import { addressName, counter } from './rate-limiter.ts'
import { webSessions } from './web-sessions.ts'

/** A signal that is aborted when the client closes the connection before the response is complete. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded)
      gone.abort(new Problem('rest_unavailable', { message: 'The client closed the connection.' }))
  })
  return gone.signal
}

/** Builds the admission of one application: functions that identify the caller and enforce the rate limit. */
export function admissionOf({
  store,
  baseUrl,
  corsOrigins,
  currency,
  horizon,
  images,
  rateLimit,
  elapsed,
  failedSignIn,
}: AppOptions) {
  const proofs = {
    attempts: attempts(elapsed, failedSignIn),
    sessions: webSessions(store, baseUrl, corsOrigins),
  }
  const callerOf = authentication(store, proofs)
  const requests = rateLimit === undefined ? undefined : counter(rateLimit)
  const wrong = counter(MAX_WRONG_PASSWORDS)
  const limit = (name: string) => {
    const now = elapsed()
    requests?.allow(name, now)
    requests?.count(name, now)
  }
  /** Admits an anonymous request. Throws 403 in local mode for another machine, 429 past the rate limit. */
  const admit = (request: FastifyRequest, isLocal: boolean) => {
    if (isLocal) allowLocal(request.url, request.headers, request.socket.remoteAddress)
    if (requests !== undefined) limit(addressName(request.ip))
  }
  const known = new WeakMap<FastifyRequest, ReturnType<typeof admitted>>()
  const admitted = async (
    request: FastifyRequest,
    reply: FastifyReply,
    moment: Moment,
    isSigningIn: boolean,
  ) => {
    const caller = await callerOf(request, moment, isSigningIn)
    const { actor, name, cookie } = caller
    if (cookie !== undefined) reply.header('Set-Cookie', cookie)
    limit(name)
    const gone = request.method === 'GET' ? undefined : goneOf(reply)
    const context: Context = { store, moment, actor, currency, horizon, images, gone }
    return { context, caller, guesser: { wrong, name, now: elapsed() } }
  }
  /** Computed once for each request: before the body is read, and again afterwards with a new moment. */
  const contextOf = async (
    request: FastifyRequest,
    reply: FastifyReply,
    moment: Moment,
    isSigningIn = false,
  ) => {
    const found = known.get(request)
    if (found !== undefined) {
      const { context, ...rest } = await found
      return { ...rest, context: { ...context, moment } }
    }
    const own = admitted(request, reply, moment, isSigningIn)
    known.set(request, own)
    return own
  }
  /** The caller of a request that has been admitted, as of now. Throws if the credentials are no longer valid. */
  const actorNow = async (request: FastifyRequest, moment: Moment) =>
    (await callerOf(request, moment, false)).actor
  return { contextOf, actorNow, admit, credentials: { ...proofs, limit } }
}

export type Admission = ReturnType<typeof admissionOf>
