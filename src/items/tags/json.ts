/** Tags as the interface shows them. */
import type { Resource } from '../../api/resource.ts'
import { representTag } from '../../representations/json/term.ts'

export const tags: Resource<'tag'> = {
  name: 'tag',
  collection: 'tags',
  schema: 'Tag',
  represent: representTag,
}
