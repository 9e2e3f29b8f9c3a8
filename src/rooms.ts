/** The rooms of the service. Who adds a capability adds a line and its import. */
import type { Room } from './api/room.ts'
import { assistantsRoom } from './assistants/index.ts'
import { batchRoom } from './batch/index.ts'
import { demoRoom } from './calendars/demo/index.ts'
import { feedsRoom } from './calendars/feeds/index.ts'
import { importRoom } from './calendars/import/operations.ts'
import { subscriptionsRoom } from './calendars/subscriptions/index.ts'
import { changesRoom } from './changes/index.ts'
import { documentsRoom } from './documents/index.ts'
import { eventsRoom } from './events/index.ts'
import { federationRoom } from './federation/index.ts'
import { geocodingRoom } from './geocoding/index.ts'
import { categoriesRoom } from './items/categories/index.ts'
import { groupsRoom } from './items/groups/index.ts'
import { mediaRoom } from './items/media/index.ts'
import { organizersRoom } from './items/organizers/index.ts'
import { pagesRoom } from './items/pages/index.ts'
import { tagsRoom } from './items/tags/index.ts'
import { translationsRoom } from './items/translations/index.ts'
import { venuesRoom } from './items/venues/index.ts'
import { peopleRoom } from './people/index.ts'
import { reviewRoom } from './review/index.ts'
import { settingsRoom } from './settings/index.ts'
import { upkeepRoom } from './upkeep/index.ts'
import { webhooksRoom } from './webhooks/index.ts'

/** The rooms, in the order in which the index of the API has their operations. */
export const rooms: readonly Room[] = [
  documentsRoom,
  eventsRoom,
  venuesRoom,
  organizersRoom,
  categoriesRoom,
  tagsRoom,
  groupsRoom,
  mediaRoom,
  pagesRoom,
  translationsRoom,
  reviewRoom,
  feedsRoom,
  importRoom,
  subscriptionsRoom,
  demoRoom,
  changesRoom,
  batchRoom,
  peopleRoom,
  settingsRoom,
  upkeepRoom,
  geocodingRoom,
  webhooksRoom,
  federationRoom,
  assistantsRoom,
]
