/** Tags: flat terms that label events. The door of their room. */
import type { Room } from '../../api/room.ts'
import { tags } from './json.ts'
import {
  createTag,
  listTags,
  mergeTags,
  readTag,
  removeTag,
  revertTag,
  tagHistory,
  translateTag,
  updateTag,
} from './operations.ts'

export const tagsRoom: Room = {
  name: 'tags',
  resources: [tags],
  operations: [
    listTags,
    createTag,
    readTag,
    updateTag,
    removeTag,
    tagHistory,
    revertTag,
    mergeTags,
    translateTag,
  ],
}
