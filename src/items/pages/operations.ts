/** What can be done with own pages, in the order of the index. */
import { pageColumnsFromArgs } from '../../actions/compose/page.ts'
import { valuesToSendAgain } from '../../actions/editing/resend.ts'
import { languageFilters, pageQueryOf } from '../../actions/listing/list-query.ts'
import { createPage, updatePage } from '../../actions/pages.ts'
import { requireDraftOfTexts, warningsOfDraft } from '../../actions/translating/translate.ts'
import {
  itemAnswer,
  itemsAnswer,
  newItemAnswer,
  removedItemAnswer,
  translatedItemAnswer,
} from '../../api/answer.ts'
import { type ContextWithImages, viewerOf } from '../../api/context.ts'
import { type FoundFaults, operation } from '../../api/operation.ts'
import { valuesAfterChange } from '../../changes/revert.ts'
import { forceArgs } from '../../contract/operations/item-operations.ts'
import { shownLanguageArgs } from '../../contract/resources/content.ts'
import type { UpdateArgs } from '../../contract/resources/index.ts'
import { page } from '../../contract/resources/page.ts'
import { parseUpdateArgs } from '../../contract/resources/parse.ts'
import { Problem } from '../../problem.ts'
import type { PageRecord, Writing } from '../../store/store.ts'
import { changesOf, itemOf, shownItem, toTrash } from '../queries.ts'
import { history, revert, TRANSLATED, translate } from '../shared-operations.ts'
import { pages } from './json.ts'
import { mayRead, mayReadHistory, mayWrite } from './rules.ts'

/** What a write is given that is about a page, at whatever address it is. */
interface OnOne extends ContextWithImages {
  readonly tx: Writing
  readonly item: PageRecord
}

export const listPages = operation({
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

export const createNewPage = operation({
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

export const readPage = operation({
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

export const changePage = operation({
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

export const removePage = operation({
  route: 'DELETE /pages/{id}',
  of: pages,
  summary: 'Move an own page to the trash, or delete it permanently',
  args: forceArgs,
  answer: removedItemAnswer(pages, 'The item in the trash, or the item as it was before its deletion.'),
  right: mayWrite,
  problems: ['page-is-in-trash'],
  run: ({ tx, item, ...by }, { force = false }) => toTrash(tx, 'page', item, force, by),
})

export const readPageBySlug = operation({
  route: 'GET /pages/by-slug/{slug}',
  of: pages,
  summary: 'Read an own page',
  args: shownLanguageArgs,
  answer: itemAnswer(pages, 'The item.'),
  right: mayRead,
  run: ({ read, item, ...by }) => shownItem(read, 'page', item, by),
})

export const updatePageBySlug = operation({
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

export const removePageBySlug = operation({
  route: 'DELETE /pages/by-slug/{slug}',
  of: pages,
  summary: 'Move an own page to the trash, or delete it permanently',
  args: forceArgs,
  answer: removedItemAnswer(pages, 'The item in the trash, or the item as it was before its deletion.'),
  right: mayWrite,
  run: ({ tx, item, ...by }, { force = false }) => toTrash(tx, 'page', item, force, by),
})

export const pageHistory = operation({
  route: 'GET /pages/{id}/history',
  of: pages,
  ...history,
  right: mayReadHistory,
  run: ({ read, item, ...by }, paging) => changesOf(read, 'page', item.id, { ...by, ...paging }),
})

export const revertPage = operation({
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

export const translatePage = operation({
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
