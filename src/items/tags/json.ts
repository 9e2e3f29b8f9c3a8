/** Tags as the interface shows them, and as they are stored. */
import { blankTexts, type WrittenResource } from '../../api/resource.ts'
import { derivedColumns } from '../../contract/derived-columns.ts'
import { tagFields } from '../../contract/resources/fields/other-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { representTag } from '../../representations/json/term.ts'

export const tags: WrittenResource<'tag'> = {
  name: 'tag',
  collection: 'tags',
  schema: 'Tag',
  represent: representTag,
  // The count follows the events that link to the tag.
  blank: { ...defaultColumnsOfRows(tagFields), ...blankTexts, name: '', origins: [], count: 0 },
  derive: derivedColumns.tag,
}
