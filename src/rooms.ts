/** The rooms of the service. Who adds a capability adds a line. */
import type { Room } from './api/room.ts'
import { demoRoom } from './calendars/demo/index.ts'
import { subscriptionsRoom } from './calendars/subscriptions/index.ts'
import { eventsRoom } from './events/index.ts'
import { federationRoom } from './federation/index.ts'
import { geocodingRoom } from './geocoding/index.ts'
import { categories, categoriesRoom } from './items/categories/index.ts'
import { groups, groupsRoom } from './items/groups/index.ts'
import { media, mediaRoom } from './items/media/index.ts'
import { organizers, organizersRoom } from './items/organizers/index.ts'
import { tags, tagsRoom } from './items/tags/index.ts'
import { venues, venuesRoom } from './items/venues/index.ts'
import { peopleRoom } from './people/index.ts'
import { settingsRoom } from './settings/index.ts'
import type { StoredResources } from './store/store.ts'
import { upkeepRoom } from './upkeep/index.ts'
import { webhooksRoom } from './webhooks/index.ts'

/** What the store has to know of the resources whose changes are in the log. */
export const storedResources: StoredResources = {
  venue: venues,
  organizer: organizers,
  category: categories,
  tag: tags,
  group: groups,
  media,
}

export const rooms: readonly Room[] = [
  venuesRoom,
  organizersRoom,
  categoriesRoom,
  tagsRoom,
  groupsRoom,
  mediaRoom,
  peopleRoom,
  eventsRoom,
  geocodingRoom,
  settingsRoom,
  upkeepRoom,
  subscriptionsRoom,
  demoRoom,
  webhooksRoom,
  federationRoom,
]
