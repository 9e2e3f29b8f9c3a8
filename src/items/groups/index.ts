/** Groups: departments, clubs and districts that keep their own events within one calendar. The door of their room. */
import type { Room } from '../../api/room.ts'
import { groups } from './json.ts'
import {
  changeGroup,
  createNewGroup,
  groupHistory,
  listGroups,
  readGroup,
  readGroupBySlug,
  removeGroup,
  removeGroupBySlug,
  revertGroup,
  updateGroupBySlug,
} from './operations.ts'

export const groupsRoom: Room = {
  name: 'groups',
  resources: [groups],
  operations: [
    listGroups,
    createNewGroup,
    readGroup,
    changeGroup,
    removeGroup,
    readGroupBySlug,
    updateGroupBySlug,
    removeGroupBySlug,
    groupHistory,
    revertGroup,
  ],
}
