/** What every action is given besides its args. */
import type { Moment } from '../domain/moment.ts'
import type { Asker, MediaRecord, Store } from '../store/store.ts'
import { type Actor, scopeOf } from './policy.ts'

/** The bytes of an upload, or an address. */
export type ImageSource = Uint8Array | string

interface ImageFile {
  readonly file: string
  readonly bytes: Uint8Array
}

/** An image whose files may be kept, or in words why there is none. */
export type Prepared =
  | {
      readonly image: {
        readonly columns: Pick<
          MediaRecord,
          'file' | 'extension' | 'mime_type' | 'width' | 'height' | 'filesize' | 'sizes'
        >
        readonly files: readonly ImageFile[]
      }
    }
  | { readonly fault: string }

/** Where images come from, and where their files are kept. */
export interface Images {
  /**
   * Fetches and checks an image, and makes its sizes (contract §4.6). Slow: not for within transactions. Users take turns;
   * throws when `gone` is aborted, since nobody waits any more.
   */
  prepare(
    source: ImageSource,
    waiter?: { readonly user: number; readonly gone?: AbortSignal | undefined },
  ): Promise<Prepared>
  /** The file of this service that an address leads to; undefined where it leads elsewhere. */
  fileAt(address: string): string | undefined
  /** Keeps files. Slow where they are kept elsewhere: not for within transactions. */
  write(files: readonly ImageFile[]): Promise<void>
  /** As slow. */
  remove(files: readonly string[]): Promise<void>
}

export interface Context {
  readonly store: Store
  readonly moment: Moment
  readonly actor: Actor
  /** The site's ISO 4217 code, where it has one. */
  readonly currency: string | undefined
  readonly images: Images
  /** Aborted when the caller has gone before the answer. */
  readonly gone?: AbortSignal | undefined
  /** Images that the transaction may keep: their sources, and what has become of them. */
  readonly ready?: ReadonlyMap<ImageSource, Prepared>
  /** Ids of the events that the password sent with a list opens. */
  readonly opened?: ReadonlySet<number>
  /** The password that the transaction may keep as its hash. */
  readonly hashed?: { readonly password: string; readonly hash: string }
}

/** The name that the work done for a user is counted by. */
export const callerName = ({ id }: Actor): string => `user ${id}`

/** Who asks, in the store's terms. */
export function askerOf({ actor, moment, opened }: Pick<Context, 'actor' | 'moment' | 'opened'>): Asker {
  return { sight: scopeOf(actor), moment, ...(opened !== undefined && { opened }) }
}
