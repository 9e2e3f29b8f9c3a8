/** Venues: where events take place. The door of their room. */

import { blankPublication, blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { venueFields } from '../../contract/resources/fields/item-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { operationsOnVenuesOrOrganizers } from '../shared.ts'

export const venues: WrittenResource<'venue'> = {
  name: 'venue',
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

export const venuesRoom: Room = {
  name: 'venues',
  resources: [venues],
  operations: operationsOnVenuesOrOrganizers(venues, 'a venue', {
    created: {
      schema: 'NewVenue',
      example: { venue: 'Porta Palazzo', city: 'Turin', country: 'Italy', geo_lat: 45.0764, geo_lng: 7.6833 },
    },
    changed: { schema: 'VenueChanges', example: { phone: '+39 011 123456', show_map: true } },
  }),
}
