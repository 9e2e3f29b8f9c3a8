/** Categories as the interface shows them, and as they are stored. */
import { blankTexts, type WrittenResource } from '../../api/resource.ts'
import { derivedColumns } from '../../contract/derived-columns.ts'
import { categoryFields } from '../../contract/resources/fields/other-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { representCategory } from '../../representations/json/term.ts'

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
