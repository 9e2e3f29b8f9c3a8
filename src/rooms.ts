/** The rooms of the service. Who adds a capability adds a line. */
import type { Room } from './api/room.ts'
import { organizersRoom } from './items/organizers/index.ts'
import { tagsRoom } from './items/tags/index.ts'
import { venuesRoom } from './items/venues/index.ts'

export const rooms: readonly Room[] = [venuesRoom, organizersRoom, tagsRoom]
