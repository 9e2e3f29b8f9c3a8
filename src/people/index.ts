/** People: the members of groups, and what is kept of a person. The door of the room. */
import type { Room } from '../api/room.ts'
import { eraseOnePerson, exportOnePerson, listMembers, removeOneMember, setOneMember } from './operations.ts'

export const peopleRoom: Room = {
  name: 'people',
  operations: [listMembers, setOneMember, removeOneMember, exportOnePerson, eraseOnePerson],
}
