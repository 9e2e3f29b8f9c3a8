/** Feeds and files of events. The door of their room. */
import type { Room } from '../../api/room.ts'
import { feeds } from './operations.ts'

export const feedsRoom: Room = { name: 'feeds', operations: feeds }
