/** What can be done with tags, in the order of the index. */

import { mergeInTransaction, requireItemsToMerge } from '../../actions/editing/merge.ts'
import { createTerm } from '../../actions/linking/new-items.ts'
import { allowUnused, termListArgReaders } from '../../actions/listing/list-query.ts'
import { draftOfMachine, requireDraftOfTexts, warningsOfDraft } from '../../actions/translating/translate.ts'
import { writeTagChanges } from '../../actions/writing/update-linked-and-terms.ts'
import { itemAnswer, itemsAnswer, newItemAnswer, pageAnswer, translatedItemAnswer } from '../../api/answer.ts'
import { operation } from '../../api/operation.ts'
import { valuesAfterChange } from '../../changes/revert.ts'
import { itemHistoryArgs } from '../../contract/operations/audit.ts'
import { itemsToMergeArgs, revertArgs } from '../../contract/operations/editing.ts'
import { translateArgs } from '../../contract/operations/translating.ts'
import { shownLanguageArgs } from '../../contract/resources/content.ts'
import { parseUpdateArgs } from '../../contract/resources/parse.ts'
import { tag } from '../../contract/resources/terms.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { Problem } from '../../problem.ts'
import { changesOf, itemOf, shownItem } from '../queries.ts'
import { pageOfTerms } from '../term-queries.ts'
import { mayMerge, mayRead, mayReadHistory, mayWrite } from '../term-rules.ts'
import { tags } from './json.ts'

export const listTags = operation({
  route: 'GET /tags',
  of: tags,
  summary: 'List tags',
  args: tag.listArgs,
  answer: itemsAnswer(tags, 'A page of the list.'),
  right: mayRead,
  // `unused` is for editors.
  problems: ['tag-archive-page-not-found', 'rest_not_logged_in', 'rest_forbidden'],
  check: (by, args) => allowUnused(args, by),
  opens: ({ event, post }) => event ?? post,
  async resolve({ read, ...by }, args, faults) {
    for (const find of Object.values(termListArgReaders(read, args, by))) await faults.of<unknown>(find)
  },
  run: ({ read, ...by }, args) => pageOfTerms(read, 'tag', args, by),
})

export const createTag = operation({
  route: 'POST /tags',
  of: tags,
  summary: 'Create a tag',
  args: tag.createArgs,
  body: { schema: 'NewTag', example: { name: 'outdoors' } },
  refuses: tag.refuses,
  answer: newItemAnswer(tags, 'The new item.'),
  right: mayWrite,
  problems: ['term_exists'],
  run: async ({ tx, ...by }, args) => itemOf(tx, 'tag', await createTerm(tx, 'tag', args, by), by),
})

export const readTag = operation({
  route: 'GET /tags/{id}',
  of: tags,
  summary: 'Read a tag',
  args: shownLanguageArgs,
  answer: itemAnswer(tags, 'The item.'),
  right: mayRead,
  run: ({ read, item, ...by }) => shownItem(read, 'tag', item, by),
})

export const updateTag = operation({
  route: 'POST, PUT, PATCH /tags/{id}',
  of: tags,
  summary: 'Update a tag',
  args: tag.updateArgs,
  body: { schema: 'TagChanges', example: { description: 'Bring a coat.' } },
  refuses: tag.refuses,
  answer: itemAnswer(tags, 'The updated item.'),
  right: mayWrite,
  problems: ['term_exists'],
  async run({ tx, item, ...by }, args) {
    await writeTagChanges(tx, item, args, by)
    return itemOf(tx, 'tag', item.id, by)
  },
})

export const removeTag = operation({
  route: 'DELETE /tags/{id}',
  of: tags,
  summary: 'Delete a tag',
  args: {},
  answer: itemAnswer(tags, 'The item in the trash, or the item as it was before its deletion.'),
  right: mayWrite,
  async run({ tx, item, ...by }) {
    const before = await shownItem(tx, 'tag', item, by)
    await tx.remove('tag', item.id, epochOfInstant(by.moment.now))
    return before
  },
})

export const tagHistory = operation({
  route: 'GET /tags/{id}/history',
  of: tags,
  summary: 'List the changes of an item',
  args: itemHistoryArgs,
  answer: pageAnswer('changes', {
    schema: 'ChangeList',
    text: 'A page of the changes, newest first.',
    headers: { 'Cache-Control': 'private, no-store' },
  }),
  right: mayReadHistory,
  run: ({ read, item, ...by }, page) => changesOf(read, 'tag', item.id, { ...by, ...page }),
})

export const revertTag = operation({
  route: 'POST /tags/{id}/revert',
  of: tags,
  summary: 'Revert an item to an earlier version',
  args: revertArgs,
  body: { schema: 'Revert', example: { change: 41 } },
  answer: itemAnswer(tags, 'The item as it is now.'),
  right: mayWrite,
  problems: ['term_exists', 'change-not-found', 'change-not-recorded'],
  async run({ tx, item, ...by }, { change }) {
    const values = await valuesAfterChange(tx, 'tag', item.id, change)
    const args = parseUpdateArgs('tag', values)
    await writeTagChanges(tx, item, args, { ...by, restoresTranslations: true })
    return itemOf(tx, 'tag', item.id, by)
  },
})

export const mergeTags = operation({
  route: 'POST /tags/{id}/merge',
  of: tags,
  summary: 'Merge items into one',
  args: itemsToMergeArgs,
  body: { schema: 'NewMerge', example: { items: [2, 3] } },
  answer: itemAnswer(tags, 'The item that the others were merged into.'),
  right: mayMerge,
  check: ({ id }, { items }) => requireItemsToMerge(id, items),
  async run({ tx, item, ...by }, { items }) {
    await mergeInTransaction(tx, 'tag', { into: item, items }, by)
    return itemOf(tx, 'tag', item.id, by)
  },
})

export const translateTag = operation({
  route: 'POST /tags/{id}/translate',
  of: tags,
  summary: 'Keep a draft of a translation by the translation server',
  args: translateArgs,
  body: { schema: 'NewDraft', example: { language: 'fr' } },
  answer: translatedItemAnswer(
    tags,
    'The item with all its translations, and what the draft lacks of the original.',
  ),
  right: mayWrite,
  problems: ['rest_no_route', 'translation_exists', 'translation_failed'],
  check({ translate }) {
    if (translate === undefined) throw new Problem('rest_no_route')
  },
  async prepare({ item, translate, ...by }, { language, replace = false }) {
    if (translate === undefined) throw new Problem('rest_no_route')
    return draftOfMachine('tag', item, { language, replace }, translate, by)
  },
  async run({ tx, item, ready, ...by }, { replace = false }) {
    requireDraftOfTexts('tag', item, ready, replace)
    await writeTagChanges(tx, item, ready.args, { ...by, isMachine: true })
    const translated = await itemOf(tx, 'tag', item.id, by)
    return { item: translated, warnings: warningsOfDraft(ready, translated.record) }
  },
})
