/**
 * A check of JSON-LD against schema.org, for the types that the service uses: the properties that each may have,
 * the types of their values, and the URLs of enumerations, as https://schema.org defines them.
 */

type Check = (value: unknown) => boolean
type Members = Readonly<Record<string, readonly string[]>>

const dateForm = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const dateTimeForm =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(Z|[+-]\d\d:\d\d)$/
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

function oneOf(...members: readonly string[]): Check {
  return (value) => members.some((member) => value === `https://schema.org/${member}`)
}

/** Data types and enumerations. */
const literals: Readonly<Record<string, Check>> = {
  Text: isText,
  URL: (value) => isText(value) && /^(https?|mailto|tel):/.test(value) && URL.canParse(value),
  Number: (value) => typeof value === 'number' && Number.isFinite(value),
  Integer: Number.isInteger,
  Boolean: (value) => typeof value === 'boolean',
  Date: (value) => isText(value) && dateForm.test(value),
  DateTime: (value) => isText(value) && dateTimeForm.test(value),
  // Digits and a point, as `price` requires.
  Price: (value) => typeof value === 'number' || (isText(value) && /^\d+(\.\d+)?$/.test(value)),
  Currency: (value) => isText(value) && /^[A-Z]{3}$/.test(value),
  Latitude: (value) => typeof value === 'number' && Math.abs(value) <= 90,
  Longitude: (value) => typeof value === 'number' && Math.abs(value) <= 180,
  EventStatusType: oneOf(
    ...['EventScheduled', 'EventCancelled', 'EventPostponed', 'EventRescheduled', 'EventMovedOnline'],
  ),
  EventAttendanceModeEnumeration: oneOf(
    ...['OfflineEventAttendanceMode', 'OnlineEventAttendanceMode', 'MixedEventAttendanceMode'],
  ),
  ItemAvailability: oneOf(
    ...['BackOrder', 'Discontinued', 'InStock', 'InStoreOnly', 'LimitedAvailability', 'MadeToOrder'],
    ...['OnlineOnly', 'OutOfStock', 'PreOrder', 'PreSale', 'Reserved', 'SoldOut'],
  ),
}

const thing: Members = {
  name: ['Text'],
  alternateName: ['Text'],
  description: ['Text'],
  url: ['URL'],
  image: ['URL'],
  sameAs: ['URL'],
  identifier: ['Text', 'URL'],
}
const offer: Members = {
  ...thing,
  availability: ['ItemAvailability'],
  availabilityStarts: ['Date', 'DateTime'],
  availabilityEnds: ['Date', 'DateTime'],
  category: ['Text'],
  price: ['Price'],
  priceCurrency: ['Currency'],
  seller: ['Organization'],
  validFrom: ['Date', 'DateTime'],
  validThrough: ['Date', 'DateTime'],
}

/** Type → property → the allowed values. */
const classes: Readonly<Record<string, Members>> = {
  Event: {
    ...thing,
    doorTime: ['DateTime'],
    endDate: ['Date', 'DateTime'],
    eventAttendanceMode: ['EventAttendanceModeEnumeration'],
    eventStatus: ['EventStatusType'],
    inLanguage: ['Text'],
    isAccessibleForFree: ['Boolean'],
    keywords: ['Text', 'URL'],
    location: ['Place', 'PostalAddress', 'VirtualLocation', 'Text'],
    offers: ['Offer', 'AggregateOffer'],
    organizer: ['Organization'],
    previousStartDate: ['Date'],
    startDate: ['Date', 'DateTime'],
    subEvent: ['Event'],
    superEvent: ['Event'],
  },
  Place: {
    ...thing,
    address: ['PostalAddress', 'Text'],
    geo: ['GeoCoordinates'],
    hasMap: ['URL'],
    isAccessibleForFree: ['Boolean'],
    telephone: ['Text'],
  },
  PostalAddress: {
    ...thing,
    addressCountry: ['Text'],
    addressLocality: ['Text'],
    addressRegion: ['Text'],
    postalCode: ['Text'],
    postOfficeBoxNumber: ['Text'],
    streetAddress: ['Text'],
  },
  GeoCoordinates: { ...thing, latitude: ['Latitude'], longitude: ['Longitude'], elevation: ['Number'] },
  VirtualLocation: thing,
  Organization: {
    ...thing,
    address: ['PostalAddress', 'Text'],
    email: ['Text'],
    location: ['Place', 'PostalAddress', 'VirtualLocation', 'Text'],
    logo: ['URL'],
    telephone: ['Text'],
  },
  Offer: offer,
  AggregateOffer: {
    ...offer,
    highPrice: ['Price'],
    lowPrice: ['Price'],
    offerCount: ['Integer'],
    offers: ['Offer'],
  },
}

function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function faultsOfValue(value: unknown, types: readonly string[], path: string): readonly string[] {
  if (!isNode(value))
    return types.some((type) => literals[type]?.(value) === true)
      ? []
      : [`${path}: ${JSON.stringify(value)} is no ${types.join(' or ')}`]
  const type = String(value['@type'])
  return types.includes(type) ? faultsOfNode(value, path) : [`${path}: ${type} is no ${types.join(' or ')}`]
}

function faultsOfNode(node: Readonly<Record<string, unknown>>, path: string): readonly string[] {
  const { '@type': type, '@id': id, '@context': _, ...rest } = node
  const members = classes[String(type)]
  if (members === undefined) return [`${path}: there is no type ${String(type)}`]
  const named = id === undefined || literals.URL?.(id) === true ? [] : [`${path}: @id is no address`]
  const inner = Object.entries(rest).flatMap(([name, value]) => {
    const types = members[name]
    if (types === undefined) return [`${path}: ${String(type)} has no ${name}`]
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (values.length === 0) return [`${path}.${name}: nothing in the list`]
    return values.flatMap((one) => faultsOfValue(one, types, `${path}.${name}`))
  })
  return [...named, ...inner]
}

/** Returns the faults of a document of this type. Only its root has a context. */
export function schemaOrgFaults(document: unknown, type: string): readonly string[] {
  if (!isNode(document)) return ['the document is no object']
  const context = document['@context'] === 'https://schema.org' ? [] : ['@context is not https://schema.org']
  const contexts = JSON.stringify(document).split('"@context"').length - 1
  const only = contexts === 1 ? [] : [`${contexts} contexts`]
  return [...context, ...only, ...faultsOfValue(document, [type], type)]
}
