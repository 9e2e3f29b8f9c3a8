/** What the interface says of itself. The door of the room. */
import type { Room } from '../api/room.ts'
import { indexUnder, readDocumentation } from './operations.ts'

export { type Documentation, type DocumentedPlace, indexUnder } from './operations.ts'

export const documentsRoom: Room = {
  name: 'documents',
  operations: [indexUnder('cal/events/v1'), readDocumentation],
}
