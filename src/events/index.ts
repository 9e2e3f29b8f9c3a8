/** What helps to write events. The door of the room. */
import type { Room } from '../api/room.ts'
import { events, series } from './json.ts'
import {
  addNewTemplate,
  listAssignees,
  listTemplates,
  previewOfRecurrence,
  readQuickEvent,
  removeOneTemplate,
  renameOneTemplate,
} from './operations.ts'
import {
  eventHistory,
  listEvents,
  listSeries,
  readEvent,
  readEventBySlug,
  readEventByUid,
  readSeries,
  seriesHistory,
} from './reads.ts'
import {
  changeManyEvents,
  createEvent,
  duplicateEvent,
  putEvent,
  removeEvent,
  removeEventBySlug,
  removeEventByUid,
  removeSeries,
  revertEvent,
  translateEvent,
  translateSeries,
  updateEvent,
  updateEventBySlug,
  updateEventByUid,
  updateSeries,
} from './writes.ts'

export { MAX_TEMPLATES_PER_GROUP_OR_SITE } from '../actions/templates.ts'

export const eventsRoom: Room = {
  name: 'events',
  resources: [events, series],
  operations: [
    listEvents,
    createEvent,
    readEvent,
    updateEvent,
    removeEvent,
    readEventBySlug,
    updateEventBySlug,
    removeEventBySlug,
    readEventByUid,
    updateEventByUid,
    removeEventByUid,
    putEvent,
    eventHistory,
    revertEvent,
    duplicateEvent,
    changeManyEvents,
    translateEvent,
    listSeries,
    readSeries,
    updateSeries,
    removeSeries,
    seriesHistory,
    translateSeries,
    previewOfRecurrence,
    readQuickEvent,
    listAssignees,
    listTemplates,
    addNewTemplate,
    renameOneTemplate,
    removeOneTemplate,
  ],
}
