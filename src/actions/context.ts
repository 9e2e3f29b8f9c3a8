/** What every action is given besides its args. */
import type { Moment } from '../domain/moment.ts'
import type { Asker, MediaRecord, Store } from '../store/store.ts'
import { type Actor, sightOf } from './policy.ts'

export interface Context {
  readonly store: Store
  readonly moment: Moment
  readonly actor: Actor
  /** The site's ISO 4217 code, where it has one. */
  readonly currency: string | undefined
  /** Fetches an image by address, or finds the one fetched before (contract §4.6). */
  readonly images: (url: string) => Promise<MediaRecord>
}

/** Who asks, in the store's terms. */
export function askerOf({ actor, moment }: Pick<Context, 'actor' | 'moment'>): Asker {
  return { sight: sightOf(actor), moment }
}
