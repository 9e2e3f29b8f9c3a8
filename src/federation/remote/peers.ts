/** Actors of other servers, and their keys: fetched, cached, and fetched again when a signature fails. */
import type { FederationPeer } from '../../store/store.ts'
import type { SignatureClaim } from '../signatures/signed-request.ts'
import { isVerifiedBy, publicKeyOf } from '../signatures/verifying.ts'
import { nowInSeconds } from '../source.ts'
import { fetchObject, type RemoteReading } from './fetching.ts'
import { addressOf, isOneOrigin, objectsOf, type RemoteObject, textOf, withoutFragment } from './json.ts'

/** Seconds for which a key is not fetched again, although a signature fails. */
const FETCHED_AGAIN = 60
/** Seconds after which a key is fetched again although it fits: one that was replaced, because it was stolen, must not be good for ever. */
const LASTS = 86_400

/** The most characters of a name. */
const MAX_NAME = 200

/** Returns the actor of an object; undefined if it is none, or if its parts are not of one host. */
export function peerFromObject(object: RemoteObject, fetched_utc: number): FederationPeer | undefined {
  const [actor, inbox] = [addressOf(object, 'id'), addressOf(object, 'inbox')]
  if (actor === undefined || inbox === undefined || !isOneOrigin(actor, inbox)) return undefined
  const [key] = objectsOf(object, 'publicKey').filter((one) => textOf(one, 'owner') === actor)
  const [key_id, public_key] = [addressOf(key, 'id'), textOf(key, 'publicKeyPem')]
  if (key_id === undefined || !isOneOrigin(actor, key_id)) return undefined
  if (public_key === undefined || publicKeyOf(public_key) === undefined) return undefined
  const [endpoints] = objectsOf(object, 'endpoints')
  const shared = addressOf(endpoints, 'sharedInbox')
  const delivered_to = shared !== undefined && isOneOrigin(actor, shared) ? shared : inbox
  const name = textOf(object, 'name') || textOf(object, 'preferredUsername') || ''
  return { actor, key_id, public_key, inbox, delivered_to, name: name.slice(0, MAX_NAME), fetched_utc }
}

/** Fetches an actor at its own address, and keeps it. Returns why there is none otherwise. */
export async function fetchAndKeepPeer(
  reading: RemoteReading,
  address: string,
): Promise<{ readonly peer: FederationPeer; readonly object: RemoteObject } | PeerFault> {
  const found = await fetchObject(reading, address)
  if ('fault' in found) return found
  const peer = peerFromObject(found.object, nowInSeconds(reading.source))
  if (peer === undefined) return { fault: 'its host returned no actor', isGone: false }
  // An object of another address could be anything that its server repeats.
  if (peer.actor !== address) return { fault: 'its actor has another address', isGone: false }
  await reading.source.context().store.federation.peers.keep(peer)
  return { peer, object: found.object }
}

/** Why there is no actor. */
interface PeerFault {
  readonly fault: string
  readonly isGone: boolean
}

/** Returns the address of the actor that a key's own address names: itself, or the owner. */
async function ownerOf(reading: RemoteReading, keyId: string): Promise<string | PeerFault> {
  const found = await fetchObject(reading, withoutFragment(keyId))
  if ('fault' in found) return found
  const { object } = found
  const owner = addressOf(object, 'owner') ?? addressOf(object, 'id')
  return owner !== undefined && isOneOrigin(keyId, owner)
    ? owner
    : { fault: 'the key belongs to another host', isGone: false }
}

/** Fetches the actor whose key has an address. */
async function fetchOwner(reading: RemoteReading, keyId: string, actor: string) {
  // Most keys are parts of their actors' documents.
  if (withoutFragment(keyId) === actor) return fetchAndKeepPeer(reading, actor)
  const owner = await ownerOf(reading, keyId)
  return typeof owner === 'string' ? fetchAndKeepPeer(reading, owner) : owner
}

/** Returns an actor whose key fits a claim: as it is now, if that was long ago. While its server does not say, it stays. */
async function renewed(
  reading: RemoteReading,
  claim: SignatureClaim,
  known: FederationPeer,
): Promise<Signer> {
  if (nowInSeconds(reading.source) - known.fetched_utc < LASTS) return { peer: known }
  const found = await fetchAndKeepPeer(reading, known.actor)
  if ('fault' in found) return { peer: known }
  const { peer } = found
  return peer.key_id === claim.keyId && isVerifiedBy(peer.public_key, claim)
    ? { peer }
    : { fault: 'the key is not that of its actor any more', isGone: false }
}

/** The actor that signed, or why it is not known. */
export type Signer = { readonly peer: FederationPeer } | PeerFault

/** Returns the actor whose key verifies a claim. `actor` is the one that the activity names. */
export async function signerOf(
  reading: RemoteReading,
  claim: SignatureClaim,
  actor: string,
): Promise<Signer> {
  const { source } = reading
  const { peers } = source.context().store.federation
  const known = await peers.byKey(claim.keyId)
  if (known !== undefined && isVerifiedBy(known.public_key, claim)) return renewed(reading, claim, known)
  const isNew = known !== undefined && nowInSeconds(source) - known.fetched_utc < FETCHED_AGAIN
  if (isNew) return { fault: 'the signature is not that of its key', isGone: false }
  const found = await fetchOwner(reading, claim.keyId, known?.actor ?? actor)
  if ('fault' in found) return found
  const { peer } = found
  return peer.key_id === claim.keyId && isVerifiedBy(peer.public_key, claim)
    ? { peer }
    : { fault: 'the signature is not that of its key', isGone: false }
}
