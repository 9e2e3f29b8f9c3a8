/** The changes of items, as people and programs follow them. The door of the room. */
import type { Room } from '../api/room.ts'
import { listChanges, readAudit, streamChanges, undo } from './operations.ts'

export const changesRoom: Room = {
  name: 'changes',
  operations: [listChanges, streamChanges, readAudit, undo],
}
