/** Fetching objects of other servers, signed and guarded. */
import { closedAddressFault } from '../../domain/public-address.ts'
import { ACTIVITY_TYPE } from '../answers.ts'
import { type FederationParts, isAnyHostBlocked, nowInSeconds, signingKeyOf } from '../federation-parts.ts'
import { ownActorOfCalendar } from '../own-actors.ts'
import { cavageHeaders } from '../signatures/cavage.ts'
import { hostOf, parseJsonObjectBytes, type RemoteObject } from './remote-object.ts'

/** A response with its status, its type without parameters, and its bytes. */
interface FetchedDocument {
  readonly status: number
  readonly type: string
  readonly bytes: Buffer
}

/** Fetches an address, without following redirects. Throws an Error with the reason if there is no response, or it is too large. */
export type FetchDocument = (
  address: string,
  headers: Readonly<Record<string, string>>,
) => Promise<FetchedDocument>

/** The request of another server that makes this one fetch: the address that it comes from, and whether the actor that it names is known. */
export interface CausingRequest {
  readonly address: string
  readonly isKnown: boolean
}

/** Returns whether a host may be asked once more within this minute, for a request or, without one, of the service's own accord. */
export type MayAskHost = (host: string, cause?: CausingRequest) => boolean

/** The parts for reading from other servers. */
export interface RemoteReadingParts {
  readonly source: FederationParts
  readonly fetchDocument: FetchDocument
  /** Hosts that may have private addresses and http:// URLs. */
  readonly hosts: readonly string[]
  readonly mayAsk: MayAskHost
  readonly cause?: CausingRequest
}

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
  reading: RemoteReadingParts,
  address: string,
  accepted = types,
): Promise<FetchedObject> {
  const { source, fetchDocument, hosts, mayAsk, cause } = reading
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
