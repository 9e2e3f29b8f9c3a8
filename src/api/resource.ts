/** A resource, as far as others have to know it. */
import type { ResourceName } from '../contract/resources/index.ts'
import { noTranslations } from '../domain/languages.ts'
import type { StoredResource } from '../store/store.ts'

/** The columns of a new row whose texts have no language of their own. */
export const blankTexts = { language: '', translations: noTranslations }

/** The columns of a new row that is published. */
export const blankPublication = {
  author: 0,
  status: 'publish',
  date_utc: 0,
  date_set: 0,
  image: null,
} as const

/** A kind of items, with addresses of their own. */
export interface Resource<N extends ResourceName> {
  /** The singular, as in problem codes. */
  readonly name: N
}

/** A resource with what the store has to know of its rows. */
export interface WrittenResource<N extends ResourceName> extends Resource<N>, StoredResource<N> {}
