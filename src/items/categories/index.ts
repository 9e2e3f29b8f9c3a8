/** Categories: terms in a tree that label events. The door of their room. */
import type { Room } from '../../api/room.ts'
import { categories } from './json.ts'
import {
  categoryHistory,
  createCategory,
  listCategories,
  mergeCategories,
  readCategory,
  removeCategory,
  revertCategory,
  translateCategory,
  updateCategory,
} from './operations.ts'

export const categoriesRoom: Room = {
  name: 'categories',
  resources: [categories],
  operations: [
    listCategories,
    createCategory,
    readCategory,
    updateCategory,
    removeCategory,
    categoryHistory,
    revertCategory,
    mergeCategories,
    translateCategory,
  ],
}
