/** Tags: flat terms that label events. The door of their room. */

import { mergeInTransaction } from '../../actions/editing/merge.ts'
import { createTerm, termColumnsFromArgs, writeTagChanges } from '../../actions/items.ts'
import { allowUnused, termListArgReaders } from '../../actions/listing/list-query.ts'
import { requireDraftOfTexts, warningsOfDraft } from '../../actions/translating/translate.ts'
import { itemAnswer, itemsAnswer, newItemAnswer, translatedItemAnswer } from '../../api/answer.ts'
import { operation } from '../../api/operation.ts'
import { blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { valuesAfterChange } from '../../changes/history.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { tagFields } from '../../contract/resources/fields/item-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { parseUpdateArgs } from '../../contract/resources/index.ts'
import { tag } from '../../contract/resources/items.ts'
import { shownLanguageArgs } from '../../contract/resources/shared.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { representTag } from '../../representations/json/items.ts'
import { changesOf, history, itemOf, merge, revert, shownItem, TRANSLATED, translate } from '../shared.ts'
import { mayMerge, mayRead, mayReadHistory, mayWrite, pageOfTerms } from '../terms.ts'

// Tags as the interface shows them, and as they are stored.

export const tags: WrittenResource<'tag'> = {
  name: 'tag',
  collection: 'tags',
  schema: 'Tag',
  represent: representTag,
  // The count follows the events that link to the tag.
  blank: { ...defaultColumnsOfRows(tagFields), ...blankTexts, name: '', origins: [], count: 0 },
  derive: derivedColumns.tag,
}

// What can be done with tags, in the order of the index.

const listTags = operation({
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

const createTag = operation({
  route: 'POST /tags',
  of: tags,
  summary: 'Create a tag',
  args: tag.createArgs,
  body: { schema: 'NewTag', example: { name: 'outdoors' } },
  refuses: tag.refuses,
  answer: newItemAnswer(tags, 'The new item.'),
  right: mayWrite,
  problems: ['term_exists'],
  async resolve(by, args, faults) {
    await faults.of(() => termColumnsFromArgs('tag', args, undefined, by))
  },
  run: async ({ tx, ...by }, args) => itemOf(tx, 'tag', await createTerm(tx, 'tag', args, by), by),
})

const readTag = operation({
  route: 'GET /tags/{id}',
  of: tags,
  summary: 'Read a tag',
  args: shownLanguageArgs,
  answer: itemAnswer(tags, 'The item.'),
  right: mayRead,
  run: ({ read, item, ...by }) => shownItem(read, 'tag', item, by),
})

const updateTag = operation({
  route: 'POST, PUT, PATCH /tags/{id}',
  of: tags,
  summary: 'Update a tag',
  args: tag.updateArgs,
  body: { schema: 'TagChanges', example: { description: 'Bring a coat.' } },
  refuses: tag.refuses,
  answer: itemAnswer(tags, 'The updated item.'),
  right: mayWrite,
  problems: ['term_exists'],
  async resolve({ item, ...by }, args, faults) {
    await faults.of(() => termColumnsFromArgs('tag', args, item, by))
  },
  async run({ tx, item, ...by }, args) {
    await writeTagChanges(tx, item, args, by)
    return itemOf(tx, 'tag', item.id, by)
  },
})

const removeTag = operation({
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

const tagHistory = operation({
  route: 'GET /tags/{id}/history',
  of: tags,
  ...history,
  right: mayReadHistory,
  run: ({ read, item, ...by }, page) => changesOf(read, 'tag', item.id, { ...by, ...page }),
})

const revertTag = operation({
  route: 'POST /tags/{id}/revert',
  of: tags,
  ...revert,
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

const mergeTags = operation({
  route: 'POST /tags/{id}/merge',
  of: tags,
  ...merge,
  answer: itemAnswer(tags, 'The item that the others were merged into.'),
  right: mayMerge,
  async run({ tx, item, ...by }, { items }) {
    await mergeInTransaction(tx, 'tag', { into: item, items }, by)
    return itemOf(tx, 'tag', item.id, by)
  },
})

const translateTag = operation({
  route: 'POST /tags/{id}/translate',
  of: tags,
  ...translate('tag'),
  answer: translatedItemAnswer(tags, TRANSLATED),
  right: mayWrite,
  problems: ['rest_no_route', 'translation_exists', 'translation_failed'],
  async run({ tx, item, ready, ...by }, { replace = false }) {
    requireDraftOfTexts('tag', item, ready, replace)
    await writeTagChanges(tx, item, ready.args, { ...by, isMachine: true })
    const translated = await itemOf(tx, 'tag', item.id, by)
    return { item: translated, warnings: warningsOfDraft(ready, translated.record) }
  },
})

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
