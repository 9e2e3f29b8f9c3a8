/** The fields of venues and organizers, for their editors and for new ones within an event. */
import type { LinkedName } from '../api/types.ts'
import type { Key } from '../words/index.ts'

interface ItemField {
  readonly name: string
  readonly label: Key
  readonly type?: 'url' | 'tel' | 'email' | 'html' | 'flag' | 'number'
  /** Whether the editor of events has the field, too, for new items. */
  readonly isFirst?: boolean
}

const nameField = (name: string): ItemField => ({ name, label: 'name', isFirst: true })

/** All fields in the order of the form; the first is the name. */
export const itemFields: Readonly<Record<LinkedName, readonly [ItemField, ...ItemField[]]>> = {
  venues: [
    nameField('venue'),
    { name: 'address', label: 'address', isFirst: true },
    { name: 'zip', label: 'zip', isFirst: true },
    { name: 'city', label: 'city', isFirst: true },
    { name: 'province', label: 'province' },
    { name: 'state', label: 'state' },
    { name: 'country', label: 'country', isFirst: true },
    { name: 'phone', label: 'phone', type: 'tel' },
    { name: 'website', label: 'website', type: 'url', isFirst: true },
    { name: 'geo_lat', label: 'latitude', type: 'number' },
    { name: 'geo_lng', label: 'longitude', type: 'number' },
    { name: 'show_map', label: 'show_map', type: 'flag' },
    { name: 'show_map_link', label: 'show_map_link', type: 'flag' },
    { name: 'description', label: 'description', type: 'html' },
    { name: 'slug', label: 'slug' },
  ],
  organizers: [
    nameField('organizer'),
    { name: 'email', label: 'email', type: 'email', isFirst: true },
    { name: 'phone', label: 'phone', type: 'tel', isFirst: true },
    { name: 'website', label: 'website', type: 'url', isFirst: true },
    { name: 'description', label: 'description', type: 'html' },
    { name: 'slug', label: 'slug' },
  ],
}

/** The input type for a kind of field. */
export const textType = (type: ItemField['type']): 'text' | 'url' | 'tel' | 'email' =>
  type === 'url' || type === 'tel' || type === 'email' ? type : 'text'
