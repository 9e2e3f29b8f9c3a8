/** The plain fields of venues and organizers, in their order in representations. */
import { descriptionRow, followableFlagRow, showMapLinkRow, showMapRow, websiteRow } from './event-fields.ts'
import { type FieldRows, rowsOfPart } from './row.ts'

/** The details in the route index of the fields of venues and organizers. */
const index = { isNull: true } as const
const searched = { index, searched: true } as const
const plain = { type: 'plain', ...searched } as const
const ownDescription = {
  ...descriptionRow,
  ...searched,
  isOutOfTables: true,
  isOutOfCalendars: true,
} as const
const phone = {
  words: 'The telephone number.',
  example: '+39 011 123456',
  isCommon: true,
  type: 'phone',
  ...searched,
} as const
const isShown = {
  index: { type: 'string', isNull: true },
  isOutOfTables: true,
  isOutOfCalendars: true,
} as const

export const venueFields = {
  description: ownDescription,
  address: { words: 'The street address.', example: 'Piazza della Repubblica', ...plain },
  city: { words: 'The city.', example: 'Turin', ...plain },
  country: { words: 'The country.', example: 'Italy', ...plain },
  province: { words: 'The province.', example: 'TO', ...plain },
  state: { words: 'The state or county.', example: '', ...plain },
  zip: { words: 'The postal code.', example: '10152', ...plain },
  phone,
  website: { ...websiteRow, ...searched },
  stateprovince: {
    words: 'The state or the province. Copied from these fields until it is set.',
    example: 'TO',
    type: 'plain',
    index,
    isDerived: true,
    isOutOfTables: true,
  },
  accessibility: {
    words: 'What visitors should know about access, such as steps, toilets and hearing loops.',
    example: 'Step-free entrance, accessible toilet, hearing loop',
    type: 'plain',
    searched: true,
    isExtension: true,
  },
  show_map: { ...showMapRow, ...isShown },
  show_map_link: { ...showMapLinkRow, ...isShown },
  geo_lat: {
    words: 'The latitude, in degrees.',
    example: 45.0764,
    type: 'degrees',
    most: 90,
    part: 'place',
    isExtension: true,
  },
  geo_lng: {
    words: 'The longitude, in degrees.',
    example: 7.6833,
    type: 'degrees',
    most: 180,
    part: 'place',
    isExtension: true,
  },
} as const satisfies FieldRows

export const organizerFields = {
  description: ownDescription,
  phone,
  website: { ...websiteRow, ...searched },
  email: {
    words: 'The e-mail address.',
    example: 'hello@market.example.org',
    isCommon: true,
    type: 'email',
    ...searched,
  },
  federated: { ...followableFlagRow, isOutOfTables: true, isOutOfCalendars: true },
} as const satisfies FieldRows

/** The fields of venues, by the part of a form or an export that has them. */
export const venueFieldsByPart = {
  text: rowsOfPart(venueFields, 'text'),
  main: rowsOfPart(venueFields, 'main'),
  flag: rowsOfPart(venueFields, 'flag'),
  place: rowsOfPart(venueFields, 'place'),
}
export const organizerFieldsByPart = {
  text: rowsOfPart(organizerFields, 'text'),
  main: rowsOfPart(organizerFields, 'main'),
  flag: rowsOfPart(organizerFields, 'flag'),
}

const postal: readonly string[] = ['address', 'city', 'zip', 'state', 'province', 'stateprovince', 'country']
const contact: readonly string[] = ['email', 'phone', 'website']

/** Returns the names in the order of tables and calendars: the address or the e-mail address first. */
export function fieldNamesSortedInColumnOrder<N extends string>(names: readonly N[]): readonly N[] {
  const first = [...postal, ...contact]
  const place = (name: N) => (first.includes(name) ? first.indexOf(name) : first.length)
  return [...names].sort((a, b) => place(a) - place(b))
}
