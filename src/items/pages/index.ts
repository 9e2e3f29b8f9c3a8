/** Own pages: imprint, about, contact, accessibility. The door of their room. */

import { valuesToSendAgain } from '../../actions/editing/resend.ts'
import { createPage, pageColumnsFromArgs, updatePage } from '../../actions/items.ts'
import { languageFilters, pageQueryOf } from '../../actions/listing/list-query.ts'
import { requireMayRead } from '../../actions/read.ts'
import { requireDraftOfTexts, warningsOfDraft } from '../../actions/translating/translate.ts'
import {
  itemAnswer,
  itemsAnswer,
  newItemAnswer,
  removedItemAnswer,
  translatedItemAnswer,
} from '../../api/answer.ts'
import { type ContextWithImages, viewerOf } from '../../api/context.ts'
import { type FoundFaults, operation, type Right } from '../../api/operation.ts'
import { type OwnedItem, rightsByRole } from '../../api/policy.ts'
import { blankPublication, blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { valuesAfterChange } from '../../changes/history.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { forceArgs } from '../../contract/operations/editing.ts'
import { pageFields } from '../../contract/resources/fields/item-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { parseUpdateArgs, type UpdateArgs } from '../../contract/resources/index.ts'
import { page } from '../../contract/resources/items.ts'
import { shownLanguageArgs } from '../../contract/resources/shared.ts'
import { Problem } from '../../problem.ts'
import { representPage } from '../../representations/json/items.ts'
import type { PageRecord, Writing } from '../../store/store.ts'
import { changesOf, history, itemOf, revert, shownItem, TRANSLATED, toTrash, translate } from '../shared.ts'

// Own pages as the interface shows them, and as they are stored.

const { status, date_utc, date_set } = blankPublication

export const pages: WrittenResource<'page'> = {
  name: 'page',
  collection: 'pages',
  schema: 'Page',
  represent: representPage,
  blank: {
    ...defaultColumnsOfRows(pageFields),
    ...blankTexts,
    status,
    date_utc,
    date_set,
    title: '',
    origins: [],
  },
  derive: derivedColumns.page,
}

// Who may do what with own pages: administrators keep them, everybody reads what is published.

const mayRead: Right<OwnedItem> = {
  scope: 'read',
  allows: () => true,
  requireOn: (item, by) => requireMayRead('page', item, by),
}
const mayWrite: Right = {
  scope: 'write:pages',
  allows: ({ role }) => rightsByRole[role].administers,
}
const mayReadHistory: Right = { ...mayWrite, scope: 'audit' }

// What can be done with own pages, in the order of the index.

/** What a write is given that is about a page, at whatever address it is. */
interface OnOne extends ContextWithImages {
  readonly tx: Writing
  readonly item: PageRecord
}

const listPages = operation({
  route: 'GET /pages',
  of: pages,
  summary: 'List own pages',
  args: page.listArgs,
  answer: itemsAnswer(pages, 'A page of the list.'),
  right: mayRead,
  problems: ['page-archive-page-not-found', 'rest_forbidden_status'],
  async resolve(by, args, faults) {
    await faults.of(() => languageFilters(args, by))
  },
  async run({ read, ...by }, args) {
    const found = await read.list('page', pageQueryOf(args, by), viewerOf(by))
    if (args.page > 1 && found.items.length === 0) throw new Problem('page-archive-page-not-found')
    return found
  },
})

const createNewPage = operation({
  route: 'POST /pages',
  of: pages,
  summary: 'Create an own page',
  args: page.createArgs,
  body: {
    schema: 'NewPage',
    example: { title: 'Imprint', content: '<p>Ada Lovelace, 1 Market Street, Turin</p>', in_footer: true },
  },
  answer: newItemAnswer(pages, 'The new item.'),
  right: mayWrite,
  problems: ['too_many_pages'],
  async resolve(by, args, faults) {
    await faults.of(() => pageColumnsFromArgs(args, undefined, by))
  },
  run: async ({ tx, ...by }, args) => itemOf(tx, 'page', await createPage(tx, args, by), by),
})

const readPage = operation({
  route: 'GET /pages/{id}',
  of: pages,
  summary: 'Read an own page',
  args: shownLanguageArgs,
  answer: itemAnswer(pages, 'The item.'),
  right: mayRead,
  run: ({ read, item, ...by }) => shownItem(read, 'page', item, by),
})

async function noteFaults({ item, ...by }: OnOne, args: UpdateArgs<'page'>, faults: FoundFaults) {
  await faults.of(() => pageColumnsFromArgs(args, item, by))
}

async function change({ tx, item, ...by }: OnOne, args: UpdateArgs<'page'>) {
  await updatePage(tx, item, args, by)
  return itemOf(tx, 'page', item.id, by)
}

const changePage = operation({
  route: 'POST, PUT, PATCH /pages/{id}',
  of: pages,
  summary: 'Update an own page',
  args: page.updateArgs,
  body: { schema: 'PageChanges', example: { menu_order: 2, in_footer: true } },
  answer: itemAnswer(pages, 'The updated item.'),
  right: mayWrite,
  problems: ['too_many_pages'],
  resolve: noteFaults,
  run: change,
})

const removePage = operation({
  route: 'DELETE /pages/{id}',
  of: pages,
  summary: 'Move an own page to the trash, or delete it permanently',
  args: forceArgs,
  answer: removedItemAnswer(pages, 'The item in the trash, or the item as it was before its deletion.'),
  right: mayWrite,
  problems: ['page-is-in-trash'],
  run: ({ tx, item, ...by }, { force = false }) => toTrash(tx, 'page', item, force, by),
})

const readPageBySlug = operation({
  route: 'GET /pages/by-slug/{slug}',
  of: pages,
  summary: 'Read an own page',
  args: shownLanguageArgs,
  answer: itemAnswer(pages, 'The item.'),
  right: mayRead,
  run: ({ read, item, ...by }) => shownItem(read, 'page', item, by),
})

const updatePageBySlug = operation({
  route: 'POST, PUT, PATCH /pages/by-slug/{slug}',
  of: pages,
  summary: 'Update an own page',
  args: page.fields,
  body: { schema: 'PageChanges', example: { menu_order: 2, in_footer: true } },
  answer: itemAnswer(pages, 'The updated item.'),
  right: mayWrite,
  resolve: noteFaults,
  run: change,
})

const removePageBySlug = operation({
  route: 'DELETE /pages/by-slug/{slug}',
  of: pages,
  summary: 'Move an own page to the trash, or delete it permanently',
  args: forceArgs,
  answer: removedItemAnswer(pages, 'The item in the trash, or the item as it was before its deletion.'),
  right: mayWrite,
  run: ({ tx, item, ...by }, { force = false }) => toTrash(tx, 'page', item, force, by),
})

const pageHistory = operation({
  route: 'GET /pages/{id}/history',
  of: pages,
  ...history,
  right: mayReadHistory,
  run: ({ read, item, ...by }, paging) => changesOf(read, 'page', item.id, { ...by, ...paging }),
})

const revertPage = operation({
  route: 'POST /pages/{id}/revert',
  of: pages,
  ...revert,
  answer: itemAnswer(pages, 'The item as it is now.'),
  right: mayWrite,
  problems: ['change-not-found', 'change-not-recorded', 'too_many_pages'],
  async run(given, sent) {
    const { tx, item } = given
    const values = await valuesAfterChange(tx, 'page', item.id, sent.change)
    const args = parseUpdateArgs('page', await valuesToSendAgain(tx, item, values, given))
    return change({ ...given, restoresTranslations: true }, args)
  },
})

const translatePage = operation({
  route: 'POST /pages/{id}/translate',
  of: pages,
  ...translate('page'),
  answer: translatedItemAnswer(pages, TRANSLATED),
  right: mayWrite,
  problems: ['rest_no_route', 'translation_exists', 'translation_failed'],
  async run({ ready, ...given }, { replace = false }) {
    requireDraftOfTexts('page', given.item, ready, replace)
    const translated = await change({ ...given, isMachine: true }, ready.args)
    return { item: translated, warnings: warningsOfDraft(ready, translated.record) }
  },
})

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
