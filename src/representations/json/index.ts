/** The representation of each resource. */
import type { Representation, ResourceName } from '../../contract/resources/index.ts'
import type { Item } from '../../store/store.ts'
import { representEvent } from './event.ts'
import { representMedia } from './media.ts'
import { representOrganizer } from './organizer.ts'
import { representPage } from './page.ts'
import type { JsonItemContext } from './published.ts'
import { representSeriesSummary } from './series.ts'
import { representCategory, representGroup, representTag } from './term.ts'
import { representVenue } from './venue.ts'

export type { JsonItemContext } from './published.ts'

type Representations = {
  readonly [N in ResourceName]: (item: Item<N>, view: JsonItemContext) => Representation<N>
}

const representations: Representations = {
  event: representEvent,
  series: representSeriesSummary,
  venue: representVenue,
  organizer: representOrganizer,
  category: representCategory,
  tag: representTag,
  group: representGroup,
  media: representMedia,
  page: representPage,
}

/** Returns the representation of an item as an object, in the dialect of the root. */
export function representItem<N extends ResourceName>(name: N, item: Item<N>, view: JsonItemContext): object {
  const shown = representations[name](item, view)
  return view.root.dialect?.shown(name, shown) ?? shown
}
