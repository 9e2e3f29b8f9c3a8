/** Activities that come in, as far as every one must be formed. */
import type { RemoteActor } from '../../store/store.ts'
import {
  addressAtKey,
  isOneOrigin,
  objectsAtKey,
  type RemoteObject,
  textAtKey,
} from '../remote/remote-object.ts'

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
