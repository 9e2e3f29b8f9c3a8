/** Venues as the interface shows them, and as they are stored. */
import { blankPublication, blankTexts, type WrittenResource } from '../../api/resource.ts'
import { derivedColumns } from '../../contract/derived-columns.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { venueFields } from '../../contract/resources/fields/venue-fields.ts'
import { representVenue } from '../../representations/json/venue.ts'

export const venues: WrittenResource<'venue'> = {
  name: 'venue',
  collection: 'venues',
  schema: 'Venue',
  represent: representVenue,
  blank: {
    ...defaultColumnsOfRows(venueFields),
    ...blankTexts,
    ...blankPublication,
    name: '',
    origins: [],
    readable_in: '',
    stateprovince: null,
  },
  derive: derivedColumns.venue,
}
