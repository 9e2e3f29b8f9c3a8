/** Delivering activities to the servers of followers. */

import type {
  DeliveryFailureCause,
  DueDelivery,
  FailingFederationHost,
  FederationDeliveryResult,
} from '../store/store.ts'
import { type AttemptCounts, DELIVERY_WAITS, type SendPost } from '../webhooks/deliveries.ts'
import { followerOf, makeGatheredSaver, newFastAndFailingLanes } from '../webhooks/delivering.ts'
import { type FederationParts, isAnyHostBlocked, nowInSeconds, signingKeyOf } from './own-actors.ts'
import { paceBesideWrites } from './pace.ts'
import { planActivitiesAboutNearOccurrences, planActivitiesAboutNewChanges } from './planning.ts'
import { cavageHeaders } from './signatures.ts'

// Why a delivery failed, as editors are told it.

/** The failures in which the host itself is in trouble, and not only this delivery. */
const troubles: readonly DeliveryFailureCause['reason'][] = [
  ...(['no-connection', 'no-answer', 'unknown-host', 'not-public', 'certificate'] as const),
  ...(['busy', 'fault'] as const),
]

/** Statuses by which a server in front of the host says that this is away. Other faults may come of one event that the host can't take. */
const AWAY = [502, 503, 504]

/** Returns what a failure says of the host: that it is in trouble, that it may be, or nothing. */
function hostTroubleOf({ reason, status }: DeliveryFailureCause): 'sure' | 'possible' | undefined {
  if (reason === 'fault' && !AWAY.includes(status)) return 'possible'
  return troubles.includes(reason) ? 'sure' : undefined
}

/** Codes of errors of connections by what they mean; those of certificates are many. */
const reasonsByCode: Readonly<Record<string, DeliveryFailureCause['reason']>> = {
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  ETIMEDOUT: 'no-answer',
}

const CERTIFICATE = /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO)/

/** Returns the code of an error, or of what caused it. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}

/** Returns why there was no response. */
export function failureOfError(error: unknown): DeliveryFailureCause {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : ''
  const known = code === undefined ? undefined : reasonsByCode[code]
  if (known !== undefined) return { reason: known, status: 0 }
  if (code !== undefined && CERTIFICATE.test(code)) return { reason: 'certificate', status: 0 }
  if (code !== undefined) return { reason: 'no-connection', status: 0 }
  return { reason: message.startsWith('there was no response') ? 'no-answer' : 'not-public', status: 0 }
}

function reasonOf(status: number): DeliveryFailureCause['reason'] {
  if (status === 410) return 'gone'
  if (status >= 500) return 'fault'
  if (status === 429 || status === 408) return 'busy'
  return status >= 300 && status < 400 ? 'redirect' : 'refused'
}

/** Returns why a response means that a delivery failed; undefined where it arrived. */
function failureOfStatus(status: number): DeliveryFailureCause | undefined {
  return status >= 200 && status < 300 ? undefined : { reason: reasonOf(status), status }
}

/** Seconds for which a host may fail before it is given up: a week. */
const GIVEN_UP = 7 * 86_400

/** Returns how long to wait after so many failures, in seconds; undefined after the last one. */
const waitAfter = (failures: number): number | undefined => DELIVERY_WAITS[failures - 1]

const LONGEST = 86_400

/** What is posted for a delivery, in its order, each with its signature; undefined where nobody is to get it any more. */
type SignedDelivery =
  | readonly { readonly url: string; readonly body: string; readonly headers: Record<string, string> }[]
  | undefined

/** The failure of a delivery that nobody is to get any more. */
const unwanted: DeliveryFailureCause = { reason: 'blocked', status: 0 }

/** Returns the bodies of a delivery. After each Create its event is announced: Mobilizon lists only what an actor announced that is followed there. */
function bodiesOf(body: string): readonly string[] {
  const activity: Readonly<Record<string, unknown>> & { readonly object?: { readonly id?: unknown } } =
    JSON.parse(body)
  const { '@context': context, id, type, actor, to, cc, object } = activity
  if (type !== 'Create') return [body]
  const address = `${id}${String(id).includes('#') ? '-' : '#'}announce`
  const announcement = { id: address, type: 'Announce', actor, to, cc, object: object?.id }
  return [body, JSON.stringify({ '@context': context, ...announcement })]
}

async function signedDelivery(
  source: FederationParts,
  { actor_id, line, inbox: url, host, body }: DueDelivery,
): Promise<SignedDelivery> {
  // Who follows from a blocked host ends with it, like those whose inbox is gone. That its own are followed no more is told.
  if (!line.startsWith('follow ') && (await isAnyHostBlocked(source, host))) return undefined
  const actor = await source.context().store.federation.actors.byId(actor_id)
  if (actor === undefined) return undefined
  const key = signingKeyOf(source, actor)
  const posts = bodiesOf(body).map(async (one) => {
    const unsigned = { method: 'POST', url, body: Buffer.from(one) } as const
    const headers = await cavageHeaders(unsigned, key, nowInSeconds(source))
    return { url, body: one, headers: { ...headers, 'Content-Type': 'application/activity+json' } }
  })
  return Promise.all(posts)
}

async function failureOfPost(
  { url, body, headers }: NonNullable<SignedDelivery>[number],
  post: SendPost,
  signal: AbortSignal,
): Promise<DeliveryFailureCause | undefined> {
  try {
    return failureOfStatus((await post(url, body, headers, signal)).status)
  } catch (error) {
    if (signal.aborted) throw error
    return failureOfError(error)
  }
}

/**
 * Posts a delivery. Returns why it failed; undefined if it arrived. Where its event alone arrives, that is enough: Gancio answers 404 to each
 * Announce. Throws if `signal` is aborted.
 */
async function postDelivery(
  signed: SignedDelivery,
  post: SendPost,
  signal: AbortSignal,
): Promise<DeliveryFailureCause | undefined> {
  if (signed === undefined) return unwanted
  const [first, announcement] = signed
  const failure = first && (await failureOfPost(first, post, signal))
  if (failure !== undefined || announcement === undefined) return failure
  const refusal = await failureOfPost(announcement, post, signal)
  return refusal !== undefined && hostTroubleOf(refusal) === 'sure' ? refusal : undefined
}

/** Returns how a host stands after a failure: while it only may be in trouble, it has no failures, and what else is for it goes on. */
function hostAfter(
  host: string,
  trouble: 'sure' | 'possible',
  known: FailingFederationHost | undefined,
  now: number,
): FailingFederationHost {
  const failing_since_utc = known?.failing_since_utc ?? now
  if (trouble === 'possible') return { host, failures: 0, failing_since_utc, retry_utc: now }
  const failures = (known?.failures ?? 0) + 1
  return { host, failures, failing_since_utc, retry_utc: now + (waitAfter(failures) ?? LONGEST) }
}

/** Returns what becomes of a delivery that failed, or arrived. `known`: how its host stood before. */
function deliveryResultByFailure(
  source: FederationParts,
  delivery: DueDelivery,
  failure: DeliveryFailureCause | undefined,
  known: FailingFederationHost | undefined,
): FederationDeliveryResult {
  const now = nowInSeconds(source)
  const isGone = failure?.reason === 'gone' || failure?.reason === 'blocked'
  const wait = waitAfter(delivery.attempts + 1)
  const isEnded = isGone || wait === undefined
  const trouble = failure && hostTroubleOf(failure)
  return {
    delivery,
    failure,
    outcome: failure === undefined ? 'delivered' : isEnded ? 'ended' : 'again',
    at_utc: now,
    next_utc: now + (wait ?? 0),
    host: trouble === undefined ? 'well' : hostAfter(delivery.host, trouble, known, now),
    isGone,
  }
}

/** Whether a host has failed for so long that nothing is sent to it any more. */
const isGivenUp = ({ failing_since_utc }: FailingFederationHost, now: number): boolean =>
  failing_since_utc <= now - GIVEN_UP

/** Saves the results of deliveries, and gives up hosts that took nothing meanwhile. */
async function saveDeliveryResults(
  source: FederationParts,
  results: readonly FederationDeliveryResult[],
): Promise<void> {
  const { followers, queue } = source.context().store.federation
  await queue.settle(results)
  const now = nowInSeconds(source)
  const failing = results.flatMap(({ host }) => (host !== 'well' && isGivenUp(host, now) ? [host.host] : []))
  for (const [name, host] of await queue.hosts([...new Set(failing)]))
    if (isGivenUp(host, now)) await followers.giveUp(name, now)
}

/** Seconds between two looks for occurrences that have come near. */
const OCCURRENCES = 3600
/** Deliveries that are read together, those of them that begin to one host, and the most that run: their activities are in memory. */
const MAX_DUE = 50
const MAX_OF_HOST = 8
const MAX_RUNNING = 1024
/** Milliseconds for which a stop waits for attempts, and rounds of `deliver`. */
const STOP_TIMEOUT = 3000
const MAX_ROUNDS = 200

/** Returns the deliverer of one process to the servers of followers. */
export function federationDeliverer(source: FederationParts, post: SendPost) {
  const { store } = source.context()
  const { queue } = store.federation
  const counted = { delivered: 0, failed: 0, seconds: 0 }
  /** The running attempts by delivery. */
  const running = new Map<number, { readonly host: string; readonly done: Promise<void> }>()
  const ended = () => Promise.all([...running.values()].map(({ done }) => done))
  /** The newest revision that was seen, by which writes of other processes show. */
  let revision = 0
  const { inTurn, hurry } = paceBesideWrites(() => store.measures().writers.done + revision)
  /** Whether more waits than can begin: what was written since is planned later, and then as it is by then. */
  let isFull = false
  /** When occurrences were looked for, in seconds since 1970 UTC. */
  let occurrencesAt = Number.NEGATIVE_INFINITY
  const follower = followerOf(store, queue, async (failed) => {
    let hasMore = true
    while (hasMore && !signal.aborted) {
      hasMore = !isFull && (await plan())
      isFull = (await begin(failed)) === MAX_DUE
    }
    if (isFull) follower.again()
  })
  const { signal } = follower
  const lane = newFastAndFailingLanes()
  const save = makeGatheredSaver<FederationDeliveryResult>(
    (results) => saveDeliveryResults(source, results),
    inTurn,
  )
  /** Plans the first of what was written. Returns whether there may be more. */
  async function plan(): Promise<boolean> {
    const { moment, actor } = source.context()
    await store.settle({ moment, actor })
    const hasMore = await planActivitiesAboutNewChanges(source, inTurn)
    if (Math.abs(nowInSeconds(source) - occurrencesAt) < OCCURRENCES) return hasMore
    occurrencesAt = nowInSeconds(source)
    await planActivitiesAboutNearOccurrences(source, inTurn)
    return hasMore
  }
  /** Reads deliveries that are due to hosts to which none runs, and how their hosts stand. */
  async function dueNow() {
    revision = await store.revision()
    const busy = [...new Set([...running.values()].map(({ host }) => host))]
    const limit = Math.min(MAX_DUE, MAX_RUNNING - running.size)
    const due = limit > 0 ? await queue.due(nowInSeconds(source), { limit, ofHost: MAX_OF_HOST, busy }) : []
    return { due, hosts: await queue.hosts([...new Set(due.map(({ host }) => host))]) }
  }
  /** Attempts a delivery, in its lane and at the pace that writes leave. `known`: how its host stood before. */
  async function attempt(delivery: DueDelivery, known: FailingFederationHost | undefined): Promise<void> {
    const result = await lane.run(known !== undefined, async () => {
      const signed = await inTurn(async () => {
        if (signal.aborted || !(await follower.hold())) throw new Error('another process delivers now')
        return signedDelivery(source, delivery)
      })
      const start = performance.now()
      const failure = await postDelivery(signed, post, signal)
      counted.seconds += (performance.now() - start) / 1000
      return deliveryResultByFailure(source, delivery, failure, known)
    })
    counted[result.outcome === 'delivered' ? 'delivered' : 'failed'] += 1
    await save(result)
  }
  /** Begins deliveries that are due. Returns how many. */
  async function begin(failed: (error: unknown) => void): Promise<number> {
    const { due, hosts } = await inTurn(dueNow)
    for (const delivery of due) {
      const done = attempt(delivery, hosts.get(delivery.host))
        .catch((error) => (signal.aborted ? undefined : failed(error)))
        .finally(() => running.delete(delivery.id))
      running.set(delivery.id, { host: delivery.host, done })
    }
    return due.length
  }
  return {
    counts: (): AttemptCounts => counted,
    /** Delivers everything that is due, if this process has the lease or can take it. */
    deliver() {
      hurry()
      return follower.now(async () => {
        const errors: unknown[] = []
        occurrencesAt = Number.NEGATIVE_INFINITY
        while (await plan());
        for (let round = 0; round < MAX_ROUNDS; round++) {
          const begun = await begin((error) => errors.push(error))
          if (begun === 0 && running.size === 0) return
          await ended()
          if (errors.length > 0) throw errors[0]
        }
      })
    },
    /** Delivers continuously until `stop`. */
    start: follower.start,
    stop() {
      hurry()
      return follower.stop(STOP_TIMEOUT, ended)
    },
  }
}
