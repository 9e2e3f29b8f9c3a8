/** Own pages: imprint, about, contact, accessibility. The door of their room. */
import type { Room } from '../../api/room.ts'
import { pages } from './json.ts'
import {
  changePage,
  createNewPage,
  listPages,
  pageHistory,
  readPage,
  readPageBySlug,
  removePage,
  removePageBySlug,
  revertPage,
  translatePage,
  updatePageBySlug,
} from './operations.ts'

export const pagesRoom: Room = {
  name: 'pages',
  resources: [pages],
  operations: [
    listPages,
    createNewPage,
    readPage,
    changePage,
    removePage,
    readPageBySlug,
    updatePageBySlug,
    removePageBySlug,
    pageHistory,
    revertPage,
    translatePage,
  ],
}
