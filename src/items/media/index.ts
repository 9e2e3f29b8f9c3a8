/** Media: the images of the library. The door of their room. */
import type { Room } from '../../api/room.ts'
import { media } from './json.ts'
import {
  changeMedia,
  listMedia,
  listUses,
  mediaHistory,
  readMedia,
  removeMedia,
  revertMedia,
  uploadMedia,
} from './operations.ts'

export const mediaRoom: Room = {
  name: 'media',
  resources: [media],
  operations: [
    listMedia,
    uploadMedia,
    readMedia,
    changeMedia,
    removeMedia,
    listUses,
    mediaHistory,
    revertMedia,
  ],
}
