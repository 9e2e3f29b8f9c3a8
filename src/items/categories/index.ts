/** Categories: terms in a tree that label events. The door of their room. */

import { itemAnswer, itemsAnswer, newItemAnswer } from '../../api/answer.ts'
import { operation } from '../../api/operation.ts'
import { blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { categoryFields } from '../../contract/resources/fields/other-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { category } from '../../contract/resources/items.ts'
import {
  changing,
  creating,
  deleting,
  history,
  listing,
  merging,
  reading,
  reverting,
  translating,
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

const listCategories = operation({
  route: 'GET /categories',
  of: categories,
  summary: 'List categories',
  args: category.listArgs,
  answer: itemsAnswer(categories, 'A page of the list.'),
  right: mayRead,
  // `unused` is for editors.
  problems: ['category-archive-page-not-found', 'rest_not_logged_in', 'rest_forbidden'],
  opens: ({ event, post }) => event ?? post,
  ...listing(categories),
})

const createCategory = operation({
  route: 'POST /categories',
  of: categories,
  summary: 'Create a category',
  args: category.createArgs,
  body: { schema: 'NewCategory', example: { name: 'Markets', description: 'Under the open sky.' } },
  answer: newItemAnswer(categories, 'The new item.'),
  right: mayWrite,
  problems: ['term_exists'],
  ...creating(categories),
})

const updateCategory = operation({
  route: 'POST, PUT, PATCH /categories/{id}',
  of: categories,
  summary: 'Update a category',
  args: category.updateArgs,
  body: { schema: 'CategoryChanges', example: { name: 'Markets and fairs' } },
  answer: itemAnswer(categories, 'The updated item.'),
  right: mayWrite,
  problems: ['term_exists'],
  run: changing(categories),
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
