/** Receiving activities: who sent them is proven before they have any effect. */
import { createHash } from 'node:crypto'
import type { FederationAnswer } from '../answers.ts'
import { type FederationParts, isAnyHostBlocked, nowInSeconds } from '../federation-parts.ts'
import { ownActorAt } from '../own-actors.ts'
import type { RemoteReadingParts } from '../remote/fetching.ts'
import { signerFinder } from '../remote/peers.ts'
import { hostOf, parseJsonObjectBytes } from '../remote/remote-object.ts'
import { isSignatureFault, type RequestToVerify } from '../signatures/signed-request.ts'
import { signatureClaimOf } from '../signatures/verifying.ts'
import { type Activity, activityFromRemoteObject, isActivityOfOneHost } from './activities.ts'
import { applyActivity } from './effects.ts'

/** A request to an inbox. `path` is below the base address, `address` that of who sends it. */
export interface InboxRequest extends RequestToVerify {
  readonly path: string
  readonly address: string
}

/** Seconds for which activities are remembered: longer than signatures are valid. */
const REMEMBERED = 3 * 3600

const accepted: FederationAnswer = { status: 202, type: 'application/json; charset=utf-8', body: '{}' }

const refused = (status: number, message: string): FederationAnswer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify({ message }),
})

/** Seconds after which a request is sent again whose key could not be fetched. */
const FETCHED_LATER = 60

const blocked = refused(403, 'This host is blocked.')

/**
 * Returns the refusal of a read that a blocked host has signed; undefined for all others. The key is not fetched: who claims the name of a
 * blocked host is answered like it.
 */
export async function blockedReaderAnswer(
  source: FederationParts,
  request: RequestToVerify,
): Promise<FederationAnswer | undefined> {
  const claim = signatureClaimOf(request, source.place.site, nowInSeconds(source))
  if (isSignatureFault(claim) || !URL.canParse(claim.keyId)) return undefined
  return (await isAnyHostBlocked(source, hostOf(claim.keyId))) ? blocked : undefined
}

async function isInbox(source: FederationParts, path: string): Promise<boolean> {
  if (path === '/ap/inbox') return true
  const [, of] = /^(.*)\/inbox$/.exec(path) ?? []
  return of !== undefined && (await ownActorAt(source, `${source.place.base}${of}`)) !== undefined
}

/** Actors are deleted with their keys: then nothing proves it any more, and if nothing is known of one, nothing has to be done. */
const isFarewell = ({ type, object, actor }: Activity) => type === 'Delete' && object === actor

/** Activities of which the state of what they change says whether they count: the ids of a server for all its Follows may be equal. */
const unremembered = ['Follow', 'Undo', 'Accept', 'Reject', 'Like']

/** Applies an activity once. A sender that got no answer sends it again. */
async function applyOnce(source: FederationParts, received: Parameters<typeof applyActivity>[1]) {
  const { id, type } = received.activity
  if (unremembered.includes(type)) return applyActivity(source, received)
  const { events } = source.context().store.federation
  const key = createHash('sha256').update(`${type} ${id}`).digest('hex')
  if (await events.isSeen(key)) return
  await applyActivity(source, received)
  await events.noteSeen(key, nowInSeconds(source), nowInSeconds(source) - REMEMBERED)
}

/** Returns the function that receives requests to inboxes. */
export function makeInboxReceiver(
  reading: RemoteReadingParts,
): (request: InboxRequest) => Promise<FederationAnswer> {
  const { source } = reading
  const signerOf = signerFinder(reading)
  return async (request) => {
    if (!(await isInbox(source, request.path))) return refused(404, 'There is no inbox at this address.')
    const activity = activityFromRemoteObject(parseJsonObjectBytes(request.body))
    if (activity === undefined)
      return refused(400, 'The body is no activity with an id, a type and an actor.')
    const claim = signatureClaimOf(request, source.place.site, nowInSeconds(source))
    if (isSignatureFault(claim)) return refused(401, claim.fault)
    if (!URL.canParse(claim.keyId)) return refused(401, 'The key has no address.')
    if (await isAnyHostBlocked(source, hostOf(claim.keyId), hostOf(activity.actor))) return blocked
    const signer = await signerOf(claim, activity.actor, request.address)
    if ('fault' in signer) {
      if (signer.isGone && isFarewell(activity)) return accepted
      const message = `The signature could not be verified: ${signer.fault}.`
      return signer.isEarly ? { ...refused(503, message), retryAfter: FETCHED_LATER } : refused(401, message)
    }
    if (signer.peer.actor !== activity.actor) return refused(401, 'The key is not that of the actor.')
    if (!isActivityOfOneHost(activity))
      return refused(401, 'The activity, its actor and its object are not of one host.')
    await applyOnce(source, { activity, peer: signer.peer })
    return accepted
  }
}
