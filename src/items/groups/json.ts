/** Groups as the interface shows them, and as they are stored. */
import { blankTexts, type WrittenResource } from '../../api/resource.ts'
import { derivedColumns } from '../../contract/derived-columns.ts'
import { groupFields } from '../../contract/resources/fields/other-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { representGroup } from '../../representations/json/term.ts'

export const groups: WrittenResource<'group'> = {
  name: 'group',
  collection: 'groups',
  schema: 'Group',
  represent: representGroup,
  blank: { ...defaultColumnsOfRows(groupFields), ...blankTexts, name: '', origins: [], image: null },
  derive: derivedColumns.group,
}
