/** Tags: flat terms that label events. The door of their room. */

import { itemAnswer, itemsAnswer, newItemAnswer } from '../../api/answer.ts'
import { operation } from '../../api/operation.ts'
import { blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { tagFields } from '../../contract/resources/fields/other-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { tag } from '../../contract/resources/items.ts'
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

// Tags as the interface shows them, and as they are stored.

export const tags: WrittenResource<'tag'> = {
  name: 'tag',
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
  opens: ({ event, post }) => event ?? post,
  ...listing(tags),
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
  ...creating(tags),
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
  run: changing(tags),
})

export const tagsRoom: Room = {
  name: 'tags',
  resources: [tags],
  operations: [
    listTags,
    createTag,
    reading(tags, 'Read a tag', { right: mayRead }),
    updateTag,
    deleting(tags, 'Delete a tag', { right: mayWrite, args: {} }),
    history(tags, { right: mayReadHistory }),
    reverting(tags, { right: mayWrite, problems: ['term_exists'] }),
    merging(tags, { right: mayMerge }),
    translating(tags, { right: mayWrite }),
  ],
}
