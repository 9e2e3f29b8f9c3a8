/** The plain fields of venues and organizers, in their order in representations. */
import { type FieldRows, inPart } from './row.ts'

const description = {
  type: 'html',
  most: 262_144,
  index: { isNull: true },
  isTranslated: true,
  searched: true,
  isOutOfTables: true,
  isOutOfCalendars: true,
} as const

const plain = { type: 'plain', index: { isNull: true }, searched: true } as const

const phone = { ...plain, type: 'phone' } as const

const isShown = {
  type: 'flag',
  byDefault: true,
  index: { type: 'string', isNull: true },
  isOutOfTables: true,
  isOutOfCalendars: true,
} as const

export const venueFields = {
  description,
  address: plain,
  city: plain,
  country: plain,
  province: plain,
  state: plain,
  zip: plain,
  phone,
  website: { type: 'web', index: { isNull: true }, searched: true },
  stateprovince: { type: 'plain', index: { isNull: true }, isDerived: true, isOutOfTables: true },
  show_map: isShown,
  show_map_link: isShown,
  geo_lat: { type: 'degrees', most: 90, part: 'place', isExtension: true },
  geo_lng: { type: 'degrees', most: 180, part: 'place', isExtension: true },
} as const satisfies FieldRows

export const organizerFields = {
  description,
  phone,
  website: { type: 'web', index: { isNull: true }, searched: true },
  email: { type: 'email', index: { isNull: true }, searched: true },
} as const satisfies FieldRows

/** The fields of each, by the part of a form or an export that has them. */
export const venueParts = {
  text: inPart(venueFields, 'text'),
  main: inPart(venueFields, 'main'),
  flag: inPart(venueFields, 'flag'),
  place: inPart(venueFields, 'place'),
}
export const organizerParts = { text: inPart(organizerFields, 'text'), main: inPart(organizerFields, 'main') }

const postal: readonly string[] = ['address', 'city', 'zip', 'state', 'province', 'stateprovince', 'country']
const contact: readonly string[] = ['email', 'phone', 'website']

/** Returns the names in the order of tables and calendars: the address or the e-mail address first. */
export function inColumnOrder<N extends string>(names: readonly N[]): readonly N[] {
  const first = [...postal, ...contact]
  const place = (name: N) => (first.includes(name) ? first.indexOf(name) : first.length)
  return [...names].sort((a, b) => place(a) - place(b))
}
