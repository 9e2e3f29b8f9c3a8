/** Own pages as the interface shows them, and as they are stored. */
import { blankPublication, blankTexts, type WrittenResource } from '../../api/resource.ts'
import { derivedColumns } from '../../contract/derived-columns.ts'
import { pageFields } from '../../contract/resources/fields/other-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { representPage } from '../../representations/json/page.ts'

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
