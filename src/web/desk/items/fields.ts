/** The fields of venues and organizers, for their editors and for new ones within an event. */

import {
  fieldNamesSortedInColumnOrder,
  organizerFields,
  organizerFieldsByPart,
  venueFields,
  venueFieldsByPart,
} from '../../../contract/resources/fields/item-fields.ts'
import type { FieldRow } from '../../../contract/resources/fields/row.ts'
import { namesOf } from '../../../contract/table-of.ts'
import type { VenueOrOrganizerCollection } from '../api/types.ts'
import type { FormRow } from '../edited/fields.tsx'

export interface ItemField extends FormRow {
  /** Whether the editor of events has the field, too, for new items. */
  readonly isFirst?: boolean
}

type VenueField = keyof typeof venueFields
type DerivedField = {
  [K in VenueField]: (typeof venueFields)[K] extends { readonly isDerived: true } ? K : never
}[VenueField]
type FormField = Exclude<VenueField, DerivedField>

/** The order of an address in the form. */
const address: readonly VenueField[] = ['address', 'zip', 'city', 'province', 'state', 'country']
/** The fields of new venues within an event. */
const first: readonly VenueField[] = ['address', 'zip', 'city', 'country', 'website']

const hasField = (name: VenueField): name is FormField => !('isDerived' in venueFields[name])
const venueNames: readonly FormField[] = [
  ...address,
  ...namesOf(venueFieldsByPart.main).filter((name) => !address.includes(name)),
  ...namesOf(venueFieldsByPart.place),
  ...namesOf(venueFieldsByPart.flag),
  ...namesOf(venueFieldsByPart.text),
].filter(hasField)
const organizerNames = [
  ...fieldNamesSortedInColumnOrder(namesOf(organizerFieldsByPart.main)),
  ...namesOf(organizerFieldsByPart.flag),
  ...namesOf(organizerFieldsByPart.text),
]

/** The control of a field, and whether it is on in a new item. */
const inputOf = (row: FieldRow) => ({ type: row.type, isOn: row.type === 'flag' && row.byDefault })

const nameField = (name: string): ItemField => ({ name, label: 'name', isFirst: true })
const slugField: ItemField = { name: 'slug', label: 'slug' }

/** All fields in the order of the form; the first is the name. Each has its name as the key of its label. */
export const formFieldsByItemCollection: Readonly<
  Record<VenueOrOrganizerCollection, readonly [ItemField, ...ItemField[]]>
> = {
  venues: [
    nameField('venue'),
    ...venueNames.map((name) => ({
      name,
      label: name,
      ...inputOf(venueFields[name]),
      isFirst: first.includes(name),
    })),
    slugField,
  ],
  organizers: [
    nameField('organizer'),
    ...organizerNames.map((name) => ({
      name,
      label: name,
      ...inputOf(organizerFields[name]),
      isFirst: name in organizerFieldsByPart.main,
    })),
    slugField,
  ],
}

/** The fields that few items need, in sections that are folded. */
export const foldedItemFields: Readonly<Record<VenueOrOrganizerCollection, readonly (readonly string[])[]>> =
  {
    venues: [
      ['province', 'state', 'country'],
      ['phone', 'website', 'accessibility'],
    ],
    organizers: [],
  }
