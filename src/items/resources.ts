/** What the rooms of items declare to the store, which is opened with it. */
import type { StoredResources } from '../store/store.ts'
import { categories } from './categories/json.ts'
import { groups } from './groups/json.ts'
import { media } from './media/json.ts'
import { organizers } from './organizers/json.ts'
import { pages } from './pages/json.ts'
import { tags } from './tags/json.ts'
import { venues } from './venues/json.ts'

export const storedResources: StoredResources = {
  venue: venues,
  organizer: organizers,
  category: categories,
  tag: tags,
  group: groups,
  media,
  page: pages,
}
