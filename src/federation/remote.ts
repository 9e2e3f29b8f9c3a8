/** Fetching from other servers; their actors and keys. */

import { closedAddressFault } from '../domain/public-address.ts'
import type { RemoteActor } from '../store/store.ts'
import { ACTIVITY_TYPE } from './documents.ts'
import {
  type CausingRequest,
  type FederationParts,
  isAnyHostBlocked,
  nowInSeconds,
  ownActorOfCalendar,
  signingKeyOf,
} from './own-actors.ts'
import {
  addressAtKey,
  hostOf,
  isOneOrigin,
  objectsAtKey,
  parseJsonObjectBytes,
  type RemoteObject,
  textAtKey,
  withoutFragment,
} from './remote-object.ts'
import { cavageHeaders, isVerifiedBy, parsePublicKey, type SignatureClaim } from './signatures.ts'

// Fetches that others can cause, each address once a minute at most: what came of the last one is used again.

const FETCH_LASTS = 60
/** The most addresses whose fetch is remembered: beyond them, the limit for each host holds alone. */
const MAX_REMEMBERED = 1000

/** Returns a function that fetches an address, unless it did so within a minute. `isFinal` says whether a result is of use again. */
function fetcherOnceAMinute<T>(
  source: Pick<FederationParts, 'context'>,
  isFinal: (result: T) => boolean,
): (address: string, fetch: () => Promise<T>) => Promise<T> {
  const fetched = new Map<string, { readonly at: number; readonly result: Promise<T> }>()
  return (address, fetch) => {
    const now = nowInSeconds(source)
    const last = fetched.get(address)
    // Two that ask at the same time get one answer. A clock that was set back ends the minute.
    if (last !== undefined && Math.abs(now - last.at) < FETCH_LASTS) return last.result
    const forget = () => fetched.delete(address)
    forget()
    const result = fetch()
    fetched.set(address, { at: now, result })
    result.then((found) => isFinal(found) || forget(), forget)
    const [oldest] = fetched.keys()
    if (fetched.size > MAX_REMEMBERED && oldest !== undefined) fetched.delete(oldest)
    return result
  }
}

// Fetching objects of other servers, signed and guarded.

/** Why there is no object. `isGone`: its server says that it does not exist any more. `isEarly`: it may be asked again in a minute. */
interface FetchFault {
  readonly fault: string
  readonly isGone: boolean
  readonly isEarly?: true
}

/** An object, or why there is none. */
type FetchedObject = { readonly object: RemoteObject } | FetchFault

/** Files that users of a server upload have other types: they must not pass for its objects. */
const types = ['application/activity+json', 'application/ld+json']

const failed = (fault: string, isGone = false): FetchFault => ({ fault, isGone })

/** Fetches an object at its address. `accepted` are the types that it may have. */
export async function fetchObject(
  source: FederationParts,
  address: string,
  {
    accepted = types,
    cause,
  }: { readonly accepted?: readonly string[]; readonly cause?: CausingRequest | undefined } = {},
): Promise<FetchedObject> {
  const { fetchDocument, hosts, mayAsk } = source
  const fault = closedAddressFault(new URL(address), hosts, 'FASTI_FEDERATION_HOSTS')
  if (fault !== undefined) return failed(`its address ${fault.message}`)
  if (await isAnyHostBlocked(source, hostOf(address))) return failed('its host is blocked')
  if (!mayAsk(hostOf(address), cause))
    return { ...failed('its host was asked too often within a minute'), isEarly: true }
  const key = signingKeyOf(source, await ownActorOfCalendar(source))
  const signature = await cavageHeaders({ method: 'GET', url: address }, key, nowInSeconds(source))
  try {
    const { status, type, bytes } = await fetchDocument(address, {
      ...signature,
      accept: accepted[0] ?? ACTIVITY_TYPE,
    })
    if (status !== 200) return failed(`its host returned ${status}`, status === 404 || status === 410)
    const object = accepted.includes(type) ? parseJsonObjectBytes(bytes) : undefined
    return object === undefined ? failed('its host returned no object') : { object }
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

// Actors of other servers, and their keys: fetched, cached, and fetched again when a signature fails.

/** Seconds for which a key is not fetched again, although a signature fails, whichever process fetched it. */
const FETCHED_AGAIN = 60
/** Seconds after which a key is fetched again although it fits: one that was replaced, because it was stolen, must not be good for ever. */
const KEY_LASTS = 86_400

/** The most characters of a name, and of a key: the longest that is verified with has 1500. */
const MAX_NAME = 200
const MAX_PEM = 4000

/** Returns the actor of an object; undefined if it is none, or if its parts are not of one host. */
function peerFromObject(object: RemoteObject, fetched_utc: number): RemoteActor | undefined {
  const [actor, inbox] = [addressAtKey(object, 'id'), addressAtKey(object, 'inbox')]
  if (actor === undefined || inbox === undefined || !isOneOrigin(actor, inbox)) return undefined
  const [key] = objectsAtKey(object, 'publicKey').filter((one) => textAtKey(one, 'owner') === actor)
  const [key_id, public_key] = [addressAtKey(key, 'id'), textAtKey(key, 'publicKeyPem')]
  if (key_id === undefined || !isOneOrigin(actor, key_id)) return undefined
  if (public_key === undefined || public_key.length > MAX_PEM) return undefined
  if (parsePublicKey(public_key) === undefined) return undefined
  const [endpoints] = objectsAtKey(object, 'endpoints')
  const shared = addressAtKey(endpoints, 'sharedInbox')
  const delivered_to = shared !== undefined && isOneOrigin(actor, shared) ? shared : inbox
  const name = textAtKey(object, 'name') || textAtKey(object, 'preferredUsername') || ''
  return { actor, key_id, public_key, inbox, delivered_to, name: name.slice(0, MAX_NAME), fetched_utc }
}

/** Fetches an actor at its own address, and keeps it. Returns why there is none otherwise. */
export async function fetchAndKeepPeer(
  source: FederationParts,
  address: string,
  cause?: CausingRequest,
): Promise<Signer> {
  const found = await fetchObject(source, address, { cause })
  if ('fault' in found) return found
  const peer = peerFromObject(found.object, nowInSeconds(source))
  if (peer === undefined) return { fault: 'its host returned no actor', isGone: false }
  // An object of another address could be anything that its server repeats.
  if (peer.actor !== address) return { fault: 'its actor has another address', isGone: false }
  await source.context().store.federation.peers.keep(peer)
  return { peer }
}

/** An actor of another server, or why it is not known. */
type Signer = { readonly peer: RemoteActor } | FetchFault

/** Returns the address of the actor that a key's own address names: itself, or the owner. */
async function ownerOf(
  source: FederationParts,
  address: string,
  cause: CausingRequest,
): Promise<string | FetchFault> {
  const found = await fetchObject(source, address, { cause })
  if ('fault' in found) return found
  const { object } = found
  const owner = addressAtKey(object, 'owner') ?? addressAtKey(object, 'id')
  return owner !== undefined && isOneOrigin(address, owner)
    ? owner
    : { fault: 'the key belongs to another host', isGone: false }
}

const isFinal = (found: Signer | string | FetchFault) => typeof found === 'string' || !('isEarly' in found)

/** Returns what fetches actors and owners of keys for signatures: whoever sends these must not make the service ask a server often. */
function fetchesOf(source: FederationParts) {
  const peers = fetcherOnceAMinute<Signer>(source, isFinal)
  const owners = fetcherOnceAMinute<string | FetchFault>(source, isFinal)
  const peer = (actor: string, cause: CausingRequest) =>
    peers(actor, () => fetchAndKeepPeer(source, actor, cause))
  return {
    peer,
    /** Fetches the actor whose key has an address. Most keys are parts of their actors' documents. */
    async ownerOfKey(keyId: string, actor: string, cause: CausingRequest): Promise<Signer> {
      const address = withoutFragment(keyId)
      const owner = address === actor ? actor : await owners(address, () => ownerOf(source, address, cause))
      return typeof owner === 'string' ? peer(owner, cause) : owner
    },
  }
}

const isOf = (peer: RemoteActor, claim: SignatureClaim) =>
  peer.key_id === claim.keyId && isVerifiedBy(peer.public_key, claim)

/** Returns the function that finds the actor whose key verifies a claim. `actor` is the one that the activity names, `address` sent it. */
export function signerFinder(
  source: FederationParts,
): (claim: SignatureClaim, actor: string, address: string) => Promise<Signer> {
  const fetches = fetchesOf(source)
  const ageOf = ({ fetched_utc }: RemoteActor) => nowInSeconds(source) - fetched_utc
  /** An actor whose key fits, as it is now if that was long ago. While its server does not say, it stays. */
  const renewed = async (claim: SignatureClaim, known: RemoteActor, address: string): Promise<Signer> => {
    if (ageOf(known) < KEY_LASTS) return { peer: known }
    const found = await fetches.peer(known.actor, { address, isKnown: true })
    if ('fault' in found) return { peer: known }
    if (isOf(found.peer, claim)) return found
    return { fault: 'the key is not that of its actor any more', isGone: false }
  }
  return async (claim, actor, address) => {
    const known = await source.context().store.federation.peers.byKey(claim.keyId)
    if (known !== undefined && isVerifiedBy(known.public_key, claim)) return renewed(claim, known, address)
    const fault: Signer = { fault: 'the signature is not that of its key', isGone: false }
    if (known !== undefined && ageOf(known) < FETCHED_AGAIN) return fault
    const cause = { address, isKnown: known !== undefined }
    const found = await fetches.ownerOfKey(claim.keyId, known?.actor ?? actor, cause)
    return 'fault' in found || isOf(found.peer, claim) ? found : fault
  }
}
