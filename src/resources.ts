/** What the resources declare to the store, which is opened with it. */
import { events, series } from './events/json.ts'
import { categories } from './items/categories/json.ts'
import { groups } from './items/groups/json.ts'
import { media } from './items/media/json.ts'
import { organizers } from './items/organizers/json.ts'
import { pages } from './items/pages/json.ts'
import { tags } from './items/tags/json.ts'
import { venues } from './items/venues/json.ts'
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
