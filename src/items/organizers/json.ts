/** Organizers as the interface shows them, and as they are stored. */
import { blankPublication, blankTexts, type WrittenResource } from '../../api/resource.ts'
import { derivedColumns } from '../../contract/derived-columns.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { organizerFields } from '../../contract/resources/fields/venue-fields.ts'
import { representOrganizer } from '../../representations/json/organizer.ts'

export const organizers: WrittenResource<'organizer'> = {
  name: 'organizer',
  collection: 'organizers',
  schema: 'Organizer',
  represent: representOrganizer,
  blank: {
    ...defaultColumnsOfRows(organizerFields),
    ...blankTexts,
    ...blankPublication,
    name: '',
    origins: [],
    readable_in: '',
  },
  derive: derivedColumns.organizer,
  personal: ['phone', 'email'],
}
