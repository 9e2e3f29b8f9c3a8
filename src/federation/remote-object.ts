/** Reading objects and activities of other servers. */
import type { RemoteActor } from '../store/store.ts'
import { isJsonObject, type JsonObject } from '../support/json.ts'

/** Reading objects of other servers: their shapes are never known. */

export type RemoteObject = JsonObject

/** The longest address that is read. */
const MAX_REMOTE_ADDRESS = 1000

/** Returns the object of a JSON text; undefined if it is none. */
export function parseJsonObjectBytes(bytes: Buffer): RemoteObject | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns the text of a key; undefined for another value. */
export function textAtKey(object: RemoteObject | undefined, key: string): string | undefined {
  const value = object?.[key]
  return typeof value === 'string' ? value : undefined
}

/** Returns the objects of a key: one, or those of a list. */
export function objectsAtKey(object: RemoteObject | undefined, key: string): readonly RemoteObject[] {
  const value = object?.[key]
  return (Array.isArray(value) ? value : [value]).filter(isJsonObject)
}

/** Returns the address that a key has, as a text or as the id of an object; undefined if it is none, or a long one. */
export function addressAtKey(object: RemoteObject | undefined, key: string): string | undefined {
  const value = object?.[key]
  const text = isJsonObject(value) ? value.id : value
  return typeof text === 'string' && text.length <= MAX_REMOTE_ADDRESS && URL.canParse(text)
    ? text
    : undefined
}

/** Returns the host of an address, with its port. */
export const hostOf = (address: string): string => new URL(address).host

/** Returns whether addresses are all of one host, name and port, and reached in the same way. */
export function isOneOrigin(first: string, ...others: readonly (string | undefined)[]): boolean {
  const { origin } = new URL(first)
  return others.every((one) => one !== undefined && URL.canParse(one) && new URL(one).origin === origin)
}

/** Returns an address without its fragment. */
export function withoutFragment(address: string): string {
  const [before = ''] = address.split('#')
  return before
}

// Activities that come in, as far as every one must be formed.

export interface Activity {
  readonly id: string
  readonly type: string
  readonly actor: string
  /** The address of its object; undefined if it has none. */
  readonly object: string | undefined
  /** Its object, where it is sent with it. */
  readonly embedded: RemoteObject | undefined
  readonly raw: RemoteObject
}

/** An activity whose signer is proven. */
export interface ReceivedActivity {
  readonly activity: Activity
  readonly peer: RemoteActor
}

/** Activities whose object must be of the host of their actor. */
const ofOneHost = ['Create', 'Update', 'Delete']

/** Returns the activity of an object; undefined if it is not formed as one. */
export function activityFromRemoteObject(raw: RemoteObject | undefined): Activity | undefined {
  const [id, type, actor] = [addressAtKey(raw, 'id'), textAtKey(raw, 'type'), addressAtKey(raw, 'actor')]
  if (raw === undefined || id === undefined || type === undefined || actor === undefined) return undefined
  const [embedded] = objectsAtKey(raw, 'object')
  return { id, type, actor, object: addressAtKey(raw, 'object'), embedded, raw }
}

/** Returns whether an activity, its actor and, where it must be, its object are of one host. */
export function isActivityOfOneHost({ id, type, actor, object }: Activity): boolean {
  return isOneOrigin(actor, id) && (!ofOneHost.includes(type) || isOneOrigin(actor, object))
}
