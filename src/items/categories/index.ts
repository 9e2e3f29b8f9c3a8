/** Categories: terms in a tree that label events. The door of their room. */

import { blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { categoryFields } from '../../contract/resources/fields/other-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import {
  creatingOne,
  deleting,
  history,
  listingAll,
  merging,
  reading,
  reverting,
  translating,
  updating,
} from '../shared.ts'
import { mayMerge, mayRead, mayReadHistory, mayWrite } from '../terms.ts'

// Categories as the interface shows them, and as they are stored.

export const categories: WrittenResource<'category'> = {
  name: 'category',
  // The count follows the events that link to the category.
  blank: {
    ...defaultColumnsOfRows(categoryFields),
    ...blankTexts,
    name: '',
    origins: [],
    count: 0,
    parent: null,
  },
  derive: derivedColumns.category,
}

// What can be done with categories, in the order of the index.

const listCategories = listingAll(categories, 'List categories', {
  right: mayRead,
  // `unused` is for editors.
  problems: ['category-archive-page-not-found', 'rest_not_logged_in', 'rest_forbidden'],
  opens: ({ event, post }) => event ?? post,
})

const createCategory = creatingOne(categories, 'Create a category', {
  body: { schema: 'NewCategory', example: { name: 'Markets', description: 'Under the open sky.' } },
  right: mayWrite,
  problems: ['term_exists'],
})

const updateCategory = updating(categories, 'Update a category', {
  body: { schema: 'CategoryChanges', example: { name: 'Markets and fairs' } },
  right: mayWrite,
  problems: ['term_exists'],
})

export const categoriesRoom: Room = {
  name: 'categories',
  resources: [categories],
  operations: [
    listCategories,
    createCategory,
    reading(categories, 'Read a category', { right: mayRead }),
    updateCategory,
    deleting(categories, 'Delete a category; its subcategories move to its parent', {
      right: mayWrite,
      args: {},
    }),
    history(categories, { right: mayReadHistory }),
    reverting(categories, { right: mayWrite, problems: ['term_exists'] }),
    merging(categories, { right: mayMerge }),
    translating(categories, { right: mayWrite }),
  ],
}
