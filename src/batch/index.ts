/** Several writes in one request. The door of the room. */
import type { Room } from '../api/room.ts'
import { writeBatch } from './operations.ts'

export const batchRoom: Room = { name: 'batch', operations: [writeBatch] }
