/** The context of every action, besides its args. */

import type { SentStatus } from '../domain/publication/status.ts'
import type { Horizon } from '../domain/series/horizon.ts'
import type { Moment } from '../domain/time/moment.ts'
import type { MediaRecord, Store, Viewer } from '../store/store.ts'
import { type Actor, scopeOf } from './policy.ts'

/** The bytes of an upload, or an address to fetch. */
export type ImageSource = Uint8Array | string

interface ImageFile {
  readonly file: string
  readonly bytes: Uint8Array
}

/** An image whose files can be stored. */
export interface PreparedImage {
  readonly columns: Pick<
    MediaRecord,
    'file' | 'extension' | 'mime_type' | 'width' | 'height' | 'filesize' | 'sizes'
  >
  readonly files: readonly ImageFile[]
}

/** An image whose files can be stored, or the reason why it is refused. */
export type Prepared = { readonly image: PreparedImage } | { readonly fault: string }

/** The point that crops keep in view, in percent from the left and from the top. */
export interface Focus {
  readonly x: number
  readonly y: number
}

interface Waiter {
  readonly user: number
  readonly gone?: AbortSignal | undefined
}

/** Where images come from, and where their files are stored. */
export interface Images {
  /**
   * Fetches and checks an image, and makes its sizes (contract §4.6). Slow: never call it in a transaction. Users
   * take turns. Throws when `gone` is aborted, since the caller no longer waits.
   */
  prepare(source: ImageSource, waiter?: Waiter, focus?: Focus): Promise<Prepared>
  /** Makes the thumbnail of a stored file anew, cut around a focus, as an image without sizes. As slow as `prepare`. */
  cut(file: string, focus: Focus, waiter?: Waiter): Promise<Prepared>
  /** Returns the file of this service at an address; undefined for any other address. */
  fileAt(address: string): string | undefined
  /** Whether a file is stored. */
  has(file: string): Promise<boolean>
  /** Stores files. Slow with remote storage: never call it in a transaction. */
  write(files: readonly ImageFile[]): Promise<void>
  /** Removes files. As slow as `write`. */
  remove(files: readonly string[]): Promise<void>
}

export interface Context {
  readonly store: Store
  readonly moment: Moment
  readonly actor: Actor
  /** The site's ISO 4217 code, if it has one. */
  readonly currency: string | undefined
  readonly images: Images
  /** How far ahead occurrences of series are made; two years by default. */
  readonly horizon?: Horizon | undefined
  /** How many occurrences a series may have up to the horizon; 1,000 by default, more in imports. */
  readonly maxOccurrences?: number
  /** How many occurrences one transaction makes; the rest are made by `extendWithin`. All by default. For imports. */
  readonly madeAtOnce?: number
  /** Aborted when the client disconnects before the response. */
  readonly gone?: AbortSignal | undefined
  /** The images prepared for the transaction, by source. */
  readonly ready?: ReadonlyMap<ImageSource, Prepared>
  /** Ids of the events whose password was sent with a list. */
  readonly opened?: ReadonlySet<number>
  /** The status of new events that say none; `publish` by default. For imports. */
  readonly newStatus?: SentStatus | undefined
  /** Whether a series follows a source outside, which may bring back the occurrences that it removes. For imports. */
  readonly followsSource?: boolean
  /** The ids of the venues and organizers that inline args were found to be, by these args. For imports. */
  readonly inline?: Map<string, number>
  /** Whether inline venues and organizers are the known ones of the same name and town, whatever else is sent. For imports. */
  readonly linksByName?: boolean
  /** The message of a reviewer who approves a submission. */
  readonly decision?: string
  /** Password → the hash prepared for the transaction. */
  readonly hashed?: ReadonlyMap<string, string>
}

/** The part of the context for pure functions: nothing that reads or writes. */
export type PlanningContext = Omit<Context, 'store' | 'images'>

/** Returns the name under which a user's work is queued. */
export const callerName = ({ id }: Actor): string => `user ${id}`

/** Returns the viewer, in the store's terms. */
export function viewerOf({ actor, moment, opened }: Pick<Context, 'actor' | 'moment' | 'opened'>): Viewer {
  return { scope: scopeOf(actor), moment, ...(opened !== undefined && { opened }) }
}
