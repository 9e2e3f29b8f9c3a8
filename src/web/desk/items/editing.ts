/** A venue or organizer as the values of its form. */

import { withScheme } from '../../../domain/typed/web-address.ts'
import type { ApiResponse } from '../api/api.ts'
import type { Organizer, Venue, VenueOrOrganizerCollection } from '../api/types.ts'
import {
  type EditedItem,
  type EditedResource,
  type FormValue,
  useEditedItem,
} from '../edited/use-edited-item.ts'
import { isWebAddressFieldName } from '../events/fields/field-kinds.ts'
import { formFieldsByItemCollection } from './fields.ts'

export type LinkedItem = Venue | Organizer

const resourceOf = (collection: VenueOrOrganizerCollection): EditedResource<LinkedItem> => ({
  collection,
  valuesOf(item) {
    const stored: Readonly<Record<string, unknown>> = { ...item }
    const values = formFieldsByItemCollection[collection].map(
      ({ name, type, isOn = false }): [string, FormValue] => {
        const value = stored[name] ?? (type === 'flag' ? isOn : '')
        return [name, typeof value === 'boolean' ? value : String(value)]
      },
    )
    return { ...Object.fromEntries(values), status: item?.status ?? '', image: item?.image || undefined }
  },
  argOf: (name, value) =>
    isWebAddressFieldName(name) && typeof value === 'string' ? withScheme(value) : value,
})

const resources = { venues: resourceOf('venues'), organizers: resourceOf('organizers') }

/** The state of the form of a venue or organizer; `loaded` is undefined for a new one. */
export const useVenueOrOrganizerForm = (
  collection: VenueOrOrganizerCollection,
  loaded: ApiResponse<LinkedItem> | undefined,
) => useEditedItem(resources[collection], loaded)

export type VenueOrOrganizerForm = EditedItem<LinkedItem>
