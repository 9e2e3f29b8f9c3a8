/** The upkeep of the service, as far as administrators see and start it. The door of the room. */
import type { Room } from '../api/room.ts'
import { exportSite, readUpkeep, sendTestMail, startBackUp } from './operations.ts'

export type { BackUpStanding, UpkeepTools } from './operations.ts'

export const upkeepRoom: Room = {
  name: 'upkeep',
  operations: [readUpkeep, sendTestMail, startBackUp, exportSite],
}
