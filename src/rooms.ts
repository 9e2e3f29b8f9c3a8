/** The rooms of the service. Who adds a capability adds a line. */
import type { Room } from './api/room.ts'
import { categoriesRoom } from './items/categories/index.ts'
import { groupsRoom } from './items/groups/index.ts'
import { mediaRoom } from './items/media/index.ts'
import { tagsRoom } from './items/tags/index.ts'

export const rooms: readonly Room[] = [categoriesRoom, tagsRoom, groupsRoom, mediaRoom]
