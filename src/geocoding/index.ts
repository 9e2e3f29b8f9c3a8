/** The coordinates of addresses. The door of their room. */
import type { Room } from '../api/room.ts'
import { geocode } from './operations.ts'

export { type Geocode, placeFinder } from './places.ts'

export const geocodingRoom: Room = { name: 'geocoding', operations: [geocode] }
