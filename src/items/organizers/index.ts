/** Organizers: who makes events. The door of their room. */
import type { Room } from '../../api/room.ts'
import { organizers } from './json.ts'
import {
  createOrganizer,
  listOrganizers,
  mergeOrganizers,
  organizerHistory,
  readOrganizer,
  readOrganizerBySlug,
  removeOrganizer,
  removeOrganizerBySlug,
  revertOrganizer,
  translateOrganizer,
  updateOrganizer,
  updateOrganizerBySlug,
} from './operations.ts'

export const organizersRoom: Room = {
  name: 'organizers',
  resources: [organizers],
  operations: [
    listOrganizers,
    createOrganizer,
    readOrganizer,
    updateOrganizer,
    removeOrganizer,
    readOrganizerBySlug,
    updateOrganizerBySlug,
    removeOrganizerBySlug,
    organizerHistory,
    revertOrganizer,
    mergeOrganizers,
    translateOrganizer,
  ],
}
