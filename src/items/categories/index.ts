/** Categories: terms in a tree that label events. The door of their room. */

import { mergeInTransaction } from '../../actions/editing/merge.ts'
import { valuesToSendAgain } from '../../actions/editing/resend.ts'
import { createTerm, termColumnsFromArgs, writeCategoryChanges } from '../../actions/items.ts'
import { resolveParentId } from '../../actions/linking/references.ts'
import { allowUnused, termListArgReaders } from '../../actions/listing/list-query.ts'
import { requireDraftOfTexts, warningsOfDraft } from '../../actions/translating/translate.ts'
import { itemAnswer, itemsAnswer, newItemAnswer, translatedItemAnswer } from '../../api/answer.ts'
import { operation } from '../../api/operation.ts'
import { blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { valuesAfterChange } from '../../changes/history.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { categoryFields } from '../../contract/resources/fields/item-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { parseUpdateArgs } from '../../contract/resources/index.ts'
import { category } from '../../contract/resources/items.ts'
import { shownLanguageArgs } from '../../contract/resources/shared.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { representCategory } from '../../representations/json/items.ts'
import { changesOf, history, itemOf, merge, revert, shownItem, TRANSLATED, translate } from '../shared.ts'
import { mayMerge, mayRead, mayReadHistory, mayWrite, pageOfTerms } from '../terms.ts'

// Categories as the interface shows them, and as they are stored.

export const categories: WrittenResource<'category'> = {
  name: 'category',
  collection: 'categories',
  schema: 'Category',
  represent: representCategory,
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
  check: (by, args) => allowUnused(args, by),
  opens: ({ event, post }) => event ?? post,
  async resolve({ read, ...by }, args, faults) {
    for (const find of Object.values(termListArgReaders(read, args, by))) await faults.of<unknown>(find)
  },
  run: ({ read, ...by }, args) => pageOfTerms(read, 'category', args, by),
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
  async resolve({ tx, ...by }, args, faults) {
    await faults.of(() => termColumnsFromArgs('category', args, undefined, by))
    await faults.of(() => resolveParentId(tx, 'category', { sent: args.parent, kept: undefined }, by))
  },
  run: async ({ tx, ...by }, args) => itemOf(tx, 'category', await createTerm(tx, 'category', args, by), by),
})

const readCategory = operation({
  route: 'GET /categories/{id}',
  of: categories,
  summary: 'Read a category',
  args: shownLanguageArgs,
  answer: itemAnswer(categories, 'The item.'),
  right: mayRead,
  run: ({ read, item, ...by }) => shownItem(read, 'category', item, by),
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
  async resolve({ tx, item, ...by }, args, faults) {
    await faults.of(() => termColumnsFromArgs('category', args, item, by))
    await faults.of(() => resolveParentId(tx, 'category', { sent: args.parent, kept: item }, by))
  },
  async run({ tx, item, ...by }, args) {
    await writeCategoryChanges(tx, item, args, by)
    return itemOf(tx, 'category', item.id, by)
  },
})

const removeCategory = operation({
  route: 'DELETE /categories/{id}',
  of: categories,
  summary: 'Delete a category; its subcategories move to its parent',
  args: {},
  answer: itemAnswer(categories, 'The item in the trash, or the item as it was before its deletion.'),
  right: mayWrite,
  async run({ tx, item, ...by }) {
    const before = await shownItem(tx, 'category', item, by)
    await tx.remove('category', item.id, epochOfInstant(by.moment.now))
    return before
  },
})

const categoryHistory = operation({
  route: 'GET /categories/{id}/history',
  of: categories,
  ...history,
  right: mayReadHistory,
  run: ({ read, item, ...by }, page) => changesOf(read, 'category', item.id, { ...by, ...page }),
})

const revertCategory = operation({
  route: 'POST /categories/{id}/revert',
  of: categories,
  ...revert,
  answer: itemAnswer(categories, 'The item as it is now.'),
  right: mayWrite,
  problems: ['term_exists', 'change-not-found', 'change-not-recorded'],
  async run({ tx, item, ...by }, { change }) {
    const values = await valuesAfterChange(tx, 'category', item.id, change)
    const args = parseUpdateArgs('category', await valuesToSendAgain(tx, item, values, by))
    await writeCategoryChanges(tx, item, args, { ...by, restoresTranslations: true })
    return itemOf(tx, 'category', item.id, by)
  },
})

const mergeCategories = operation({
  route: 'POST /categories/{id}/merge',
  of: categories,
  ...merge,
  answer: itemAnswer(categories, 'The item that the others were merged into.'),
  right: mayMerge,
  async run({ tx, item, ...by }, { items }) {
    await mergeInTransaction(tx, 'category', { into: item, items }, by)
    return itemOf(tx, 'category', item.id, by)
  },
})

const translateCategory = operation({
  route: 'POST /categories/{id}/translate',
  of: categories,
  ...translate('category'),
  answer: translatedItemAnswer(categories, TRANSLATED),
  right: mayWrite,
  problems: ['rest_no_route', 'translation_exists', 'translation_failed'],
  async run({ tx, item, ready, ...by }, { replace = false }) {
    requireDraftOfTexts('category', item, ready, replace)
    await writeCategoryChanges(tx, item, ready.args, { ...by, isMachine: true })
    const translated = await itemOf(tx, 'category', item.id, by)
    return { item: translated, warnings: warningsOfDraft(ready, translated.record) }
  },
})

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
