/** Organizers: who makes events. The door of their room. */

import { blankPublication, blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { organizerFields } from '../../contract/resources/fields/item-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { operationsOnVenuesOrOrganizers } from '../shared.ts'

export const organizers: WrittenResource<'organizer'> = {
  name: 'organizer',
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

export const organizersRoom: Room = {
  name: 'organizers',
  resources: [organizers],
  operations: operationsOnVenuesOrOrganizers(organizers, 'an organizer', {
    created: {
      schema: 'NewOrganizer',
      example: { organizer: 'Market Society', email: 'hello@market.example.org' },
    },
    changed: { schema: 'OrganizerChanges', example: { website: 'https://market.example.org/' } },
  }),
}
