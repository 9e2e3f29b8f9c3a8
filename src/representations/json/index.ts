/** The representation of each resource. */
import type { Representation, ResourceName } from '../../contract/resources/index.ts'
import type { Item } from '../../store/store.ts'
import { event } from './event.ts'
import { media } from './media.ts'
import { organizer } from './organizer.ts'
import type { View } from './published.ts'
import { series } from './series.ts'
import { category, tag } from './term.ts'
import { venue } from './venue.ts'

export type { View } from './published.ts'

type Representations = { readonly [N in ResourceName]: (item: Item<N>, view: View) => Representation<N> }

const representations: Representations = { event, series, venue, organizer, category, tag, media }

/** Returns the representation of an item as an object, in the dialect of the root. */
export function represent<N extends ResourceName>(name: N, item: Item<N>, view: View): object {
  const shown = representations[name](item, view)
  return view.root.dialect?.shown(name, shown) ?? shown
}
