/** A resource, as far as others have to know it. */
import type { Representation, ResourceName } from '../contract/resources/index.ts'
import { noTranslations } from '../domain/languages.ts'
import type { JsonItemContext } from '../representations/json/items.ts'
import type { Item, StoredResource } from '../store/store.ts'

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
  /** The plural, as in addresses. */
  readonly collection: string
  /** The name of the schema of its items. */
  readonly schema: string
  /** An item in the words of the interface, in the language of the root. Pure. */
  represent(item: Item<N>, view: JsonItemContext): Representation<N>
}

/** A resource with what the store has to know of its rows. */
export interface WrittenResource<N extends ResourceName> extends Resource<N>, StoredResource<N> {}
