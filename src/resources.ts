/** What the resources declare to the store, which is opened with it. */
import { events, series } from './events/json.ts'
import { categories } from './items/categories/index.ts'
import { groups } from './items/groups/index.ts'
import { media } from './items/media/index.ts'
import { organizers } from './items/organizers/index.ts'
import { pages } from './items/pages/index.ts'
import { tags } from './items/tags/index.ts'
import { venues } from './items/venues/index.ts'
import type { StoredResources } from './store/store.ts'

export const storedResources: StoredResources = {
  event: events,
  series,
  venue: venues,
  organizer: organizers,
  category: categories,
  tag: tags,
  group: groups,
  media,
  page: pages,
}
