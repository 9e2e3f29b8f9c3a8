/** Admission: identifies the caller, and applies local mode and the rate limit. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../api/context.ts'
import type { Actor } from '../../api/policy.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { newAuthenticationAttemptLimiter } from '../../people/sessions.ts'
import { because, Problem } from '../../problem.ts'
import { addressRateKey, newRateCounter } from '../../support/rate-limiter.ts'
import type { AppOptions } from '../options.ts'
import { webSessions } from './cookies.ts'
import {
  type Caller,
  type Guesser,
  MAX_WRONG_PASSWORDS,
  newAuthentication,
  refuseUnlessLocal,
} from './credentials.ts'

/** A signal that is aborted when the client closes the connection before the response is complete. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded) gone.abort(new Problem('rest_unavailable', because('connection_closed')))
  })
  return gone.signal
}

type Known = Pick<
  AppOptions,
  'store' | 'baseUrl' | 'corsOrigins' | 'rateLimit' | 'elapsed' | 'failedSignIn' | 'signIn'
> &
  Pick<Context, 'currency' | 'horizon' | 'images'>

/** The caller of an admitted request, and what actions need. */
interface Admitted {
  readonly context: Context
  readonly caller: Caller
  readonly guesser: Guesser
}

type AdmitRequest = (
  request: FastifyRequest,
  reply: FastifyReply,
  moment: Moment,
  isSigningIn?: boolean,
) => Promise<Admitted>

/** Returns the function that counts a request of a caller. It throws 429 past the rate limit. */
function limitOf({ rateLimit, elapsed }: Known): (name: string) => void {
  const requests = rateLimit === undefined ? undefined : newRateCounter(rateLimit)
  return (name) => {
    const now = elapsed()
    requests?.allow(name, now)
    requests?.count(name, now)
  }
}

/** Returns a function that admits each request once: before the body is read, and again afterwards with a new moment. */
function onceEach(admit: AdmitRequest): AdmitRequest {
  const known = new WeakMap<FastifyRequest, Promise<Admitted>>()
  return async (request, reply, moment, isSigningIn) => {
    const found = known.get(request)
    if (found !== undefined) {
      const { context, ...rest } = await found
      return { ...rest, context: { ...context, moment } }
    }
    const own = admit(request, reply, moment, isSigningIn)
    known.set(request, own)
    return own
  }
}

/** Builds the admission of one application: functions that identify the caller and enforce the rate limit. */
export function newRequestAdmission(parts: Known) {
  const { store, baseUrl, corsOrigins, rateLimit, elapsed, failedSignIn } = parts
  const { currency, horizon, images } = parts
  const proofs = {
    attempts: newAuthenticationAttemptLimiter(elapsed, failedSignIn),
    sessions: webSessions(store, baseUrl, corsOrigins),
  }
  const callerOf = newAuthentication(store, proofs, parts.signIn?.tokenDays)
  const wrong = newRateCounter(MAX_WRONG_PASSWORDS)
  const limit = limitOf(parts)
  /** Admits an anonymous request. Throws 403 in local mode for another machine, 429 past the rate limit. */
  const admit = (request: FastifyRequest, isLocal: boolean) => {
    if (isLocal) refuseUnlessLocal(request.url, request.headers, request.socket.remoteAddress)
    if (rateLimit !== undefined) limit(addressRateKey(request.ip))
  }
  const contextOf = onceEach(async (request, reply, moment, isSigningIn = false) => {
    const caller = await callerOf(request, moment, isSigningIn)
    const { actor, name, cookie } = caller
    if (cookie !== undefined) reply.header('Set-Cookie', cookie)
    limit(name)
    const gone = request.method === 'GET' ? undefined : goneOf(reply)
    const context: Context = { store, moment, actor, currency, horizon, images, gone }
    return { context, caller, guesser: { wrong, name, now: elapsed() } }
  })
  /** The caller of a request that has been admitted, as of now. Throws if the credentials are no longer valid. */
  const actorNow = async (request: FastifyRequest, moment: Moment) =>
    (await callerOf(request, moment, false)).actor
  return { contextOf, actorNow, admit, credentials: { ...proofs, limit } }
}

/** The functions that identify the callers of one application and enforce the rate limit. */
export type RequestAdmissionFunctions = ReturnType<typeof newRequestAdmission>

/** Identifies the caller of a request again. */
type FindActorAgain = (request: FastifyRequest) => Promise<Actor>

/** Milliseconds for which the same credentials are checked once for all their streams. */
const CHECKED_FOR = 100

/** Identifies callers again, those with the same credentials together. */
export function checkedTogether(actorNow: FindActorAgain): FindActorAgain {
  const known = new Map<string, Promise<Actor>>()
  return (request) => {
    const { authorization = '', cookie = '', host = '' } = request.headers
    const key = JSON.stringify([authorization, cookie, host, request.ip])
    const found = known.get(key) ?? actorNow(request)
    if (known.size === 0) setTimeout(() => known.clear(), CHECKED_FOR).unref()
    known.set(key, found)
    return found
  }
}

// Tries to submit: each may check an image (contract §14).

/** Tries a minute from one address. */
const MAX_TRIES = 20

/** Counts a try of a sender. Throws 429 after too many. */
export function countOrRefuseSubmissionTry(
  { tries, elapsed }: ReturnType<typeof newSubmissionQuota>,
  sender: string,
): void {
  tries.allow(sender, elapsed())
  tries.count(sender, elapsed())
}

/** The limits of the submissions of one application, with new, empty counts. */
export const newSubmissionQuota = ({
  elapsed,
  submissionsSpace,
}: Pick<AppOptions, 'elapsed' | 'submissionsSpace'>) => ({
  tries: newRateCounter(MAX_TRIES),
  space: submissionsSpace,
  elapsed,
})
