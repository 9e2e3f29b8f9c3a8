/** What helps to write events. The door of the room. */
import type { Room } from '../api/room.ts'
import {
  addNewTemplate,
  listAssignees,
  listTemplates,
  previewOfRecurrence,
  readQuickEvent,
  removeOneTemplate,
  renameOneTemplate,
} from './operations.ts'

export { MAX_TEMPLATES_PER_GROUP_OR_SITE } from './templates.ts'

export const eventsRoom: Room = {
  name: 'events',
  operations: [
    previewOfRecurrence,
    readQuickEvent,
    listAssignees,
    listTemplates,
    addNewTemplate,
    renameOneTemplate,
    removeOneTemplate,
  ],
}
