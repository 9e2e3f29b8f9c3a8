/** Tags: flat terms that label events. The door of their room. */

import { blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { tagFields } from '../../contract/resources/fields/other-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { tag } from '../../contract/resources/items.ts'
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

// Tags as the interface shows them, and as they are stored.

export const tags: WrittenResource<'tag'> = {
  name: 'tag',
  // The count follows the events that link to the tag.
  blank: { ...defaultColumnsOfRows(tagFields), ...blankTexts, name: '', origins: [], count: 0 },
  derive: derivedColumns.tag,
}

// What can be done with tags, in the order of the index.

const listTags = listingAll(tags, 'List tags', {
  right: mayRead,
  // `unused` is for editors.
  problems: ['tag-archive-page-not-found', 'rest_not_logged_in', 'rest_forbidden'],
  opens: ({ event, post }) => event ?? post,
})

const createTag = creatingOne(tags, 'Create a tag', {
  body: { schema: 'NewTag', example: { name: 'outdoors' } },
  refuses: tag.refuses,
  right: mayWrite,
  problems: ['term_exists'],
})

const updateTag = updating(tags, 'Update a tag', {
  body: { schema: 'TagChanges', example: { description: 'Bring a coat.' } },
  refuses: tag.refuses,
  right: mayWrite,
  problems: ['term_exists'],
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
