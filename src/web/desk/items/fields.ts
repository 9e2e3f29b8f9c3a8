/** The fields of venues and organizers, for their editors and for new ones within an event. */

import {
  fieldNamesSortedInColumnOrder,
  organizerFields,
  organizerFieldsByPart,
  venueFields,
} from '../../../contract/resources/fields/item-fields.ts'
import type { FieldRow } from '../../../contract/resources/fields/row.ts'
import { namesOf } from '../../../contract/table-of.ts'
import type { VenueOrOrganizerCollection } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import type { FormRow } from '../edited/fields.tsx'
import { listText, t } from '../words/index.ts'

interface ItemField extends FormRow {
  /** Whether the editor of events has the field, too, for new items. */
  readonly isInEvent?: boolean
}

type VenueRows = typeof venueFields
/** A field of venues that people fill in: none that derives from others. */
type FormField = {
  [K in keyof VenueRows]: VenueRows[K] extends { readonly isDerived: true } ? never : K
}[keyof VenueRows]

/** The section below the address, with the map. */
const located: readonly FormField[] = ['geo_lat', 'geo_lng', 'show_map', 'show_map_link']
/** The fields that few venues need, each line of them in a section that is folded. */
const folds: readonly (readonly FormField[])[] = [
  located,
  ['province', 'state', 'country'],
  ['phone', 'website', 'accessibility'],
]
/** The fields of new venues within an event. */
const first: readonly FormField[] = ['address', 'zip', 'city', 'country', 'website']

const isFormField = (name: keyof VenueRows): name is FormField => !('isDerived' in venueFields[name])
const fields = namesOf(venueFields).filter(isFormField)
const place = (name: FormField) => folds.flat().indexOf(name)
const open: readonly FormField[] = ['address', 'zip', 'city']
const venueNames: readonly FormField[] = [
  ...open,
  ...located,
  ...fields.filter((name) => !open.includes(name) && place(name) === -1),
  ...folds.slice(1).flat(),
]

/** The section in which a field of venues is folded. */
function foldOf(name: FormField): { readonly fold?: string } {
  const names = folds.find((some) => some.includes(name))
  if (names === undefined) return {}
  return { fold: names === located ? t('map') : listText(names.map((one) => t(one))) }
}

/** Whether it can be followed is asked where the calendar is on the social web, below what it is. */
const organizerNames = [
  ...fieldNamesSortedInColumnOrder(namesOf(organizerFieldsByPart.main)),
  ...namesOf(organizerFieldsByPart.text),
  ...(deskSettings.isFederating ? namesOf(organizerFieldsByPart.flag) : []),
]

/** The control of a field, and whether it is on in a new item. */
const inputOf = (row: FieldRow) => ({ type: row.type, isOn: row.type === 'flag' && row.byDefault })

const nameField = (name: string): ItemField => ({
  name,
  label: 'name',
  isFirst: true,
  isBig: true,
  isInEvent: true,
})
const slugField: ItemField = { name: 'slug', label: 'slug', fold: t('slug') }

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
      ...foldOf(name),
      isInEvent: first.includes(name),
    })),
    slugField,
  ],
  organizers: [
    nameField('organizer'),
    ...organizerNames.map((name) => ({
      name,
      label: name,
      ...inputOf(organizerFields[name]),
      isInEvent: name in organizerFieldsByPart.main,
    })),
    slugField,
  ],
}
