/** A resource, as far as others have to know it. */
import type { Representation, ResourceName } from '../contract/resources/index.ts'
import type { JsonItemContext } from '../representations/json/published.ts'
import type { Item } from '../store/store.ts'

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
