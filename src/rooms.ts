/** The rooms of the service. Who adds a capability adds a line. */
import type { Room } from './api/room.ts'
import { tagsRoom } from './items/tags/index.ts'

export const rooms: readonly Room[] = [tagsRoom]
