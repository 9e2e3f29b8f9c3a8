/** Tools for assistants. The door of the room. */
import type { Room } from '../api/room.ts'
import { answerMcp } from './operations.ts'

export const assistantsRoom: Room = { name: 'assistants', operations: [answerMcp] }
