/** Images as the interface shows them, and as they are stored. */
import { blankTexts, type WrittenResource } from '../../api/resource.ts'
import { derivedColumns } from '../../contract/derived-columns.ts'
import { mediaFields } from '../../contract/resources/fields/other-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { representMedia } from '../../representations/json/media.ts'

export const media: WrittenResource<'media'> = {
  name: 'media',
  collection: 'media',
  schema: 'Media',
  represent: representMedia,
  // Who adds an image sets its file. Its pictures for pages are made later.
  blank: {
    ...defaultColumnsOfRows(mediaFields),
    ...blankTexts,
    title: '',
    author: 0,
    date_utc: 0,
    source_url: '',
    file: '',
    extension: '',
    mime_type: '',
    width: 0,
    height: 0,
    filesize: 0,
    sizes: {},
    widths: [],
  },
  derive: derivedColumns.media,
}
