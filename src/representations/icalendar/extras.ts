/** X- properties for fields that iCalendar has no property for. Another Fasti instance can import them. */
import { type EventFlag, eventFlagNames, eventFlags } from '../../contract/resources/event-flags.ts'
import { htmlOfText } from '../../domain/text/html-of-text.ts'
import { plainTextOf } from '../../domain/text/plain-text.ts'
import type { EventItem, EventRecord, OrganizerRecord, VenueRecord } from '../../store/store.ts'
import { textValue } from './line.ts'

/** A property and its serialized value. */
export type Extra = readonly [name: string, value: string]

const given = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null))

function venueOf(record: VenueRecord): object {
  const { name: venue, address, city, zip, state, province, stateprovince, country } = record
  const { phone, website, geo_lat, geo_lng } = record
  const place = { venue, address, city, zip, state, province, stateprovince, country }
  return given({ ...place, phone, website, geo_lat, geo_lng })
}

function organizerOf({ name: organizer, email, phone, website }: OrganizerRecord): object {
  return given({ organizer, email, phone, website })
}

const json = (value: unknown) => textValue(JSON.stringify(value))
const unless = (none: string, name: string, value: string): readonly Extra[] =>
  value === none ? [] : [[name, textValue(value)]]

/** The `event_status` of an event, if STATUS can't express it. */
const outcomeExtra = ({ event_status }: EventRecord): readonly Extra[] =>
  event_status === 'cancelled' ? [] : unless('scheduled', 'X-FASTI-EVENT-STATUS', event_status)

/** The property of a flag. */
export const flagProperty = (name: EventFlag) => `X-FASTI-${name.replaceAll('_', '-').toUpperCase()}`

const truth = (value: boolean) => (value ? 'TRUE' : 'FALSE')

/** The flags that differ from their default. */
const flagExtras = ({ record }: EventItem): readonly Extra[] =>
  eventFlagNames
    .filter((name) => name !== 'featured' && (record[name] === 1) !== eventFlags[name].byDefault)
    .map((name) => [flagProperty(name), truth(record[name] === 1)])

/** Returns the X- properties of an event in a fixed order. X-FASTI-FEATURED is always present, so an import knows that absent fields are empty. */
export function extrasOf(item: EventItem): readonly Extra[] {
  const { record, tags, venues, organizers } = item
  const names = tags.map((tag) => textValue(tag.record.name)).join(',')
  return [
    ['X-FASTI-FEATURED', truth(record.featured === 1)],
    ...flagExtras(item),
    ...(names === '' ? [] : [['X-FASTI-TAGS', names] as const]),
    ...unless('', 'X-FASTI-EXCERPT', record.excerpt),
    ...unless('null', 'X-FASTI-COST', JSON.stringify(record.cost)),
    ...unless('', 'X-FASTI-WEBSITE', record.website),
    ...outcomeExtra(record),
    ...unless('offline', 'X-FASTI-ATTENDANCE-MODE', record.attendance_mode),
    ...unless('[]', 'X-FASTI-TICKETS', JSON.stringify(record.tickets)),
    ...unless('{}', 'X-FASTI-CUSTOM-FIELDS', JSON.stringify(record.custom_fields)),
    ...venues.map((venue): Extra => ['X-FASTI-VENUE', json(venueOf(venue.record))]),
    ...organizers.map((one): Extra => ['X-FASTI-ORGANIZER', json(organizerOf(one.record))]),
  ]
}

/** Returns the description as HTML, or "" if an import can reconstruct it from the plain text. */
export function formattedDescription({ record: { description, excerpt } }: EventItem): string {
  return excerpt === '' && htmlOfText(plainTextOf(description)) === description ? '' : description
}
